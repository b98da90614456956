import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from './location-week.contract';

/** The weeks as rows of a query; it names their columns: `${unnestWeeks(weeks)} as k (location_id, week_start)`. */
export function unnestWeeks(weeks: readonly LocationWeek[]): RawBuilder<unknown> {
  return sql`unnest(${weeks.map((week) => week.locationId)}::bigint[], ${weeks.map((week) => week.weekStart)}::date[])`;
}

/** What is derived from events and calendars, by what it has a row for. */
const derived = {
  location_day: 'day',
  location_week: 'week',
  rollup_day: 'day',
  rollup_day_cube: 'day',
  rollup_day_not_waste: 'day',
  rollup_week: 'week',
  rollup_week_dim: 'week',
} as const;

/** Takes the rows of these weeks away, before they are written again. */
export async function deleteWeeks(
  trx: Trx,
  organisationId: number,
  { table, weeks }: { table: keyof typeof derived; weeks: readonly LocationWeek[] },
): Promise<void> {
  const inWeek =
    derived[table] === 'day'
      ? sql`t.local_date >= k.week_start and t.local_date < k.week_start + 7`
      : sql`t.week_start = k.week_start`;
  await sql`
    delete from ${sql.table(table)} t using ${unnestWeeks(weeks)} as k (location_id, week_start)
    where t.organisation_id = ${organisationId} and t.location_id = k.location_id and ${inWeek}`.execute(trx);
}
