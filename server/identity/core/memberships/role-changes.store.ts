import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import type { RightsTrx } from './keeping-administrators';

export interface RoleFields {
  key: string;
  name: string;
  description: string;
  isDefault: boolean;
  level: number;
}

/** @returns its public id; null where the tenant, or every one, has a role of this key */
export async function insertRole(
  trx: Trx,
  { tenantNumber, now, ...role }: RoleFields & { tenantNumber: number; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ uuid: string }>`
    insert into identity.role (tenant_number, key, name, description, is_default, level, created_at, updated_at)
    select ${tenantNumber}, ${role.key}, ${role.name}, ${role.description}, ${role.isDefault}, ${role.level}, ${now}, ${now}
    where not exists (select 1 from identity.role r where r.tenant_number is null and lower(r.key) = lower(${role.key}))
    on conflict (tenant_number, key) do nothing returning uuid`.execute(trx);
  return rows[0]?.uuid ?? null;
}

export async function updateRole(
  trx: Trx,
  role: number,
  { key, name, description, isDefault, level, now }: RoleFields & { now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.role')
    .set({ key, name, description, is_default: isDefault, level, updated_at: now })
    .where('id', '=', role)
    .execute();
}

export async function deleteRole(trx: RightsTrx, role: number): Promise<void> {
  await trx.deleteFrom('identity.role').where('id', '=', role).execute();
}

/** Puts exactly these permissions in the place of those that a role had. */
export async function replacePermissions(
  trx: RightsTrx,
  { role, keys, now }: { role: number; keys: readonly string[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('identity.role_permission').where('role_id', '=', role).execute();
  await sql`insert into identity.role_permission (role_id, permission_key) select ${role}, given from unnest(${[...new Set(keys)]}::text[]) as given`.execute(
    trx,
  );
  await trx.updateTable('identity.role').set({ updated_at: now }).where('id', '=', role).execute();
}
