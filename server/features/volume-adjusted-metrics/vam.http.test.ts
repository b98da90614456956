import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents, type EventWish } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { addDays } from '../../platform/time';
import type { VamAnswerRow } from './vam.contract';

let app: TestApp;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
const rights: Permission[] = ['VIEW_VAM_DASHBOARD', 'EDIT_VOLUMES', 'VIEW_BASE_LPO_PAGE'];

interface Answer {
  total: number;
  otherCurrencies: { currency: string; entries: number }[];
  rows: VamAnswerRow[];
}
const calls = '/rest/v1/volume-adjusted-metrics';
const ask = async (agent: Agent, query: object): Promise<Answer> =>
  (
    await agent
      .get(calls)
      .query({ wasteStageId: 8, ...query })
      .expect(200)
  ).body as Answer;
const enter = async (agent: Agent, volumes: object[]) => {
  for (let from = 0; from < volumes.length; from += 2_000)
    await agent
      .post('/rest/v1/volumes')
      .send({ volumes: volumes.slice(from, from + 2_000) })
      .expect(200);
};
const days = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at));

beforeAll(async () => {
  app = await testApp();
});

describe('volume-adjusted metrics', () => {
  let organisationId: number;
  let manager: Agent;
  let reader: Agent;
  let alder: { siteId: number; kitchens: number[] };
  let birch: { siteId: number; kitchens: number[] };

  /** Weighed every day from Monday, 3 November 2025 on; today is Wednesday, 18 March 2026. */
  beforeAll(async () => {
    organisationId = await newOrganisation(app, { unitId: 12 });
    manager = await signedInAs(app, { organisationId, permissions: rights });
    reader = await signedInAs(app, { organisationId, permissions: ['VIEW_VAM_DASHBOARD'] });
    const add = async (name: string, currencyCode: string, kitchens: number) => {
      const siteId = await addSite(app, { organisationId, name, currencyCode });
      const ids: number[] = [];
      for (let at = 0; at < kitchens; at += 1)
        ids.push(await addLocation(app, { organisationId, siteId, name: `=Kitchen ${at}`, stages: [8] }));
      return { siteId, kitchens: ids };
    };
    alder = await add('Alder <b>', 'USD', 2);
    birch = await add('Birch', 'EUR', 1);
    for (const [at, locationId] of [...alder.kitchens, ...birch.kitchens].entries())
      await addEvents(app, {
        organisationId,
        locationId,
        events: weeksOfEvents({
          weekStart: '2025-11-03',
          gramsOfWeeks: Array.from({ length: 19 }, (_, week) => (week < 6 ? 1_000.25 : 800.5 + at)),
          cost: 2.35,
        }),
      });
    await app.runJobs();
    const covers = (locationId: number, value: number, of: string[]) =>
      of.map((date) => ({ locationId, date, kind: 'COVERS', value, estimated: date.endsWith('1') }));
    await enter(manager, [
      ...covers(alder.kitchens[0]!, 100, days('2025-11-03', 133)),
      ...covers(alder.kitchens[1]!, 80, days('2025-11-03', 115)),
      ...covers(birch.kitchens[0]!, 50.5, days('2026-02-01', 22)),
      { locationId: birch.kitchens[0], date: '2026-02-01', period: 'MONTH', kind: 'REVENUE', value: '90000.1' },
      { locationId: birch.kitchens[0], date: '2026-02-01', kind: 'REVENUE', value: 10, currency: 'USD' },
    ]);
  });

  const months = { startDate: '2025-12-01', endDate: '2026-02-28' };

  it('sets waste against volume by site and month, each against its own baseline', async () => {
    const { rows, total } = await ask(reader, months);
    expect(total).toBe(6);
    const of = rows.map(({ siteName, vamDataStartDate, ratio, noRatio, baseline, countedDays, trackedDays }) => [
      siteName,
      vamDataStartDate,
      ratio,
      noRatio,
      baseline,
      `${countedDays}/${trackedDays}`,
    ]);
    // Two weighings a day: 2,000.5 g at each kitchen while the baseline was made.
    expect(of.slice(0, 2)).toEqual([
      [
        'Alder <b>',
        '2025-12-01',
        expect.closeTo((14 * 4_001 + 17 * 3_204) / (31 * 180), 5),
        null,
        expect.closeTo(4_001 / 180, 5),
        '62/62',
      ],
      ['Birch', '2025-12-01', null, 'noVolume', null, '0/31'],
    ]);
    expect(of[4]).toEqual([
      'Alder <b>',
      '2026-02-01',
      expect.closeTo((28 * 1_601 + 25 * 1_603) / (28 * 100 + 25 * 80), 5),
      null,
      expect.closeTo(4_001 / 180, 5),
      '53/56',
    ]);
    // 22 of 28 days are 78.6 %.
    expect(of[5]).toEqual(['Birch', '2026-02-01', null, 'tooFewDays', null, '22/28']);
    expect(rows[4]?.change).toBeCloseTo((28 * 1_601 + 25 * 1_603) / 4_800 / (4_001 / 180) - 1, 5);
  });

  it('spreads the total of a month, and leaves other currencies out', async () => {
    const birchOnly = { ...months, metric: 'shareOfRevenue', groupBy: 'range', siteId: birch.siteId };
    const { otherCurrencies, rows } = await ask(reader, { ...birchOnly, startDate: '2026-02-01' });
    expect(otherCurrencies).toEqual([{ currency: 'USD', entries: 1 }]);
    expect(rows).toMatchObject([
      {
        currency: 'EUR',
        countedDays: 28,
        countedVolume: 90_000.1,
        countedCost: 131.6,
        estimatedShare: 1,
        noRatio: null,
      },
    ]);
    expect(rows[0]?.ratio).toBeCloseTo(131.6 / 90_000.1, 6);
  });

  it('shows the last three full months without a choice, and every figure opens', async () => {
    const { text } = await reader.get('/volume-adjusted-metrics').expect(200);
    for (const said of [
      'Dec 1, 2025',
      'Feb 1',
      'Alder &lt;b&gt;',
      'Only 79% of days',
      'No baseline',
      'How this is calculated',
    ])
      expect(text).toContain(said);
    expect(text).toContain(
      `/events?figure=total&amp;startDate=2026-02-01&amp;endDate=2026-02-28&amp;wasteStageId=8&amp;siteId=${alder.siteId}`,
    );
    expect(text).toContain('#detail');
    const own = (await reader.get('/volume-adjusted-metrics?level=location&groupBy=week').expect(200)).text;
    expect(own).toContain(`/volumes?locationId=${alder.kitchens[1]}&amp;month=2026-02`);
    const events = `/events?figure=total&startDate=2026-02-01&endDate=2026-02-28&wasteStageId=8&siteId=${alder.siteId}`;
    await reader.get(events).expect(200);
  });

  it('sorts by the names of the specification', async () => {
    const first = async (query: string) => {
      const { text } = await reader.get(`/volume-adjusted-metrics?${query}`).expect(200);
      const part = text.slice(text.indexOf('id="vam-trends"'), text.indexOf('id="vam-detail"'));
      return part.indexOf('Birch') < part.indexOf('Alder') ? 'Birch' : 'Alder';
    };
    expect([await first(''), await first('sortTrends=-siteName')]).toEqual(['Alder', 'Birch']);
    const { text } = await reader.get('/volume-adjusted-metrics?sortDetail=-vamDataStartDate').expect(200);
    const part = text.slice(text.indexOf('id="vam-detail"'));
    expect(part.indexOf('Feb 1')).toBeLessThan(part.indexOf('Dec 1'));
  });

  it('is a file with the figures of the screen', async () => {
    const { text } = await reader
      .get(`${calls}/export`)
      .query({ wasteStageId: 8, level: 'location', ...months })
      .expect(200);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^\ufeff?Start date,End date,Site,Location,Volume,Volume in the ratio,Waste \(g\)/);
    expect(lines[1]).toContain(`2025-12-01,2025-12-31,Alder <b>,'=Kitchen 0,3100,3100,`);
  });

  it.each([
    ['?range=custom&startDate=2020-01-01&endDate=2026-03-01', 422, 'Choose fewer than'],
    ['?range=custom&startDate=2026-03-01&endDate=2026-02-01', 422, 'Check the'],
    ['?range=custom&startDate=2025-06-01&endDate=2025-06-30', 200, 'No data'],
    ['?wasteStageId=99', 200, 'No stage selected'],
    ['?metric=shareOfPurchases', 200, 'No food purchases entered yet'],
  ])('says what stands behind %s', async (query, status, sentence) => {
    const answer = await manager.get(`/volume-adjusted-metrics${query}`);
    expect([answer.status, answer.text.includes(sentence) || answer.text]).toEqual([status, true]);
  });

  it('is not there for whoever may not see it, and of the others’ sites nothing', async () => {
    const other = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await other.get('/volume-adjusted-metrics')).headers.location).toBe('/home');
    expect((await other.get(calls).query({ wasteStageId: 8, ...months })).status).toBe(403);
    const own = await signedInAs(app, { organisationId, permissions: rights, sites: [birch.siteId] });
    expect((await ask(own, months)).rows.every(({ siteName }) => siteName === 'Birch')).toBe(true);
    expect((await reader.get(calls).query({ wasteStageId: 8, startDate: 'x', endDate: '2026-01-01' })).status).toBe(
      400,
    );
  });
});

const data = (name: string) => new URL(`../../../../shared/data/${name}`, import.meta.url);
const fairfax = data('fcps_breakfast_production_2025-05.csv');
const nantes = data('nantes_canteen_attendance_2011-2018.csv');
for (const file of [fairfax, nantes])
  if (!existsSync(file)) console.log(`skipped: ${file.pathname} is not beside the checkout`);

/** Cells of a line without quotes within its first columns; quoted cells may hold commas. */
const cellsOf = (line: string) =>
  [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));

describe.skipIf(!existsSync(fairfax))('the breakfasts of Fairfax', () => {
  const schools = new Set<string>();
  interface Day {
    school: string;
    date: string;
    served: number;
    /** In hundredths of a cent. */
    discarded: number[];
  }

  it('cost per serving what an independent sum says, with a difference of 0', async () => {
    const found = new Map<string, Day>();
    const [head = '', ...lines] = readFileSync(fairfax, 'utf8').trim().split('\n');
    const at = (name: string) => head.split(',').indexOf(name);
    const [date, school, reimbursable, other, cost] = [
      'date',
      'school',
      'served_reimbursable',
      'served_non_reimbursable',
      'discarded_cost_usd',
    ].map(at);
    for (const line of lines) {
      const cells = cellsOf(line);
      const [name = '', day = ''] = [cells[school!], cells[date!]];
      if (schools.size < 3) schools.add(name);
      if (!schools.has(name)) continue;
      const one = found.get(`${name} ${day}`) ?? { school: name, date: day, served: 0, discarded: [] };
      one.served += Number(cells[reimbursable!] ?? 0) + Number(cells[other!] ?? 0);
      one.discarded.push(Math.round(Number(cells[cost!] ?? 0) * 10_000));
      found.set(`${name} ${day}`, one);
    }
    const organisationId = await newOrganisation(app, { unitId: 11, countryCode: 'US', currencyCode: 'USD' });
    const manager = await signedInAs(app, { organisationId, permissions: rights });
    const all = [...found.values()];
    expect(all.length).toBeGreaterThan(30);
    const volumes: object[] = [];
    for (const name of schools) {
      const siteId = await addSite(app, { organisationId, name });
      const locationId = await addLocation(app, { organisationId, siteId, stages: [8] });
      const own = all.filter((one) => one.school === name);
      // The sheet has no weights.
      const events: EventWish[] = own.flatMap(({ date: day, discarded }) =>
        discarded.map((amount) => ({ day, grams: 1, cost: amount / 10_000 })),
      );
      await addEvents(app, { organisationId, locationId, events });
      volumes.push(...own.map(({ date: day, served }) => ({ locationId, date: day, kind: 'COVERS', value: served })));
    }
    await app.runJobs();
    await enter(manager, volumes);
    const { rows } = await ask(manager, {
      startDate: '2025-05-01',
      endDate: '2025-05-31',
      metric: 'costPerCover',
      groupBy: 'range',
    });
    expect(rows.map(({ siteName }) => siteName).sort()).toEqual([...schools].sort());
    for (const row of rows) {
      const own = all.filter((one) => one.school === row.siteName);
      const servings = own.reduce((sum, one) => sum + one.served, 0);
      const discarded = own.flatMap((one) => one.discarded).reduce((sum, amount) => sum + amount, 0);
      expect([row.countedVolume, Math.round(row.wasteCost * 10_000), row.countedDays]).toEqual([
        servings,
        discarded,
        own.length,
      ]);
      expect(row.ratio).toBe(Math.round((discarded / 10_000 / servings) * 1e6) / 1e6);
    }
  });
});

describe.skipIf(!existsSync(nantes))('the canteens of Nantes', () => {
  it('have on the screen the meals that the city counted', async () => {
    const canteens = new Map<string, Map<string, number>>();
    const lines = createInterface({ input: createReadStream(nantes) });
    for await (const line of lines) {
      const [date = '', canteen = '', , , served = ''] = cellsOf(line);
      if (!date.startsWith('2018-0') || date > '2018-03-31' || served === '') continue;
      if (canteens.size === 4 && !canteens.has(canteen)) continue;
      const meals = canteens.get(canteen) ?? new Map<string, number>();
      meals.set(date, (meals.get(date) ?? 0) + Number(served));
      canteens.set(canteen, meals);
    }
    const organisationId = await newOrganisation(app, {
      countryCode: 'FR',
      currencyCode: 'EUR',
      timeZone: 'Europe/Paris',
    });
    const manager = await signedInAs(app, { organisationId, permissions: rights });
    const siteId = await addSite(app, { organisationId, name: 'Nantes' });
    const volumes: object[] = [];
    for (const [name, meals] of canteens) {
      const locationId = await addLocation(app, { organisationId, siteId, name, stages: [8] });
      // No waste was weighed: a gram for each meal shows that the ratio is one.
      const events = [...meals].map(([day, served]) => ({ day, grams: Math.max(served, 1) }));
      await addEvents(app, { organisationId, locationId, events });
      volumes.push(...[...meals].map(([date, value]) => ({ locationId, date, kind: 'COVERS', value })));
    }
    await app.runJobs();
    await enter(manager, volumes);
    const { rows } = await ask(manager, { startDate: '2018-01-01', endDate: '2018-03-31', level: 'location' });
    expect(new Set(rows.map(({ locationName }) => locationName)).size).toBe(4);
    for (const row of rows) {
      const meals = [...(canteens.get(row.locationName ?? '') ?? [])].filter(([day]) =>
        day.startsWith(row.vamDataStartDate.slice(0, 7)),
      );
      const counted = meals.filter(([, served]) => served > 0);
      expect([row.locationName, row.volume]).toEqual([
        row.locationName,
        meals.reduce((sum, [, served]) => sum + served, 0),
      ]);
      expect(row.countedDays).toBe(meals.length);
      if (counted.length === meals.length) expect(row.ratio).toBe(1);
    }
  });
});
