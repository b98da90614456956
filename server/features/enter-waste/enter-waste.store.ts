import { sql } from 'kysely';
import { namedInAnyLanguage, valuesIn } from '../../domain/catalogue';
import { timesUsed } from '../../domain/measures';
import { visibleLocations } from '../../domain/places';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import type { DayTotal, EnteredEvent, Item, Place, Places } from './enter-waste.contract';
import {
  itemButtons,
  mostEntered,
  mostMatches,
  mostPlaces,
  mostSuggestions,
  usedWithinDays,
} from './enter-waste.rules';

const placeColumns = sql`l.id as "locationId", l.name as "locationName", s.name as "siteName", s.time_zone as "timeZone"`;
const openPlaces = (scope: Scope) => sql`
  from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  where ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A'`;

export async function countPlaces(db: Db, scope: Scope): Promise<Places> {
  const { rows } = await sql<Places>`
    select count(*) as total, count(distinct s.time_zone) > 1 as "severalZones", case when count(*) = 1 then min(l.id) end as "onlyId"
    ${openPlaces(scope)}`.execute(db);
  return rows[0] ?? { total: 0, severalZones: false, onlyId: null };
}

/** Open locations whose name, or their site's, has the text in it; by name. */
export async function findPlaces(db: Db, scope: Scope, text: string): Promise<{ places: Place[]; total: number }> {
  const { rows } = await sql<Place & { total: number }>`
    select ${placeColumns}, count(*) over () as total ${openPlaces(scope)}
      and strpos(lower(concat_ws(' ', s.name, l.name)), lower(${text})) > 0
    order by lower(s.name), lower(l.name), l.id limit ${mostPlaces}`.execute(db);
  return { places: rows, total: rows[0]?.total ?? 0 };
}

/** With the stages that it is set up for. */
export async function findPlace(
  db: Db,
  scope: Scope,
  locationId: number,
): Promise<(Place & { stageIds: number[] }) | undefined> {
  const { rows } = await sql<Place & { stageIds: number[] }>`
    select ${placeColumns}, array(select k.stage_id from location_stage k where k.organisation_id = l.organisation_id and k.location_id = l.id order by 1) as "stageIds"
    ${openPlaces(scope)} and l.id = ${locationId}`.execute(db);
  return rows[0];
}

/** Where somebody has typed in something last. */
export async function findLastPlace(db: Db, scope: Scope, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ locationId: number }>`
    select location_id as "locationId" from waste_event
    where organisation_id = ${scope.organisationId} and created_by = ${userId} and origin = 'WEB'
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.locationId;
}

/** Whose items, and in which language their names. */
export interface ItemNames {
  organisationId: number;
  locale: Locale;
}

const openItems = ({ organisationId, locale }: ItemNames) =>
  sql`from ${valuesIn(locale)} v where v.organisation_id = ${organisationId} and v.element_code = 'WASTEITEM' and v.status = 'A'`;

/** The items that a location has used most of late, then the others by name; one more than has a button where there are more. */
export async function listCommonItems(
  db: Db,
  names: ItemNames,
  { locationId, today }: { locationId: number; today: LocalDate },
): Promise<Item[]> {
  const since = weekStartOf(addDays(today, -usedWithinDays));
  const { rows } = await sql<Item>`
    with used as (${timesUsed({ organisationId: names.organisationId, locationId, element: 'WASTEITEM', since })})
    select v.id as "refId", v.name from (select v.* ${openItems(names)}) v left join used u on u.ref_id = v.id
    order by u.times desc nulls last, lower(v.name), v.id limit ${itemButtons + 1}`.execute(db);
  return rows;
}

/** Names by the alphabet; none where they are too many to send. */
export async function listItemNames(db: Db, names: ItemNames): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select v.name ${openItems(names)} order by lower(v.name) limit ${mostSuggestions + 1}`.execute(db);
  return rows.length > mostSuggestions ? [] : rows.map(({ name }) => name);
}

export async function hasItems(db: Db, names: ItemNames): Promise<boolean> {
  const { rows } = await sql`select 1 ${openItems(names)} limit 1`.execute(db);
  return rows.length > 0;
}

export async function findItem(db: Db, names: ItemNames, refId: number): Promise<Item | undefined> {
  const { rows } = await sql<Item>`select v.id as "refId", v.name ${openItems(names)} and v.id = ${refId}`.execute(db);
  return rows[0];
}

/** Items with the text in their name, in whatever language; the shortest names first, so that the one of just that name is among them. */
export async function findItems(db: Db, names: ItemNames, text: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select v.id as "refId", v.name ${openItems(names)} and v.id in ${namedInAnyLanguage(names.organisationId, (name) => sql`strpos(lower(${name}), lower(${text})) > 0`)}
    order by length(v.name), lower(v.name), v.id limit ${mostMatches}`.execute(db);
  return rows;
}

interface Typist {
  userId: number;
  /** Of the names of what they have typed in. */
  locale: Locale;
}

const typedBy = (scope: Scope, { userId, locale }: Typist) => sql`
  select e.id as "eventId", e.entered_value as "enteredValue", e.entered_unit as "enteredUnit", item.name as "itemName", reason.name as "reasonName",
    e.occurred_at as "occurredAt", e.local_date as "localDate", s.time_zone as "timeZone", l.id as "locationId", l.name as "locationName",
    e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency", e.voided_at is not null as voided
  from waste_event e
  join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  left join ${valuesIn(locale)} item on item.organisation_id = e.organisation_id and item.id = e.item_id
  left join ${valuesIn(locale)} reason on reason.organisation_id = e.organisation_id and reason.id = e.reason_id
  where e.organisation_id = ${scope.organisationId} and e.created_by = ${userId} and e.origin = 'WEB' and ${visibleLocations(scope)}`;

/** What somebody has typed in since an instant and not undone, the last first. */
export async function listEntered(
  db: Db,
  scope: Scope,
  { since, ...typist }: Typist & { since: Date },
): Promise<EnteredEvent[]> {
  const { rows } = await sql<EnteredEvent>`
    ${typedBy(scope, typist)} and e.created_at >= ${since} and e.voided_at is null
    order by e.created_at desc, e.id desc limit ${mostEntered}`.execute(db);
  return rows;
}

export async function findEntered(
  db: Db,
  scope: Scope,
  { eventId, ...typist }: Typist & { eventId: number },
): Promise<EnteredEvent | undefined> {
  const { rows } = await sql<EnteredEvent>`${typedBy(scope, typist)} and e.id = ${eventId}`.execute(db);
  return rows[0];
}

/** What counts as waste at a location on a day of its calendar, whoever or whatever weighed it. */
export async function sumDay(
  db: Db,
  organisationId: number,
  { locationId, day }: { locationId: number; day: LocalDate },
): Promise<DayTotal> {
  const { rows } = await sql<{ grams: number; events: number; currency: string | null; amount: string | null }>`
    select sum(net_g) as grams, count(*) filter (where net_g > 0) as events, cost_currency as currency, sum(cost_amount)::text as amount
    from waste_event
    where organisation_id = ${organisationId} and location_id = ${locationId} and local_date = ${day} and counts_as_waste and voided_at is null
    group by cost_currency order by sum(cost_amount) desc nulls last, cost_currency`.execute(db);
  return {
    grams: rows.reduce((sum, row) => sum + row.grams, 0),
    events: rows.reduce((sum, row) => sum + row.events, 0),
    costs: rows.flatMap(({ currency, amount }) => (currency === null || amount === null ? [] : [{ currency, amount }])),
  };
}
