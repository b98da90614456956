import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';
import type { GroupHolders } from '../roles/role-effects.rules';

/** How many of the tenant's people were given which roles themselves and are in which groups. */
export async function countGroupHolders(
  db: Db,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<GroupHolders[]> {
  const { rows } = await sql<GroupHolders>`
    select h.own, h.groups, count(*)::int as people from (
      select array(select mr.role_id::int from identity.membership_role mr where mr.user_id = m.user_id and mr.tenant_number = m.tenant_number order by 1) as own,
        array(select gu.group_id::int from identity.group_user gu where gu.user_id = m.user_id and gu.tenant_number = m.tenant_number order by 1) as groups
      from identity.membership m where m.tenant_number = ${tenantNumber} and ${isActiveMember(now)}) h
    group by h.own, h.groups`.execute(db);
  return rows;
}

/** How many people each group of a tenant has, by the group's number; none where it has none. */
export async function countGroupUsers(db: Db, tenantNumber: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ group: number; users: number }>`
    select g.id as "group", count(*)::int as users from identity."group" g join identity.group_user gu on gu.group_id = g.id
    where g.tenant_number = ${tenantNumber} group by g.id`.execute(db);
  return new Map(rows.map(({ group, users }) => [group, users]));
}

export interface GroupUser {
  /** Public id. */
  id: string;
  email: string;
  /** Of whoever has not said yes, the address alone is known. */
  name: string;
  active: boolean;
}

interface Page {
  tenantNumber: number;
  now: Date;
  /** The number of the group. */
  group: number;
  limit: number;
  offset: number;
}

const name = sql`case when m.awaits_answer then u.email else u.full_name end`;

/** Some of a group's people, by name. */
export async function listGroupUsers(db: Db, { tenantNumber, now, group, limit, offset }: Page): Promise<GroupUser[]> {
  const { rows } = await sql<GroupUser>`
    select u.uuid as id, u.email, ${name} as name, ${isActiveMember(now)} as active
    from identity.group_user gu join identity.membership m on m.tenant_number = gu.tenant_number and m.user_id = gu.user_id
    join identity."user" u on u.id = gu.user_id
    where gu.group_id = ${group} and gu.tenant_number = ${tenantNumber} order by lower(${name}), u.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Of people by their public ids, those who are in a group. */
export async function findGroupUsers(
  db: Db,
  { group, ids }: { group: number; ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.uuid as id from identity.group_user gu join identity."user" u on u.id = gu.user_id
    where gu.group_id = ${group} and u.uuid = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
