import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../platform/db/database';
import type { DeviceActor } from '../../platform/http/principals';

const digest = (key: string) => createHash('sha256').update(key).digest();

/** The device that a bearer key belongs to; null for an unknown or retired one, and for one of a suspended organisation. */
export async function authenticateDevice(db: Db, key: string): Promise<DeviceActor | null> {
  const device = await db
    .selectFrom('device')
    .innerJoin('organisation_directory as o', 'o.id', 'device.organisation_id')
    .select(['device.organisation_id', 'device.id', 'device.location_id'])
    .where('device.key_hash', '=', digest(key))
    .where('device.status', '=', 'A')
    .where('o.status', '=', 'ACTIVE')
    .executeTakeFirst();
  return device
    ? { organisationId: device.organisation_id, deviceId: device.id, locationId: device.location_id }
    : null;
}

/** Gives a device a new key and forgets the old one. The key is shown once; only its hash is kept. */
export async function rotateDeviceKey(trx: Trx, device: { organisationId: number; deviceId: number }): Promise<string> {
  const key = `tare_${randomBytes(32).toString('base64url')}`;
  await trx
    .updateTable('device')
    .set({ key_hash: digest(key) })
    .where('organisation_id', '=', device.organisationId)
    .where('id', '=', device.deviceId)
    .execute();
  return key;
}
