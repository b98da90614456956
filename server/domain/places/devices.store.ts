import { subSeconds } from 'date-fns';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { DeviceEdit, NewDevice } from './devices.contract';
import { visibleLocations } from './scope';

export interface StoredDevice {
  id: number;
  serial: string;
  name: string;
  locationId: number | null;
  status: 'A' | 'I';
}

/** The device, locked; one that stands nowhere is seen only by whoever sees the whole organisation. */
export async function lockDevice(trx: Trx, scope: Scope, deviceId: number): Promise<StoredDevice | undefined> {
  const { rows } = await sql<StoredDevice>`
    select d.id, d.serial, d.name, d.location_id as "locationId", d.status from device d
    where d.organisation_id = ${scope.organisationId} and d.id = ${deviceId} and (${seesAll(scope)} or d.location_id in (
      select l.id from location l where ${visibleLocations(scope)}))
    for update of d`.execute(trx);
  return rows[0];
}

export async function locationIsVisible(trx: Trx, scope: Scope, locationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from location l where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(trx);
  return rows.length > 0;
}

/** @returns undefined where the organisation has a device of this serial number already */
export async function insertDevice(
  trx: Trx,
  organisationId: number,
  { fields, now }: { fields: NewDevice; now: Date },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('device')
    .values({
      organisation_id: organisationId,
      serial: fields.serial,
      name: fields.deviceName,
      location_id: fields.locationId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'serial']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Retired, the device loses its key for good. */
export async function updateDevice(
  trx: Trx,
  organisationId: number,
  { deviceId, fields }: { deviceId: number; fields: DeviceEdit },
): Promise<void> {
  await trx
    .updateTable('device')
    .set({
      name: fields.deviceName,
      location_id: fields.locationId,
      status: fields.deviceStatus,
      ...(fields.deviceStatus === 'I' ? { key_hash: null } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deviceId)
    .execute();
}

/** People read minutes. Written at every batch, the row would make the batches of a device wait for each other. */
const seenEverySeconds = 10;

export async function markDeviceSeen(
  trx: Trx,
  organisationId: number,
  { deviceId, now }: { deviceId: number; now: Date },
): Promise<void> {
  await sql`
    update device set last_seen_at = ${now}
    where organisation_id = ${organisationId} and id = ${deviceId}
      and (last_seen_at is null or last_seen_at < ${subSeconds(now, seenEverySeconds)})`.execute(trx);
}
