import { addMinutes } from 'date-fns';
import {
  insertDevice,
  listPlacedDevices,
  rotateDeviceKey,
  takeDeviceKey,
  updateDevice,
  type StoredDevice,
} from '../../domain/places';
import { handOverProfile } from '../../domain/tracker-profiles';
import type { Acting, ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Visitor } from '../../platform/visitor';
import { deviceActions, lockedDevice } from './devices.service';
import { codeDigest, newCode } from './enrolment-codes';
import type { DeviceSettings } from './fleet.contract';
import { codeMinutes, codeShown, readCode, type CommandKind } from './fleet.rules';
import {
  closeCase,
  dropEnrolment,
  endCommand,
  findSetting,
  insertCase,
  insertCommand,
  isInReplacement,
  putEnrolment,
  putReplacement,
  putSetting,
  takeEnrolment,
} from './fleet.store';

interface OfDevice {
  deviceId: number;
}

/** In one transaction with the device locked. @throws Failure 404 unknownDevice */
function withDevice<Answer>(
  acting: ActingPersonally,
  { deviceId }: OfDevice,
  work: (trx: Trx, device: StoredDevice) => Promise<Answer>,
): Promise<Answer> {
  return acting.db.transaction().execute(async (trx) => {
    const answer = await work(trx, await lockedDevice(trx, acting, deviceId));
    await acting.touch(trx);
    return answer;
  });
}

const keyOf = ({ scope }: Acting, { deviceId }: OfDevice) => ({ organisationId: scope.organisationId, deviceId });

/** @throws Failure 409 retired */
function checkInUse({ status }: StoredDevice): void {
  if (status === 'I') throw fail.conflict('devices.retired');
}

/**
 * Makes the code by which a tablet becomes this device; the one of before opens nothing any more. Only its hash is kept.
 * @returns the code as it is read aloud
 * @throws Failure 404 unknownDevice, 409 retired
 */
export function makeCode(acting: ActingPersonally, of: OfDevice): Promise<string> {
  return withDevice(acting, of, async (trx, device) => {
    checkInUse(device);
    const code = newCode();
    const { now } = acting;
    const expiresAt = addMinutes(now, codeMinutes);
    await putEnrolment(trx, keyOf(acting, of), {
      codeHash: codeDigest(code),
      madeBy: acting.actor.userId,
      now,
      expiresAt,
    });
    await acting.audit(trx, {
      action: deviceActions.makeCode,
      entity: 'device',
      entityId: of.deviceId,
      after: { expiresAt: expiresAt.toISOString() },
    });
    return codeShown(code);
  });
}

export interface EnrolledDevice {
  key: string;
  organisationId: number;
  deviceId: number;
  deviceName: string;
  organizationName: string;
  locationName: string | null;
}

/**
 * A tablet becomes the device that a code was made for: the key of before opens nothing any more, and the code is used up.
 * @throws Failure 422 unknownCode for a code that there is not, that was used, or that has expired
 */
export function enrol(
  { db, now, audit }: Pick<Visitor, 'db' | 'now' | 'audit'>,
  typed: string,
): Promise<EnrolledDevice> {
  const refused = () =>
    fail.unprocessable('devices.unknownCode', { fields: [{ field: 'code', code: 'devices.unknownCode' }] });
  const code = readCode(typed);
  if (code === null) throw refused();
  return db.transaction().execute(async (trx) => {
    const taken = await takeEnrolment(trx, codeDigest(code), now);
    if (!taken) throw refused();
    const [device] = await listPlacedDevices(trx, { organisationId: taken.organisationId, restriction: null }, taken);
    if (device?.status !== 'A') throw refused();
    const key = await rotateDeviceKey(trx, taken);
    await audit(trx, {
      action: deviceActions.enrol,
      entity: 'device',
      entityId: taken.deviceId,
      organisationId: taken.organisationId,
    });
    const { id: deviceId, name: deviceName, organizationName, locationName } = device;
    return { key, organisationId: taken.organisationId, deviceId, deviceName, organizationName, locationName };
  });
}

/** What it has is worth nothing from here on, nor is a code that waits. @throws Failure 404 unknownDevice */
export function revokeKey(acting: ActingPersonally, of: OfDevice): Promise<void> {
  return withDevice(acting, of, async (trx) => {
    await takeDeviceKey(trx, acting.scope.organisationId, of.deviceId);
    await dropEnrolment(trx, keyOf(acting, of));
    await acting.audit(trx, { action: deviceActions.revokeKey, entity: 'device', entityId: of.deviceId });
  });
}

/** @throws Failure 404 unknownDevice, 409 retired */
export function askCommand(acting: ActingPersonally, { kind, ...of }: OfDevice & { kind: CommandKind }): Promise<void> {
  return withDevice(acting, of, async (trx, device) => {
    checkInUse(device);
    const { now } = acting;
    const commandId = await insertCommand(trx, keyOf(acting, of), { kind, askedBy: acting.actor.userId, now });
    await acting.audit(trx, {
      action: deviceActions.command,
      entity: 'device',
      entityId: of.deviceId,
      after: { commandId, kind },
    });
  });
}

/** @throws Failure 404 unknownDevice, 409 commandEnded */
export function withdrawCommand(
  acting: ActingPersonally,
  { commandId, ...of }: OfDevice & { commandId: number },
): Promise<void> {
  return withDevice(acting, of, async (trx) => {
    if (!(await endCommand(trx, keyOf(acting, of), { commandId, state: 'withdrawn', now: acting.now })))
      throw fail.conflict('devices.commandEnded');
    await acting.audit(trx, {
      action: deviceActions.withdrawCommand,
      entity: 'device',
      entityId: of.deviceId,
      after: { commandId },
    });
  });
}

/** What a device says of a command; said again, it changes nothing. @throws Failure 404 unknownCommand */
export async function answerCommand(
  acting: Acting,
  { deviceId, commandId, done, answer }: OfDevice & { commandId: number; done: boolean; answer?: string | undefined },
): Promise<void> {
  const state = done ? 'done' : 'failed';
  const ended = await acting.db.transaction().execute((trx) =>
    endCommand(trx, keyOf(acting, { deviceId }), {
      commandId,
      state,
      now: acting.now,
      ...(answer === undefined ? {} : { answer }),
    }),
  );
  if (!ended) throw fail.notFound('devices.unknownCommand');
}

/** @throws Failure 404 unknownDevice, 409 retired */
export function changeSettings(
  acting: ActingPersonally,
  { channel, settings, ...of }: OfDevice & { channel: 'stable' | 'beta'; settings: DeviceSettings },
): Promise<void> {
  return withDevice(acting, of, async (trx, device) => {
    checkInUse(device);
    const key = keyOf(acting, of);
    const before = await findSetting(trx, key);
    await putSetting(trx, key, { channel, settings, now: acting.now });
    await acting.audit(trx, {
      action: deviceActions.settings,
      entity: 'device',
      entityId: of.deviceId,
      before: before && { channel: before.channel, ...before.settings },
      after: { channel, ...settings },
    });
  });
}

export function openCase(acting: ActingPersonally, { note, ...of }: OfDevice & { note: string }): Promise<void> {
  return withDevice(acting, of, async (trx) => {
    const { now } = acting;
    const caseId = await insertCase(trx, keyOf(acting, of), { note, openedBy: acting.actor.userId, now });
    await acting.audit(trx, {
      action: deviceActions.openCase,
      entity: 'device',
      entityId: of.deviceId,
      after: { caseId, note },
    });
  });
}

/** @throws Failure 404 unknownDevice, 409 caseClosed */
export function settleCase(
  acting: ActingPersonally,
  { caseId, resolution, ...of }: OfDevice & { caseId: number; resolution: string },
): Promise<void> {
  return withDevice(acting, of, async (trx) => {
    const closing = { caseId, resolution, closedBy: acting.actor.userId, now: acting.now };
    if (!(await closeCase(trx, keyOf(acting, of), closing))) throw fail.conflict('devices.caseClosed');
    await acting.audit(trx, {
      action: deviceActions.closeCase,
      entity: 'device',
      entityId: of.deviceId,
      after: { caseId, resolution },
    });
  });
}

/**
 * Puts another device in the place of this one: it has its name, place and settings; this one is retired, and its events stay its own.
 * @returns the new device's id, which can send nothing before it is enrolled
 * @throws Failure 404 unknownDevice, 409 retired, replacedBefore, 422 serialTaken
 */
export function swapDevice(
  acting: ActingPersonally,
  { serial, ...of }: OfDevice & { serial: string },
): Promise<number> {
  return withDevice(acting, of, async (trx, device) => {
    checkInUse(device);
    const { name: deviceName, locationId } = device;
    const fields = { serial, deviceName, locationId };
    const deviceId = await insertDevice(trx, acting.scope.organisationId, { fields, now: acting.now });
    if (deviceId === undefined)
      throw fail.unprocessable('devices.serialTaken', { fields: [{ field: 'serial', code: 'devices.serialTaken' }] });
    await takePlace(trx, acting, { deviceId, serial, replaced: device });
    return deviceId;
  });
}

interface Succession {
  deviceId: number;
  serial: string;
  /** Locked. */
  replaced: StoredDevice;
}

async function takePlace(trx: Trx, acting: Acting, { deviceId, serial, replaced }: Succession): Promise<void> {
  const { organisationId } = acting.scope;
  const { now } = acting;
  const { id: replaces, name: deviceName, locationId } = replaced;
  const old = { organisationId, deviceId: replaces };
  if (await isInReplacement(trx, organisationId, { deviceId, replaces })) throw fail.conflict('devices.replacedBefore');
  await updateDevice(trx, organisationId, { deviceId, fields: { deviceName, locationId, deviceStatus: 'A' } });
  await updateDevice(trx, organisationId, {
    deviceId: replaces,
    fields: { deviceName, locationId, deviceStatus: 'I' },
  });
  await dropEnrolment(trx, old);
  const setting = await findSetting(trx, old);
  if (setting) await putSetting(trx, { organisationId, deviceId }, { ...setting, now });
  await handOverProfile(trx, organisationId, { from: replaces, to: deviceId });
  await putReplacement(trx, { organisationId, deviceId }, { replaces, now });
  await acting.audit(trx, {
    action: deviceActions.swap,
    entity: 'device',
    entityId: deviceId,
    after: { serial, replaces },
  });
}

/**
 * The swap for a device that is there already, within the transaction of a use case, which touches by itself.
 * @throws Failure 404 unknownDevice, 409 retired, replacedBefore
 */
export async function replaceDevice(
  trx: Trx,
  acting: Acting,
  { deviceId, replaces }: OfDevice & { replaces: number },
): Promise<void> {
  const device = await lockedDevice(trx, acting, deviceId);
  const replaced = await lockedDevice(trx, acting, replaces);
  checkInUse(device);
  checkInUse(replaced);
  await takePlace(trx, acting, { deviceId, serial: device.serial, replaced });
}
