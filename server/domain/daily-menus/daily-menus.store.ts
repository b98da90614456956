import { sql } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { valuesIn } from '../catalogue';
import { visibleLocations } from '../places';
import type { CoveredDay, DailyMenu, PlannedItem } from './daily-menus.contract';

const rowsAtOnce = 5_000;

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}

/** Puts the menus of days in place of those that stand there. The same again changes nothing. */
export async function replaceDailyMenus(
  trx: Trx,
  organisationId: number,
  { days, items }: { days: readonly CoveredDay[]; items: readonly PlannedItem[] },
): Promise<void> {
  for (const some of slices(days))
    await sql`
      delete from daily_menu m using unnest(${some.map((one) => one.locationId)}::bigint[], ${some.map((one) => one.date)}::date[]) as d (location_id, date)
      where m.organisation_id = ${organisationId} and m.location_id = d.location_id and m.date = d.date`.execute(trx);
  for (const some of slices(items))
    await sql`
      insert into daily_menu (organisation_id, location_id, date, ref_item_id, daypart_id, planned_portions)
      select ${organisationId}, n.* from unnest(${some.map((one) => one.locationId)}::bigint[], ${some.map((one) => one.date)}::date[],
        ${some.map((one) => one.itemId)}::bigint[], ${some.map((one) => one.daypartId)}::bigint[], ${some.map((one) => one.plannedPortions)}::int[]) as n
      on conflict do nothing`.execute(trx);
}

interface Asked {
  from: LocalDate;
  to: LocalDate;
  locationId?: number | undefined;
  limit: number;
  offset: number;
  /** Of the names; the organization’s own where there is none. */
  locale?: Locale;
}

/** What is planned at locations that somebody sees, by location, day, daypart and name. Items that were merged are what they have become. */
export async function listDailyMenus(
  db: Db | Trx,
  scope: Scope,
  { from, to, locationId, limit, offset, locale }: Asked,
): Promise<DailyMenu[]> {
  const values = locale ? valuesIn(locale) : sql.table('ref_value');
  const { rows } = await sql<DailyMenu>`
    select m.location_id as "locationId", m.date::text as date, d.id as "daypartId", d.name as "daypartName", i.id as "itemId", i.name as "itemName",
      sum(m.planned_portions)::int as "plannedPortions"
    from daily_menu m
    join location l on l.organisation_id = m.organisation_id and l.id = m.location_id
    left join ref_merge mi on mi.organisation_id = m.organisation_id and mi.old_id = m.ref_item_id
    join ${values} i on i.organisation_id = m.organisation_id and i.id = coalesce(mi.new_id, m.ref_item_id)
    left join ref_merge md on md.organisation_id = m.organisation_id and md.old_id = m.daypart_id
    left join ${values} d on d.organisation_id = m.organisation_id and d.id = coalesce(md.new_id, m.daypart_id)
    where m.organisation_id = ${scope.organisationId} and m.date between ${from} and ${to} and ${visibleLocations(scope)}
      and (${locationId ?? null}::bigint is null or m.location_id = ${locationId ?? null})
    group by m.location_id, m.date, d.id, d.name, i.id, i.name
    order by m.location_id, m.date, lower(d.name) nulls first, d.id, lower(i.name), i.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The items on the menu of a day, by name; each once, whatever the daypart. */
export async function listItemsOfDay(
  db: Db | Trx,
  { organisationId, locationId, date }: { organisationId: number; locationId: number; date: LocalDate },
): Promise<number[]> {
  const { rows } = await sql<{ itemId: number }>`
    select i.id as "itemId" from daily_menu m
    left join ref_merge mi on mi.organisation_id = m.organisation_id and mi.old_id = m.ref_item_id
    join ref_value i on i.organisation_id = m.organisation_id and i.id = coalesce(mi.new_id, m.ref_item_id)
    where m.organisation_id = ${organisationId} and m.location_id = ${locationId} and m.date = ${date}
    group by i.id, i.name order by lower(i.name), i.id`.execute(db);
  return rows.map(({ itemId }) => itemId);
}

/** The first and the last day from a day on of which somebody sees a menu. */
export async function findMenuSpan(
  db: Db,
  scope: Scope,
  { from }: { from: LocalDate },
): Promise<{ first: LocalDate; last: LocalDate } | null> {
  const { rows } = await sql<{ first: LocalDate | null; last: LocalDate | null }>`
    select min(m.date)::text as first, max(m.date)::text as last from daily_menu m
    join location l on l.organisation_id = m.organisation_id and l.id = m.location_id
    where m.organisation_id = ${scope.organisationId} and m.date >= ${from} and ${visibleLocations(scope)}`.execute(db);
  const [{ first, last } = { first: null, last: null }] = rows;
  return first === null || last === null ? null : { first, last };
}
