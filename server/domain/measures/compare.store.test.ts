import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Scope } from '../../platform/actor';
import { compare, compareDays, compareWeeks } from './compare.store';

let app: TestApp;
let organisationId: number;
let sites: { boston: number; lyon: number };
/** `bar` has no baseline yet, `store` no event; both are in Boston. */
let locations: { bar: number; kitchen: number; store: number; cuisine: number };
const all = (): Scope => ({ organisationId, restriction: null });
const of = (change: { sites?: number[]; locations?: number[] }): Scope => ({
  organisationId,
  restriction: { sites: [], locations: [], ...change },
});

beforeAll(async () => {
  app = await testApp();
  await scratchOrganisation(app.db, { countryCode: 'FR', currency: 'EUR', locations: 0 });
  organisationId = (await scratchOrganisation(app.db, { locations: 0 })).id;
  sites = {
    boston: await addSite(app, { organisationId, name: 'Boston' }),
    lyon: await addSite(app, { organisationId, name: 'Lyon', countryCode: 'FR', currencyCode: 'EUR' }),
  };
  const add = (siteId: number, name: string) => addLocation(app, { organisationId, siteId, name, stages: [8] });
  locations = {
    bar: await add(sites.boston, 'Bar'),
    kitchen: await add(sites.boston, 'Kitchen'),
    store: await add(sites.boston, 'Store'),
    cuisine: await add(sites.lyon, 'Cuisine'),
  };
  const fill = (locationId: number, events: Parameters<typeof addEvents>[1]['events']) =>
    addEvents(app, { organisationId, locationId, events });
  const january = '2026-01-05';
  // Three weeks become the baseline: 2,000 g, 4 of money and 2 transactions a day.
  await fill(locations.kitchen, [
    ...weeksOfEvents({ weekStart: january, gramsOfWeeks: [1_000, 1_000, 1_000, 500], cost: 2 }),
    ...weekOfEvents({ weekStart: '2026-02-02', days: 4, grams: 750, cost: 1, estimated: true }),
  ]);
  await fill(
    locations.cuisine,
    weeksOfEvents({ weekStart: january, gramsOfWeeks: [100, 100, 100, 120, 120], cost: 1 }),
  );
  await fill(locations.bar, weekOfEvents({ weekStart: '2026-01-26', days: 5, eventsPerDay: 1, grams: 80, cost: 0.5 }));
  await app.runJobs();
});

const reduction = { stageId: 8, start: '2026-01-26', end: '2026-02-08' } as const;
const baseline = { stageId: 8, start: '2026-01-05', end: '2026-01-25' } as const;
const noBaseline = {
  baselineStart: null,
  reductionFrom: null,
  gPerOpenDay: null,
  baselineOpenDays: null,
  costPerOpenDay: null,
  txnPerOpenDay: null,
};
const nothingCompared = {
  comparedOpenDays: 0,
  comparedTrackedDays: 0,
  comparedG: 0,
  comparedCost: 0,
  comparedTxn: 0,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
};
const active = { siteStatus: 'A', locationStatus: 'A' };
const inBoston = () => ({ siteId: sites.boston, siteName: 'Boston', currency: 'USD', ...active });

describe('locations', () => {
  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'stand beside their baselines, by site and name, with or without one and with or without waste',
      () => compare(app.db, of({ sites: [sites.boston] }), { by: 'location', ...reduction }),
      () => [
        {
          ...inBoston(),
          locationId: locations.bar,
          locationName: 'Bar',
          ...noBaseline,
          ...nothingCompared,
          openDays: 14,
          trackedDays: 5,
          txn: 5,
          newestWeek: '2026-01-26',
          scoredWeeks: 2,
          compliantWeeks: 0,
        },
        {
          ...inBoston(),
          locationId: locations.kitchen,
          locationName: 'Kitchen',
          baselineStart: '2026-01-05',
          reductionFrom: '2026-01-26',
          gPerOpenDay: 2_000,
          baselineOpenDays: 21,
          costPerOpenDay: 4,
          txnPerOpenDay: 2,
          openDays: 14,
          trackedDays: 11,
          txn: 22,
          newestWeek: '2026-02-02',
          comparedOpenDays: 14,
          comparedTrackedDays: 11,
          comparedG: 13_000,
          comparedCost: 36,
          comparedTxn: 22,
          comparedEstimatedG: 6_000,
          comparedDerivedCost: 0,
          scoredWeeks: 2,
          compliantWeeks: 1,
        },
        {
          ...inBoston(),
          locationId: locations.store,
          locationName: 'Store',
          ...noBaseline,
          ...nothingCompared,
          openDays: 0,
          trackedDays: 0,
          txn: 0,
          newestWeek: null,
          scoredWeeks: 0,
          compliantWeeks: 0,
        },
      ],
    ],
    [
      'have nothing compared in the weeks of the baseline itself',
      () => compare(app.db, of({ locations: [locations.kitchen] }), { by: 'location', ...baseline }),
      () => [
        {
          ...inBoston(),
          locationId: locations.kitchen,
          locationName: 'Kitchen',
          baselineStart: '2026-01-05',
          reductionFrom: '2026-01-26',
          gPerOpenDay: 2_000,
          baselineOpenDays: 21,
          costPerOpenDay: 4,
          txnPerOpenDay: 2,
          ...nothingCompared,
          openDays: 21,
          trackedDays: 21,
          txn: 42,
          newestWeek: '2026-01-19',
          scoredWeeks: 3,
          compliantWeeks: 3,
        },
      ],
    ],
    ['are none of whoever sees nothing', () => compare(app.db, of({}), { by: 'location', ...reduction }), () => []],
    [
      'are none of a stage that nobody has',
      () => compare(app.db, all(), { by: 'location', ...reduction, stageId: 9 }),
      () => [],
    ],
    [
      'are none of another country',
      () => compare(app.db, all(), { by: 'location', ...reduction, countryCode: 'GB' }),
      () => [],
    ],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });
});

describe('sites', () => {
  const shown = async (scope: Scope, query: Parameters<typeof compare>[2]) =>
    (await compare(app.db, scope, { ...query, by: 'site' })).map(({ locations: own, compared, ...site }) => ({
      ...site,
      expectedG: compared?.expectedG,
      locations: own.map(({ locationName }) => locationName),
    }));

  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'are the sums of their locations, each in its own currency',
      () => shown(all(), { by: 'site', ...reduction }),
      () => [
        {
          siteId: sites.boston,
          siteName: 'Boston',
          siteStatus: 'A',
          currency: 'USD',
          baselineStart: '2026-01-05',
          openDays: 28,
          trackedDays: 16,
          txn: 27,
          scoredWeeks: 4,
          compliantWeeks: 1,
          expectedG: 28_000,
          // 13,000 of 28,000 g, 36 of 56, 22 of 28.
          weightVsBaseline: -0.535714285714,
          valueVsBaseline: -0.357142857143,
          transactionsVsBaseline: -0.214285714286,
          estimatedShare: 0.461538461538,
          derivedCostShare: 0,
          noChange: null,
          locations: ['Bar', 'Kitchen', 'Store'],
        },
        {
          siteId: sites.lyon,
          siteName: 'Lyon',
          siteStatus: 'A',
          currency: 'EUR',
          baselineStart: '2026-01-05',
          openDays: 14,
          trackedDays: 14,
          txn: 28,
          scoredWeeks: 2,
          compliantWeeks: 2,
          expectedG: 2_800,
          weightVsBaseline: 0.2,
          valueVsBaseline: 0,
          transactionsVsBaseline: 0,
          estimatedShare: 0,
          derivedCostShare: 0,
          noChange: null,
          locations: ['Cuisine'],
        },
      ],
    ],
    [
      'say why there is no change',
      async () =>
        [
          ...(await shown(all(), { by: 'site', ...baseline })),
          ...(await shown(of({ locations: [locations.bar] }), { by: 'site', ...reduction })),
        ].map(({ siteName, noChange, weightVsBaseline }) => [siteName, noChange, weightVsBaseline]),
      () => [
        ['Boston', 'noOpenDay', null],
        ['Lyon', 'noOpenDay', null],
        ['Boston', 'noBaseline', null],
      ],
    ],
    ['are none of whoever sees nothing', () => shown(of({}), { by: 'site', ...reduction }), () => []],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });
});

describe('weeks', () => {
  const weeksOf = async (scope: Scope, span: { start: string; end: string }) =>
    compareWeeks(app.db, scope, {
      stageId: 8,
      ...span,
      against: await compare(app.db, scope, { by: 'location', ...reduction }),
    });

  it('stand beside what the baselines would have given, by currency; those of the baseline are not compared', async () => {
    const none = { estimatedG: 0, derivedCost: 0 };
    const full = { openDays: 7, trackedDays: 7, derivedCost: 0 };
    expect(await weeksOf(all(), { start: '2026-01-19', end: '2026-02-08' })).toEqual([
      {
        weekStart: '2026-01-19',
        currency: 'EUR',
        ...full,
        ...none,
        g: 1_400,
        cost: 14,
        expectedG: 1_400,
        expectedCost: 14,
        compared: false,
      },
      {
        weekStart: '2026-01-19',
        currency: 'USD',
        ...full,
        ...none,
        g: 14_000,
        cost: 28,
        expectedG: 14_000,
        expectedCost: 28,
        compared: false,
      },
      {
        weekStart: '2026-01-26',
        currency: 'EUR',
        ...full,
        ...none,
        g: 1_680,
        cost: 14,
        expectedG: 1_400,
        expectedCost: 14,
        compared: true,
      },
      {
        weekStart: '2026-01-26',
        currency: 'USD',
        ...full,
        ...none,
        g: 7_000,
        cost: 28,
        expectedG: 14_000,
        expectedCost: 28,
        compared: true,
      },
      {
        weekStart: '2026-02-02',
        currency: 'EUR',
        ...full,
        ...none,
        g: 1_680,
        cost: 14,
        expectedG: 1_400,
        expectedCost: 14,
        compared: true,
      },
      {
        weekStart: '2026-02-02',
        currency: 'USD',
        openDays: 7,
        trackedDays: 4,
        derivedCost: 0,
        estimatedG: 6_000,
        g: 6_000,
        cost: 8,
        expectedG: 14_000,
        expectedCost: 28,
        compared: true,
      },
    ]);
  });

  it('are none before the baseline, nor of nobody', async () => {
    expect(await weeksOf(all(), { start: '2025-12-01', end: '2026-01-04' })).toEqual([]);
    expect(await weeksOf(of({}), { start: '2026-01-19', end: '2026-02-08' })).toEqual([]);
  });
});

describe('days', () => {
  const day = { by: 'day', stageId: 8, start: '2026-02-04', end: '2026-02-06' } as const;

  it('stand beside what the baselines give on the open days, by currency; without a baseline there is none', async () => {
    const euros = { currency: 'EUR', openDays: 1, trackedDays: 1, g: 240, expectedG: 200, cost: 2, expectedCost: 2 };
    const dollars = {
      currency: 'USD',
      openDays: 1,
      trackedDays: 1,
      g: 1_500,
      expectedG: 2_000,
      cost: 2,
      expectedCost: 4,
    };
    const untracked = { ...dollars, trackedDays: 0, g: 0, cost: 0 };
    expect(await compareDays(app.db, all(), day)).toEqual([
      { day: '2026-02-04', ...euros },
      { day: '2026-02-04', ...dollars },
      { day: '2026-02-05', ...euros },
      { day: '2026-02-05', ...dollars },
      { day: '2026-02-06', ...euros },
      { day: '2026-02-06', ...untracked },
    ]);
    expect(await compareDays(app.db, of({ locations: [locations.bar] }), day)).toEqual([]);
  });

  it('of a location stand beside its baseline per open day', async () => {
    expect(await compareDays(app.db, of({ sites: [sites.boston] }), { ...day, by: 'location' })).toEqual([
      {
        siteName: 'Boston',
        locationId: locations.kitchen,
        locationName: 'Kitchen',
        currency: 'USD',
        reductionFrom: '2026-01-26',
        gPerOpenDay: 2_000,
        costPerOpenDay: 4,
        openDays: 3,
        trackedDays: 2,
        g: 3_000,
        expectedG: 6_000,
        cost: 4,
        expectedCost: 12,
      },
    ]);
  });

  it('begin with the week after the baseline', async () => {
    const found = await compareDays(app.db, of({ sites: [sites.lyon] }), {
      ...day,
      start: '2026-01-23',
      end: '2026-01-26',
    });
    expect(found.map((one) => one.day)).toEqual(['2026-01-26']);
  });
});
