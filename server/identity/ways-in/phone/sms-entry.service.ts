import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { assertSms } from '../../policies/mfa/strategies';
import type { IdentityPorts } from '../../ports';
import { admit } from '../admission/admission';
import { findArrival, forgetTries } from '../passwordless/passwordless.store';
import { admitTry, lookAtCode, requestPhoneCode, type GivenPhoneCode } from './phone-codes';
import { endPhoneSecret } from './phone-secret.store';

type Dependencies = Pick<IdentityPorts, 'config' | 'rateLimits' | 'metrics'>;

/**
 * Has a code texted that signs somebody in.
 * @returns what the browser keeps to bring together with it
 * @throws Failure 403 where this way is switched off, 409 where texts would only wait, 422 and 503 of the captcha, 429 after too many requests
 */
export async function requestSmsEntry(
  visitor: Visitor,
  { askedFor, recaptchaToken }: { askedFor: string; recaptchaToken?: string | undefined },
  needs: Dependencies & Pick<IdentityParts, 'captcha'>,
): Promise<string> {
  assertSms(needs.config);
  await needs.captcha.check(visitor, recaptchaToken);
  return requestPhoneCode(visitor, { purpose: 'SIGN_IN', askedFor }, needs);
}

/**
 * Lets in whoever brings a texted code in the browser that asked for it.
 * @throws Failure 401 for one that is not right, 403 where this way is switched off, 429 after too many wrong ones
 */
export async function enterBySms(visitor: Visitor, given: GivenPhoneCode, needs: Dependencies): Promise<Admission> {
  await admitTry(visitor, needs);
  const { db, now } = visitor;
  const admission = await db.transaction().execute(async (trx) => {
    const found = await lookAtCode(trx, 'SIGN_IN', { ...given, now });
    const arrival = found && (await findArrival(trx, found.userId, now));
    if (!found || !arrival) {
      await visitor.audit(trx, { action: sessionActions.refuse, entity: 'user', after: { way: 'smsCode' } });
      return null;
    }
    await endPhoneSecret(trx, found.id, now);
    await forgetTries(trx, found.subjects);
    return admit(trx, visitor, { ...arrival, way: 'smsCode', amr: ['sms'] });
  });
  needs.metrics.signIn(admission ? 'accepted' : 'refused');
  if (!admission) throw fail.signedOut('identity.entryRefused');
  return admission;
}
