import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { Columns } from './scim-filter-sql';
import { users, type Resource } from './scim-schema';

export interface ScimUser {
  userId: number;
  /** The public id. */
  id: string;
  externalId: string | null;
  userName: string;
  /** Whether they may come in; of somebody who has to say yes first, what the directory wants. */
  active: boolean;
  /** Were asked and have not said yes. */
  awaits: boolean;
  /** What else the directory said. */
  attributes: Resource;
  email: string;
  login: string;
  fullName: string;
  /** They belong to this tenant and to no other, so that it may say who they are. */
  theirs: boolean;
  /** There is a password, or a provider, by which they come in. */
  hasWay: boolean;
  groups: { value: string; display: string }[];
  createdAt: Date;
  updatedAt: Date;
}

/** Of a connection. */
interface OfConnection {
  connection: number;
}

const isOn = sql`(case when m.awaits_answer then su.active else identity.is_active(m.status, m.ends_at, now()) and u.status = 'A' end)`;

const tables = sql`identity.scim_user su join identity.membership m on m.tenant_number = su.tenant_number and m.user_id = su.user_id join identity."user" u on u.id = su.user_id`;

const columns = sql`
  su.user_id as "userId", u.uuid as id, su.external_id as "externalId", su.user_name as "userName", ${isOn} as active, m.awaits_answer as awaits, su.attributes,
  u.email, u.login, u.full_name as "fullName", u.password_hash is not null or u.sso_user or u.last_sign_in_at is not null as "hasWay",
  not exists (select 1 from identity.membership other where other.user_id = su.user_id and other.tenant_number <> su.tenant_number and not other.awaits_answer) as theirs,
  coalesce((select jsonb_agg(jsonb_build_object('value', g.uuid, 'display', g.name) order by g.id) from identity.group_user gu join identity."group" g on g.id = gu.group_id
    join identity.scim_group sg on sg.group_id = g.id and sg.connection_number = su.connection_number where gu.user_id = su.user_id and gu.tenant_number = su.tenant_number), '[]') as groups,
  su.created_at as "createdAt", su.updated_at as "updatedAt"`;

/** What directories ask by comes out of columns with an index, the rest out of what they said. */
export const userColumns: Columns = {
  schema: users,
  json: sql`su.attributes`,
  own: {
    id: { sql: sql`u.uuid`, kind: 'id' },
    username: { sql: sql`su.user_name`, kind: 'folded' },
    externalid: { sql: sql`su.external_id`, kind: 'exact' },
    active: { sql: isOn, kind: 'boolean' },
    'meta.created': { sql: sql`su.created_at`, kind: 'time' },
    'meta.lastmodified': { sql: sql`su.updated_at`, kind: 'time' },
  },
  lists: {
    groups: {
      subs: { value: { sql: sql`g.uuid`, kind: 'id' }, display: { sql: sql`g.name`, kind: 'folded' } },
      some: (is) => sql`exists (
        select 1 from identity.group_user gu join identity."group" g on g.id = gu.group_id join identity.scim_group sg on sg.group_id = g.id and sg.connection_number = su.connection_number
        where gu.user_id = su.user_id and gu.tenant_number = su.tenant_number and ${is})`,
    },
  },
};

/** By the number of the account, or by the public id. */
export async function findScimUser(
  db: Db | Trx,
  { connection, ...key }: OfConnection & ({ userId: number } | { id: string }),
): Promise<ScimUser | null> {
  const is = 'id' in key ? sql`u.uuid = ${key.id}` : sql`su.user_id = ${key.userId}`;
  const { rows } =
    await sql<ScimUser>`select ${columns} from ${tables} where su.connection_number = ${connection} and ${is}`.execute(
      db,
    );
  return rows[0] ?? null;
}

interface Listing extends OfConnection {
  condition: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/** A page of them, in the order in which they came to be known. */
export async function listScimUsers(
  db: Db,
  { connection, condition, limit, offset }: Listing,
): Promise<{ total: number; found: ScimUser[] }> {
  const where = sql`su.connection_number = ${connection} and ${condition}`;
  const { rows: found } =
    limit > 0
      ? await sql<ScimUser>`select ${columns} from ${tables} where ${where} order by su.user_id limit ${limit} offset ${offset}`.execute(
          db,
        )
      : { rows: [] };
  // A first page that is not full says how many there are.
  if (offset === 0 && limit > 0 && found.length < limit) return { total: found.length, found };
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from ${tables} where ${where}`.execute(db);
  return { total: counted?.total ?? 0, found };
}

export async function isUserNameTaken(
  trx: Trx,
  { connection, userName, except = 0 }: OfConnection & { userName: string; except?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.scim_user su where su.connection_number = ${connection} and lower(su.user_name) = lower(${userName}) and su.user_id <> ${except}`.execute(
    trx,
  );
  return rows.length > 0;
}

interface Kept {
  externalId: string | null;
  userName: string;
  active: boolean;
  attributes: Resource;
  now: Date;
}

export async function insertScimUser(
  trx: Trx,
  {
    connection,
    tenantNumber,
    userId,
    made,
    externalId,
    userName,
    active,
    attributes,
    now,
  }: Kept & OfConnection & { tenantNumber: number; userId: number; made: boolean },
): Promise<void> {
  await sql`
    insert into identity.scim_user (connection_number, tenant_number, user_id, external_id, user_name, active, attributes, made, created_at, updated_at)
    values (${connection}, ${tenantNumber}, ${userId}, ${externalId}, ${userName}, ${active}, ${JSON.stringify(attributes)}::jsonb, ${made}, ${now}, ${now})`.execute(
    trx,
  );
}

export async function updateScimUser(
  trx: Trx,
  { connection, userId, externalId, userName, active, attributes, now }: Kept & OfConnection & { userId: number },
): Promise<void> {
  await sql`
    update identity.scim_user set external_id = ${externalId}, user_name = ${userName}, active = ${active}, attributes = ${JSON.stringify(attributes)}::jsonb, updated_at = ${now}
    where connection_number = ${connection} and user_id = ${userId}`.execute(trx);
}

/** How somebody with an account stands to a tenant. */
export interface Standing {
  member: boolean;
  awaits: boolean;
  /** The membership is on. */
  active: boolean;
  /** Some directory of the tenant looks after them. */
  managed: boolean;
  theirs: boolean;
  email: string;
  fullName: string;
}

export async function findStandingOf(
  trx: Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId: number },
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select m.user_id is not null as member, coalesce(m.awaits_answer, false) as awaits, coalesce(identity.is_active(m.status, m.ends_at, now()), false) as active, su.user_id is not null as managed,
      not exists (select 1 from identity.membership other where other.user_id = u.id and other.tenant_number <> ${tenantNumber} and not other.awaits_answer) as theirs, u.email, u.full_name as "fullName"
    from identity."user" u left join identity.membership m on m.user_id = u.id and m.tenant_number = ${tenantNumber}
    left join identity.scim_user su on su.user_id = u.id and su.tenant_number = ${tenantNumber} where u.id = ${userId}`.execute(
    trx,
  );
  return rows[0] as Standing;
}

/** How an account is called from now on. */
export async function followDirectory(
  trx: Trx,
  userId: number,
  { login, email, fullName }: { login: string; email: string; fullName: string },
): Promise<void> {
  await trx.updateTable('identity.user').set({ login, email, full_name: fullName }).where('id', '=', userId).execute();
}

/** Of people whom a connection looks after, by their public ids, the numbers. */
export async function findScimUserNumbers(
  trx: Trx,
  { connection, ids }: OfConnection & { ids: readonly string[] },
): Promise<{ id: string; userId: number }[]> {
  const { rows } = await sql<{ id: string; userId: number }>`
    select u.uuid as id, su.user_id as "userId" from identity."user" u join identity.scim_user su on su.user_id = u.id and su.connection_number = ${connection}
    where u.uuid = any(${[...ids]}::uuid[]) order by su.user_id`.execute(trx);
  return rows;
}
