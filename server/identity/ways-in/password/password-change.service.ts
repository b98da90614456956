import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import { checkNewPassword, setPassword } from '../../core/passwords/new-password';
import { verifyPassword } from '../../core/secrets/password-hash';
import { endOtherSessions } from '../../core/sessions/session.store';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { requirePasswords } from '../../policies/strategies/passwords-taken';

/** Whoever finds an open browser must not learn the password from it. */
export const passwordTries: Limit = { name: 'password-change', points: 10, seconds: 600 };

interface Change {
  password: string;
  newPassword: string;
  /** The one that goes on. */
  sessionId: string;
}

/**
 * Somebody signed in puts another password in the place of theirs; all their other sessions end.
 * @throws Failure 403 where passwords are switched off, 422 for a wrong password of now or one that may not be set, 409 where another was set meanwhile, 429 after too many tries
 */
export async function changePassword(
  { actor: { userId }, db, now, audit }: ActingPersonally,
  { password, newPassword, sessionId }: Change,
  { config, rateLimits, breaches }: Pick<IdentityParts, 'config' | 'rateLimits' | 'breaches'>,
): Promise<void> {
  requirePasswords({ config });
  await rateLimits.take(passwordTries, String(userId));
  const user = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(user.password_hash, password))) throw fail.unprocessable('identity.wrongPassword');
  if (password.normalize('NFC') === newPassword.normalize('NFC')) throw fail.unprocessable('password.sameAsBefore');
  const checked = await checkNewPassword({ db, breaches, now }, userId, newPassword);
  // What was proved is the one that is replaced; another may have been set meanwhile.
  if (checked.before !== user.password_hash) throw fail.conflict('errors.conflict');
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, checked, now);
    await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'password was changed' });
    await audit(trx, { action: userActions.passwordChange, entity: 'user', entityId: userId });
  });
}
