import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Scope } from '../../platform/actor';
import { addDays } from '../../platform/time';
import type { RatioQuery } from './volume-ratios.contract';
import { addUpAll, addUpRatios } from './volume-ratios.rules';
import { listForeignVolumes, listRatios } from './volume-ratios.store';

let app: TestApp;
let organisationId: number;
let boston: { siteId: number; kitchens: number[] };
let lyon: { siteId: number; kitchens: number[] };
const all = (): Scope => ({ organisationId, restriction: null });

interface Entered {
  locationId: number;
  kind?: 'COVERS' | 'REVENUE';
  period?: 'DAY' | 'MONTH';
  day: string;
  value: number;
  currency?: string;
  estimated?: boolean;
}
const enter = (rows: Entered[]) =>
  app.db
    .insertInto('volume')
    .values(
      rows.map(({ locationId, kind = 'COVERS', period = 'DAY', day, value, currency = '', estimated = false }) => ({
        organisation_id: organisationId,
        location_id: locationId,
        kind,
        period,
        local_date: day,
        currency,
        value,
        estimated,
        origin: 'API',
        updated_at: app.clock.now(),
      })),
    )
    .execute();

const days = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at));

/** Weeks from Monday, 5 January 2026 on, seven open days each; the first three are the baseline of both kitchens in Boston. */
beforeAll(async () => {
  app = await testApp();
  organisationId = (await scratchOrganisation(app.db, { locations: 0 })).id;
  const add = async (wish: { name: string; currencyCode?: string; kitchens: number }) => {
    const siteId = await addSite(app, { organisationId, ...wish });
    const kitchens: number[] = [];
    for (let at = 0; at < wish.kitchens; at += 1)
      kitchens.push(await addLocation(app, { organisationId, siteId, name: `Kitchen ${at}`, stages: [8] }));
    return { siteId, kitchens };
  };
  boston = await add({ name: 'Boston', kitchens: 2 });
  lyon = await add({ name: 'Lyon', currencyCode: 'EUR', kitchens: 1 });
  for (const [at, locationId] of [...boston.kitchens, ...lyon.kitchens].entries())
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({
        weekStart: '2026-01-05',
        gramsOfWeeks: Array.from({ length: 9 }, () => 1000.33 + at),
        cost: 1.37,
        eventsPerDay: 2,
      }),
    });
  await app.runJobs();
  const [first = 0, second = 0] = boston.kitchens;
  const [french = 0] = lyon.kitchens;
  await enter([
    ...days('2026-01-05', 28).map((day, at) => ({
      locationId: first,
      day,
      value: 100.25 + at,
      estimated: at % 4 === 0,
    })),
    ...days('2026-02-02', 23).map((day) => ({ locationId: first, day, value: 90 })),
    // Five of February's 28 days.
    ...days('2026-02-02', 5).map((day) => ({ locationId: second, day, value: 50 })),
    ...days('2026-02-02', 20).map((day) => ({
      locationId: french,
      kind: 'REVENUE' as const,
      day,
      value: 333.3333,
      currency: 'EUR',
    })),
    { locationId: french, kind: 'REVENUE', day: '2026-02-02', value: 1_000_000, currency: 'USD' },
    { locationId: second, kind: 'REVENUE', period: 'MONTH', day: '2026-02-01', value: 28_000.5, currency: 'USD' },
    // The calendar has no whole January.
    { locationId: second, kind: 'REVENUE', period: 'MONTH', day: '2026-01-01', value: 28_000, currency: 'USD' },
  ]);
});

const february = { stageIds: [8], start: '2026-02-01', end: '2026-02-28' } as const;
const ask = (query: Partial<RatioQuery> = {}, scope = all()) =>
  listRatios(app.db, scope, { metric: 'gramsPerCover', level: 'location', grain: 'span', ...february, ...query });

describe('ratios', () => {
  it('count the tracked days that have volume, and say how many there are', async () => {
    const rows = await ask();
    expect(
      rows.map(({ siteName, locationName, openDays, trackedDays, countedDays, volume, countedVolume }) => [
        siteName,
        locationName,
        openDays,
        trackedDays,
        countedDays,
        volume,
        countedVolume,
      ]),
    ).toEqual([
      ['Boston', 'Kitchen 0', 28, 28, 24, 2197.25, 2197.25],
      ['Boston', 'Kitchen 1', 28, 28, 5, 250, 250],
      ['Lyon', 'Kitchen 0', 28, 28, 0, 0, 0],
    ]);
  });

  it('of sites, and of all, are the sums of their locations', async () => {
    const locations = await ask({ grain: 'month', start: '2026-01-01' });
    const sum = (key: 'countedG' | 'countedVolume' | 'trackedDays', of: (siteId: number) => boolean) =>
      locations
        .filter(({ siteId, start }) => of(siteId) && start === '2026-02-01')
        .reduce((total, row) => total + row[key], 0);
    const sites = (await ask({ level: 'site', grain: 'month', start: '2026-01-01' })).filter(
      ({ start }) => start === '2026-02-01',
    );
    const together = addUpAll(await ask(), 'gramsPerCover');
    for (const key of ['countedG', 'countedVolume', 'trackedDays'] as const) {
      expect(sites.map((row) => row[key])).toEqual(
        [boston, lyon].map(({ siteId }) =>
          expect.closeTo(
            sum(key, (id) => id === siteId),
            6,
          ),
        ),
      );
      expect(together.map((row) => row[key])).toEqual([
        expect.closeTo(
          sum(key, () => true),
          6,
        ),
      ]);
    }
    expect(together[0]).toMatchObject({ currency: null, locationId: null });
    expect(addUpAll(await ask({ metric: 'costPerCover' }), 'costPerCover').map(({ currency }) => currency)).toEqual([
      'USD',
      'EUR',
    ]);
    const weeks = await ask({ level: 'site', grain: 'week', metric: 'costPerCover' });
    expect(addUpRatios(weeks, ({ siteId }) => String(siteId))).toEqual(
      await ask({ level: 'site', metric: 'costPerCover' }),
    );
  });

  it('are cut where the days begin and end', async () => {
    const rows = await ask({ grain: 'week', end: '2026-02-10', locationId: boston.kitchens[0] });
    expect(rows.map(({ start, end, countedDays }) => [start, end, countedDays])).toEqual([
      ['2026-02-01', '2026-02-01', 1],
      ['2026-02-02', '2026-02-08', 7],
      ['2026-02-09', '2026-02-10', 2],
    ]);
  });

  it('spread the total of a month over its open days, where the calendar has the whole month', async () => {
    const of = { metric: 'shareOfRevenue', locationId: boston.kitchens[1] } as const;
    const [whole] = await ask(of);
    expect(whole).toMatchObject({
      countedDays: 28,
      countedVolume: 28_000.5,
      estimatedVolume: 28_000.5,
      currency: 'USD',
    });
    const [week] = await ask({ ...of, start: '2026-02-02', end: '2026-02-08' });
    expect(week).toMatchObject({ countedDays: 7, countedVolume: 7_000.125 });
    expect((await ask({ ...of, start: '2026-01-05', end: '2026-01-31' }))[0]).toMatchObject({ countedDays: 0 });
  });

  it('leave money of another currency out, and name it', async () => {
    const of = { metric: 'shareOfRevenue', locationId: lyon.kitchens[0] } as const;
    expect((await ask(of))[0]).toMatchObject({ countedDays: 20, countedVolume: 6666.666, currency: 'EUR' });
    expect(await listForeignVolumes(app.db, all(), { ...of, ...february })).toEqual([{ currency: 'USD', entries: 1 }]);
    expect(await listForeignVolumes(app.db, all(), { ...february, metric: 'gramsPerCover' })).toEqual([]);
  });

  it('of a baseline are of the days of its weeks', async () => {
    const rows = await ask({ grain: 'baseline' });
    const [first] = rows;
    expect(first).toMatchObject({ start: '2026-01-05', end: '2026-01-25', countedDays: 21, trackedDays: 21 });
    expect(first?.countedVolume).toBe(days('2026-01-05', 21).reduce((total, _, at) => total + 100.25 + at, 0));
  });

  it('are of what is seen', async () => {
    const scope: Scope = { organisationId, restriction: { sites: [lyon.siteId], locations: [] } };
    expect((await ask({}, scope)).map(({ siteName }) => siteName)).toEqual(['Lyon']);
    expect(await ask({}, { organisationId: organisationId + 1_000_000, restriction: null })).toEqual([]);
  });

  // Recomputed from the rows as they were entered, in hundredths, without the product's own sums.
  it('differ by nothing from a sum over the raw rows', async () => {
    const events = await app.db
      .selectFrom('waste_event')
      .select(['location_id', 'local_date', 'net_g', 'cost_amount'])
      .where('organisation_id', '=', organisationId)
      .where('stage_id', '=', 8)
      .where('voided_at', 'is', null)
      .execute();
    const volumes = await app.db
      .selectFrom('volume')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .execute();
    const rows = await ask({ grain: 'month', start: '2026-01-01' });
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      const within = (day: string) => day >= row.start && day <= row.end;
      const covers = volumes.filter(
        (one) => one.kind === 'COVERS' && one.location_id === row.locationId && within(one.local_date),
      );
      const coveredDays = new Set(covers.map(({ local_date }) => local_date));
      const own = events.filter((one) => one.location_id === row.locationId && within(one.local_date));
      const counted = own.filter(({ local_date }) => coveredDays.has(local_date));
      const hundredths = (all: typeof own) =>
        all.reduce((total, { net_g }) => total + Math.round(Number(net_g) * 100), 0);
      expect([row.g * 100, row.countedG * 100].map(Math.round)).toEqual([hundredths(own), hundredths(counted)]);
      expect(Math.round(row.countedCost * 10_000)).toBe(
        counted.reduce((total, { cost_amount }) => total + Math.round(Number(cost_amount) * 10_000), 0),
      );
      expect(Math.round(row.countedVolume * 100)).toBe(
        covers.reduce((total, { value }) => total + Math.round(Number(value) * 100), 0),
      );
      expect(row.countedDays).toBe(coveredDays.size);
    }
  });
});
