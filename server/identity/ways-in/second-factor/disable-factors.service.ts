import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import {
  deleteDevice,
  deleteFactors,
  forgetEmailAsFactor,
  forgetProofs,
  listFactors,
} from '../../core/factors/factor.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { endOtherSessions } from '../../core/sessions/session.store';
import { factorActions } from '../../identity.audit';
import { holdsAny } from '../../policies/mfa/factor.rules';
import { assertSms } from '../../policies/mfa/strategies';
import { askToSign, takeSigned, type DeviceQuestion, type SignOptions, type SignedByDevice } from './device-ceremony';
import { assertFresh, flowOf, tried, type Owner, type OwnDependencies } from './own-factors.service';
import { takeCodeOrRecovery } from './proof';
import { noteRecoveryUse } from './recovery-codes.service';
import { codesPerAccount, sendCode } from './send-code';

/** By a code of an authenticator or a recovery code; without one, a second proof must be fresh. */
const proven =
  ({ acting, sessionId }: Owner, code: string | undefined, { tokens }: Pick<OwnDependencies, 'tokens'>) =>
  async (trx: Trx): Promise<boolean> => {
    const {
      actor: { userId },
      now,
    } = acting;
    if (code !== undefined) {
      const taken = await takeCodeOrRecovery(trx, code, { userId, secrets: tokens.secrets, now });
      if (taken === 'recovery') await noteRecoveryUse(trx, { ...acting, userId });
      return taken !== null;
    }
    await assertFresh(trx, { sessionId, now });
    return true;
  };

/** Switches every factor off. @throws Failure 400 for a wrong code, 403 without one that is fresh, 429 */
export async function disableAll(
  owner: Owner,
  code: string | undefined,
  means: Pick<OwnDependencies, 'tokens'>,
): Promise<void> {
  const {
    acting: {
      actor: { userId },
    },
  } = owner;
  await tried(owner, async (trx) => {
    if (!(await proven(owner, code, means)(trx))) return null;
    await deleteFactors(trx, userId);
    return after(trx, owner, { kind: 'all' });
  });
}

/** @throws Failure 404 for an authenticator that is none of theirs; as `disableAll` */
export async function disableAuthenticator(
  owner: Owner,
  { deviceId, code }: { deviceId: string; code: string | undefined },
  means: Pick<OwnDependencies, 'tokens'>,
): Promise<void> {
  const {
    acting: {
      actor: { userId },
    },
  } = owner;
  await tried(owner, async (trx) => {
    if (!(await listFactors(trx, userId)).authenticators.some(({ id }) => id === deviceId))
      throw fail.notFound('identity.unknownFactor');
    if (!(await proven(owner, code, means)(trx))) return null;
    await deleteDevice(trx, 'identity.authenticator', { userId, id: deviceId });
    return after(trx, owner, { kind: 'authenticator', deviceId });
  });
}

/** Sends the code by which a phone is switched off to that phone. @throws Failure 404 for one that is none of theirs, 429 */
export async function beginDisablePhone(
  {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  }: Owner,
  deviceId: string,
  { rateLimits, config, outbox }: OwnDependencies,
): Promise<{ otcToken: string; phoneNumber: string }> {
  const device = (await listFactors(db, userId)).phones.find(({ id }) => id === deviceId);
  if (!device) throw fail.notFound('identity.unknownFactor');
  assertSms(config);
  await rateLimits.take(codesPerAccount, String(userId));
  const otcToken = await db.transaction().execute((trx) =>
    sendCode(trx, outbox, {
      userId,
      purpose: 'disablePhone',
      flow: flowOf(sessionId),
      now,
      target: device.id,
      phone: device.phone,
    }),
  );
  return { otcToken, phoneNumber: device.phone };
}

interface PhoneOff {
  deviceId: string;
  otcToken: string | undefined;
  code: string | undefined;
}

/** @throws Failure 404 for a phone that is none of theirs; as `disableAll` */
export async function disablePhone(owner: Owner, { deviceId, otcToken, code }: PhoneOff): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  } = owner;
  await tried(owner, async (trx) => {
    if (!(await listFactors(trx, userId)).phones.some(({ id }) => id === deviceId))
      throw fail.notFound('identity.unknownFactor');
    if (otcToken === undefined || code === undefined) await assertFresh(trx, { sessionId, now });
    else if (
      (await takeCode(trx, { userId, purpose: 'disablePhone', flow: flowOf(sessionId), now, otcToken, code })) !==
      deviceId
    )
      return null;
    await deleteDevice(trx, 'identity.phone_factor', { userId, id: deviceId });
    return after(trx, owner, { kind: 'phone', deviceId });
  });
}

/** What a browser asks the device to sign that is to be switched off. @throws Failure 404 for one that is none of theirs */
export async function beginDisableDevice(
  {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  }: Owner,
  deviceId: string,
  { config }: Pick<OwnDependencies, 'config'>,
): Promise<DeviceQuestion<SignOptions>> {
  await assertDevice(db, userId, deviceId);
  return db
    .transaction()
    .execute((trx) =>
      askToSign(trx, deviceId, { userId, flow: flowOf(sessionId), now, purpose: 'disableDevice', config }),
    );
}

/** @param signed null: a second proof must be fresh. @throws Failure 404 for a device that is none of theirs; as `disableAll` */
export async function disableDevice(
  owner: Owner,
  { deviceId, signed }: { deviceId: string; signed: SignedByDevice | null },
  { config }: Pick<OwnDependencies, 'config'>,
): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
      audit,
    },
    sessionId,
  } = owner;
  await tried(
    owner,
    async (trx) => {
      await assertDevice(trx, userId, deviceId);
      const noteCopy = (inTrx: Trx, copied: string) =>
        audit(inTrx, { action: factorActions.copy, entity: 'user', entityId: userId, after: { deviceId: copied } });
      if (signed === null) await assertFresh(trx, { sessionId, now });
      else if (
        !(await takeSigned(trx, signed, {
          userId,
          flow: flowOf(sessionId),
          now,
          purpose: 'disableDevice',
          config,
          noteCopy,
        }))
      )
        return null;
      await deleteDevice(trx, 'identity.webauthn_factor', { userId, id: deviceId });
      return after(trx, owner, { kind: 'device', deviceId });
    },
    'webauthn.refused',
  );
}

async function assertDevice(db: Db | Trx, userId: number, deviceId: string): Promise<void> {
  if (!(await listFactors(db, userId)).devices.some(({ id }) => id === deviceId))
    throw fail.notFound('identity.unknownFactor');
}

/** Codes by mail are asked for no more. @throws Failure 403 without a fresh proof, 404 where they are no factor */
export async function disableEmail(owner: Owner): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  } = owner;
  await tried(owner, async (trx) => {
    if ((await listFactors(trx, userId)).email === null) throw fail.notFound('identity.unknownFactor');
    await assertFresh(trx, { sessionId, now });
    await forgetEmailAsFactor(trx, userId);
    return after(trx, owner, { kind: 'email' });
  });
}

async function after(trx: Trx, { acting, sessionId }: Owner, what: Record<string, string>): Promise<true> {
  const {
    actor: { userId },
    now,
  } = acting;
  if (!holdsAny(await listFactors(trx, userId))) await deleteFactors(trx, userId);
  await forgetProofs(trx, userId, now);
  await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'second factor disabled' });
  await acting.audit(trx, { action: factorActions.disable, entity: 'user', entityId: userId, after: what });
  return true;
}
