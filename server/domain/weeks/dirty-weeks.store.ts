import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import type { Measure } from '../../platform/db/readings';
import { noPayload } from '../../platform/jobs/define-job';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { LocalDate } from '../../platform/time';
import type { LocationWeek } from './location-week.contract';
import { unnestWeeks } from './location-weeks';

/** The job that works through the marks. Sent, in the same transaction, by the use case that made them. */
export const rollupJob: JobHandle<Record<never, never>> = { name: 'rollups.process', payload: noPayload };

/**
 * Marks the weeks that a query gives once each, as `location_id` and `week_start`. Everybody marks in the same order, so that
 * two writers never deadlock.
 */
export async function markWeeksOf(trx: Trx, organisationId: number, weeks: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into dirty_week (organisation_id, location_id, week_start)
    select ${organisationId}::bigint, w.location_id, w.week_start from (${weeks}) w
    order by w.location_id, w.week_start
    on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at`.execute(trx);
}

/**
 * Says that the derived figures of these weeks no longer hold. Belongs into the transaction of the change itself.
 * An existing mark is updated, not skipped: the row lock keeps a worker from taking it before the change is visible.
 */
export async function markDirty(trx: Trx, organisationId: number, weeks: readonly LocationWeek[]): Promise<void> {
  if (weeks.length === 0) return;
  // A thousand events of an import lie in a few weeks.
  const different = [...new Map(weeks.map((week) => [`${week.locationId} ${week.weekStart}`, week])).values()];
  await markWeeksOf(
    trx,
    organisationId,
    sql`select k.location_id, k.week_start from ${unnestWeeks(different)} as k (location_id, week_start)`,
  );
}

interface LocationsInRange {
  organisationId: number;
  locationIds: readonly number[];
  /** The first and last day whose weeks are meant; absent: from the first event, to the last data week. */
  from?: LocalDate;
  to?: LocalDate;
}

/** Marks every week that the locations have derived figures for, for a change that touches many: a pattern, a country. */
export async function markLocationsDirty(
  trx: Trx,
  { organisationId, locationIds, from, to }: LocationsInRange,
): Promise<void> {
  if (locationIds.length === 0) return;
  // A worker adds weeks under this lock; without it, a week added just now would keep the old calendar.
  await lockOrganisation(trx, organisationId);
  await markWeeksOf(
    trx,
    organisationId,
    sql`
      select w.location_id, w.week_start from location_week w
      where w.organisation_id = ${organisationId} and w.location_id = any(${[...locationIds]}::bigint[])
        and w.week_start + 6 >= coalesce(${from ?? null}::date, '-infinity') and w.week_start <= coalesce(${to ?? null}::date, 'infinity')`,
  );
}

/** Those of the locations that have weeks still to be rebuilt. */
export async function listWaitingLocations(
  trx: Trx,
  organisationId: number,
  locationIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct location_id as id from dirty_week
    where organisation_id = ${organisationId} and location_id = any(${[...locationIds]}::bigint[])`.execute(trx);
  return new Set(rows.map((row) => row.id));
}

interface Waiting {
  organisationId: number;
  /** null: of all locations. */
  locationId: number | null;
  /** Leaves out what was marked after it. */
  markedUntil?: Date;
}

/** How many weeks are still to be rebuilt. */
export async function countWaitingWeeks(
  db: Db | Trx,
  { organisationId, locationId, markedUntil }: Waiting,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dirty_week
    where organisation_id = ${organisationId} and location_id = coalesce(${locationId}::bigint, location_id)
      and marked_at <= coalesce(${markedUntil ?? null}::timestamptz, 'infinity')`.execute(db);
  return rows[0]?.count ?? 0;
}

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
