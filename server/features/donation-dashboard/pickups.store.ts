import { sql, type RawBuilder } from 'kysely';
import { valuesIn } from '../../domain/catalogue';
import type { LocationDays } from '../../domain/measures/donated.contract';
import { atPlace, visibleLocations } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { Pickup, PickupTerms, Receipt } from './donations.contract';
import type { PickupFilter } from './donations.filters';
import { receiptDays, type PickupState } from './donations.rules';

/** An item that became another goes by what it became. */
const itemId = sql`coalesce(m.new_id, u.item_id)`;

const columns = sql`
  u.id as "pickupId", u.state, s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", s.currency_code as currency,
  p.id as "partnerId", p.name as "partnerName", u.pickup_day as day, u.pickup_time as time, u.g as grams, ${itemId} as "itemId", v.name as "itemName",
  u.value_amount as value, u.temperature_c as temperature, u.use_by as "useBy", u.note, u.weighed_from as "weighedFrom", u.weighed_to as "weighedTo",
  u.receipt_no as "receiptNo", u.received_on as "receivedOn", u.partner_g as "partnerGrams", u.schedule_id as "scheduleId", u.scheduled_on as "scheduledOn",
  u.version`;

const tables = (locale: Locale) => sql`
  from donation_pickup u
  join location l on l.organisation_id = u.organisation_id and l.id = u.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join donation_partner p on p.organisation_id = u.organisation_id and p.id = u.partner_id
  left join ref_merge m on m.organisation_id = u.organisation_id and m.old_id = u.item_id
  left join ${valuesIn(locale)} v on v.organisation_id = u.organisation_id and v.id = ${itemId}`;

/** What left the kitchen. */
const pickedUp = sql`u.state in ('pickedUp', 'confirmed')`;

const shown: Record<PickupFilter['show'], RawBuilder<unknown> | null> = {
  all: null,
  open: sql`u.state in ('planned', 'pickedUp')`,
  left: pickedUp,
  planned: sql`u.state = 'planned'`,
  pickedUp: sql`u.state = 'pickedUp'`,
  confirmed: sql`u.state = 'confirmed'`,
  cancelled: sql`u.state = 'cancelled'`,
};

export interface PickupConditions extends Partial<PickupFilter> {
  /** What was picked up by then and has no receipt yet. */
  missingOn?: LocalDate | undefined;
}

function conditionsOf(scope: Scope, filter: PickupConditions): RawBuilder<unknown> {
  const {
    startDate,
    endDate,
    siteId,
    locationId,
    partnerId,
    itemId: item,
    show = 'all',
    origin = 'all',
    missingOn,
  } = filter;
  const state = shown[show];
  return sql.join(
    [
      sql`u.organisation_id = ${scope.organisationId}`,
      visibleLocations(scope),
      ...atPlace(scope, { siteId, locationId }),
      ...(startDate === undefined ? [] : [sql`u.pickup_day >= ${startDate}::date`]),
      ...(endDate === undefined ? [] : [sql`u.pickup_day <= ${endDate}::date`]),
      ...(partnerId === undefined ? [] : [sql`u.partner_id = ${partnerId}`]),
      ...(item === undefined ? [] : [item === 'none' ? sql`u.item_id is null` : sql`${itemId} = ${item}`]),
      ...(state === null ? [] : [state]),
      ...(origin === 'all' ? [] : origins[origin]),
      ...(missingOn === undefined
        ? []
        : [sql`u.state = 'pickedUp' and u.pickup_day <= ${missingOn}::date - ${receiptDays}::int`]),
    ],
    sql` and `,
  );
}

/** `check`: said to be unweighed, at a place and on a day that another pickup says was weighed. */
const origins = {
  weighed: [sql`u.weighed_from is not null`],
  alone: [sql`u.weighed_from is null`],
  check: [
    sql`u.weighed_from is null`,
    pickedUp,
    sql`exists (
      select from donation_pickup o where o.organisation_id = u.organisation_id and o.location_id = u.location_id and o.state <> 'cancelled'
        and u.pickup_day between o.weighed_from and o.weighed_to)`,
  ],
};

type SortColumn = 'day' | 'place' | 'partner' | 'grams';
const orders: Record<SortColumn, RawBuilder<unknown>> = {
  day: sql`u.pickup_day`,
  place: sql`lower(s.name)`,
  partner: sql`lower(p.name)`,
  grams: sql`u.g`,
};

interface Listing {
  filter: PickupConditions;
  locale: Locale;
  limit: number;
  offset: number;
  sort?: { column: SortColumn; direction: 'asc' | 'desc' } | undefined;
}

export async function listPickups(
  db: Db,
  scope: Scope,
  { filter, locale, limit, offset, sort = { column: 'day', direction: 'desc' } }: Listing,
): Promise<Pickup[]> {
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<Pickup>`
    select ${columns} ${tables(locale)} where ${conditionsOf(scope, filter)}
    order by ${orders[sort.column]} ${way} nulls last, u.pickup_day desc, u.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** How many there are, and what they weigh. */
export async function sumPickups(
  db: Db,
  scope: Scope,
  filter: PickupConditions,
): Promise<{ total: number; grams: number }> {
  const { rows } = await sql<{ total: number; grams: number }>`
    select count(*)::int as total, coalesce(sum(u.g) filter (where ${pickedUp}), 0) as grams
    ${tables('en_US')} where ${conditionsOf(scope, filter)}`.execute(db);
  return rows[0] ?? { total: 0, grams: 0 };
}

export async function findPickup(
  db: Db | Trx,
  scope: Scope,
  { pickupId, locale }: { pickupId: number; locale: Locale },
): Promise<Pickup | undefined> {
  const { rows } = await sql<Pickup>`
    select ${columns} ${tables(locale)} where ${conditionsOf(scope, {})} and u.id = ${pickupId}`.execute(db);
  return rows[0];
}

/** The pickup, held until the transaction ends. */
export async function lockPickup(trx: Trx, scope: Scope, pickupId: number): Promise<Pickup | undefined> {
  await sql`select 1 from donation_pickup where organisation_id = ${scope.organisationId} and id = ${pickupId} for update`.execute(
    trx,
  );
  return findPickup(trx, scope, { pickupId, locale: 'en_US' });
}

export interface NewRow {
  terms: PickupTerms;
  state: PickupState;
  scheduleId?: number | null;
  scheduledOn?: LocalDate | null;
  importKey?: string;
}

/** @returns ids; rows of a schedule's day or of a sheet's line that is there already are left out */
export async function insertPickups(
  trx: Trx,
  { organisationId }: Scope,
  { rows: added, now }: { rows: readonly NewRow[]; now: Date },
): Promise<number[]> {
  const of = <T>(value: (row: NewRow) => T) => added.map(value);
  const { rows } = await sql<{ id: number }>`
    insert into donation_pickup (organisation_id, location_id, partner_id, state, pickup_day, pickup_time, g, item_id, value_amount, temperature_c,
      use_by, note, weighed_from, weighed_to, schedule_id, scheduled_on, import_key, created_at, updated_at)
    select ${organisationId}, n.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${of(({ terms }) => terms.locationId)}::bigint[], ${of(({ terms }) => terms.partnerId)}::bigint[], ${of(({ state }) => state)}::text[],
      ${of(({ terms }) => terms.day)}::date[], ${of(({ terms }) => terms.time)}::text[], ${of(({ terms }) => terms.grams)}::numeric[],
      ${of(({ terms }) => terms.itemId)}::bigint[], ${of(({ terms }) => terms.value)}::numeric[], ${of(({ terms }) => terms.temperature)}::numeric[],
      ${of(({ terms }) => terms.useBy)}::date[], ${of(({ terms }) => terms.note)}::text[], ${of(({ terms }) => terms.weighedFrom)}::date[],
      ${of(({ terms }) => terms.weighedTo)}::date[], ${of((row) => row.scheduleId ?? null)}::bigint[], ${of((row) => row.scheduledOn ?? null)}::date[],
      ${of((row) => row.importKey ?? null)}::text[]) as n
    on conflict do nothing returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function updatePickup(
  trx: Trx,
  { organisationId }: Scope,
  { pickupId, terms, state, now }: { pickupId: number; terms: PickupTerms; state: PickupState; now: Date },
): Promise<void> {
  await sql`
    update donation_pickup set location_id = ${terms.locationId}, partner_id = ${terms.partnerId}, state = ${state}, pickup_day = ${terms.day}::date,
      pickup_time = ${terms.time}, g = ${terms.grams}, item_id = ${terms.itemId}, value_amount = ${terms.value}, temperature_c = ${terms.temperature},
      use_by = ${terms.useBy}::date, note = ${terms.note}, weighed_from = ${terms.weighedFrom}::date, weighed_to = ${terms.weighedTo}::date,
      version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${pickupId}`.execute(trx);
}

/** @param receipt null: it is taken away */
export async function putReceipt(
  trx: Trx,
  { organisationId }: Scope,
  { pickupId, receipt, now }: { pickupId: number; receipt: Omit<Receipt, 'version'> | null; now: Date },
): Promise<void> {
  await sql`
    update donation_pickup set state = ${receipt ? 'confirmed' : 'pickedUp'}, receipt_no = ${receipt?.receiptNo ?? null},
      received_on = ${receipt?.receivedOn ?? null}::date, partner_g = ${receipt?.partnerGrams ?? null}, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${pickupId}`.execute(trx);
}

export async function cancelPickup(
  trx: Trx,
  { organisationId }: Scope,
  { pickupId, now }: { pickupId: number; now: Date },
): Promise<void> {
  await sql`
    update donation_pickup set state = 'cancelled', version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${pickupId}`.execute(trx);
}

/** Whether the partner's receipt of this number is of another visit: one may stand for several lots of a day and site. */
export async function receiptIsTaken(
  trx: Trx,
  { organisationId }: Scope,
  { pickup, receiptNo }: { pickup: Pickup; receiptNo: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from donation_pickup u join location l on l.organisation_id = u.organisation_id and l.id = u.location_id
    where u.organisation_id = ${organisationId} and u.partner_id = ${pickup.partnerId} and lower(u.receipt_no) = lower(${receiptNo})
      and u.id <> ${pickup.pickupId} and (u.pickup_day, l.site_id) is distinct from (${pickup.day}::date, ${pickup.siteId}::bigint) limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Days of another pickup of the location that cut into these without being the same. */
export async function findCutDays(
  trx: Trx,
  { organisationId }: Scope,
  { locationId, from, to, exceptId }: LocationDays & { exceptId: number },
): Promise<{ from: LocalDate; to: LocalDate } | undefined> {
  const { rows } = await sql<{ from: LocalDate; to: LocalDate }>`
    select weighed_from as "from", weighed_to as "to" from donation_pickup
    where organisation_id = ${organisationId} and location_id = ${locationId} and state <> 'cancelled' and id <> ${exceptId}
      and weighed_from <= ${to}::date and weighed_to >= ${from}::date and (weighed_from, weighed_to) <> (${from}::date, ${to}::date)
    order by weighed_from limit 1`.execute(trx);
  return rows[0];
}

export interface DaysGroup extends LocationDays {
  pickups: number;
  grams: number;
}

interface OnDays extends PlaceFilter {
  start: LocalDate;
  end: LocalDate;
}

const onDays = ({ start, end, ...place }: OnDays) => ({
  show: 'left' as const,
  startDate: start,
  endDate: end,
  siteId: place.siteId,
  locationId: place.locationId,
});

/** What was picked up of the weighings of some days: each days of a location once, with all pickups of them, whoever took them. */
export async function listDaysGroups(
  db: Db,
  scope: Scope,
  { partnerId, ...days }: OnDays & { partnerId?: number | undefined },
): Promise<DaysGroup[]> {
  const { rows } = await sql<DaysGroup>`
    with asked as (
      select distinct u.location_id, u.weighed_from, u.weighed_to ${tables('en_US')}
      where ${conditionsOf(scope, { ...onDays(days), partnerId, origin: 'weighed' })})
    select a.location_id as "locationId", a.weighed_from as "from", a.weighed_to as "to", count(*)::int as pickups, sum(u.g) as grams
    from asked a join donation_pickup u on u.organisation_id = ${scope.organisationId} and u.location_id = a.location_id
      and u.weighed_from = a.weighed_from and u.weighed_to = a.weighed_to and ${pickedUp}
    group by a.location_id, a.weighed_from, a.weighed_to order by a.location_id, a.weighed_from`.execute(db);
  return rows;
}

/** What all pickups of the weighings of these days come to. */
export async function sumOfDays(
  db: Db,
  { organisationId }: Scope,
  { locationId, from, to }: LocationDays,
): Promise<{ pickups: number; grams: number }> {
  const { rows } = await sql<{ pickups: number; grams: number }>`
    select count(*)::int as pickups, coalesce(sum(u.g), 0) as grams from donation_pickup u
    where u.organisation_id = ${organisationId} and u.location_id = ${locationId} and u.weighed_from = ${from}::date and u.weighed_to = ${to}::date
      and ${pickedUp}`.execute(db);
  return rows[0] ?? { pickups: 0, grams: 0 };
}

export interface AloneSums {
  day: LocalDate;
  itemId: number | null;
  itemName: string | null;
  currency: string;
  pickups: number;
  grams: number;
  /** Of what has a value. */
  value: number;
  /** Of `grams`, what has none. */
  withoutValueGrams: number;
}

/** What was picked up without having been weighed before, by day, item and currency. */
export async function sumAlone(
  db: Db,
  scope: Scope,
  { locale, ...days }: OnDays & { locale: Locale },
): Promise<AloneSums[]> {
  const { rows } = await sql<AloneSums>`
    select u.pickup_day as day, ${itemId} as "itemId", v.name as "itemName", s.currency_code as currency, count(*)::int as pickups, sum(u.g) as grams,
      coalesce(sum(u.value_amount), 0) as value, coalesce(sum(u.g) filter (where u.value_amount is null), 0) as "withoutValueGrams"
    ${tables(locale)} where ${conditionsOf(scope, { ...onDays(days), origin: 'alone' })}
    group by 1, 2, 3, 4 order by 1, 2, 4`.execute(db);
  return rows;
}

export interface PartnerTotals {
  partnerId: number;
  partnerName: string;
  pickups: number;
  grams: number;
  weighedGrams: number;
  confirmed: number;
  confirmedGrams: number;
  partnerGrams: number;
}

/** What each partner took, the most first. */
export async function sumByPartner(db: Db, scope: Scope, days: OnDays): Promise<PartnerTotals[]> {
  const { rows } = await sql<PartnerTotals>`
    select p.id as "partnerId", p.name as "partnerName", count(*)::int as pickups, sum(u.g) as grams,
      coalesce(sum(u.g) filter (where u.weighed_from is not null), 0) as "weighedGrams",
      (count(*) filter (where u.state = 'confirmed'))::int as confirmed,
      coalesce(sum(u.g) filter (where u.state = 'confirmed'), 0) as "confirmedGrams", coalesce(sum(u.partner_g), 0) as "partnerGrams"
    ${tables('en_US')} where ${conditionsOf(scope, onDays(days))}
    group by p.id, p.name order by sum(u.g) desc, lower(p.name), p.id`.execute(db);
  return rows;
}

/** Which of these lines of a sheet are there already. */
export async function findImported(
  db: Db | Trx,
  { organisationId }: Scope,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select import_key as key from donation_pickup where organisation_id = ${organisationId} and import_key = any(${[...keys]}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}
