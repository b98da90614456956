import type { PerformanceRow } from '../performance/report.contract';

type Judged = Pick<PerformanceRow, 'siteStatus' | 'locationStatus' | 'percentDaysTracking' | 'weightVsBaseline'>;

/** How many active locations were open but recorded nothing, and how many were above their baseline, as the performance dashboard shows them. */
export function judgeWeek(rows: readonly Judged[]): { silent: number; aboveBaseline: number } {
  const active = rows.filter((row) => row.siteStatus === 'ACTIVE' && row.locationStatus === 'ACTIVE');
  return {
    silent: active.filter((row) => row.percentDaysTracking === 0).length,
    aboveBaseline: active.filter((row) => row.weightVsBaseline !== null && shown(row.weightVsBaseline) > 0).length,
  };
}

/** The dashboard shows a change in per cent with two decimals; what it shows as no change is none. */
const shown = (change: number) => Math.round(change * 10_000);
