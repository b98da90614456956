import { isTracked } from '../../domain/measures/reliability.rules';
import type { RatioMetric, RatioRow, RatioSums } from '../../domain/measures/volume-ratios.contract';
import { againstBaseline, ratioOf } from '../../domain/measures/volume-ratios.rules';
import type { VamRow, VamTrend } from './vam.contract';

/** Whose row it is. */
export const placeKey = ({ siteId, locationId, currency }: RatioRow): string =>
  [siteId, locationId ?? '', currency ?? ''].join(' ');

interface Judged {
  metric: RatioMetric;
  baselines: readonly RatioRow[];
  /** Fraction of open days. */
  limit: number;
  /** Whether the opening days of a row are not confirmed. */
  waits: (row: RatioRow) => boolean;
}

/** Rows with their ratios, each beside that of its own baseline. */
export function judgeRatios(rows: readonly RatioRow[], { metric, baselines, limit, waits }: Judged): VamRow[] {
  const byKey = new Map<string, RatioSums>(baselines.map((one) => [placeKey(one), one]));
  return rows.map((row) => {
    const ratio = ratioOf(row, metric);
    return {
      ...row,
      ...ratio,
      ...againstBaseline(ratio.ratio, byKey.get(placeKey(row)), metric),
      unreliable: isTracked(row, limit) ? null : waits(row) ? 'OPENING_DAYS_UNCONFIRMED' : 'NOT_ENOUGH_TRACKED_DAYS',
    };
  });
}

/** Each row of the whole span with its months or weeks; one that is missing is a gap. */
export function withSparks(spans: readonly VamRow[], detail: readonly VamRow[]): VamTrend[] {
  const starts = [...new Set(detail.map(({ start }) => start))].sort();
  const byKey = new Map<string, Map<string, VamRow>>();
  for (const row of detail) {
    const key = placeKey(row);
    byKey.set(key, (byKey.get(key) ?? new Map()).set(row.start, row));
  }
  return spans.map((row) => {
    const own = byKey.get(placeKey(row));
    return {
      ...row,
      spark: starts.map((start) => {
        const one = own?.get(start);
        return { start, ratio: one?.ratio ?? null, estimated: (one?.estimatedShare ?? 0) > 0 };
      }),
    };
  });
}
