import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { GroupConfig, GroupFields } from '../memberships/group-changes.store';

export interface Group extends GroupFields {
  number: number;
  /** The public id. */
  id: string;
  /** Public ids. */
  roleIds: string[];
  /** A directory says how it is called and who is in it. */
  managed: boolean;
}

const columns = sql`
  g.id as number, g.uuid as id, g.name, g.color, g.description, g.metadata,
  array(select r.uuid::text from identity.group_role gr join identity.role r on r.id = gr.role_id where gr.group_id = g.id order by r.id) as "roleIds",
  exists (select 1 from identity.scim_group sg where sg.group_id = g.id) as managed`;

export async function listGroups(db: Db | Trx, tenantNumber: number): Promise<Group[]> {
  const { rows } =
    await sql<Group>`select ${columns} from identity."group" g where g.tenant_number = ${tenantNumber} order by lower(g.name), g.id`.execute(
      db,
    );
  return rows;
}

/** Those of a tenant that are named, by name. */
export async function listGroupsNamed(
  db: Db,
  { tenantNumber, ids }: { tenantNumber: number; ids: readonly string[] },
): Promise<Group[]> {
  const { rows } =
    await sql<Group>`select ${columns} from identity."group" g where g.tenant_number = ${tenantNumber} and g.uuid = any(${[...ids]}::uuid[]) order by lower(g.name), g.id`.execute(
      db,
    );
  return rows;
}

export async function findGroup(
  db: Db | Trx,
  { tenantNumber, id }: { tenantNumber: number; id: string },
): Promise<Group | null> {
  const { rows } =
    await sql<Group>`select ${columns} from identity."group" g where g.tenant_number = ${tenantNumber} and g.uuid = ${id}`.execute(
      db,
    );
  return rows[0] ?? null;
}

export interface GroupPerson {
  groupId: string;
  id: string;
  email: string;
  name: string;
  activated: boolean;
  createdAt: Date;
}

/** The people of some groups. */
export async function listGroupPeople(db: Db, groups: readonly Pick<Group, 'number'>[]): Promise<GroupPerson[]> {
  const { rows } = await sql<GroupPerson>`
    select g.uuid as "groupId", u.uuid as id, u.email, case when m.awaits_answer then u.email else u.full_name end as name, not m.awaits_answer and (u.password_hash is not null or u.sso_user) as activated, m.created_at as "createdAt"
    from identity."group" g join identity.group_user gu on gu.group_id = g.id
    join identity.membership m on m.tenant_number = gu.tenant_number and m.user_id = gu.user_id join identity."user" u on u.id = gu.user_id
    where g.id = any(${groups.map(({ number }) => number)}::bigint[]) order by g.id, lower(case when m.awaits_answer then u.email else u.full_name end), u.id`.execute(
    db,
  );
  return rows;
}

/** Of the members of the tenant among the public ids, their own. */
export async function findMemberIds(
  trx: Trx,
  { tenantNumber, ids }: { tenantNumber: number; ids: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from identity.membership m join identity."user" u on u.id = m.user_id
    where m.tenant_number = ${tenantNumber} and u.uuid = any(${[...ids]}::uuid[]) order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function selectGroupConfig(db: Db | Trx, tenantNumber: number): Promise<GroupConfig> {
  const row = await db
    .selectFrom('identity.group_config')
    .select(['enabled', 'roles_enabled as rolesEnabled'])
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row ?? { enabled: true, rolesEnabled: true };
}
