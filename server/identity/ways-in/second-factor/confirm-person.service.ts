import type { Actor } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail, Failure } from '../../../platform/errors';
import { hasPassword } from '../../core/accounts/account.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { verifyPassword } from '../../core/secrets/password-hash';
import { renewProof, selectProof } from '../../core/sessions/session.store';
import { sessionActions } from '../../identity.audit';
import { addressDomain } from '../../policies/providers/provider-domain.rules';
import { findRoute } from '../../policies/providers/provider-route';
import { passwordTries } from '../password/password-change.service';
import { assertProven, canStepUp, flowOf, tried, type Owner, type OwnDependencies } from './own-factors.service';
import { codesPerAccount, sendCode } from './send-code';

export type WayToConfirm = 'factor' | 'password' | 'provider' | 'mail';

/** Whoever has a second factor proves that one; without a password their provider asks them anew, or else a code by mail stands in for it. */
export async function wayToConfirm({
  acting: {
    db,
    actor: { userId },
  },
  sessionId,
}: Owner): Promise<WayToConfirm> {
  if (await canStepUp(db, { userId, sessionId })) return 'factor';
  if (await hasPassword(db, userId)) return 'password';
  return (await selectProof(db, sessionId)).amr.includes('sso') && (await hasProvider(db, userId))
    ? 'provider'
    : 'mail';
}

/** Whether people of somebody's address are sent to a provider. */
async function hasProvider(db: Db, userId: number): Promise<boolean> {
  const { email } = await db
    .selectFrom('identity.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const domain = addressDomain(email);
  return domain !== null && (await findRoute(db, domain)) !== null;
}

/** Whether they may change at once how they sign in. */
export const isFreshlyProven = async ({
  acting: {
    actor: { userId },
    db,
    now,
  },
  sessionId,
}: Owner): Promise<boolean> => (await missingProof(db, { userId, sessionId }, now)) === null;

/** Why somebody must first prove to be themselves, by a second factor where they have one; null where they just did. */
export async function missingProof(
  db: Db,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  now: Date,
): Promise<Failure | null> {
  try {
    await assertProven(db, { userId, sessionId, now });
    return null;
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return error;
    throw error;
  }
}

/**
 * Renews the proof of a session by the password. It is worth no more than the password is: what a factor said before is gone.
 * @throws Failure 422 for a wrong password, 403 for whoever must prove a factor, 429
 */
export async function confirmByPassword(
  owner: Owner,
  password: string,
  { rateLimits }: Pick<OwnDependencies, 'rateLimits'>,
): Promise<void> {
  const {
    acting: {
      actor: { userId },
      db,
    },
  } = owner;
  await rateLimits.take(passwordTries, String(userId));
  if ((await wayToConfirm(owner)) !== 'password') throw fail.forbidden('errors.forbidden');
  const { password_hash: hash } = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(hash, password))) throw fail.unprocessable('identity.wrongPassword');
  await db.transaction().execute((trx) => renewed(trx, owner, 'pwd'));
}

/** Mails a code to whoever has neither a factor nor a password. @returns the token to be given back with it. @throws Failure 403, 429 */
export async function sendConfirmation(
  owner: Owner,
  { rateLimits, outbox }: Pick<OwnDependencies, 'rateLimits' | 'outbox'>,
): Promise<string> {
  const { acting, sessionId } = owner;
  const {
    actor: { userId },
    db,
    now,
  } = acting;
  if ((await wayToConfirm(owner)) !== 'mail') throw fail.forbidden('errors.forbidden');
  await rateLimits.take(codesPerAccount, String(userId));
  return db.transaction().execute((trx) =>
    sendCode(trx, outbox, {
      userId,
      purpose: 'confirmPerson',
      flow: flowOf(sessionId),
      now,
      target: sessionId,
      phone: null,
    }),
  );
}

/** @throws Failure 400 for a wrong code, 429 */
export async function confirmByCode(owner: Owner, given: { otcToken: string; code: string }): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  } = owner;
  await tried(owner, async (trx) => {
    if (
      (await takeCode(trx, { userId, purpose: 'confirmPerson', flow: flowOf(sessionId), now, ...given })) !== sessionId
    )
      return null;
    await renewed(trx, owner, 'otp');
    return true;
  });
}

async function renewed(
  trx: Parameters<typeof renewProof>[0],
  { acting: { now, audit }, sessionId }: Owner,
  method: 'pwd' | 'otp',
): Promise<void> {
  if (!(await renewProof(trx, sessionId, { amr: [method], now }))) throw fail.signedOut('identity.signInOver');
  await audit(trx, { action: sessionActions.stepUp, entity: 'session', entityId: sessionId, after: { method } });
}
