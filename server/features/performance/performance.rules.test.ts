import { describe, expect, it } from 'vitest';
import { changeOf, complianceScoreOf, countedOf, isExcluded, locationRows, overallOf, siteRows, type LocationFigures } from './performance.rules';

const figures = (change: Partial<LocationFigures> = {}): LocationFigures => ({
  siteId: 1, siteName: 'Mill', siteStatus: 'A', locationId: 1, locationName: 'Kitchen', locationStatus: 'A', currency: 'USD',
  baselineStart: '2026-01-05', reductionFrom: '2026-01-26', gPerOpenDay: 100, costPerOpenDay: 2, txnPerOpenDay: 4,
  openDays: 20, trackedDays: 15, txn: 60,
  comparedOpenDays: 10, comparedG: 800, comparedCost: 15, comparedTxn: 44, scoredWeeks: 4, compliantWeeks: 3,
  ...change,
});
const none = { baselineStart: null, reductionFrom: null, gPerOpenDay: null, costPerOpenDay: null, txnPerOpenDay: null, comparedOpenDays: 0, comparedG: 0, comparedCost: 0, comparedTxn: 0 };

describe('changeOf', () => {
  it.each([
    [80, 100, -0.2],
    [150, 100, 0.5],
    [0, 100, -1],
    [100, 100, 0],
    [5, 0, null],
    [0, 0, null],
  ])('%d where %d was expected: %s', (actual, expected, change) => {
    const found = changeOf(actual, expected);
    if (change === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(change, 12);
  });

  it('is the same in a short week as in a full one at the same pace (decisions, 1)', () => {
    const [short, full] = locationRows([figures({ comparedOpenDays: 4, comparedG: 326.4 }), figures({ comparedOpenDays: 5, comparedG: 408 })], 0);
    expect(short?.weightVsBaseline).toBeCloseTo(-0.184, 12);
    expect(full?.weightVsBaseline).toBeCloseTo(-0.184, 12);
  });
});

describe('locationRows', () => {
  const row = (change: Partial<LocationFigures> = {}, threshold = 0) => locationRows([figures(change)], threshold)[0];

  it('compares weight, value and transactions per open day', () => {
    const found = row();
    expect(found?.weightVsBaseline).toBeCloseTo(800 / 1000 - 1, 12);
    expect(found?.valueVsBaseline).toBeCloseTo(15 / 20 - 1, 12);
    expect(found?.transactionsVsBaseline).toBeCloseTo(44 / 40 - 1, 12);
    expect(found).toMatchObject({ percentDaysTracking: 75, activeGoals: null, noChange: null, minBaselineStartDate: '2026-01-05', siteStatus: 'ACTIVE' });
  });

  it.each<[string, Partial<LocationFigures>, string]>([
    ['no baseline', none, 'noBaseline'],
    ['no open day after the baseline', { comparedOpenDays: 0, comparedG: 0, comparedCost: 0, comparedTxn: 0 }, 'noOpenDay'],
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
    expect(row({ locationStatus: 'I', siteStatus: 'I' })).toMatchObject({ locationStatus: 'INACTIVE', siteStatus: 'INACTIVE' });
  });
});

describe('isExcluded', () => {
  it.each([
    [-0.5, 0.5, true],
    [-0.499, 0.5, false],
    [-0.8, 0.5, true],
    [-1, 1, true],
    [-0.99, 1, false],
    [-1, 0, false],
    [null, 0.5, false],
    [0.9, 0.5, false],
    [-0.7, 0.7, true],
    [13_500 / (27_000 / 14) / 14 - 1, 0.5, true],
  ])('a change of %s at threshold %s: %s', (change, threshold, excluded) => {
    expect(isExcluded(change, threshold)).toBe(excluded);
  });
});

describe('siteRows', () => {
  const two = [figures(), figures({ locationId: 2, locationName: 'Bar', gPerOpenDay: 50, comparedG: 600, baselineStart: '2025-12-01', openDays: 10, trackedDays: 10, scoredWeeks: 2, compliantWeeks: 2 })];

  it('adds up both sides of the division, so that a large kitchen weighs more', () => {
    const [site] = siteRows(two, 0);
    expect(site?.weightVsBaseline).toBeCloseTo(1400 / 1500 - 1, 12);
    expect(site).toMatchObject({ id: 1, locationName: null, locationIds: [1, 2], minBaselineStartDate: '2025-12-01', compliantWeeks: 5, weeksWithComplianceScore: 6 });
    expect(site?.percentDaysTracking).toBeCloseTo((25 / 30) * 100, 12);
  });

  it('leaves locations without a baseline out of the sums', () => {
    const [site] = siteRows([figures(), figures({ ...none, locationId: 2 })], 0);
    expect(site?.weightVsBaseline).toBeCloseTo(-0.2, 12);
    expect(site).toMatchObject({ locationIds: [1, 2], countedLocations: 1 });
  });

  it('keeps sites apart and in order', () => {
    expect(siteRows([figures(), figures({ siteId: 9, locationId: 3, siteName: 'Quay' }), figures({ locationId: 4 })], 0).map((row) => row.siteName)).toEqual(['Mill', 'Quay']);
  });

  it('counts what the threshold leaves out, but keeps it in the site', () => {
    const [site] = siteRows([figures(), figures({ locationId: 2, comparedG: 100 })], 0.5);
    expect(site).toMatchObject({ countedLocations: 1, excludedLocations: 1 });
    expect(site?.weightVsBaseline).toBeCloseTo(900 / 2000 - 1, 12);
  });
});

describe('overallOf', () => {
  const three = [figures(), figures({ locationId: 2, comparedG: 1200 }), figures({ locationId: 3, comparedG: 50, openDays: 40, trackedDays: 2 })];

  it('compares the sums of all that can be compared', () => {
    const found = overallOf([...three, figures({ ...none, locationId: 4 })], 0);
    expect(found.weightChange).toBeCloseTo(2050 / 3000 - 1, 12);
    expect(found).toMatchObject({ locations: 4, countedLocations: 3, excludedLocations: 0, averageOfActiveGoals: null });
    expect(found.percentOfDaysTracking).toBeCloseTo((32 / 80) * 100, 12);
  });

  it('leaves out reductions of the threshold or more', () => {
    const found = overallOf(three, 0.9);
    expect(found.weightChange).toBeCloseTo(0, 12);
    expect(found).toMatchObject({ countedLocations: 2, excludedLocations: 1, percentOfDaysTracking: 75 });
  });

  it('never adds currencies', () => {
    const found = overallOf([figures(), figures({ locationId: 2, currency: 'EUR', comparedCost: 30 }), figures({ locationId: 3, currency: 'CHF', costPerOpenDay: 0 })], 0);
    expect(found.costChanges).toEqual([{ currency: 'CHF', change: null }, { currency: 'EUR', change: 0.5 }, { currency: 'USD', change: -0.25 }]);
  });

  it('knows nothing of nothing', () => {
    expect(overallOf([], 0)).toEqual({ weightChange: null, transactionChange: null, costChanges: [], compliance: null, averageOfActiveGoals: null, percentOfDaysTracking: null, locations: 0, countedLocations: 0, excludedLocations: 0 });
  });
});

describe('countedOf', () => {
  it('gives those that stand behind the overall figures', () => {
    const all = [figures(), figures({ locationId: 2, comparedG: 100 }), figures({ ...none, locationId: 3 })];
    expect(countedOf(all, 0).map((one) => one.locationId)).toEqual([1, 2]);
    expect(countedOf(all, 0.9).map((one) => one.locationId)).toEqual([1]);
  });
});

describe('complianceScoreOf', () => {
  it.each([[3, 4, 75], [0, 4, 0], [4, 4, 100], [0, 0, null]])('%d of %d weeks: %s', (compliantWeeks, weeksWithComplianceScore, score) => {
    expect(complianceScoreOf({ compliantWeeks, weeksWithComplianceScore })).toBe(score);
  });
});
