import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { valueColumns } from '../events/reference-fields.rules';
import { visibleLocations } from '../places';
import { weekGrid } from './grid.store';
import type { Element, ElementValues, SeriesWeek } from './measure.contract';

/** Whole weeks of a location and stage, of what names these values. */
export interface SeriesQuery {
  locationId: number;
  stageId: number;
  where: ElementValues;
  /** A Monday. */
  start: LocalDate;
  /** The last day. */
  end: LocalDate;
}

const column = (name: string): RawBuilder<unknown> => sql.ref(name);
const elements = Object.keys(valueColumns) as Element[];

/**
 * The weeks of each series, in the order in which they were asked for; none of a location that is not seen. Of days the calendar
 * counts the open ones, and those of them on which anything of the stage was weighed: a day without the item is a day of none.
 */
export async function listSeries(db: Db | Trx, scope: Scope, series: readonly SeriesQuery[]): Promise<SeriesWeek[][]> {
  const found: SeriesWeek[][] = series.map(() => []);
  if (series.length === 0) return found;
  const of = <T>(value: (one: SeriesQuery) => T) => series.map(value);
  const values = elements.map((element) => sql`${of(({ where }) => valueOf(where[element]))}::bigint[]`);
  const names = elements.map((element) => column(valueColumns[element]));
  const narrowed = elements.map((element) => {
    const name = valueColumns[element];
    return sql`(k.${column(name)} is null or c.${column(name)} = k.${column(name)})`;
  });
  const { rows } = await sql<SeriesWeek & { at: number }>`
    select k.at::int - 1 as at, x.*
    from unnest(
      ${of(({ locationId }) => locationId)}::bigint[], ${of(({ stageId }) => stageId)}::int[], ${of(({ start }) => start)}::date[], ${of(({ end }) => end)}::date[],
      ${of(({ where }) => Object.values(where).every((value) => value === undefined))}::boolean[], ${sql.join(values)}
    ) with ordinality as k (location_id, stage_id, from_day, to_day, whole, ${sql.join(names)}, at)
    join location l on l.organisation_id = ${scope.organisationId} and l.id = k.location_id
    cross join lateral (
      select w.week_start as "weekStart", w.open_days as "openDays", coalesce(r.tracked_days, 0) as "trackedDays",
        coalesce(case when k.whole then r.g else part.g end, 0) as g, coalesce(case when k.whole then r.cost else part.cost end, 0) as cost
      from ${weekGrid({ stage: sql`k.stage_id` })}
      left join lateral (
        select sum(c.g) as g, sum(c.cost) as cost from rollup_day_cube c
        where c.organisation_id = w.organisation_id and c.location_id = w.location_id and c.stage_id = k.stage_id
          and c.local_date >= w.week_start and c.local_date <= w.week_start + 6 and ${sql.join(narrowed, sql` and `)}
      ) part on not k.whole
      where w.organisation_id = ${scope.organisationId} and w.location_id = k.location_id and w.week_start between k.from_day and k.to_day
      offset 0) x
    where ${visibleLocations(scope)}
    order by k.at, x."weekStart"`.execute(db);
  for (const { at, ...week } of rows) found[at]?.push(week);
  return found;
}

/** A value that nothing names is 0 in the cube; null is no condition. */
const valueOf = (value: number | null | undefined): number | null => (value === undefined ? null : (value ?? 0));

/** Weeks that a location is measured against. */
export interface WeeksOfLocation {
  locationId: number;
  /** Mondays. */
  weeks: readonly LocalDate[];
}

/** What a location recorded in some of its weeks together. */
export interface LocationSums {
  locationId: number;
  openDays: number;
  /** Grams. */
  g: number;
  /** In the currency of the site. */
  cost: number;
}

/** The given weeks of each location, added up; none of a location that is not seen or had no such week. */
export async function sumWeeks(
  db: Db | Trx,
  scope: Scope,
  { stageId, locations }: { stageId: number; locations: readonly WeeksOfLocation[] },
): Promise<LocationSums[]> {
  const asked = locations.flatMap(({ locationId, weeks }) => weeks.map((monday) => ({ locationId, monday })));
  if (asked.length === 0) return [];
  const { rows } = await sql<LocationSums>`
    select l.id as "locationId", sum(w.open_days)::int as "openDays", coalesce(sum(r.g), 0) as g, coalesce(sum(r.cost), 0) as cost
    from unnest(${asked.map(({ locationId }) => locationId)}::bigint[], ${asked.map(({ monday }) => monday)}::date[]) as k (location_id, monday)
    join location l on l.organisation_id = ${scope.organisationId} and l.id = k.location_id
    join ${weekGrid({ stage: sql`${stageId}`, on: sql`w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start = k.monday` })}
    where ${visibleLocations(scope)}
    group by l.id order by l.id`.execute(db);
  return rows;
}

/** A location with what it is measured against. */
export interface WeightedLocation {
  /** Whose sums it is part of. */
  key: number;
  locationId: number;
  /** Grams or money of a baseline. */
  perOpenDay: number;
  /** The Monday from which it counts. */
  from: LocalDate;
}

/** A week of all locations of a key together. */
export interface KeyedWeek {
  key: number;
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  /** Grams. */
  g: number;
  /** In the currencies of the sites: only of a key that has one. */
  cost: number;
  /** Σ perOpenDay × open days. */
  expected: number;
}

/** Whole weeks of locations, added up by their key; in order of key and time. */
export async function sumWeighted(
  db: Db | Trx,
  scope: Scope,
  {
    stageId,
    start,
    end,
    locations,
  }: { stageId: number; start: LocalDate; end: LocalDate; locations: readonly WeightedLocation[] },
): Promise<KeyedWeek[]> {
  if (locations.length === 0) return [];
  const of = <T>(value: (one: WeightedLocation) => T) => locations.map(value);
  const { rows } = await sql<KeyedWeek>`
    select k.key, w.week_start as "weekStart", sum(w.open_days)::int as "openDays", coalesce(sum(r.tracked_days), 0)::int as "trackedDays",
      coalesce(sum(r.g), 0) as g, coalesce(sum(r.cost), 0) as cost, sum(w.open_days * k.per_open_day) as expected
    from unnest(${of((one) => one.key)}::bigint[], ${of((one) => one.locationId)}::bigint[], ${of((one) => one.perOpenDay)}::numeric[],
      ${of((one) => one.from)}::date[]) as k (key, location_id, per_open_day, from_week)
    join location l on l.organisation_id = ${scope.organisationId} and l.id = k.location_id
    join ${weekGrid({
      stage: sql`${stageId}`,
      on: sql`w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start between greatest(k.from_week, ${start}::date) and ${end}::date`,
    })}
    where ${visibleLocations(scope)}
    group by k.key, w.week_start order by k.key, w.week_start`.execute(db);
  return rows;
}
