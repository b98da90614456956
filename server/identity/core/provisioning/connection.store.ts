import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { ConnectionSource } from './connection.contract';

export interface Connection {
  number: number;
  /** The public id. */
  id: string;
  tenantNumber: number;
  name: string;
  source: ConnectionSource;
  sync: boolean;
  createdAt: Date;
  lastSyncAt: Date | null;
}

export interface ConnectionCounts extends Connection {
  users: number;
  groups: number;
}

export interface ConnectionSecret {
  id: string;
  createdAt: Date;
  /** null: for ever. */
  endsAt: Date | null;
  lastUsedAt: Date | null;
}

/** Whose secret it is, while it is good. */
export interface Directory extends Connection {
  tenantId: string;
  secretId: string;
  lastUsedAt: Date | null;
}

const columns = sql`c.number, c.id, c.tenant_number as "tenantNumber", c.name, c.source, c.sync, c.created_at as "createdAt", c.last_sync_at as "lastSyncAt"`;
const counts = sql`
  (select count(*)::int from identity.scim_user su where su.connection_number = c.number) as users,
  (select count(*)::int from identity.scim_group sg where sg.connection_number = c.number) as groups`;

/** Those of a tenant, the oldest first. */
export async function listConnections(db: Db | Trx, tenantNumber: number): Promise<ConnectionCounts[]> {
  const { rows } =
    await sql<ConnectionCounts>`select ${columns}, ${counts} from identity.scim_connection c where c.tenant_number = ${tenantNumber} order by c.number`.execute(
      db,
    );
  return rows;
}

interface ConnectionKey {
  tenantNumber: number;
  id: string;
}

export async function findConnection(
  db: Db | Trx,
  { tenantNumber, id }: ConnectionKey,
): Promise<ConnectionCounts | null> {
  const { rows } =
    await sql<ConnectionCounts>`select ${columns}, ${counts} from identity.scim_connection c where c.tenant_number = ${tenantNumber} and c.id = ${id}`.execute(
      db,
    );
  return rows[0] ?? null;
}

export async function insertConnection(
  trx: Trx,
  {
    tenantNumber,
    madeBy,
    now,
    ...rest
  }: Pick<Connection, 'tenantNumber' | 'name' | 'source' | 'sync'> & { madeBy: number; now: Date },
): Promise<{ number: number; id: string }> {
  return trx
    .insertInto('identity.scim_connection')
    .values({ ...rest, tenant_number: tenantNumber, made_by: madeBy, created_at: now })
    .returning(['number', 'id'])
    .executeTakeFirstOrThrow();
}

export async function setSync(trx: Trx, { number }: Pick<Connection, 'number'>, sync: boolean): Promise<void> {
  await trx.updateTable('identity.scim_connection').set({ sync }).where('number', '=', number).execute();
}

/** What it looked after stays, as anything else of the tenant. */
export async function deleteConnection(trx: Trx, { number }: Pick<Connection, 'number'>): Promise<void> {
  await trx.deleteFrom('identity.scim_connection').where('number', '=', number).execute();
}

interface OfConnection {
  number: number;
}

/** Those that are good; the one without an end is the newest. */
export async function listSecrets(db: Db | Trx, { number }: OfConnection, now: Date): Promise<ConnectionSecret[]> {
  const { rows } = await sql<ConnectionSecret>`
    select s.id, s.created_at as "createdAt", s.ends_at as "endsAt", s.last_used_at as "lastUsedAt" from identity.scim_secret s
    where s.connection_number = ${number} and (s.ends_at is null or s.ends_at > ${now}) order by s.ends_at is null desc, s.created_at desc, s.id`.execute(
    db,
  );
  return rows;
}

export async function insertSecret(
  trx: Trx,
  { number, secretHash, now }: OfConnection & { secretHash: Buffer; now: Date },
): Promise<void> {
  await trx
    .insertInto('identity.scim_secret')
    .values({ connection_number: number, secret_hash: secretHash, created_at: now })
    .execute();
}

/** Lets a secret end, no later than it would have. */
export async function endSecretAt(trx: Trx, id: string, endsAt: Date): Promise<void> {
  await sql`update identity.scim_secret set ends_at = least(ends_at, ${endsAt}) where id = ${id}`.execute(trx);
}

/** @returns whether there was one */
export async function deleteSecret(trx: Trx, { number }: OfConnection, id: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('identity.scim_secret')
    .where('connection_number', '=', number)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Of a connection that is named in an address, by what it brings. Read afresh with each call, so that whatever changes acts at once. */
export async function findDirectory(
  db: Db,
  { id, secretHash, now }: { id: string; secretHash: Buffer; now: Date },
): Promise<Directory | null> {
  const { rows } = await sql<Directory>`
    select ${columns}, t.id as "tenantId", s.id as "secretId", s.last_used_at as "lastUsedAt"
    from identity.scim_secret s join identity.scim_connection c on c.number = s.connection_number join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where s.secret_hash = ${secretHash} and (s.ends_at is null or s.ends_at > ${now}) and c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function noteSecretUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('identity.scim_secret').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** People whom a connection looks after, by their numbers. */
export async function listManagedPeople(trx: Trx, { number }: OfConnection): Promise<number[]> {
  const rows = await trx
    .selectFrom('identity.scim_user')
    .select('user_id')
    .where('connection_number', '=', number)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The same of groups. */
export async function listManagedGroups(trx: Trx, { number }: OfConnection): Promise<number[]> {
  const rows = await trx
    .selectFrom('identity.scim_group')
    .select('group_id')
    .where('connection_number', '=', number)
    .orderBy('group_id')
    .execute();
  return rows.map(({ group_id }) => group_id);
}
