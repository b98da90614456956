import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { CapturedDays } from './capture.contract';
import { addUpDays } from './capture.rules';
import type { LocationFigures } from './measure.contract';
import { incompletePercent, type Tally } from './weight-accuracy.rules';

export interface WeighedTally extends Tally {
  /** Open days with a check weight, complete or not. */
  weighedDays: number;
}

interface TallyQuery {
  places: readonly { locationId: number; from: LocalDate }[];
  /** Included. */
  to: LocalDate;
}

/**
 * `tallyOf` of the rules in SQL, for the days of many locations; each by its id, and none where it has no day. Calendar and
 * waste are stacked and summed: a join of the two takes the square of the days where the database has no statistics yet.
 */
export async function listTallies(
  db: Db,
  scope: Scope,
  { places, to }: TallyQuery,
): Promise<Map<number, WeighedTally>> {
  const ids = places.map(({ locationId }) => locationId);
  const { rows } = await sql<WeighedTally & { id: number }>`
    with asked as materialized (
      select k.id, k.first from unnest(${ids}::bigint[], ${places.map(({ from }) => from)}::date[]) k (id, first)
      join location l on l.organisation_id = ${scope.organisationId} and l.id = k.id where ${visibleLocations(scope)}),
    part as (
      select d.location_id, d.local_date, d.is_open, d.check_g, 0 as g from asked k
      join location_day d on d.organisation_id = ${scope.organisationId} and d.location_id = k.id and d.local_date between k.first and ${to}::date
      union all
      select r.location_id, r.local_date, null, null, r.g from asked k
      join rollup_day r on r.organisation_id = ${scope.organisationId} and r.location_id = k.id and r.local_date between k.first and ${to}::date),
    total as (
      select location_id, bool_or(is_open) as is_open, max(check_g) as check_g, sum(g) as g from part group by location_id, local_date
      having count(is_open) > 0),
    day as (
      select location_id, is_open, check_g, g, check_g = 0 or g * 100 >= check_g * ${incompletePercent}::numeric as incomplete from total)
    select location_id as id, count(*)::int as days, (count(*) filter (where is_open))::int as "openDays",
      (count(*) filter (where is_open and incomplete))::int as "incompleteDays", (count(*) filter (where is_open and check_g > 0))::int as "weighedDays",
      coalesce(sum(g) filter (where is_open and not incomplete), 0) as "wasteGrams", coalesce(sum(check_g) filter (where is_open and not incomplete), 0) as "checkGrams"
    from day group by 1`.execute(db);
  return new Map(rows.map(({ id, ...tally }) => [id, tally]));
}

interface Compared {
  figures: readonly Pick<LocationFigures, 'locationId' | 'reductionFrom'>[];
  start: LocalDate;
  /** Included. */
  end: LocalDate;
}

/** What the check weights say of the days that are compared, or of all of them while a location has no baseline; of any of the locations. */
export async function readCapture(
  db: Db,
  scope: Scope,
  { figures, start, end }: Compared,
): Promise<(locationIds: readonly number[]) => CapturedDays> {
  const tallies = await listTallies(db, scope, {
    places: figures.map(({ locationId, reductionFrom }) => ({
      locationId,
      from: reductionFrom !== null && reductionFrom > start ? reductionFrom : start,
    })),
    to: end,
  });
  return (locationIds) => addUpDays(locationIds.flatMap((id) => tallies.get(id) ?? []));
}
