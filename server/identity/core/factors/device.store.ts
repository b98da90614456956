import type { Db, Trx } from '../../../platform/db/database';
import type { DeviceType, Transport } from '../../policies/mfa/device-types.rules';
import type { HeldFactors } from '../../policies/mfa/factor.rules';
import type { Credential } from '../passkeys/passkey.rules';

const bytesOf = (credentialId: string) => Buffer.from(credentialId, 'base64url');

/** The devices that somebody proves themselves with beside their first proof. */
export async function listDevices(db: Db | Trx, userId: number): Promise<HeldFactors['devices']> {
  const rows = await db
    .selectFrom('identity.webauthn_factor')
    .select(['id', 'device_type', 'name'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, device_type, name }) => ({ id, deviceType: device_type as DeviceType, name }));
}

/** As its owner knows one again. */
export interface OwnDevice {
  id: string;
  deviceType: DeviceType;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export async function listOwnDevices(db: Db | Trx, userId: number): Promise<OwnDevice[]> {
  const rows = await db
    .selectFrom('identity.webauthn_factor')
    .select(['id', 'device_type', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, device_type, name, created_at, last_used_at }) => ({
    id,
    deviceType: device_type as DeviceType,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/** @returns the name of before; null where the person has no such device */
export async function renameDevice(
  trx: Trx,
  { userId, id, name }: { userId: number; id: string; name: string },
): Promise<string | null> {
  const before = await trx
    .selectFrom('identity.webauthn_factor')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  await trx.updateTable('identity.webauthn_factor').set({ name }).where('id', '=', id).execute();
  return before.name;
}

/** What browsers need to find them: one, or all of the person's. */
export async function listDeviceCredentials(db: Db | Trx, userId: number, deviceId?: string): Promise<Credential[]> {
  const rows = await db
    .selectFrom('identity.webauthn_factor')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .$if(deviceId !== undefined, (query) => query.where('id', '=', deviceId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports as Transport[],
  }));
}

export interface NewDevice {
  userId: number;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  deviceType: DeviceType;
  transports: Transport[];
  name: string;
  now: Date;
}

/** @returns false where the credential is known already, whoever's it is */
export async function addDevice(
  trx: Trx,
  { userId, credentialId, publicKey, counter, deviceType, transports, name, now }: NewDevice,
): Promise<boolean> {
  const row = await trx
    .insertInto('identity.webauthn_factor')
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
  return row !== undefined;
}

export interface KeptDevice {
  id: string;
  publicKey: Buffer;
  counter: number;
}

/** null: none of theirs has this credential. */
export async function findDevice(
  trx: Trx,
  { userId, credentialId }: { userId: number; credentialId: string },
): Promise<KeptDevice | null> {
  const row = await trx
    .selectFrom('identity.webauthn_factor')
    .select(['id', 'public_key as publicKey', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', bytesOf(credentialId))
    .executeTakeFirst();
  return row ?? null;
}

/** The account's row is locked: no other use comes between. */
export async function noteDeviceUse(
  trx: Trx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  await trx.updateTable('identity.webauthn_factor').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}
