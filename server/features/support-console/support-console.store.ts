import { sql } from 'kysely';
import { visibleLocations, visibleSites } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { IdType, UserLookup } from './support-console.contract';

const tables = { Site: 'site', Location: 'location', Device: 'device' } as const;

/** The organisation that an id belongs to, for whoever then asks whether they reach it; null where nothing has the id. */
export async function findOwner(db: Db, { idType, id }: { idType: IdType; id: number }): Promise<number | null> {
  if (idType === 'Organization') return id;
  const row = await db.selectFrom(tables[idType]).select('organisation_id').where('id', '=', id).executeTakeFirst();
  return row?.organisation_id ?? null;
}

export interface FoundOrganisation {
  organisationId: number;
  name: string;
  active: boolean;
  countryCode: string;
  currencyCode: string;
  timeZone: string;
  sites: number;
  locations: number;
  devices: number;
}

/** Its open sites, locations and devices, as far as they are seen. */
export async function findOrganisation(db: Db, scope: Scope): Promise<FoundOrganisation | null> {
  const { rows } = await sql<FoundOrganisation>`
    select o.id as "organisationId", o.name, o.status = 'ACTIVE' as active, o.country_code as "countryCode", o.currency_code as "currencyCode", o.time_zone as "timeZone",
      (select count(*)::int from site s where s.status = 'A' and ${visibleSites(scope)}) as sites,
      (select count(*)::int from location l where l.status = 'A' and ${visibleLocations(scope)}) as locations,
      (select count(*)::int from device d left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
        where d.organisation_id = o.id and d.status = 'A' and ${seenDevice(scope)}) as devices
    from organisation_directory o where o.id = ${scope.organisationId}`.execute(db);
  return rows[0] ?? null;
}

/** One that stands nowhere is seen by whoever sees everything. */
const seenDevice = (scope: Scope) => (scope.restriction ? visibleLocations(scope) : sql<boolean>`true`);

export interface FoundPlace {
  organisationId: number;
  organisationName: string;
  siteId: number | null;
  siteName: string | null;
  locationId: number | null;
  locationName: string | null;
  deviceId: number | null;
  deviceName: string | null;
  active: boolean;
  countryCode: string | null;
  currencyCode: string | null;
  timeZone: string | null;
  locations: number;
  devices: number;
  serial: string | null;
  lastSeenAt: Date | null;
}

const named = sql`
  o.id as "organisationId", o.name as "organisationName", s.id as "siteId", s.name as "siteName",
  s.country_code as "countryCode", s.currency_code as "currencyCode", s.time_zone as "timeZone"`;

export async function findSite(db: Db, scope: Scope, siteId: number): Promise<FoundPlace | null> {
  const { rows } = await sql<FoundPlace>`
    select ${named}, null as "locationId", null as "locationName", null as "deviceId", null as "deviceName", s.status = 'A' as active, null as serial, null as "lastSeenAt", 0 as devices,
      (select count(*)::int from location l where l.site_id = s.id and l.status = 'A' and ${visibleLocations(scope)}) as locations
    from site s join organisation_directory o on o.id = s.organisation_id
    where s.id = ${siteId} and ${visibleSites(scope)}`.execute(db);
  return rows[0] ?? null;
}

export async function findLocation(db: Db, scope: Scope, locationId: number): Promise<FoundPlace | null> {
  const { rows } = await sql<FoundPlace>`
    select ${named}, l.id as "locationId", l.name as "locationName", null as "deviceId", null as "deviceName", l.status = 'A' as active, null as serial, null as "lastSeenAt", 0 as locations,
      (select count(*)::int from device d where d.organisation_id = l.organisation_id and d.location_id = l.id and d.status = 'A') as devices
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id join organisation_directory o on o.id = l.organisation_id
    where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0] ?? null;
}

export async function findDevice(db: Db, scope: Scope, deviceId: number): Promise<FoundPlace | null> {
  const { rows } = await sql<FoundPlace>`
    select ${named}, l.id as "locationId", l.name as "locationName", d.id as "deviceId", d.name as "deviceName", d.status = 'A' as active, d.serial, d.last_seen_at as "lastSeenAt", 0 as locations, 0 as devices
    from device d join organisation_directory o on o.id = d.organisation_id
    left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    left join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where d.id = ${deviceId} and d.organisation_id = ${scope.organisationId} and ${seenDevice(scope)}`.execute(db);
  return rows[0] ?? null;
}

export interface FoundPerson {
  userId: number;
  login: string;
  email: string;
  fullName: string;
  active: boolean;
  lastSignInAt: Date | null;
  createdAt: Date;
  /** Those that the asker sees. */
  organisations: { id: number; name: string }[];
}

const matches = ({ userFieldType, userField }: UserLookup) => {
  switch (userFieldType) {
    case 'Id':
      return sql<boolean>`p.id::text = ${userField}`;
    case 'Login':
      return sql<boolean>`lower(p.login) = lower(${userField})`;
    case 'Email':
      return sql<boolean>`lower(p.email) = lower(${userField})`;
    case 'Name':
      return sql<boolean>`strpos(lower(p.full_name), lower(${userField})) > 0`;
  }
};

/** The people whom a field names, by name, and how many there are: of the scope's organisation, or with null of all. */
export async function findPeople(
  trx: Trx,
  scope: Scope | null,
  { wanted, most }: { wanted: UserLookup; most: number },
): Promise<{ people: FoundPerson[]; total: number }> {
  const seen = scope ? sql<boolean>`tenant = ${scope.organisationId}` : sql<boolean>`true`;
  const { rows } = await sql<FoundPerson & { total: number }>`
    select p.id as "userId", p.login, p.email, p.full_name as "fullName", p.status = 'A' as active, p.last_sign_in_at as "lastSignInAt", p.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by lower(o.name), o.id)
        from identity.tenants_of(p.id) as tenant join organisation_directory o on o.id = tenant where ${seen}), '[]') as organisations,
      count(*) over ()::int as total
    from identity.person p
    where ${matches(wanted)} and ${scope ? sql<boolean>`exists (select 1 from identity.tenants_of(p.id) as tenant where ${seen})` : sql<boolean>`true`}
    order by lower(p.full_name), p.id limit ${most}`.execute(trx);
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 };
}
