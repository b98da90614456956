import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import type { DeviceType, Transport } from '../../policies/mfa/device-types.rules';
import { firstTenant } from '../memberships/open-tenants';
import type { Credential } from './passkey.rules';

const bytesOf = (credentialId: string) => Buffer.from(credentialId, 'base64url');

export interface Passkey {
  id: string;
  deviceType: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const view = [
  'id',
  'device_type as deviceType',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db
    .selectFrom('identity.passkey')
    .select(view)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What browsers need to find somebody's passkeys. */
export async function listCredentials(db: Db, userId: number): Promise<Credential[]> {
  const rows = await db
    .selectFrom('identity.passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports as Transport[],
  }));
}

export interface NewPasskey {
  userId: number;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  deviceType: DeviceType;
  transports: Transport[];
  name: string;
  now: Date;
}

/** @returns the passkey's id; null where the credential is known already, whoever's it is */
export async function addPasskey(
  trx: Trx,
  { userId, credentialId, publicKey, counter, deviceType, transports, name, now }: NewPasskey,
): Promise<string | null> {
  const row = await trx
    .insertInto('identity.passkey')
    .values({
      user_id: userId,
      credential_id: bytesOf(credentialId),
      public_key: Buffer.from(publicKey),
      counter,
      device_type: deviceType,
      transports,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** How many somebody has. While the transaction is open they get no other. */
export async function lockPasskeys(trx: Trx, userId: number): Promise<number> {
  await sql`select 1 from identity."user" where id = ${userId} for update`.execute(trx);
  return (await listPasskeys(trx, userId)).length;
}

/** @returns what it was; null where they have no such passkey */
export async function deletePasskey(trx: Trx, { id, userId }: { id: string; userId: number }): Promise<Passkey | null> {
  return (
    (await trx
      .deleteFrom('identity.passkey')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(view)
      .executeTakeFirst()) ?? null
  );
}

export interface OwnedPasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
  userId: number;
  userUuid: string;
  login: string;
  /** The person may sign in here: switched on, not locked, and not sent by their organization's own sign-in. */
  open: boolean;
  tenantNumber: number | null;
}

export async function findByCredential(db: Db, credentialId: string, now: Date): Promise<OwnedPasskey | null> {
  const { rows } = await sql<OwnedPasskey>`
    select p.id, p.public_key as "publicKey", p.counter, u.id as "userId", u.uuid as "userUuid", u.login,
      u.status = 'A' and not u.sso_user and (u.locked_until is null or u.locked_until <= ${now}) as open, ${firstTenant(now)} as "tenantNumber"
    from identity.passkey p join identity."user" u on u.id = p.user_id where p.credential_id = ${bytesOf(credentialId)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Notes a use. @returns false where the counter went back, or another use came first */
export async function notePasskeyUse(
  trx: Trx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const noted = await trx
    .updateTable('identity.passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

interface Asked {
  login: string | undefined;
  userId: string | undefined;
}

/** Whoever is called so, switched on or not. */
export async function findAsked(db: Db, { login, userId }: Asked): Promise<{ id: number; uuid: string } | null> {
  const called =
    login === undefined
      ? sql`u.uuid = ${userId ?? null}`
      : sql`lower(u.login) = any(${spellingsOf(login)}::text[]) or lower(u.email) = any(${spellingsOf(login)}::text[])`;
  const { rows } = await sql<{ id: number; uuid: string }>`
    select u.id, u.uuid from identity."user" u where ${called} order by lower(u.login) = any(${spellingsOf(login ?? '')}::text[]) desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
