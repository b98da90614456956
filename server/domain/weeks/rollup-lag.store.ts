import { sql } from 'kysely';
import type { Measure } from '../../platform/db/readings';

/** How far the derived figures are behind the events. */
export const rollupLag: Measure = {
  gauges: [
    { name: 'tare_rollup_dirty_weeks', help: 'Weeks of a location whose figures are still to be rebuilt.' },
    { name: 'tare_rollup_lag_seconds', help: 'For how long the oldest of them has waited.' },
  ],
  labels: [],
  async read(trx) {
    const { rows } = await sql<{ tare_rollup_dirty_weeks: number; tare_rollup_lag_seconds: number }>`
      select count(*)::int as tare_rollup_dirty_weeks,
        greatest(0, coalesce(extract(epoch from now() - min(marked_at)), 0))::float8 as tare_rollup_lag_seconds
      from dirty_week`.execute(trx);
    return rows;
  },
};
