import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { Columns } from './scim-filter-sql';
import { groups } from './scim-schema';

export interface ScimGroup {
  number: number;
  /** The public id. */
  id: string;
  name: string;
  /** Of the group itself, which stays as it is. */
  color: string;
  description: string;
  metadata: string;
  externalId: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ScimMember {
  group: number;
  value: string;
  display: string;
}

interface OfConnection {
  connection: number;
}

const tables = sql`identity.scim_group sg join identity."group" g on g.id = sg.group_id`;
const columns = sql`
  g.id as number, g.uuid as id, g.name, g.color, g.description, g.metadata, sg.external_id as "externalId", sg.version, sg.created_at as "createdAt", sg.updated_at as "updatedAt"`;

export const groupColumns: Columns = {
  schema: groups,
  json: null,
  own: {
    id: { sql: sql`g.uuid`, kind: 'id' },
    displayname: { sql: sql`g.name`, kind: 'folded' },
    externalid: { sql: sql`sg.external_id`, kind: 'exact' },
    'meta.created': { sql: sql`sg.created_at`, kind: 'time' },
    'meta.lastmodified': { sql: sql`sg.updated_at`, kind: 'time' },
  },
  lists: {
    members: {
      subs: { value: { sql: sql`mu.uuid`, kind: 'id' }, display: { sql: sql`mu.full_name`, kind: 'folded' } },
      some: (is) =>
        sql`exists (select 1 from identity.group_user gu join identity."user" mu on mu.id = gu.user_id where gu.group_id = g.id and ${is})`,
    },
  },
};

/** @param id public id */
export async function findScimGroup(
  db: Db | Trx,
  { connection, id }: OfConnection & { id: string },
): Promise<ScimGroup | null> {
  const { rows } =
    await sql<ScimGroup>`select ${columns} from ${tables} where sg.connection_number = ${connection} and g.uuid = ${id}`.execute(
      db,
    );
  return rows[0] ?? null;
}

interface Listing extends OfConnection {
  condition: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

export async function listScimGroups(
  db: Db,
  { connection, condition, limit, offset }: Listing,
): Promise<{ total: number; found: ScimGroup[] }> {
  const where = sql`sg.connection_number = ${connection} and ${condition}`;
  const { rows: found } =
    await sql<ScimGroup>`select ${columns} from ${tables} where ${where} order by sg.group_id limit ${limit} offset ${offset}`.execute(
      db,
    );
  if (offset === 0 && limit > 0 && found.length < limit) return { total: found.length, found };
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from ${tables} where ${where}`.execute(db);
  return { total: counted?.total ?? 0, found };
}

/** The people of groups whom the connection looks after. */
export async function listScimMembers(
  db: Db | Trx,
  { connection, numbers }: OfConnection & { numbers: readonly number[] },
): Promise<ScimMember[]> {
  const { rows } = await sql<ScimMember>`
    select gu.group_id as "group", u.uuid as value, u.full_name as display from identity.group_user gu join identity.scim_user su on su.connection_number = ${connection} and su.user_id = gu.user_id
    join identity."user" u on u.id = gu.user_id where gu.group_id = any(${[...numbers]}::bigint[]) order by gu.group_id, gu.user_id`.execute(
    db,
  );
  return rows;
}

export async function insertScimGroup(
  trx: Trx,
  {
    connection,
    tenantNumber,
    id,
    externalId,
    now,
  }: OfConnection & { tenantNumber: number; id: string; externalId: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into identity.scim_group (group_id, connection_number, external_id, created_at, updated_at)
    select g.id, ${connection}, ${externalId}, ${now}, ${now} from identity."group" g where g.uuid = ${id} and g.tenant_number = ${tenantNumber}`.execute(
    trx,
  );
}

/** It is another version from now on. */
export async function updateScimGroup(
  trx: Trx,
  { number }: Pick<ScimGroup, 'number'>,
  { externalId, now }: { externalId: string | null; now: Date },
): Promise<void> {
  await sql`update identity.scim_group set external_id = ${externalId}, version = version + 1, updated_at = ${now} where group_id = ${number}`.execute(
    trx,
  );
}
