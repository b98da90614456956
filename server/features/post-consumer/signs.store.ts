import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { Sign, SignFace, SignTerms } from './campaigns.contract';

const columns = sql`
  g.id as "signId", g.location_id as "locationId", l.name as "locationName", s.name as "siteName", g.locale, g.sentence, g.created_at as "createdAt",
  (select p.full_name from identity.person p where p.id = g.created_by) as "createdBy"`;

const places = sql`
  join location l on l.organisation_id = g.organisation_id and l.id = g.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;

/** Those of the locations that are seen, the newest first. */
export async function listSigns(db: Db | Trx, scope: Scope): Promise<Sign[]> {
  const { rows } = await sql<Sign>`
    select ${columns} from guest_sign g ${places}
    where g.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)} order by g.created_at desc, g.id desc`.execute(
    db,
  );
  return rows;
}

export async function findSign(db: Db | Trx, scope: Scope, signId: number): Promise<Sign | undefined> {
  const { rows } = await sql<Sign>`
    select ${columns} from guest_sign g ${places}
    where g.organisation_id = ${scope.organisationId} and g.id = ${signId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}

export async function countSigns(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from guest_sign where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertSign(
  trx: Trx,
  { organisationId }: Scope,
  { terms, tokenHash, createdBy, now }: { terms: SignTerms; tokenHash: Buffer; createdBy: number; now: Date },
): Promise<number> {
  const { locationId, locale, sentence } = terms;
  const { rows } = await sql<{ id: number }>`
    insert into guest_sign (organisation_id, location_id, token_hash, locale, sentence, created_by, created_at)
    values (${organisationId}, ${locationId}, ${tokenHash}, ${locale}, ${sentence}, ${createdBy}, ${now}) returning id`.execute(
    trx,
  );
  return Number(rows[0]?.id);
}

export async function deleteSign(trx: Trx, { organisationId }: Scope, signId: number): Promise<void> {
  await sql`delete from guest_sign where organisation_id = ${organisationId} and id = ${signId}`.execute(trx);
}

const faceColumns = sql`
  s.time_zone as "timeZone", jsonb_build_object('id', u.id, 'abbr', u.abbr, 'gramsPerUnit', u.grams_per_unit) as unit`;
const facePlaces = sql`
  ${places}
  join organisation_directory o on o.id = g.organisation_id
  join unit u on u.id = o.unit_id`;

/** What a sign is made of, without a name of anything. */
export interface OpenSign extends Pick<SignFace, 'locale' | 'sentence' | 'unit' | 'timeZone'> {
  organisationId: number;
  locationId: number;
}

/** undefined for a link that was revoked or never was, of a closed place, or of an organization that is not active. */
export async function findOpenSign(db: Db, tokenHash: Buffer): Promise<OpenSign | undefined> {
  const { rows } = await sql<OpenSign>`
    select g.organisation_id as "organisationId", g.location_id as "locationId", g.locale, g.sentence, ${faceColumns}
    from guest_sign g ${facePlaces}
    where g.token_hash = ${tokenHash} and l.status = 'A' and s.status = 'A' and o.status = 'ACTIVE'`.execute(db);
  return rows[0];
}

/** The same of a sign that somebody manages. */
export async function findFace(db: Db, scope: Scope, signId: number): Promise<OpenSign | undefined> {
  const { rows } = await sql<OpenSign>`
    select g.organisation_id as "organisationId", g.location_id as "locationId", g.locale, g.sentence, ${faceColumns}
    from guest_sign g ${facePlaces}
    where g.organisation_id = ${scope.organisationId} and g.id = ${signId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}
