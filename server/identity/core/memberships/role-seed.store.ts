import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';

export interface RoleSeed {
  key: string;
  name: string;
  permissions: readonly string[];
}

/** Writes the permissions and the built-in roles; running it again changes nothing, and a new permission is added. */
export async function seedRoles(
  trx: Trx,
  seed: { permissions: readonly string[]; roles: readonly RoleSeed[] },
): Promise<void> {
  await sql`
    insert into identity.permission (key, description)
    select given, given from unnest(${[...seed.permissions]}::text[]) as given
    on conflict do nothing`.execute(trx);
  for (const role of seed.roles) {
    await sql`
      insert into identity.role (tenant_number, key, name) values (null, ${role.key}, ${role.name})
      on conflict (tenant_number, key) do nothing`.execute(trx);
    await sql`
      insert into identity.role_permission (role_id, permission_key)
      select r.id, given from identity.role r, unnest(${[...role.permissions]}::text[]) as given
      where r.tenant_number is null and r.key = ${role.key}
      on conflict do nothing`.execute(trx);
  }
}
