import { changeOf, shareOf } from '../../platform/fraction.rules';
import type { VolumeKind } from '../volumes/volumes.rules';
import type { RatioMetric, RatioRow, RatioSums } from './volume-ratios.contract';

/** What of the waste is divided by which volume. */
export const ratioParts: Record<RatioMetric, { waste: 'g' | 'cost'; kind: VolumeKind }> = {
  gramsPerCover: { waste: 'g', kind: 'COVERS' },
  costPerCover: { waste: 'cost', kind: 'COVERS' },
  gramsPerTransaction: { waste: 'g', kind: 'TRANSACTIONS' },
  shareOfRevenue: { waste: 'cost', kind: 'REVENUE' },
  shareOfPurchases: { waste: 'cost', kind: 'PURCHASES' },
};

/** Below this percentage of the tracked days a ratio says little of the others, and is not shown. */
export const leastCoverage = 80;

/** Why there is no ratio, the first that holds. */
export type NoRatio = 'noTrackedDays' | 'noVolume' | 'tooFewDays' | 'zeroVolume';

export interface Ratio {
  /** Grams or money for one, or a fraction of money; null where it is not shown. */
  ratio: number | null;
  noRatio: NoRatio | null;
  /** Of the tracked days those that have volume, as a fraction; null of none. */
  coverage: number | null;
  /** Of the volume that counts, what was estimated. */
  estimatedShare: number | null;
}

const sumKeys = [
  'openDays',
  'trackedDays',
  'countedDays',
  'g',
  'countedG',
  'cost',
  'countedCost',
  'volume',
  'countedVolume',
  'estimatedVolume',
  'estimatedG',
  'derivedCost',
] as const satisfies (keyof RatioSums)[];

/** Amounts have four decimals at most; what doubles add behind them is noise. */
const fourDecimals = (value: number) => Math.round(value * 1e4) / 1e4;

/** Rows with the same key as one, in the order of first mention; from the first of their days to the last. */
export function addUpRatios(rows: readonly RatioRow[], keyOf: (row: RatioRow) => string): RatioRow[] {
  const sums = new Map<string, RatioRow>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...row });
      continue;
    }
    for (const name of sumKeys) sum[name] += row[name];
    if (row.start < sum.start) sum.start = row.start;
    if (row.end > sum.end) sum.end = row.end;
  }
  for (const sum of sums.values()) for (const name of sumKeys) sum[name] = fourDecimals(sum[name]);
  return [...sums.values()];
}

/** Everything that is seen, by currency where money is in the ratio. */
export const addUpAll = (rows: readonly RatioRow[], metric: RatioMetric): RatioRow[] => {
  const money = ratioParts[metric].waste === 'cost';
  return addUpRatios(rows, ({ currency }) => (money ? (currency ?? '') : '')).map((row) => ({
    ...row,
    siteId: 0,
    siteName: '',
    locationId: null,
    locationName: null,
    currency: money ? row.currency : null,
  }));
};

const reasonOf = ({ trackedDays, countedDays, countedVolume }: RatioSums): NoRatio | null => {
  if (trackedDays === 0) return 'noTrackedDays';
  if (countedDays === 0) return 'noVolume';
  // Whole numbers, so that exactly four of five days are enough.
  if (countedDays * 100 < trackedDays * leastCoverage) return 'tooFewDays';
  return countedVolume > 0 ? null : 'zeroVolume';
};

export function ratioOf(sums: RatioSums, metric: RatioMetric): Ratio {
  const noRatio = reasonOf(sums);
  const waste = ratioParts[metric].waste === 'g' ? sums.countedG : sums.countedCost;
  return {
    ratio: noRatio === null ? waste / sums.countedVolume : null,
    noRatio,
    coverage: shareOf(sums.countedDays, sums.trackedDays),
    estimatedShare: shareOf(sums.estimatedVolume, sums.countedVolume),
  };
}

/** A ratio beside that of its own baseline's weeks, as a fraction of it; null where either is not shown. */
export interface AgainstBaseline {
  baseline: number | null;
  change: number | null;
}

export function againstBaseline(
  ratio: number | null,
  baseline: RatioSums | undefined,
  metric: RatioMetric,
): AgainstBaseline {
  const base = baseline ? ratioOf(baseline, metric).ratio : null;
  return { baseline: base, change: changeOf(ratio, base) };
}
