import { describe, expect, it } from 'vitest';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import * as rules from './performance.rules';
import { complianceScoreOf, isExcluded, judgeLocations, locationRows, type Limits } from './performance.rules';

const figures = (change: Partial<LocationFigures> = {}): LocationFigures => ({
  siteId: 1,
  siteName: 'Mill',
  siteStatus: 'A',
  locationId: 1,
  locationName: 'Kitchen',
  locationStatus: 'A',
  currency: 'USD',
  baselineStart: '2026-01-05',
  reductionFrom: '2026-01-26',
  gPerOpenDay: 100,
  baselineOpenDays: 21,
  costPerOpenDay: 2,
  txnPerOpenDay: 4,
  openDays: 20,
  trackedDays: 15,
  txn: 60,
  newestWeek: '2026-03-09',
  comparedOpenDays: 10,
  comparedTrackedDays: 10,
  comparedG: 800,
  comparedCost: 15,
  comparedTxn: 44,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
  scoredWeeks: 4,
  compliantWeeks: 3,
  ...change,
});
const none = {
  baselineStart: null,
  reductionFrom: null,
  gPerOpenDay: null,
  baselineOpenDays: null,
  costPerOpenDay: null,
  txnPerOpenDay: null,
  comparedOpenDays: 0,
  comparedTrackedDays: 0,
  comparedG: 0,
  comparedCost: 0,
  comparedTxn: 0,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
};

/** The figures above track 75 % of their days: enough here. */
const limits = (threshold = 0, tracking = 0.7): Limits => ({ threshold, tracking });

const siteRows = (all: LocationFigures[], given: Limits) => rules.siteRows(judgeLocations(all, given));
const overallOf = (all: LocationFigures[], given: Limits) => rules.overallOf(judgeLocations(all, given));
const headlinedOf = (all: LocationFigures[], given: Limits) => rules.headlinedOf(judgeLocations(all, given));
const countedOf = (all: LocationFigures[], given: Limits) => rules.countedOf(judgeLocations(all, given));

describe('a change', () => {
  it('is the same in a short week as in a full one at the same pace (decisions, 1)', () => {
    const [short, full] = locationRows(
      [figures({ comparedOpenDays: 4, comparedG: 326.4 }), figures({ comparedOpenDays: 5, comparedG: 408 })],
      limits(),
    );
    expect(short?.weightVsBaseline).toBeCloseTo(-0.184, 6);
    expect(full?.weightVsBaseline).toBeCloseTo(-0.184, 6);
  });
});

describe('locationRows', () => {
  const row = (change: Partial<LocationFigures> = {}, threshold = 0) =>
    locationRows([figures(change)], limits(threshold))[0];

  it('compares weight, value and transactions per open day', () => {
    const found = row();
    expect(found?.weightVsBaseline).toBeCloseTo(800 / 1000 - 1, 6);
    expect(found?.valueVsBaseline).toBeCloseTo(15 / 20 - 1, 6);
    expect(found?.transactionsVsBaseline).toBeCloseTo(44 / 40 - 1, 6);
    expect(found).toMatchObject({
      percentDaysTracking: 75,
      activeGoals: null,
      noChange: null,
      minBaselineStartDate: '2026-01-05',
      siteStatus: 'ACTIVE',
    });
  });

  it.each<[string, Partial<LocationFigures>, string]>([
    ['no baseline', none, 'noBaseline'],
    [
      'no open day after the baseline',
      { comparedOpenDays: 0, comparedTrackedDays: 0, comparedG: 0, comparedCost: 0, comparedTxn: 0 },
      'noOpenDay',
    ],
    ['a baseline of nothing', { gPerOpenDay: 0 }, 'zeroBaseline'],
  ])('%s: no change in weight, and why', (_, change, reason) => {
    expect(row(change)).toMatchObject({ weightVsBaseline: null, noChange: reason });
  });

  it('has no change in value where the baseline has none or is in another currency', () => {
    expect(row({ costPerOpenDay: 0 })?.valueVsBaseline).toBeNull();
    expect(row({ costPerOpenDay: null })).toMatchObject({ valueVsBaseline: null, noChange: null });
  });

  it.each([
    [20, 15, 75],
    [0, 0, null],
    [7, 0, 0],
    [7, 7, 100],
  ])('of %d open days %d tracked: %s', (openDays, trackedDays, percent) => {
    expect(row({ openDays, trackedDays })?.percentDaysTracking).toBe(percent);
  });

  it('says which are inactive', () => {
    expect(row({ locationStatus: 'I', siteStatus: 'I' })).toMatchObject({
      locationStatus: 'INACTIVE',
      siteStatus: 'INACTIVE',
    });
  });
});

describe('a location whose change is a limit only when it is rounded', () => {
  it.each([
    [50_000.01, 0, -0.499_999_9],
    [50_000, 1, -0.5],
  ])('%d g of 100,000: %d left out', (comparedG, excludedLocations, weightVsBaseline) => {
    const [row] = locationRows([figures({ gPerOpenDay: 10_000, comparedG })], limits(0.5));
    expect(row).toMatchObject({ weightVsBaseline, excludedLocations });
  });
});

describe('isExcluded', () => {
  const half = { gPerOpenDay: 100, baselineOpenDays: 3, comparedOpenDays: 3, comparedG: 150 };
  it.each<[string, Partial<LocationFigures>, number, boolean]>([
    ['exactly the threshold', half, 0.5, true],
    ['a hundredth of a gram above it', { ...half, comparedG: 150.01 }, 0.5, false],
    ['more than it', { ...half, comparedG: 149.99 }, 0.5, true],
    ['less than it', { ...half, comparedG: 151 }, 0.5, false],
    ['a threshold of 0', { ...half, comparedG: 0 }, 0, false],
    ['nothing weighed, at 1', { ...half, comparedG: 0 }, 1, true],
    ['a hundredth of a gram weighed, at 1', { ...half, comparedG: 0.01 }, 1, false],
    ['a rise', { ...half, comparedG: 900 }, 0.5, false],
    // Per open day a gram over three days is stored as 0.333333.
    [
      'exactly, of a baseline per open day that was rounded down',
      { gPerOpenDay: 0.333333, baselineOpenDays: 3, comparedOpenDays: 3, comparedG: 0.5 },
      0.5,
      true,
    ],
    [
      'exactly, of one that was rounded up',
      { gPerOpenDay: 0.666667, baselineOpenDays: 3, comparedOpenDays: 6, comparedG: 2 },
      0.5,
      true,
    ],
    [
      'just above, of a baseline of tonnes',
      { gPerOpenDay: 10_000_000, baselineOpenDays: 20, comparedOpenDays: 20, comparedG: 100_000_000.5 },
      0.5,
      false,
    ],
    ['exactly 0.7, which floating point has not', { ...half, comparedG: 90 }, 0.7, true],
    ['no baseline', none, 0.5, false],
    ['no open day', { ...half, comparedOpenDays: 0, comparedG: 0 }, 0.5, false],
    ['a baseline of nothing', { ...half, gPerOpenDay: 0 }, 0.5, false],
  ])('%s', (_, change, threshold, excluded) => {
    expect(isExcluded(figures(change), threshold)).toBe(excluded);
  });
});

describe('siteRows', () => {
  const two = [
    figures(),
    figures({
      locationId: 2,
      locationName: 'Bar',
      gPerOpenDay: 50,
      comparedG: 600,
      baselineStart: '2025-12-01',
      openDays: 10,
      trackedDays: 10,
      scoredWeeks: 2,
      compliantWeeks: 2,
    }),
  ];

  it('adds up both sides of the division, so that a large kitchen weighs more', () => {
    const [site] = siteRows(two, limits());
    expect(site?.weightVsBaseline).toBeCloseTo(1400 / 1500 - 1, 6);
    expect(site).toMatchObject({
      id: 1,
      locationName: null,
      locationIds: [1, 2],
      minBaselineStartDate: '2025-12-01',
      compliantWeeks: 5,
      weeksWithComplianceScore: 6,
    });
    expect(site?.percentDaysTracking).toBeCloseTo((25 / 30) * 100, 12);
  });

  it('leaves locations without a baseline out of the sums', () => {
    const [site] = siteRows([figures(), figures({ ...none, locationId: 2 })], limits());
    expect(site?.weightVsBaseline).toBeCloseTo(-0.2, 6);
    expect(site).toMatchObject({ locationIds: [1, 2], countedLocations: 1 });
  });

  it('keeps sites apart and in order', () => {
    expect(
      siteRows(
        [figures(), figures({ siteId: 9, locationId: 3, siteName: 'Quay' }), figures({ locationId: 4 })],
        limits(),
      ).map((row) => row.siteName),
    ).toEqual(['Mill', 'Quay']);
  });

  it('counts what the threshold leaves out, but keeps it in the site', () => {
    const [site] = siteRows([figures(), figures({ locationId: 2, comparedG: 100 })], limits(0.5));
    expect(site).toMatchObject({ countedLocations: 1, excludedLocations: 1 });
    expect(site?.weightVsBaseline).toBeCloseTo(900 / 2000 - 1, 6);
  });
});

describe('overallOf', () => {
  const three = [
    figures(),
    figures({ locationId: 2, comparedG: 1200 }),
    figures({ locationId: 3, comparedG: 50, openDays: 40, trackedDays: 2 }),
  ];

  it('compares the sums of all that can be compared', () => {
    const found = overallOf([...three, figures({ ...none, locationId: 4 })], limits());
    expect(found.weightChange).toBeCloseTo(2050 / 3000 - 1, 6);
    expect(found).toMatchObject({
      locations: 4,
      countedLocations: 3,
      excludedLocations: 0,
      averageOfActiveGoals: null,
    });
    expect(found.percentOfDaysTracking).toBeCloseTo((32 / 80) * 100, 12);
  });

  it('leaves out reductions of the threshold or more', () => {
    const found = overallOf(three, limits(0.9));
    expect(found.weightChange).toBeCloseTo(0, 6);
    expect(found).toMatchObject({ countedLocations: 2, excludedLocations: 1, percentOfDaysTracking: 75 });
  });

  it('never adds currencies', () => {
    const found = overallOf(
      [
        figures(),
        figures({ locationId: 2, currency: 'EUR', comparedCost: 30 }),
        figures({ locationId: 3, currency: 'CHF', costPerOpenDay: 0 }),
      ],
      limits(),
    );
    expect(found.costChanges).toEqual([
      { currency: 'CHF', change: null, derivedShare: 0 },
      { currency: 'EUR', change: 0.5, derivedShare: 0 },
      { currency: 'USD', change: -0.25, derivedShare: 0 },
    ]);
  });

  it('knows nothing of nothing', () => {
    expect(overallOf([], limits())).toEqual({
      weightChange: null,
      transactionChange: null,
      costChanges: [],
      estimatedShare: null,
      unreliable: null,
      withoutStopped: null,
      headline: {
        weightChange: null,
        transactionChange: null,
        costChanges: [],
        estimatedShare: null,
        unreliable: null,
        place: 'all',
        locations: 0,
        percentOfDaysTracking: null,
      },
      compliance: null,
      averageOfActiveGoals: null,
      percentOfDaysTracking: null,
      locations: 0,
      countedLocations: 0,
      excludedLocations: 0,
      withoutBaseline: 0,
      withoutOpenDay: 0,
      stoppedLocations: 0,
      newestWeek: null,
    });
  });

  it('takes change, compliance and days tracking from one population, and counts the others once each (decisions, 48)', () => {
    const uncompared = { comparedOpenDays: 0, comparedTrackedDays: 0, comparedG: 0, comparedCost: 0, comparedTxn: 0 };
    const found = overallOf(
      [
        figures(),
        figures({ ...none, locationId: 2, compliantWeeks: 0, trackedDays: 0 }),
        figures({ ...uncompared, locationId: 3, compliantWeeks: 0, trackedDays: 0 }),
        figures({ locationId: 4, comparedG: 100 }),
      ],
      limits(0.9),
    );
    expect(found).toMatchObject({
      compliance: 75,
      percentOfDaysTracking: 75,
      locations: 4,
      countedLocations: 1,
      excludedLocations: 1,
      withoutBaseline: 1,
      withoutOpenDay: 1,
    });
    expect(found.weightChange).toBeCloseTo(-0.2, 6);
  });

  it('says what it is without those that stopped, beside the figure with them', () => {
    const found = overallOf([figures(), figures({ locationId: 2, comparedG: 20 })], limits());
    expect(found.weightChange).toBeCloseTo(820 / 2000 - 1, 6);
    expect(found.withoutStopped?.weightChange).toBeCloseTo(-0.2, 6);
    expect(found).toMatchObject({ stoppedLocations: 1, countedLocations: 2, unreliable: null });
    expect(overallOf([figures()], limits()).withoutStopped).toBeNull();
    expect(overallOf([figures(), figures({ locationId: 2, comparedG: 20 })], limits(0.9)).withoutStopped).toBeNull();
  });

  it.each<[string, Partial<LocationFigures>[], object]>([
    ['all that count', [{}], { place: 'all', locations: 1, percentOfDaysTracking: 75, weightChange: -0.2 }],
    [
      'those that still track',
      [{}, { locationId: 2, comparedG: 20, trackedDays: 2 }],
      { place: 'rest', locations: 1, percentOfDaysTracking: 75, weightChange: -0.2 },
    ],
    [
      'nobody, where all stopped',
      [{ comparedG: 20 }],
      { place: 'rest', locations: 0, percentOfDaysTracking: null, weightChange: null },
    ],
  ])('has a headline of %s', (_, changes, headline) => {
    const all = changes.map(figures);
    const found = overallOf(all, limits()).headline;
    expect({ ...found, weightChange: found.weightChange && Number(found.weightChange.toFixed(6)) }).toMatchObject(
      headline,
    );
    expect(headlinedOf(all, limits())).toHaveLength(found.locations);
  });

  it.each<[string, Partial<LocationFigures>[], number, string | null]>([
    ['enough days', [{}], 0.7, null],
    ['too few days', [{}], 0.8, 'NOT_ENOUGH_TRACKED_DAYS'],
    ['too few of the compared days', [{ trackedDays: 19, comparedTrackedDays: 5 }], 0.8, 'NOT_ENOUGH_TRACKED_DAYS'],
    [
      'a reduction that only a stopped kitchen makes',
      [{ comparedG: 1100 }, { locationId: 2, comparedG: 0 }],
      0.7,
      'PROBABLY_STOPPED_TRACKING',
    ],
    ['a stopped kitchen alone', [{ comparedG: 0 }], 0.7, 'PROBABLY_STOPPED_TRACKING'],
  ])('%s: %j at %s is %s', (_, changes, tracking, reason) => {
    expect(overallOf(changes.map(figures), limits(0, tracking)).unreliable).toBe(reason);
  });
});

describe('reliability of rows', () => {
  it.each<[string, Partial<LocationFigures>, number, string | null, string | null]>([
    ['a reduction on enough days', {}, 0.7, null, null],
    ['a reduction on too few days', {}, 0.8, 'NOT_ENOUGH_TRACKED_DAYS', 'NOT_ENOUGH_TRACKED_DAYS'],
    ['an increase', { comparedG: 1200 }, 0.7, null, 'RISING'],
    ['more than 90 % less', { comparedG: 99 }, 0.7, 'PROBABLY_STOPPED_TRACKING', 'PROBABLY_STOPPED_TRACKING'],
    ['no compliant week', { compliantWeeks: 0 }, 0.7, 'PROBABLY_STOPPED_TRACKING', 'PROBABLY_STOPPED_TRACKING'],
    [
      'closed for good, which nobody need look at',
      { comparedG: 99, locationStatus: 'I' },
      0.7,
      'PROBABLY_STOPPED_TRACKING',
      null,
    ],
  ])('%s', (_, change, tracking, unreliable, look) => {
    expect(locationRows([figures(change)], limits(0, tracking))[0]).toMatchObject({ unreliable, look });
  });

  it('holds a site to the same, and to each of its locations that stopped', () => {
    const [site] = siteRows([figures(), figures({ locationId: 2, comparedG: 20 })], limits());
    expect(site).toMatchObject({ unreliable: 'PROBABLY_STOPPED_TRACKING', stoppedLocations: 1 });
    expect(siteRows([figures(), figures({ locationId: 2 })], limits())[0]).toMatchObject({
      unreliable: null,
      stoppedLocations: 0,
    });
  });
});

describe('what was not measured (decisions, 52)', () => {
  const half = figures({ comparedEstimatedG: 400, comparedDerivedCost: 15 });
  it('is told of a location as a share of its compared sums, and of nothing as not known', () => {
    expect(locationRows([half], limits())[0]).toMatchObject({ estimatedShare: 0.5, derivedCostShare: 1 });
    expect(locationRows([figures()], limits())[0]).toMatchObject({ estimatedShare: 0, derivedCostShare: 0 });
    expect(locationRows([figures({ comparedG: 0, comparedCost: 0 })], limits())[0]).toMatchObject({
      estimatedShare: null,
      derivedCostShare: null,
    });
    expect(locationRows([figures(none)], limits())[0]).toMatchObject({ estimatedShare: null, derivedCostShare: null });
  });

  it('weighs by the sums of a site and of all', () => {
    const two = [half, figures({ locationId: 2, comparedG: 1200, currency: 'EUR' })];
    expect(siteRows(two, limits())[0]).toMatchObject({ estimatedShare: 0.2 });
    expect(overallOf(two, limits())).toMatchObject({
      estimatedShare: 0.2,
      costChanges: [
        { currency: 'EUR', derivedShare: 0 },
        { currency: 'USD', derivedShare: 1 },
      ],
    });
  });
});

describe('countedOf', () => {
  it('gives those that stand behind the overall figures', () => {
    const all = [figures(), figures({ locationId: 2, comparedG: 100 }), figures({ ...none, locationId: 3 })];
    expect(countedOf(all, limits()).map((one) => one.locationId)).toEqual([1, 2]);
    expect(countedOf(all, limits(0.9)).map((one) => one.locationId)).toEqual([1]);
  });
});

describe('complianceScoreOf', () => {
  it.each([
    [3, 4, 75],
    [0, 4, 0],
    [4, 4, 100],
    [0, 0, null],
  ])('%d of %d weeks: %s', (compliantWeeks, weeksWithComplianceScore, score) => {
    expect(complianceScoreOf({ compliantWeeks, weeksWithComplianceScore })).toBe(score);
  });
});
