import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { localDateOf, type LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { VolumeOrigin } from './volumes.contract';
import { plainDecimal, type Volume, type VolumeKind, type VolumePlace } from './volumes.rules';

type Stored = Omit<Volume, 'value'> & { value: string };

const columns = sql`
  v.location_id as "locationId", v.kind, v.period, v.local_date as date, nullif(v.currency, '') as currency, v.value::text as value, v.estimated`;

const plain = (row: Stored): Volume => ({ ...row, value: plainDecimal(row.value) ?? row.value });

export interface VolumesQuery {
  start: LocalDate;
  /** Included. */
  end: LocalDate;
  siteId?: number | undefined;
  locationIds?: readonly number[] | undefined;
  kind?: VolumeKind | undefined;
  limit?: number;
  offset?: number;
}

/** Volumes of the locations that are seen, in the order of location, kind and day; totals of months that lie within the days whole among them. */
export async function listVolumes(
  db: Db | Trx,
  scope: Scope,
  { start, end, siteId, locationIds, kind, limit, offset = 0 }: VolumesQuery,
): Promise<Volume[]> {
  const { rows } = await sql<Stored>`
    select ${columns} from volume v join location l on l.organisation_id = v.organisation_id and l.id = v.location_id
    where v.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)} and v.local_date >= ${start}::date
      and case v.period when 'MONTH' then (v.local_date + interval '1 month - 1 day')::date else v.local_date end <= ${end}::date
      and ${siteId === undefined ? sql`true` : sql`l.site_id = ${siteId}`}
      and ${locationIds === undefined ? sql`true` : sql`v.location_id = any(${[...locationIds]}::bigint[])`}
      and ${kind === undefined ? sql`true` : sql`v.kind = ${kind}`}
    order by v.location_id, v.kind, v.local_date, v.period, v.currency
    limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows.map(plain);
}

/** Covers of a location on a day. */
export interface CoversOfDay {
  locationId: number;
  date: LocalDate;
  /** An exact decimal. */
  value: string;
  estimated: boolean;
}

/** The covers of days, of the locations that are seen; totals of months are of no day. */
export async function listCovers(
  db: Db | Trx,
  scope: Scope,
  query: Pick<VolumesQuery, 'start' | 'end' | 'siteId' | 'locationIds'>,
): Promise<CoversOfDay[]> {
  const volumes = await listVolumes(db, scope, { ...query, kind: 'COVERS' });
  return volumes.flatMap(({ period, locationId, date, value, estimated }) =>
    period === 'DAY' ? [{ locationId, date, value, estimated }] : [],
  );
}

/** Whether anything was entered for a location that is seen. */
export async function hasVolumes(db: Db, scope: Scope, kind?: VolumeKind): Promise<boolean> {
  const { rows } = await sql`
    select 1 from volume v join location l on l.organisation_id = v.organisation_id and l.id = v.location_id
    where v.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)}
      and ${kind === undefined ? sql`true` : sql`v.kind = ${kind}`} limit 1`.execute(db);
  return rows.length > 0;
}

/** The locations of these that are seen. */
export async function findVolumePlaces(
  db: Db | Trx,
  scope: Scope,
  { locationIds, now }: { locationIds: readonly number[]; now: Date },
): Promise<Map<number, VolumePlace>> {
  const { rows } = await sql<{ id: number; siteId: number; currency: string; timeZone: string }>`
    select l.id, l.site_id as "siteId", s.currency_code as currency, s.time_zone as "timeZone"
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.organisation_id = ${scope.organisationId} and l.id = any(${[...locationIds]}::bigint[]) and ${visibleLocations(scope)}`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, siteId, currency, timeZone }) => [id, { siteId, currency, today: localDateOf(now, timeZone) }]),
  );
}

export async function listCurrencyCodes(db: Db | Trx): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from currency`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

interface Written {
  volumes: readonly Volume[];
  origin: VolumeOrigin;
  now: Date;
}

export async function upsertVolumes(
  trx: Trx,
  { organisationId }: Scope,
  { volumes, origin, now }: Written,
): Promise<void> {
  if (volumes.length === 0) return;
  const of = <T>(value: (one: Volume) => T) => volumes.map(value);
  await sql`
    insert into volume (organisation_id, location_id, kind, period, local_date, currency, value, estimated, origin, updated_at)
    select ${organisationId}, n.*, ${origin}, ${now} from unnest(
      ${of((one) => one.locationId)}::bigint[], ${of((one) => one.kind)}::text[], ${of((one) => one.period)}::text[], ${of((one) => one.date)}::date[],
      ${of((one) => one.currency ?? '')}::text[], ${of((one) => one.value)}::numeric[], ${of((one) => one.estimated)}::boolean[]) as n
    on conflict (organisation_id, location_id, kind, period, local_date, currency)
    do update set value = excluded.value, estimated = excluded.estimated, origin = excluded.origin, updated_at = excluded.updated_at`.execute(
    trx,
  );
}

export async function deleteVolumes(trx: Trx, { organisationId }: Scope, volumes: readonly Volume[]): Promise<void> {
  if (volumes.length === 0) return;
  const of = <T>(value: (one: Volume) => T) => volumes.map(value);
  await sql`
    delete from volume v using unnest(
      ${of((one) => one.locationId)}::bigint[], ${of((one) => one.kind)}::text[], ${of((one) => one.period)}::text[], ${of((one) => one.date)}::date[],
      ${of((one) => one.currency ?? '')}::text[]) as gone (location_id, kind, period, local_date, currency)
    where v.organisation_id = ${organisationId} and v.location_id = gone.location_id and v.kind = gone.kind and v.period = gone.period
      and v.local_date = gone.local_date and v.currency = gone.currency`.execute(trx);
}
