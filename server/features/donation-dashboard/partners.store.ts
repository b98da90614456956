import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { Partner, PartnerEdit, PartnerRow, PartnerTerms } from './donations.contract';

const columns = sql`p.id as "partnerId", p.name, p.kind, p.contact, p.status, p.version`;

interface PartnerFilter {
  text?: string | undefined;
  show: 'active' | 'retired' | 'all';
  limit: number;
  offset: number;
}

function conditionsOf({ organisationId }: Scope, { text, show }: PartnerFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`p.organisation_id = ${organisationId}`,
      ...(show === 'all' ? [] : [sql`p.status = ${show === 'active' ? 'A' : 'I'}`]),
      ...(text ? [sql`strpos(lower(p.name || ' ' || p.contact), lower(${text})) > 0`] : []),
    ],
    sql` and `,
  );
}

/** By name, with the pickups that are seen. */
export async function listPartners(
  db: Db,
  scope: Scope,
  filter: PartnerFilter,
): Promise<{ partners: PartnerRow[]; total: number }> {
  const where = conditionsOf(scope, filter);
  const { rows } = await sql<PartnerRow>`
    select ${columns}, coalesce(k.pickups, 0)::int as pickups, k.last as "lastPickup"
    from donation_partner p
    left join lateral (
      select count(*) as pickups, max(u.pickup_day) filter (where u.state <> 'planned') as last
      from donation_pickup u join location l on l.organisation_id = u.organisation_id and l.id = u.location_id
      where u.organisation_id = p.organisation_id and u.partner_id = p.id and u.state <> 'cancelled' and ${visibleLocations(scope)}) k on true
    where ${where} order by lower(p.name), p.id limit ${filter.limit} offset ${filter.offset}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from donation_partner p where ${where}`.execute(db);
  return { partners: rows, total: counted.rows[0]?.total ?? 0 };
}

/** All of them by name, for a choice. */
export async function listPartnerChoices(db: Db | Trx, { organisationId }: Scope): Promise<Partner[]> {
  const { rows } = await sql<Partner>`
    select ${columns} from donation_partner p where p.organisation_id = ${organisationId} order by lower(p.name), p.id`.execute(
    db,
  );
  return rows;
}

export async function findPartner(
  db: Db | Trx,
  { organisationId }: Scope,
  partnerId: number,
): Promise<Partner | undefined> {
  const { rows } = await sql<Partner>`
    select ${columns} from donation_partner p where p.organisation_id = ${organisationId} and p.id = ${partnerId}`.execute(
    db,
  );
  return rows[0];
}

/** The partner, held until the transaction ends. */
export async function lockPartner(
  trx: Trx,
  { organisationId }: Scope,
  partnerId: number,
): Promise<Partner | undefined> {
  const { rows } = await sql<Partner>`
    select ${columns} from donation_partner p where p.organisation_id = ${organisationId} and p.id = ${partnerId} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function countPartners(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from donation_partner where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** @returns undefined where another one has the name */
export async function insertPartner(
  trx: Trx,
  { organisationId }: Scope,
  { terms: { name, kind, contact }, now }: { terms: PartnerTerms; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into donation_partner (organisation_id, name, kind, contact, created_at, updated_at)
    values (${organisationId}, ${name}, ${kind}, ${contact}, ${now}, ${now})
    on conflict (organisation_id, lower(name)) do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export async function partnerNameIsTaken(
  trx: Trx,
  { organisationId }: Scope,
  { name, exceptId }: { name: string; exceptId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from donation_partner where organisation_id = ${organisationId} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function updatePartner(
  trx: Trx,
  { organisationId }: Scope,
  { partnerId, terms, now }: { partnerId: number; terms: Omit<PartnerEdit, 'version'>; now: Date },
): Promise<void> {
  await sql`
    update donation_partner set name = ${terms.name}, kind = ${terms.kind}, contact = ${terms.contact}, status = ${terms.status},
      version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${partnerId}`.execute(trx);
}
