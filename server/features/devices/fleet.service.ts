import { countOpenDays } from '../../domain/calendar';
import { listPlacedDevices, type PlacedDevice } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, localDateOf } from '../../platform/time';
import { usualSettings, type DeviceDetail, type FleetRow } from './fleet.contract';
import { concernsOf, isSilent, stateOf } from './fleet.rules';
import {
  countOpenCases,
  findEnrolment,
  findSetting,
  listCases,
  listCommands,
  listDays,
  listReplacements,
  listReported,
  type Reported,
} from './fleet.store';
import { findRelease, type Release } from './release.store';

/** Further back nobody looks for open days. */
const mostDaysBack = 28;

/** Full open days since the last event of those devices of which it decides the state; by device. */
async function openDaysWithout(
  db: Db,
  organisationId: number,
  { devices, reported, now }: { devices: readonly PlacedDevice[]; reported: ReadonlyMap<number, Reported>; now: Date },
): Promise<Map<number, number>> {
  const asked = devices.flatMap((device) => {
    const { id, locationId, timeZone, status, hasKey, lastEventAt, createdAt } = device;
    const silent = reported.has(id) && isSilent(device, now);
    if (status === 'I' || !hasKey || silent || locationId === null || timeZone === null) return [];
    const today = localDateOf(now, timeZone);
    const since = addDays(localDateOf(lastEventAt ?? createdAt, timeZone), 1);
    const earliest = addDays(today, -mostDaysBack);
    return [{ id, locationId, from: since > earliest ? since : earliest, to: addDays(today, -1) }];
  });
  const counts = await countOpenDays(db, organisationId, asked);
  return new Map(asked.map(({ id }, at) => [id, counts[at] ?? 0]));
}

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

function rowOf(
  device: PlacedDevice,
  {
    reported,
    openDays,
    openCases,
    now,
  }: { reported?: Reported | undefined; openDays: number | null; openCases: number; now: Date },
): FleetRow {
  const { id, name, serial, siteName, locationId, locationName, lastSeenAt, lastEventAt } = device;
  return {
    deviceId: id,
    name,
    serial,
    siteName,
    locationId,
    locationName,
    state: stateOf({ ...device, reports: reported !== undefined, openDaysWithoutEvent: openDays }, now),
    lastSeenAt: iso(lastSeenAt),
    lastEventAt: iso(lastEventAt),
    appVersion: reported?.appVersion ?? null,
    profileVersion: reported?.profileVersion ?? null,
    batteryPercent: reported?.batteryPercent ?? null,
    charging: reported?.charging ?? null,
    network: reported?.network ?? null,
    queueDepth: reported?.queueDepth ?? null,
    photoBacklog: reported?.photoBacklog ?? null,
    clockOffsetMs: reported?.clockOffsetMs ?? null,
    scaleConnected: reported?.scaleConnected ?? null,
    scaleCalibratedOn: reported?.scaleCalibratedOn ?? null,
    scaleDueOn: reported?.scaleDueOn ?? null,
    openCases,
  };
}

/** The devices that somebody sees with what is known of each, by name. */
export async function listFleet(db: Db, scope: Scope, now: Date): Promise<FleetRow[]> {
  const { organisationId } = scope;
  const devices = await listPlacedDevices(db, scope);
  const reported = await listReported(db, organisationId);
  const cases = await countOpenCases(db, organisationId);
  const openDays = await openDaysWithout(db, organisationId, { devices, reported, now });
  return devices.map((device) =>
    rowOf(device, {
      reported: reported.get(device.id),
      openDays: openDays.get(device.id) ?? null,
      openCases: cases.get(device.id) ?? 0,
      now,
    }),
  );
}

const releaseOf = (release: Release | null): DeviceDetail['release'] =>
  release && {
    releasedAt: release.releasedAt.toISOString(),
    expiresAt: release.expiresAt.toISOString(),
    claimedAt: iso(release.claimedAt),
  };

const shown = { days: 30, commands: 20, cases: 50 };

/** One of those that somebody sees. @throws Failure 404 unknownDevice */
export async function findDevice(db: Db, scope: Scope, deviceId: number): Promise<PlacedDevice> {
  const [found] = await listPlacedDevices(db, scope, { deviceId });
  if (!found) throw fail.notFound('devices.unknownDevice');
  return found;
}

/** @throws Failure 404 unknownDevice */
export async function readDevice(
  db: Db,
  scope: Scope,
  { deviceId, now }: { deviceId: number; now: Date },
): Promise<DeviceDetail> {
  const { organisationId } = scope;
  const found = await findDevice(db, scope, deviceId);
  const key = { organisationId, deviceId };
  const said = await listReported(db, organisationId, { deviceId });
  const reported = said.get(deviceId);
  const openDays =
    (await openDaysWithout(db, organisationId, { devices: [found], reported: said, now })).get(deviceId) ?? null;
  const cases = await listCases(db, key, shown.cases);
  const replacements = await listReplacements(db, key);
  const nameOf = async (other: number) =>
    (await listPlacedDevices(db, scope, { deviceId: other }))[0]?.name ?? `${other}`;
  const before = replacements.find((one) => one.deviceId === deviceId);
  const after = replacements.find((one) => one.replacesDeviceId === deviceId);
  return {
    device: rowOf(found, {
      reported,
      openDays,
      openCases: cases.filter(({ closedAt }) => closedAt === null).length,
      now,
    }),
    concerns: reported ? concernsOf(reported, localDateOf(now, found.timeZone ?? 'UTC')) : [],
    openDaysWithoutEvent: openDays,
    days: await listDays(db, key, shown.days),
    commands: await listCommands(db, key, shown.commands),
    cases,
    setting: (await findSetting(db, key)) ?? { version: 0, channel: 'stable', settings: usualSettings },
    release: releaseOf(await findRelease(db, key)),
    codeExpiresAt: iso(await findEnrolment(db, key, now)),
    replaced: before
      ? {
          deviceId: before.replacesDeviceId,
          name: await nameOf(before.replacesDeviceId),
          at: before.replacedAt.toISOString(),
        }
      : null,
    replacedBy: after
      ? { deviceId: after.deviceId, name: await nameOf(after.deviceId), at: after.replacedAt.toISOString() }
      : null,
  };
}
