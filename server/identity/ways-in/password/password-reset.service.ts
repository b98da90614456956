import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { endOwnTokens } from '../../core/api-tokens/token-end.service';
import { noteAddressProven } from '../../core/members/address-proof';
import { checkNewPassword, setPassword } from '../../core/passwords/new-password';
import { findTokenUser, usedUp, useToken, type Purpose } from '../../core/passwords/password-link';
import { sendResetLinkJob } from '../../core/passwords/reset-link';
import { verifyPassword } from '../../core/secrets/password-hash';
import { endOtherSessions, endSessionsOfUser } from '../../core/sessions/session.store';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { requirePasswords } from '../../policies/strategies/passwords-taken';
import { endOtherWaysIn } from './other-ways-in';
import { enterByLink } from './sign-in.service';

const perAddress: Limit = { name: 'reset-ip', points: 30, seconds: 3600 };

const perAccount: Limit = { name: 'reset-account', points: 5, seconds: 3600 };

/**
 * Has a link mailed that sets a new password. The same work for every address, known or not, so that neither the answer
 * nor its time says which: who the address belongs to is looked up by the job.
 * @throws Failure 403 where passwords are switched off, 422 and 503 of the captcha, 429 after too many requests.
 */
export async function requestReset(
  visitor: Visitor,
  { email, recaptchaToken }: { email: string; recaptchaToken?: string | undefined },
  { config, rateLimits, captcha }: Pick<IdentityParts, 'config' | 'rateLimits' | 'captcha'>,
): Promise<void> {
  requirePasswords({ config });
  await rateLimits.take(perAddress, visitor.ip);
  await captcha.check(visitor, recaptchaToken);
  await rateLimits.take(perAccount, email.toLowerCase());
  const asked = { email: email.toLowerCase(), at: visitor.now.toISOString(), requestId: visitor.requestId };
  await visitor.db.transaction().execute((trx) => visitor.jobs.send(trx, sendResetLinkJob, asked));
}

interface NewPassword {
  token: string;
  purpose: Purpose;
  password: string;
  /** Whose the token must be, where the caller says so. */
  userUuid?: string | undefined;
  /** What programs came in by in their name ends, too. */
  tokensToo?: boolean;
}

/**
 * Sets a new password with a link's token, once, and ends every session of the user. A first password signs the person in.
 * @returns null where they have to sign in by themselves.
 * @throws Failure 403 where passwords are switched off, 422 `password.linkUsedUp`, or what is wrong with the password; 409 where another was set meanwhile.
 */
export async function setPasswordByLink(
  visitor: Visitor,
  { token, purpose, password, userUuid, tokensToo = false }: NewPassword,
  { config, rateLimits, metrics, breaches }: Pick<IdentityParts, 'config' | 'rateLimits' | 'metrics' | 'breaches'>,
): Promise<Admission | null> {
  const { db, now } = visitor;
  requirePasswords({ config });
  await rateLimits.take(perAddress, visitor.ip);
  // Judging and hashing are expensive; nobody gets them for a token that does not exist.
  const owner = await findTokenUser(db, { token, purpose, userUuid, now });
  if (owner === null) throw usedUp();
  const checked = await checkNewPassword({ db, breaches, now }, owner, password);
  const admission = await db.transaction().execute(async (trx) => {
    const userId = await useToken(trx, { token, purpose, now });
    await setPassword(trx, checked, now);
    if (await noteAddressProven(trx, userId)) await endOtherWaysIn(trx, visitor, userId);
    await endSessionsOfUser(trx, userId, { now, reason: 'password was reset' });
    if (tokensToo) await endOwnTokens(trx, userId, visitor);
    await visitor.audit(trx, {
      action: purpose === 'ACTIVATION' ? userActions.activate : userActions.passwordReset,
      entity: 'user',
      entityId: userId,
    });
    if (purpose === 'ACTIVATION') await visitor.touchPerson(trx, userId);
    return purpose === 'ACTIVATION' ? enterByLink(trx, visitor, { userId, amr: ['pwd'] }) : null;
  });
  if (admission !== null) metrics.signIn('accepted');
  return admission;
}

/**
 * The forced reset of somebody signed in: a new password that differs from the old one; every other session ends. Theirs goes on, as well
 * and as long proved as it was: a password that somebody has just chosen proves nothing.
 * @throws Failure 422 `password.sameAsBefore`, or what else is wrong with the password.
 */
export async function resetForced(
  acting: ActingPersonally,
  { password, sessionId, tokensToo }: { password: string; sessionId: string; tokensToo: boolean },
  { breaches }: Pick<IdentityParts, 'breaches'>,
): Promise<void> {
  const {
    actor: { userId },
    db,
    now,
  } = acting;
  const user = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (await verifyPassword(user.password_hash, password))
    throw fail.unprocessable('password.sameAsBefore', {
      fields: [{ field: 'password', code: 'password.sameAsBefore' }],
    });
  const checked = await checkNewPassword({ db, breaches, now }, userId, password);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, checked, now);
    await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'password was changed' });
    if (tokensToo) await endOwnTokens(trx, userId, acting);
    await acting.audit(trx, { action: userActions.passwordChange, entity: 'user', entityId: userId });
  });
}
