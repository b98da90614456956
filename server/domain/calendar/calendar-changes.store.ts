import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { BulkTarget } from './calendar.contract';
import type { CalendarPattern } from './calendar.rules';

export interface ExceptionRange {
  fromDate: LocalDate;
  /** Included. */
  toDate: LocalDate;
  open: boolean;
  reason: string;
}

/** Ids of the target's locations that the actor may see: active ones, but those named one by one whatever their status. */
export async function listTargetLocations(trx: Trx, scope: Scope, target: BulkTarget): Promise<number[]> {
  const siteId = target.kind === 'site' ? target.siteId : null;
  const named = target.kind === 'locations' ? target.locationIds : null;
  const { rows } = await sql<{ id: number }>`
    select l.id from location l
    where ${visibleLocations(scope)} and l.site_id = coalesce(${siteId}::bigint, l.site_id)
      and (${named}::bigint[] is null and l.status = 'A' or l.id = any(${named}::bigint[]))
    order by l.id`.execute(trx);
  return rows.map((row) => row.id);
}

interface NewExceptions {
  locationIds: readonly number[];
  ranges: readonly ExceptionRange[];
  at: Date;
  userId: number | null;
}

/** Adds every range to every location, in the order of the ranges: of two that hold a day, the later one decides. */
export async function insertExceptions(
  trx: Trx,
  organisationId: number,
  { locationIds, ranges, at, userId }: NewExceptions,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into calendar_exception (organisation_id, location_id, from_date, to_date, open, reason, created_at, created_by)
    select ${organisationId}, l.id, r.from_date, r.to_date, r.open, r.reason, ${at}, ${userId}
    from unnest(${[...locationIds]}::bigint[]) l (id)
    cross join unnest(${ranges.map((one) => one.fromDate)}::date[], ${ranges.map((one) => one.toDate)}::date[],
      ${ranges.map((one) => one.open)}::boolean[], ${ranges.map((one) => one.reason)}::text[])
      with ordinality as r (from_date, to_date, open, reason, place)
    order by l.id, r.place
    returning id`.execute(trx);
  return rows.map((row) => row.id);
}

interface ClosedDays {
  locationId: number;
  fromDate: LocalDate;
  /** Included; before `fromDate` nothing is written. */
  toDate: LocalDate;
  at: Date;
  userId: number | null;
}

/** Days that stay closed when a location that was closed for good is opened again. */
export async function keepClosed(
  trx: Trx,
  organisationId: number,
  { locationId, fromDate, toDate, ...by }: ClosedDays,
): Promise<void> {
  if (toDate < fromDate) return;
  await insertExceptions(trx, organisationId, {
    locationIds: [locationId],
    ranges: [{ fromDate, toDate, open: false, reason: '' }],
    ...by,
  });
}

/** A row as the database writes it, for `putBackExceptions` alone. */
export type ExceptionRow = Record<string, unknown>;

/** Takes away what stood for exactly these days, so that marking them again replaces and does not pile up. */
export async function takeSameDays(
  trx: Trx,
  organisationId: number,
  { locationIds, fromDate, toDate }: { locationIds: readonly number[]; fromDate: LocalDate; toDate: LocalDate },
): Promise<ExceptionRow[]> {
  const { rows } = await sql<{ row: ExceptionRow }>`
    delete from calendar_exception
    where organisation_id = ${organisationId} and location_id = any(${[...locationIds]}::bigint[]) and from_date = ${fromDate}::date and to_date = ${toDate}::date
    returning to_jsonb(calendar_exception) as row`.execute(trx);
  return rows.map(({ row }) => row);
}

/** With the ids that they had: among ranges that overlap, the newest id decides. */
export async function putBackExceptions(trx: Trx, rows: readonly ExceptionRow[]): Promise<void> {
  await sql`insert into calendar_exception overriding system value select * from jsonb_populate_recordset(null::calendar_exception, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
}

/** @returns those of them that were there */
export async function deleteExceptions(
  trx: Trx,
  organisationId: number,
  ids: readonly number[],
): Promise<LocationRange[]> {
  const { rows } = await sql<LocationRange>`
    delete from calendar_exception where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[])
    returning location_id as "locationId", from_date as "fromDate", to_date as "toDate", open, reason`.execute(trx);
  return rows;
}

/** Of these exceptions, those that still stand, with their locations as far as the actor sees them. */
export async function listStanding(
  db: Db | Trx,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; locationId: number }[]> {
  const { rows } = await sql<{ id: number; locationId: number }>`
    select e.id, l.id as "locationId" from calendar_exception e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = any(${[...ids]}::bigint[]) and ${visibleLocations(scope)} order by l.id`.execute(
    db,
  );
  return rows;
}

export interface LocationRange extends ExceptionRange {
  locationId: number;
}

const unnestRanges = (rows: readonly LocationRange[]) => sql`
  unnest(${rows.map((one) => one.locationId)}::bigint[], ${rows.map((one) => one.fromDate)}::date[], ${rows.map((one) => one.toDate)}::date[],
    ${rows.map((one) => one.open)}::boolean[], ${rows.map((one) => one.reason)}::text[])
    with ordinality as r (location_id, from_date, to_date, open, reason, place)`;

/** Adds each range to its own location, in their order. @returns their ids */
export async function insertClosures(
  trx: Trx,
  organisationId: number,
  { rows, at, userId }: { rows: readonly LocationRange[]; at: Date; userId: number | null },
): Promise<number[]> {
  const inserted = await sql<{ id: number }>`
    insert into calendar_exception (organisation_id, location_id, from_date, to_date, open, reason, created_at, created_by)
    select ${organisationId}, r.location_id, r.from_date, r.to_date, r.open, r.reason, ${at}, ${userId}
    from ${unnestRanges(rows)} order by r.place
    returning id`.execute(trx);
  return inserted.rows.map((row) => row.id);
}

/** Which of the ranges their locations have already, as their positions. */
export async function findKnownClosures(
  trx: Trx,
  organisationId: number,
  wanted: readonly LocationRange[],
): Promise<Set<number>> {
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ place: number }>`
    select r.place::int as place from ${unnestRanges(wanted)}
    where exists (select from calendar_exception e
      where e.organisation_id = ${organisationId} and e.location_id = r.location_id
        and e.from_date = r.from_date and e.to_date = r.to_date and e.open = r.open and e.reason = r.reason)`.execute(
    trx,
  );
  return new Set(rows.map((row) => row.place - 1));
}

export async function deleteException(
  trx: Trx,
  organisationId: number,
  { locationId, exceptionId }: { locationId: number; exceptionId: number },
): Promise<ExceptionRange | undefined> {
  const { rows } = await sql<ExceptionRange>`
    delete from calendar_exception where organisation_id = ${organisationId} and location_id = ${locationId} and id = ${exceptionId}
    returning from_date as "fromDate", to_date as "toDate", open, reason`.execute(trx);
  return rows[0];
}

interface NewPattern {
  locationIds: readonly number[];
  validFrom: LocalDate;
  /** Monday to Sunday. */
  openDays: readonly boolean[];
}

export async function putPattern(
  trx: Trx,
  organisationId: number,
  { locationIds, validFrom, openDays }: NewPattern,
): Promise<void> {
  await sql`
    insert into calendar_pattern (organisation_id, location_id, weekday, valid_from, open)
    select ${organisationId}, l.id, d.weekday, ${validFrom}::date, d.open
    from unnest(${[...locationIds]}::bigint[]) l (id)
    cross join unnest(${[...openDays]}::boolean[]) with ordinality as d (open, weekday)
    on conflict (organisation_id, location_id, weekday, valid_from) do update set open = excluded.open`.execute(trx);
}

/** @returns how many weekdays had a rule that began on the day */
export async function deletePattern(
  trx: Trx,
  organisationId: number,
  { locationId, validFrom }: { locationId: number; validFrom: LocalDate },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from calendar_pattern where organisation_id = ${organisationId} and location_id = ${locationId} and valid_from = ${validFrom}::date`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Its weekly schedule from a day on, in place of what began on that day or later. */
export async function putPatternFrom(
  trx: Trx,
  organisationId: number,
  { locationId, from, rows }: { locationId: number; from: LocalDate; rows: readonly CalendarPattern[] },
): Promise<void> {
  await sql`
    delete from calendar_pattern where organisation_id = ${organisationId} and location_id = ${locationId} and valid_from >= ${from}::date`.execute(
    trx,
  );
  await sql`
    insert into calendar_pattern (organisation_id, location_id, weekday, valid_from, open)
    select ${organisationId}::bigint, ${locationId}::bigint, r.weekday, r.valid_from, r.open
    from unnest(${rows.map((one) => one.weekday)}::int[], ${rows.map((one) => one.validFrom)}::date[], ${rows.map((one) => one.open)}::boolean[]) as r (weekday, valid_from, open)`.execute(
    trx,
  );
}
