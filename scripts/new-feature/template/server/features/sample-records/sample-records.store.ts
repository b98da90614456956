import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { readInBulk } from '../../platform/db/time-limits';
import { keysetSlices } from '../../platform/table/keyset';
import type { Sort } from '../../platform/table/table-query';
import type { LocalDate } from '../../platform/time';
import type { NewSampleRecord, SampleRecord, SampleRecordFilter } from './sample-records.contract';
import type { SampleRecordSort } from './sample-records.table';

const exportedAtOnce = 1_000;

export interface SampleRecordSelection extends Omit<SampleRecordFilter, 'days'> {
  since: LocalDate | null;
}

const matching = (scope: Scope, { locationId, since }: SampleRecordSelection) => sql`
  from sample_record r
  join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  where r.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)} and r.removed_at is null
    and (${locationId ?? null}::bigint is null or r.location_id = ${locationId ?? null}::bigint)
    and (${since}::date is null or r.recorded_on >= ${since}::date)`;

const columns = sql`
  r.id, r.name, r.recorded_on as "recordedOn", s.name as "siteName", l.id as "locationId", l.name as "locationName", r.grams`;

const sortColumns: Record<SampleRecordSort, RawBuilder<unknown>> = {
  name: sql`lower(r.name)`,
  recordedOn: sql`r.recorded_on`,
  site: sql`lower(s.name)`,
  location: sql`lower(l.name)`,
  weight: sql`r.grams`,
};

export async function countSampleRecords(db: Db, scope: Scope, selection: SampleRecordSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching(scope, selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}

interface Slice {
  sort: Sort<SampleRecordSort>;
  limit: number;
  offset: number;
}

export async function listSampleRecords(
  db: Db,
  scope: Scope,
  { sort, limit, offset, ...selection }: SampleRecordSelection & Slice,
): Promise<SampleRecord[]> {
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<SampleRecord>`
    select ${columns} ${matching(scope, selection)} order by ${sortColumns[sort.column]} ${way}, r.id ${way} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** All of them, the newest first. */
export async function* exportSampleRecords(
  db: Db,
  scope: Scope,
  selection: SampleRecordSelection,
): AsyncGenerator<SampleRecord> {
  const slices = keysetSlices<SampleRecord, SampleRecord>((after) =>
    readInBulk(db, async (trx) => {
      const later = after ? sql`and (r.recorded_on, r.id) < (${after.recordedOn}::date, ${after.id}::bigint)` : sql``;
      const { rows } = await sql<SampleRecord>`
      select ${columns} ${matching(scope, selection)} ${later} order by r.recorded_on desc, r.id desc limit ${exportedAtOnce}`.execute(
        trx,
      );
      return { rows, next: rows.length === exportedAtOnce ? (rows.at(-1) ?? null) : null };
    }),
  );
  for await (const rows of slices) yield* rows;
}

/** The open locations of the scope. */
export async function listPlaces(
  db: Db,
  scope: Scope,
): Promise<{ locationId: number; siteName: string; locationName: string }[]> {
  const { rows } = await sql<{ locationId: number; siteName: string; locationName: string }>`
    select l.id as "locationId", s.name as "siteName", l.name as "locationName"
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A' order by lower(s.name), lower(l.name), l.id`.execute(
    db,
  );
  return rows;
}

/** The zone of an open location of the scope. */
export async function findTimeZone(trx: Trx, scope: Scope, locationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ timeZone: string }>`
    select s.time_zone as "timeZone" from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.id = ${locationId} and ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A'`.execute(trx);
  return rows[0]?.timeZone;
}

export async function insertSampleRecord(
  trx: Trx,
  organisationId: number,
  { fields, now }: { fields: NewSampleRecord; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('sample_record')
    .values({
      organisation_id: organisationId,
      location_id: fields.locationId,
      name: fields.name,
      recorded_on: fields.recordedOn,
      grams: fields.grams,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns what it was; undefined where the scope holds none */
export async function markRemoved(
  trx: Trx,
  scope: Scope,
  { id, now }: { id: number; now: Date },
): Promise<NewSampleRecord | undefined> {
  const { rows } = await sql<NewSampleRecord>`
    update sample_record r set removed_at = ${now} from location l
    where r.organisation_id = ${scope.organisationId} and r.id = ${id} and r.removed_at is null
      and l.organisation_id = r.organisation_id and l.id = r.location_id and ${visibleLocations(scope)}
    returning r.name, r.location_id as "locationId", r.recorded_on as "recordedOn", r.grams`.execute(trx);
  return rows[0];
}

/** Of every organisation. */
export async function deleteRemoved(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sample_record').where('removed_at', '<', before).execute();
}
