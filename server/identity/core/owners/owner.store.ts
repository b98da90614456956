import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { coveringKeys } from '../../../platform/permissions.rules';

const fullAdmin = coveringKeys('fe.*');

/** Whether a membership `m` of somebody `u` is a lasting one with all rights of identity. */
export const isOwner = sql<boolean>`(u.status = 'A' and m.status = 'A' and m.ends_at is null and exists (
  select 1 from identity.held_roles(m.user_id, m.tenant_number) as held join identity.role_permission rp on rp.role_id = held and rp.permission_key = any(${fullAdmin}::text[])))`;

/** A person without a password comes in by their provider alone, where people come in by passwords. */
export const comesInLocally = (passwords: boolean) =>
  sql<boolean>`(not u.sso_user and (not ${passwords}::boolean or u.password_hash is not null))`;

export interface Owner {
  /** The public id. */
  id: string;
  userId: number;
  name: string;
  email: string;
  locale: string;
}

/** Everybody who may do all of identity in a tenant. `locally`: of those, who can come in without a provider. */
export async function listOwners(
  db: Db | Trx,
  { tenantNumber, locally }: { tenantNumber: number; locally?: { passwords: boolean } },
): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select u.uuid as id, u.id as "userId", u.full_name as name, u.email, u.locale from identity.membership m join identity."user" u on u.id = m.user_id
    where m.tenant_number = ${tenantNumber} and ${isOwner} and ${locally ? comesInLocally(locally.passwords) : sql`true`} order by u.full_name, u.id`.execute(
    db,
  );
  return rows;
}
