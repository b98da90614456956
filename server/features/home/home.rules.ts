import type { PerformanceRow } from '../performance/report.contract';

type Judged = Pick<
  PerformanceRow,
  'siteStatus' | 'locationStatus' | 'percentDaysTracking' | 'weightVsBaseline' | 'unreliable' | 'look'
>;

export interface Verdict {
  /** Open, and nothing recorded. */
  silent: number;
  /** Recorded, but too little for their change to be a result. */
  unreliable: number;
  aboveBaseline: number;
}

/** How many active locations want a look, each for one reason and as the performance dashboard shows them. */
export function judgeWeek(rows: readonly Judged[]): Verdict {
  const active = rows.filter((row) => row.siteStatus === 'ACTIVE' && row.locationStatus === 'ACTIVE');
  return {
    silent: active.filter((row) => row.percentDaysTracking === 0).length,
    unreliable: active.filter(
      (row) => row.percentDaysTracking !== 0 && row.weightVsBaseline !== null && row.unreliable !== null,
    ).length,
    aboveBaseline: active.filter((row) => row.look === 'RISING').length,
  };
}
