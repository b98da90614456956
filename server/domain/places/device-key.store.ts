import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { planKept } from '../../platform/db/kept-plans';
import type { DeviceActor } from '../../platform/http/principals';

const digest = (key: string) => createHash('sha256').update(key).digest();

/** The device that a bearer key belongs to; null for an unknown or retired one, and for one of a suspended organisation. */
export async function authenticateDevice(db: Db, key: string): Promise<DeviceActor | null> {
  // Asked by each heartbeat of each device.
  const { rows } = await sql<DeviceActor>`${planKept}
    select d.organisation_id as "organisationId", d.id as "deviceId", d.location_id as "locationId" from device d
    join organisation_directory o on o.id = d.organisation_id
    where d.key_hash = ${digest(key)} and d.status = 'A' and o.status = 'ACTIVE'`.execute(db);
  return rows[0] ?? null;
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
