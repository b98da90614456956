import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import type { RightsTrx } from './keeping-administrators';

export interface GroupFields {
  name: string;
  color: string;
  description: string;
  metadata: string;
}

export interface GroupConfig {
  enabled: boolean;
  rolesEnabled: boolean;
}

/** Of a group, by its number. */
interface GroupKey {
  number: number;
}

/** @returns its public id; null where the tenant has a group of this name */
export async function insertGroup(
  trx: Trx,
  { tenantNumber, now, name, color, description, metadata }: GroupFields & { tenantNumber: number; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ uuid: string }>`
    insert into identity."group" (tenant_number, name, color, description, metadata, created_at)
    values (${tenantNumber}, ${name}, ${color}, ${description}, ${metadata}, ${now})
    on conflict (tenant_number, lower(name)) do nothing returning uuid`.execute(trx);
  return rows[0]?.uuid ?? null;
}

/** @returns false where another group of the tenant has the name */
export async function updateGroup(
  trx: Trx,
  { number }: GroupKey,
  { name, color, description, metadata }: GroupFields,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity."group" g set name = ${name}, color = ${color}, description = ${description}, metadata = ${metadata}
    where g.id = ${number} and not exists (
      select 1 from identity."group" other where other.tenant_number = g.tenant_number and other.id <> g.id and lower(other.name) = lower(${name}))`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function deleteGroup(trx: RightsTrx, { number }: GroupKey): Promise<void> {
  await trx.deleteFrom('identity.group').where('id', '=', number).execute();
}

/** Several at once, by their numbers. */
export async function deleteGroups(trx: RightsTrx, groups: readonly number[]): Promise<void> {
  await sql`delete from identity."group" where id = any(${[...groups]}::bigint[])`.execute(trx);
}

export async function addGroupRoles(trx: Trx, { number }: GroupKey, roles: readonly number[]): Promise<void> {
  await sql`insert into identity.group_role (group_id, role_id) select ${number}, given from unnest(${[...roles]}::bigint[]) as given on conflict do nothing`.execute(
    trx,
  );
}

export async function removeGroupRoles(trx: RightsTrx, { number }: GroupKey, roles: readonly number[]): Promise<void> {
  await sql`delete from identity.group_role where group_id = ${number} and role_id = any(${[...roles]}::bigint[])`.execute(
    trx,
  );
}

export async function addGroupUsers(
  trx: Trx,
  { number, tenantNumber }: GroupKey & { tenantNumber: number },
  users: readonly number[],
): Promise<void> {
  await sql`
    insert into identity.group_user (group_id, tenant_number, user_id) select ${number}, ${tenantNumber}, given from unnest(${[...users]}::bigint[]) as given
    on conflict do nothing`.execute(trx);
}

export async function removeGroupUsers(trx: RightsTrx, { number }: GroupKey, users: readonly number[]): Promise<void> {
  await sql`delete from identity.group_user where group_id = ${number} and user_id = any(${[...users]}::bigint[])`.execute(
    trx,
  );
}

/** Everybody leaves it but those who are named. */
export async function keepGroupUsers(trx: RightsTrx, { number }: GroupKey, users: readonly number[]): Promise<void> {
  await sql`delete from identity.group_user where group_id = ${number} and user_id <> all(${[...users]}::bigint[])`.execute(
    trx,
  );
}

export async function saveGroupConfig(
  trx: RightsTrx,
  tenantNumber: number,
  { enabled, rolesEnabled: roles_enabled }: GroupConfig,
): Promise<void> {
  await trx
    .insertInto('identity.group_config')
    .values({ tenant_number: tenantNumber, enabled, roles_enabled })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet({ enabled, roles_enabled }))
    .execute();
}
