import { randomUUID } from 'node:crypto';
import { forgetProofs } from '../../core/factors/factor.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { endOtherSessions } from '../../core/sessions/session.store';
import { userActions } from '../../identity.audit';
import { maskedPhone } from '../../policies/mfa/factor.rules';
import { assertSms } from '../../policies/mfa/strategies';
import { assertMayEnrol, flowOf, tried, type Owner, type OwnDependencies } from '../second-factor/own-factors.service';
import { codesPerAccount, sendCode } from '../second-factor/send-code';
import { endPhoneSecrets, replacePhoneNumbers } from './phone-secret.store';
import { tellOfPhoneJob } from './phone-told.job';

/**
 * Texts a code to the number that is to be somebody's from now on.
 * @returns what is given back with the code
 * @throws Failure 403 without a proof of the last five minutes, 409 where texts would only wait, 429 after too many codes
 */
export async function beginPhoneChange(
  owner: Owner,
  phone: string,
  { rateLimits, config, outbox }: OwnDependencies,
): Promise<string> {
  const {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  } = owner;
  assertSms(config);
  await assertMayEnrol(db, owner);
  await rateLimits.take(codesPerAccount, String(userId));
  return db
    .transaction()
    .execute((trx) =>
      sendCode(trx, outbox, { userId, purpose: 'changePhone', flow: flowOf(sessionId), now, target: phone, phone }),
    );
}

/** Puts the number in the place of all that they had, by the code that was sent to it. @throws Failure 400 for a wrong code, 403, 429 */
export async function confirmPhoneChange(owner: Owner, given: { otcToken: string; code: string }): Promise<void> {
  const { acting, sessionId } = owner;
  const {
    actor: { userId },
    jobs,
    now,
  } = acting;
  await tried(owner, async (trx) => {
    await assertMayEnrol(trx, owner);
    const phone = await takeCode(trx, { userId, purpose: 'changePhone', flow: flowOf(sessionId), now, ...given });
    if (phone === null) return null;
    await replacePhoneNumbers(trx, { userId, phone, now });
    await endPhoneSecrets(trx, userId, now);
    await forgetProofs(trx, userId, now);
    await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'phone number changed' });
    await jobs.send(trx, tellOfPhoneJob, {
      userId,
      changeId: randomUUID(),
      masked: maskedPhone(phone),
      at: now.toISOString(),
    });
    await acting.audit(trx, {
      action: userActions.changePhone,
      entity: 'user',
      entityId: userId,
      after: { by: 'session' },
    });
    return true;
  });
}
