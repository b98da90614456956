import { subSeconds } from 'date-fns';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
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

/** Weighings have come in from it. */
export async function markDeviceEvents(
  trx: Trx,
  organisationId: number,
  { deviceId, now }: { deviceId: number; now: Date },
): Promise<void> {
  await sql`
    update device set last_seen_at = greatest(last_seen_at, ${now}), last_event_at = greatest(last_event_at, ${now})
    where organisation_id = ${organisationId} and id = ${deviceId}
      and (last_event_at is null or last_event_at < ${subSeconds(now, seenEverySeconds)})`.execute(trx);
}

/** Devices that said something, at once; each is only moved on. */
export async function markDevicesSeen(
  trx: Trx,
  seen: readonly { organisationId: number; deviceId: number; at: Date }[],
): Promise<void> {
  await sql`
    update device d set last_seen_at = s.at
    from unnest(${seen.map((one) => one.organisationId)}::bigint[], ${seen.map((one) => one.deviceId)}::bigint[], ${seen.map((one) => one.at)}::timestamptz[]) as s (organisation_id, device_id, at)
    where d.organisation_id = s.organisation_id and d.id = s.device_id and (d.last_seen_at is null or d.last_seen_at < s.at)`.execute(
    trx,
  );
}

export interface PlacedDevice extends StoredDevice {
  organizationName: string;
  siteName: string | null;
  locationName: string | null;
  /** Of its site; null where it stands nowhere. */
  timeZone: string | null;
  hasKey: boolean;
  lastSeenAt: Date | null;
  lastEventAt: Date | null;
  createdAt: Date;
}

/** The devices that somebody sees, by name; one that stands nowhere is seen only by whoever sees the whole organization. */
export async function listPlacedDevices(
  db: Db | Trx,
  scope: Scope,
  { deviceId }: { deviceId?: number } = {},
): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    select d.id, o.name as "organizationName", d.serial, d.name, d.location_id as "locationId", d.status, s.name as "siteName", l.name as "locationName", s.time_zone as "timeZone",
      d.key_hash is not null as "hasKey", d.last_seen_at as "lastSeenAt", d.last_event_at as "lastEventAt", d.created_at as "createdAt"
    from device d
    join organisation_directory o on o.id = d.organisation_id
    left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    left join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where d.organisation_id = ${scope.organisationId} and (${seesAll(scope)} or (l.id is not null and ${visibleLocations(scope)}))
      and (${deviceId ?? null}::bigint is null or d.id = ${deviceId ?? null})
    order by lower(d.name), d.id`.execute(db);
  return rows;
}

/** Takes its key away at once: it can send nothing more before it is enrolled again. */
export async function takeDeviceKey(trx: Trx, organisationId: number, deviceId: number): Promise<void> {
  await trx
    .updateTable('device')
    .set({ key_hash: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deviceId)
    .execute();
}
