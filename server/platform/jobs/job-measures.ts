import { sql } from 'kysely';
import type { Measure } from '../db/readings';

const states = ['waiting', 'active', 'parked'];

/** How much work of each kind there is, and for how long the oldest of it has been due. */
export const jobMeasure = (names: readonly string[]): Measure => ({
  gauges: [
    { name: 'tare_jobs', help: 'Background jobs that wait, run, or are parked after their last try.' },
    { name: 'tare_jobs_oldest_seconds', help: 'For how long the oldest of them has been due.' },
  ],
  labels: ['job', 'state'],
  async read(trx) {
    const { rows } = await sql<Record<string, string | number>>`
      select d.job, s.state, coalesce(j.jobs, 0) as tare_jobs, coalesce(j.oldest, 0) as tare_jobs_oldest_seconds
      from unnest(${[...names]}::text[]) as d (job)
      cross join unnest(${states}::text[]) as s (state)
      left join (
        select name, case state when 'active' then 'active' when 'failed' then 'parked' else 'waiting' end as state,
          count(*)::int as jobs, greatest(0, extract(epoch from now() - min(start_after)))::float8 as oldest
        from pgboss.job where name = any(${[...names]}::text[]) and state in ('created', 'retry', 'active', 'failed')
        group by 1, 2) j on j.name = d.job and j.state = s.state`.execute(trx);
    return rows;
  },
});
