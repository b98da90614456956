import { addDays } from 'date-fns';
import { insertDevice, updateDevice } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { checkLocation, deviceActions, lockedDevice } from './devices.service';
import { codeDigest, newCode } from './enrolment-codes';
import { codeShown, readCode, releaseDays } from './fleet.rules';
import { dropEnrolment } from './fleet.store';
import { dropRelease, findReleased, findRelease, putRelease, takeRelease } from './release.store';

/**
 * Gives a device away: it is retired here, its key opens nothing any more, and its history stays.
 * @returns the code by which another organization makes it its own, as it is read aloud; only its hash is kept
 * @throws Failure 404 unknownDevice, 409 claimed
 */
export function releaseDevice(acting: ActingPersonally, { deviceId }: { deviceId: number }): Promise<string> {
  const { now, actor } = acting;
  const of = { organisationId: acting.scope.organisationId, deviceId };
  return acting.db.transaction().execute(async (trx) => {
    const { serial, name: deviceName, locationId } = await lockedDevice(trx, acting, deviceId);
    if ((await findRelease(trx, of))?.claimedAt) throw fail.conflict('devices.claimed');
    const code = newCode();
    const expiresAt = addDays(now, releaseDays);
    await updateDevice(trx, of.organisationId, { deviceId, fields: { deviceName, locationId, deviceStatus: 'I' } });
    await dropEnrolment(trx, of);
    await putRelease(trx, of, { codeHash: codeDigest(code), serial, releasedBy: actor.userId, now, expiresAt });
    await acting.audit(trx, {
      action: deviceActions.release,
      entity: 'device',
      entityId: deviceId,
      after: { expiresAt: expiresAt.toISOString() },
    });
    await acting.touch(trx);
    return codeShown(code);
  });
}

interface Claim {
  code: string;
  deviceName: string;
  locationId: number | null;
}

/**
 * Makes a device that was given away one of this organization's. Of whoever had it before, nothing comes along but the serial number; it
 * can send nothing before it is enrolled here.
 * @returns the device's id: a new one, or that of before where it comes back
 * @throws Failure 422 unknownRelease, unknownLocation, serialTaken
 */
export function claimDevice(acting: ActingPersonally, { code: typed, deviceName, locationId }: Claim): Promise<number> {
  const unknown = () =>
    fail.unprocessable('devices.unknownRelease', { fields: [{ field: 'code', code: 'devices.unknownRelease' }] });
  const code = readCode(typed);
  if (code === null) throw unknown();
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await checkLocation(trx, acting, locationId);
    const serial = await takeRelease(trx, codeDigest(code), acting.now);
    if (serial === null) throw unknown();
    const fields = { serial, deviceName, locationId };
    const deviceId =
      (await insertDevice(trx, organisationId, { fields, now: acting.now })) ??
      (await findReleased(trx, organisationId, serial));
    if (deviceId === null)
      throw fail.unprocessable('devices.serialTaken', { fields: [{ field: 'code', code: 'devices.serialTaken' }] });
    const own = { organisationId, deviceId };
    await dropRelease(trx, own);
    await updateDevice(trx, organisationId, { deviceId, fields: { deviceName, locationId, deviceStatus: 'A' } });
    await acting.audit(trx, { action: deviceActions.claim, entity: 'device', entityId: deviceId, after: fields });
    await acting.touch(trx);
    return deviceId;
  });
}
