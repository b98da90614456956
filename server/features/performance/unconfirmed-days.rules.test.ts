import { describe, expect, it } from 'vitest';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import { judgeLocations, unconfirmedAmong } from './performance.rules';

const figures = (locationId: number, change: Partial<LocationFigures> = {}): LocationFigures => ({
  siteId: 1,
  siteName: 'Mill',
  siteStatus: 'A',
  locationId,
  locationName: `Kitchen ${locationId}`,
  locationStatus: 'A',
  currency: 'USD',
  baselineStart: '2026-01-05',
  reductionFrom: '2026-01-26',
  gPerOpenDay: 100,
  baselineOpenDays: 21,
  costPerOpenDay: 2,
  txnPerOpenDay: 4,
  openDays: 28,
  trackedDays: 28,
  txn: 60,
  newestWeek: '2026-03-09',
  comparedOpenDays: 28,
  comparedTrackedDays: 28,
  comparedG: 2_000,
  comparedCost: 40,
  comparedTxn: 100,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
  scoredWeeks: 4,
  compliantWeeks: 3,
  ...change,
});
const workdays = { trackedDays: 20, comparedTrackedDays: 20 };
const good = figures(1);
const thin = figures(2, workdays);
/** No week of it complies. */
const stopped = figures(3, { ...workdays, compliantWeeks: 0 });
const silent = figures(4, { trackedDays: 0, comparedTrackedDays: 0, txn: 0, comparedG: 0, compliantWeeks: 0 });
const otherThin = { ...thin, locationId: 5 };

describe('what is not judged while open days are not confirmed', () => {
  it.each<[string, LocationFigures[], number[], { headline: boolean; stopped: number; site: boolean }]>([
    ['nothing waits', [good, thin, stopped], [], { headline: false, stopped: 0, site: false }],
    ['too few tracked days', [thin], [2], { headline: true, stopped: 0, site: true }],
    ['no week that complies', [good, stopped], [3], { headline: false, stopped: 1, site: true }],
    ['nothing that speaks against it', [good], [1], { headline: false, stopped: 0, site: false }],
    ['a kitchen that recorded nothing is silent', [good, silent], [4], { headline: false, stopped: 0, site: false }],
    ['another that is not tracked either', [thin, otherThin], [2], { headline: false, stopped: 0, site: false }],
    ['both of them', [thin, otherThin], [2, 5], { headline: true, stopped: 0, site: true }],
    ['beside another that stopped', [good, thin, silent], [2], { headline: false, stopped: 0, site: false }],
    ['elsewhere', [thin], [9], { headline: false, stopped: 0, site: false }],
    ['of nothing', [], [1], { headline: false, stopped: 0, site: false }],
  ])('%s', (_, all, waiting, expected) => {
    const found = unconfirmedAmong(judgeLocations(all, { threshold: 0, tracking: 0.8 }), new Set(waiting));
    const site = found.of(all.map((one) => one.locationId));
    expect({ headline: found.headline, stopped: found.stopped, site }).toEqual(expected);
  });

  it('a location by itself', () => {
    const found = unconfirmedAmong(
      judgeLocations([good, thin, stopped, silent], { threshold: 0, tracking: 0.8 }),
      new Set([1, 2, 3, 4]),
    );
    expect([1, 2, 3, 4, 9].map((id) => found.of([id]))).toEqual([false, true, true, false, false]);
  });
});
