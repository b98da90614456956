import { expect, it } from 'vitest';
import { siteFigures, unreliableOf, changePerOpenDay } from './compare.rules';
import type { LocationFigures } from './measure.contract';

/** A fifth less than its baseline on as many days, nine of ten of them tracked. */
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
  trackedDays: 18,
  txn: 60,
  newestWeek: '2026-03-09',
  comparedOpenDays: 10,
  comparedTrackedDays: 9,
  comparedG: 800,
  comparedCost: 15,
  comparedTxn: 44,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
  scoredWeeks: 4,
  compliantWeeks: 3,
  ...change,
});
const ofFewDays = figures({ trackedDays: 12, comparedTrackedDays: 4 });
const stopped = figures({ trackedDays: 1, comparedTrackedDays: 0, comparedG: 0, compliantWeeks: 0 });
const withoutBaseline = figures({
  baselineStart: null,
  reductionFrom: null,
  gPerOpenDay: null,
  comparedOpenDays: 0,
  comparedTrackedDays: 0,
  comparedG: 0,
});
const dormant = { ...withoutBaseline, scoredWeeks: 4, compliantWeeks: 0, trackedDays: 0 };

it.each<[string, LocationFigures[], string | null]>([
  ['enough days', [figures()], null],
  ['too few days', [ofFewDays], 'NOT_ENOUGH_TRACKED_DAYS'],
  ['a kitchen that stopped', [stopped], 'PROBABLY_STOPPED_TRACKING'],
  ['one that has nothing to compare', [withoutBaseline], null],
  ['one that complies in no week, with nothing to compare', [dormant], 'PROBABLY_STOPPED_TRACKING'],
  ['a site whose days are enough together', [figures(), figures({ comparedTrackedDays: 7 })], null],
  ['a site whose days are too few together', [figures(), ofFewDays], 'NOT_ENOUGH_TRACKED_DAYS'],
  ['a site of which one kitchen stopped', [figures(), figures(), stopped], 'PROBABLY_STOPPED_TRACKING'],
  [
    'a site of which one without a baseline is not used',
    [...Array.from({ length: 4 }, () => figures()), dormant],
    null,
  ],
])('the change of %s', (_, all, reason) => {
  const [site] = siteFigures(all);
  expect(unreliableOf(site?.locations ?? [], 0.7)).toBe(reason);
});

it.each([
  ['per open day', { value: 100, openDays: 5, trackedDays: 5 }, { value: 100, openDays: 4, trackedDays: 4 }, 0.25],
  [
    'unknown before the first open day',
    { value: 0, openDays: 0, trackedDays: 0 },
    { value: 9, openDays: 4, trackedDays: 4 },
    null,
  ],
  [
    'unknown where too little was tracked',
    { value: 100, openDays: 5, trackedDays: 1 },
    { value: 9, openDays: 4, trackedDays: 4 },
    null,
  ],
])('a change is %s', (_, before, now, change) => {
  expect(changePerOpenDay({ before, now, limit: 0.8 })).toBe(change);
});
