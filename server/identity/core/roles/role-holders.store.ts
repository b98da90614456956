import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';
import type { RoleHolders } from './role-effects.rules';

interface Asked {
  tenantNumber: number;
  /** The instant at which temporary memberships are judged. */
  now: Date;
}

/** How many of the tenant's people hold which roles, themselves or through groups. */
export async function countHolders(db: Db | Trx, { tenantNumber, now }: Asked): Promise<RoleHolders[]> {
  const { rows } = await sql<RoleHolders>`
    select h.roles, count(*)::int as people from (
      select array(select held::int from identity.held_roles(m.user_id, m.tenant_number) as held order by 1) as roles
      from identity.membership m where m.tenant_number = ${tenantNumber} and ${isActiveMember(now)}) h
    group by h.roles`.execute(db);
  return rows;
}

export interface Holder {
  /** Public id. */
  id: string;
  name: string;
  email: string;
  /** The groups through which they hold it; empty where they were given it themselves. */
  groups: string[];
}

/** People who hold a role, by name. */
export async function listHolders(
  db: Db,
  { tenantNumber, now, role, limit }: Asked & { role: number; limit: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.uuid as id, u.full_name as name, u.email,
      case when exists (select 1 from identity.membership_role mr where mr.user_id = m.user_id and mr.tenant_number = m.tenant_number and mr.role_id = ${role}) then '{}'
        else array(select g.name from identity.group_user gu join identity.group_role gr on gr.group_id = gu.group_id and gr.role_id = ${role}
          join identity."group" g on g.id = gu.group_id where gu.user_id = m.user_id and gu.tenant_number = m.tenant_number order by lower(g.name)) end as groups
    from identity.membership m join identity."user" u on u.id = m.user_id
    where m.tenant_number = ${tenantNumber} and ${isActiveMember(now)} and ${role} in (select identity.held_roles(m.user_id, m.tenant_number))
    order by lower(u.full_name), u.id limit ${limit}`.execute(db);
  return rows;
}

export interface HeldPermission {
  key: string;
  role: { id: string; key: string; name: string; builtIn: boolean };
  /** The group through which the role is held; null: by themselves. */
  group: string | null;
}

/** All that somebody may do in a tenant, with each role and group that it comes from. */
export async function listHeldPermissions(
  db: Db,
  { tenantNumber, userId }: { tenantNumber: number; userId: number },
): Promise<HeldPermission[]> {
  const { rows } = await sql<{
    key: string;
    id: string;
    roleKey: string;
    name: string;
    builtIn: boolean;
    group: string | null;
  }>`
    with given as (
      select mr.role_id, null::text as group_name from identity.membership_role mr where mr.user_id = ${userId} and mr.tenant_number = ${tenantNumber}
      union all
      select gr.role_id, g.name from identity.group_user gu join identity.group_role gr on gr.group_id = gu.group_id join identity."group" g on g.id = gu.group_id
      where gu.user_id = ${userId} and gu.tenant_number = ${tenantNumber})
    select rp.permission_key as key, r.uuid as id, r.key as "roleKey", r.name, r.tenant_number is null as "builtIn", given.group_name as "group"
    from given join identity.role r on r.id = given.role_id join identity.role_permission rp on rp.role_id = r.id
    where given.role_id in (select identity.held_roles(${userId}, ${tenantNumber}))
    order by rp.permission_key, r.id, given.group_name nulls first`.execute(db);
  return rows.map(({ key, id, roleKey, name, builtIn, group }) => ({
    key,
    role: { id, key: roleKey, name, builtIn },
    group,
  }));
}
