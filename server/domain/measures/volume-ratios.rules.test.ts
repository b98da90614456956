import { describe, expect, it } from 'vitest';
import type { RatioRow } from './volume-ratios.contract';
import { addUpAll, addUpRatios, againstBaseline, ratioOf } from './volume-ratios.rules';

const row = (change: Partial<RatioRow> = {}): RatioRow => ({
  siteId: 1,
  siteName: 'Harbor',
  locationId: 2,
  locationName: 'Kitchen',
  currency: 'USD',
  start: '2026-02-01',
  end: '2026-02-28',
  openDays: 20,
  trackedDays: 20,
  countedDays: 20,
  g: 2_000,
  countedG: 1_500,
  cost: 60,
  countedCost: 45,
  volume: 400,
  countedVolume: 300,
  estimatedVolume: 75,
  estimatedG: 0,
  derivedCost: 0,
  ...change,
});

describe('a ratio', () => {
  it('is of the days that count, in grams or in money', () => {
    expect(ratioOf(row(), 'gramsPerCover')).toEqual({ ratio: 5, noRatio: null, coverage: 1, estimatedShare: 0.25 });
    expect(ratioOf(row(), 'costPerCover').ratio).toBe(0.15);
    expect(ratioOf(row(), 'shareOfRevenue').ratio).toBe(0.15);
  });

  it.each([
    ['four days of five', { countedDays: 16 }, null],
    ['less', { countedDays: 15 }, 'tooFewDays'],
    ['none', { countedDays: 0, countedVolume: 0 }, 'noVolume'],
    ['no tracked day', { trackedDays: 0, countedDays: 0 }, 'noTrackedDays'],
    ['a volume of nothing', { countedVolume: 0 }, 'zeroVolume'],
  ] as const)('is shown or not with %s', (_, change, reason) => {
    const { ratio, noRatio } = ratioOf(row(change), 'gramsPerCover');
    expect([ratio === null, noRatio]).toEqual([reason !== null, reason]);
  });

  it('is compared with a baseline that has enough days itself', () => {
    expect(againstBaseline(4, row(), 'gramsPerCover')).toEqual({ baseline: 5, change: -0.2 });
    expect(againstBaseline(4, row({ countedDays: 3 }), 'gramsPerCover')).toEqual({ baseline: null, change: null });
    expect(againstBaseline(4, undefined, 'gramsPerCover')).toEqual({ baseline: null, change: null });
    expect(againstBaseline(null, row(), 'gramsPerCover')).toEqual({ baseline: 5, change: null });
  });
});

describe('rows added up', () => {
  it('have no noise of doubles, and go from the first day to the last', () => {
    const rows = [row({ countedCost: 0.1 }), row({ countedCost: 0.2, start: '2026-01-01', end: '2026-01-31' })];
    expect(addUpRatios(rows, ({ siteId }) => String(siteId))).toMatchObject([
      { countedCost: 0.3, countedDays: 40, start: '2026-01-01', end: '2026-02-28' },
    ]);
    expect(rows[0]?.countedDays).toBe(20);
  });

  it('keep currencies apart where money is in the ratio', () => {
    const rows = [row(), row({ siteId: 3, currency: 'EUR' })];
    expect(addUpAll(rows, 'gramsPerCover')).toMatchObject([{ currency: null, countedG: 3_000, locationId: null }]);
    expect(addUpAll(rows, 'costPerCover').map(({ currency, countedCost }) => [currency, countedCost])).toEqual([
      ['USD', 45],
      ['EUR', 45],
    ]);
  });
});
