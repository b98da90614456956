import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { unnestWeeks } from '../weeks';
import type { LocationWeek } from '../weeks/location-week.contract';

interface OfLocation {
  organisationId: number;
  locationId: number;
}

export interface StandingBaseline {
  stageId: number;
  baselineId: number;
  gramsPerOpenDay: number;
}

/** The active baselines of a location, by stage. */
export async function listStandingBaselines(
  db: Db | Trx,
  { organisationId, locationId }: OfLocation,
): Promise<StandingBaseline[]> {
  const { rows } = await sql<StandingBaseline>`
    select stage_id as "stageId", id as "baselineId", g_per_open_day as "gramsPerOpenDay" from baseline
    where organisation_id = ${organisationId} and location_id = ${locationId} and state = 'ACTIVE' order by stage_id`.execute(
    db,
  );
  return rows;
}

/** How many active baselines are made of some of the weeks, which a query gives as `location_id` and `week_start`. */
async function countBaselinesOf(trx: Trx, organisationId: number, weeks: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct b.id)::int as count from baseline b
    join baseline_week bw on bw.organisation_id = b.organisation_id and bw.baseline_id = b.id
    join (${weeks}) t on t.location_id = b.location_id and t.week_start = bw.week_start
    where b.organisation_id = ${organisationId} and b.state = 'ACTIVE'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** How many active baselines are made of some of the weeks. */
export const countBaselinesOn = (trx: Trx, organisationId: number, weeks: readonly LocationWeek[]): Promise<number> =>
  countBaselinesOf(
    trx,
    organisationId,
    sql`select k.location_id, k.week_start from ${unnestWeeks(weeks)} as k (location_id, week_start)`,
  );

/** The same for the weeks of these locations that the days touch; `toDate` null: without an end. */
export const countBaselinesWithin = (
  trx: Trx,
  organisationId: number,
  {
    locationIds,
    span: { fromDate, toDate },
  }: { locationIds: readonly number[]; span: { fromDate: LocalDate; toDate: LocalDate | null } },
): Promise<number> =>
  countBaselinesOf(
    trx,
    organisationId,
    sql`
      select w.location_id, w.week_start from location_week w
      where w.organisation_id = ${organisationId} and w.location_id = any(${[...locationIds]}::bigint[])
        and w.week_start + 6 >= ${fromDate}::date and w.week_start <= coalesce(${toDate}::date, 'infinity')`,
  );
