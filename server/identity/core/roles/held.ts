import { sql, type RawBuilder } from 'kysely';

/** The permissions that somebody's roles in a tenant hold, for a query; the database works the function in, a scalar one it would call. */
export const heldPermissions = (person: RawBuilder<unknown>, tenant: RawBuilder<unknown>) => sql<string[]>`array(
  select distinct rp.permission_key::text from identity.held_roles(${person}, ${tenant}) as held join identity.role_permission rp on rp.role_id = held order by 1)`;
