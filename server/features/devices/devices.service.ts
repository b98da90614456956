import {
  rotateDeviceKey,
  insertDevice,
  locationIsVisible,
  lockDevice,
  updateDevice,
  type StoredDevice,
} from '../../domain/places';
import type { DeviceEdit, NewDevice } from '../../domain/places/devices.contract';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { dropRelease, findRelease } from './release.store';

export const deviceActions = defineActions('device', {
  create: {},
  change: {},
  newKey: { severity: 'warning' },
  /** By which a tablet becomes the device. */
  makeCode: { severity: 'warning' },
  enrol: { severity: 'warning' },
  revokeKey: { severity: 'warning' },
  command: {},
  withdrawCommand: {},
  settings: {},
  openCase: {},
  closeCase: {},
  swap: { severity: 'warning' },
  release: { severity: 'warning' },
  claim: { severity: 'warning' },
});

/**
 * @returns the new device's id; it can send nothing before it has a key
 * @throws 422 unknownLocation, serialTaken
 */
export function createDevice(acting: Acting, fields: NewDevice): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const deviceId = await addDevice(trx, acting, fields);
    await acting.touch(trx);
    return deviceId;
  });
}

/** The same within the transaction of a use case, which touches by itself. */
export async function addDevice(trx: Trx, acting: Acting, fields: NewDevice): Promise<number> {
  await checkLocation(trx, acting, fields.locationId);
  const deviceId = await insertDevice(trx, acting.scope.organisationId, { fields, now: acting.now });
  if (deviceId === undefined)
    throw fail.unprocessable('devices.serialTaken', { fields: [{ field: 'serial', code: 'devices.serialTaken' }] });
  await acting.audit(trx, { action: deviceActions.create, entity: 'device', entityId: deviceId, after: fields });
  return deviceId;
}

interface DeviceChange {
  deviceId: number;
  fields: DeviceEdit;
}

/** @throws 404 unknownDevice, 409 claimed, 422 unknownLocation */
export async function changeDevice(acting: Acting, change: DeviceChange): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    await editDevice(trx, acting, change);
    await acting.touch(trx);
  });
}

/** The same within the transaction of a use case, which touches by itself. */
export async function editDevice(trx: Trx, acting: Acting, { deviceId, fields }: DeviceChange): Promise<void> {
  const before = await lockedDevice(trx, acting, deviceId);
  if (fields.deviceStatus === 'A' && before.status === 'I') await withdrawRelease(trx, acting, deviceId);
  if (fields.locationId !== before.locationId) await checkLocation(trx, acting, fields.locationId);
  await updateDevice(trx, acting.scope.organisationId, { deviceId, fields });
  await acting.audit(trx, {
    action: deviceActions.change,
    entity: 'device',
    entityId: deviceId,
    before,
    after: fields,
  });
}

/**
 * Gives the device a new key; the old one opens nothing from here on. The key is in no log and in no audit row.
 * @throws 404 unknownDevice, 409 retired
 */
export function giveKey(acting: Acting, deviceId: number): Promise<string> {
  return acting.db.transaction().execute(async (trx) => {
    const device = await lockedDevice(trx, acting, deviceId);
    if (device.status === 'I') throw fail.conflict('devices.retired');
    const key = await rotateDeviceKey(trx, { organisationId: acting.scope.organisationId, deviceId });
    await acting.audit(trx, { action: deviceActions.newKey, entity: 'device', entityId: deviceId });
    await acting.touch(trx);
    return key;
  });
}

/** What was given away comes back by a claim alone. @throws 409 claimed */
async function withdrawRelease(trx: Trx, { scope }: Acting, deviceId: number): Promise<void> {
  const of = { organisationId: scope.organisationId, deviceId };
  if ((await findRelease(trx, of))?.claimedAt) throw fail.conflict('devices.claimed');
  await dropRelease(trx, of);
}

/** @throws Failure 404 unknownDevice */
export async function lockedDevice(trx: Trx, acting: Acting, deviceId: number): Promise<StoredDevice> {
  const device = await lockDevice(trx, acting.scope, deviceId);
  if (!device) throw fail.notFound('devices.unknownDevice');
  return device;
}

/** Somebody who sees only some locations may put a device nowhere else. */
export async function checkLocation(trx: Trx, { scope }: Acting, locationId: number | null): Promise<void> {
  const known = locationId === null ? seesAll(scope) : await locationIsVisible(trx, scope, locationId);
  if (!known)
    throw fail.unprocessable('devices.unknownLocation', {
      fields: [{ field: 'locationId', code: 'devices.unknownLocation' }],
    });
}
