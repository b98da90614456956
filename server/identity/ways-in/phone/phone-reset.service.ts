import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { forgetProofs } from '../../core/factors/factor.store';
import { endSessionsOfUser } from '../../core/sessions/session.store';
import { sessionActions, userActions } from '../../identity.audit';
import { maskedPhone } from '../../policies/mfa/factor.rules';
import type { IdentityPorts } from '../../ports';
import { digest } from '../passwordless/entry-mail';
import { findArrival, forgetTries } from '../passwordless/passwordless.store';
import { admitTry, lookAtCode, newFlow, requestPhoneCode } from './phone-codes';
import { isGood } from './phone-secret.rules';
import {
  addPhoneSecret,
  endPhoneSecret,
  endPhoneSecrets,
  findSentTo,
  lockPhoneSecret,
  replacePhoneNumbers,
} from './phone-secret.store';
import { tellOfPhoneJob } from './phone-told.job';

type Dependencies = Pick<IdentityPorts, 'config' | 'rateLimits'>;

const refused = () => fail.badRequest('identity.entryRefused');

/**
 * Has a code mailed to somebody who has lost their telephone.
 * @returns the token to be given back with it, for known and unknown addresses alike
 * @throws Failure 403 where people do not sign in by texts, 429 after too many requests
 */
export const requestPhoneReset = (visitor: Visitor, email: string, needs: Dependencies): Promise<string> =>
  requestPhoneCode(visitor, { purpose: 'RESET', askedFor: email }, needs);

/**
 * Takes the mailed code.
 * @returns the token by which the new number is set, once
 * @throws Failure 400 for a code that is not right, 403, 429 after too many wrong ones
 */
export async function verifyPhoneReset(
  visitor: Visitor,
  { token, code }: { token: string; code: string },
  needs: Dependencies,
): Promise<string> {
  await admitTry(visitor, needs);
  const { db, now } = visitor;
  const given = await db.transaction().execute(async (trx) => {
    const found = await lookAtCode(trx, 'RESET', { code, flow: token, now });
    if (!found) return noteRefusal(trx, visitor, token);
    await endPhoneSecret(trx, found.id, now);
    await forgetTries(trx, found.subjects);
    const change = newFlow();
    await addPhoneSecret(trx, {
      purpose: 'CHANGE',
      askedFor: found.askedFor,
      flowHash: digest(change),
      owner: found,
      now,
    });
    const { userId, tenantNumber } = await findSentTo(trx, digest(change), now);
    await visitor.audit(trx, {
      action: userActions.phoneResetVerify,
      entity: 'user',
      entityId: userId,
      organisationId: tenantNumber,
    });
    return change;
  });
  if (given === null) throw refused();
  return given;
}

/**
 * Puts a number in the place of all that somebody had, by the token of a code that was mailed; every session of theirs ends.
 * @throws Failure 400 for a token that is not good any more, 403, 429
 */
export async function resetPhone(
  visitor: Visitor,
  { token, phone }: { token: string; phone: string },
  needs: Dependencies,
): Promise<void> {
  await admitTry(visitor, needs);
  const { db, jobs, now } = visitor;
  const done = await db.transaction().execute(async (trx) => {
    const change = await lockPhoneSecret(trx, 'CHANGE', digest(token));
    const arrival = change?.userId == null || !isGood(change, now) ? null : await findArrival(trx, change.userId, now);
    if (!arrival) return noteRefusal(trx, visitor, token);
    const { userId, tenantNumber } = arrival;
    await replacePhoneNumbers(trx, { userId, phone, now });
    await endPhoneSecrets(trx, userId, now);
    await forgetProofs(trx, userId, now);
    await endSessionsOfUser(trx, userId, { now, reason: 'phone number changed' });
    await jobs.send(trx, tellOfPhoneJob, {
      userId,
      changeId: randomUUID(),
      masked: maskedPhone(phone),
      at: now.toISOString(),
    });
    await visitor.audit(trx, {
      action: userActions.changePhone,
      entity: 'user',
      entityId: userId,
      organisationId: tenantNumber,
      after: { by: 'mailed code' },
    });
    return true;
  });
  if (done === null) throw refused();
}

/** In a transaction that is kept. @returns null */
async function noteRefusal(trx: Trx, visitor: Visitor, token: string): Promise<null> {
  const { userId, tenantNumber } = await findSentTo(trx, digest(token), visitor.now);
  await visitor.audit(trx, {
    action: sessionActions.refuse,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { way: 'phoneReset' },
  });
  return null;
}
