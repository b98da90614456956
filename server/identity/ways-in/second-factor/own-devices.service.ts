import { fail } from '../../../platform/errors';
import { renameDevice } from '../../core/factors/device.store';
import { factorActions } from '../../identity.audit';
import { askToEnrol, takeMade, type DeviceQuestion, type MakeOptions, type MadeDevice } from './device-ceremony';
import { assertMayEnrol, enrol, flowOf, type OwnDependencies, type Owner } from './own-factors.service';

/** Begins to enrol a security key or this machine. @throws Failure 403 without a fresh proof, 409 where no such factor may be enrolled */
export async function beginDevice(
  owner: Owner,
  { config }: Pick<OwnDependencies, 'config'>,
): Promise<DeviceQuestion<MakeOptions>> {
  const {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  } = owner;
  await assertMayEnrol(db, owner);
  return db.transaction().execute((trx) => askToEnrol(trx, { userId, flow: flowOf(sessionId), now, config }));
}

/**
 * Enrols what an authenticator made, in the session that began it.
 * @returns the recovery codes, where the person had none
 * @throws Failure 400 for an answer that does not hold, 403 without a fresh proof, 409, 429
 */
export function confirmDevice(
  owner: Owner,
  given: MadeDevice,
  { config }: Pick<OwnDependencies, 'config'>,
): Promise<string[] | null> {
  const {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  } = owner;
  return enrol(owner, 'device', (trx) => takeMade(trx, given, { userId, flow: flowOf(sessionId), now, config }));
}

/** Gives a device another name, which changes nothing of how its owner signs in. @throws Failure 404 for a device that is none of theirs */
export async function nameDevice(
  {
    acting: {
      actor: { userId },
      db,
      audit,
    },
  }: Owner,
  { deviceId, name }: { deviceId: string; name: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await renameDevice(trx, { userId, id: deviceId, name });
    if (before === null) throw fail.notFound('identity.unknownFactor');
    await audit(trx, {
      action: factorActions.rename,
      entity: 'user',
      entityId: userId,
      before: { deviceId, name: before },
      after: { deviceId, name },
    });
  });
}
