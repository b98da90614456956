import { sql } from 'kysely';
import { z } from 'zod';
import type { ActingPersonally } from '../../platform/acting';
import { internalOrganisation, type Locale } from '../../platform/actor';
import { recordAudit } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Limit } from '../../platform/http/rate-limits';
import { translator } from '../../platform/i18n/messages';
import { defineJob } from '../../platform/jobs/define-job';
import { mailChannel } from '../../platform/outbox/mail';
import type { Visitor } from '../../platform/visitor';
import { userActions } from '../identity.audit';
import type { IdentityPorts } from '../ports';
import { endSessionsOfUser, openSession } from '../sessions/session.store';
import { enterByLink } from '../sign-in/sign-in.service';
import { hashPassword, verifyPassword } from './password-hash';
import { endPasswordLinks, findTokenUser, makePasswordLink, minutesOf, usedUp, useToken, type Purpose } from './password-link';
import { passwordMail } from './password-mail';
import { checkStrengthFor } from './password-strength';

const perAddress: Limit = { name: 'reset-ip', points: 30, seconds: 3600 };
const perAccount: Limit = { name: 'reset-account', points: 5, seconds: 3600 };

/**
 * Has a link mailed that sets a new password. The same work for every address, known or not, so that neither the answer
 * nor its time says which: who the address belongs to is looked up by the job.
 * @throws Failure 429 after too many requests.
 */
export async function requestReset(visitor: Visitor, { email }: { email: string }, { rateLimits }: Pick<IdentityPorts, 'rateLimits'>): Promise<void> {
  await rateLimits.take(perAddress, visitor.ip);
  await rateLimits.take(perAccount, email.toLowerCase());
  const asked = { email: email.toLowerCase(), at: visitor.now.toISOString(), requestId: visitor.requestId };
  await visitor.db.transaction().execute((trx) => visitor.jobs.send(trx, sendResetLinkJob, asked));
}

export const sendResetLinkJob = defineJob({
  name: 'password.send-link',
  payload: z.object({ email: z.string(), at: z.iso.datetime(), requestId: z.string() }),
  concurrency: 4,
  async run({ email, at, requestId }, { config, database: { db }, outbox }) {
    const now = new Date(at);
    const user = await db
      .selectFrom('identity.user')
      .select(['id', 'email', 'full_name', 'locale'])
      .where(sql<string>`lower(email)`, '=', email)
      .where('status', '=', 'A')
      .where('sso_user', '=', false)
      .executeTakeFirst();
    if (!user) return;
    await db.transaction().execute(async (trx) => {
      const { link } = await makePasswordLink(trx, { userId: user.id, purpose: 'RESET', publicUrl: config.publicUrl, now });
      const t = translator(user.locale as Locale);
      const payload = passwordMail({ t, to: user.email, name: user.full_name, link, minutes: minutesOf.RESET });
      // The job runs at least once: the link of a second run is known to nobody.
      const posted = await outbox.post(trx, mailChannel, { key: `password-reset/${requestId}`, payload, now });
      if (posted) await recordAudit(trx, { organisationId: internalOrganisation, userId: null, actor: 'anonymous', at: now, action: userActions.passwordResetRequest, entity: 'user', entityId: user.id, requestId });
    });
  },
});

interface NewPassword {
  token: string;
  purpose: Purpose;
  password: string;
}

/**
 * Sets a new password with a link's token, once, and ends every session of the user. A first password signs the person in.
 * @returns the id of the new session; null where they have to sign in by themselves.
 * @throws Failure 422 `password.linkUsedUp`, `password.tooWeak`.
 */
export async function setPasswordByLink(visitor: Visitor, { token, purpose, password }: NewPassword, { rateLimits, metrics }: Pick<IdentityPorts, 'rateLimits' | 'metrics'>): Promise<string | null> {
  const { db, now } = visitor;
  await rateLimits.take(perAddress, visitor.ip);
  // Judging and hashing are expensive; nobody gets them for a token that does not exist.
  const owner = await findTokenUser(db, { token, purpose, now });
  if (owner === null) throw usedUp();
  await checkStrengthFor(db, owner, password);
  const hash = await hashPassword(password);
  const sessionId = await db.transaction().execute(async (trx) => {
    const userId = await useToken(trx, { token, purpose, now });
    await setPassword(trx, { userId, hash, now });
    await endSessionsOfUser(trx, userId, { now, reason: 'password was reset' });
    await visitor.audit(trx, { action: purpose === 'ACTIVATION' ? userActions.activate : userActions.passwordReset, entity: 'user', entityId: userId });
    return purpose === 'ACTIVATION' ? enterByLink(trx, visitor, userId) : null;
  });
  if (sessionId !== null) metrics.signIn('accepted');
  return sessionId;
}

interface ForcedReset {
  password: string;
  /** Where the session that goes on is. */
  ip: string;
  userAgent: string;
}

/**
 * The forced reset of somebody signed in: a new password that differs from the old one; every other session ends.
 * @returns the id of the session that goes on.
 * @throws Failure 422 `password.sameAsBefore`, `password.tooWeak`.
 */
export async function resetForced(acting: ActingPersonally, { password, ip, userAgent }: ForcedReset): Promise<string> {
  const { actor: { userId }, scope, db, now } = acting;
  const user = await db.selectFrom('identity.user').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow();
  if (await verifyPassword(user.password_hash, password)) throw fail.unprocessable('password.sameAsBefore', { fields: [{ field: 'password', code: 'password.sameAsBefore' }] });
  await checkStrengthFor(db, userId, password);
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await setPassword(trx, { userId, hash, now });
    await endSessionsOfUser(trx, userId, { now, reason: 'password was changed' });
    await acting.audit(trx, { action: userActions.passwordChange, entity: 'user', entityId: userId });
    return openSession(trx, { userId, tenantNumber: scope.organisationId, ip, userAgent, now });
  });
}

async function setPassword(trx: Trx, { userId, hash, now }: { userId: number; hash: string; now: Date }): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ password_hash: hash, password_changed_at: now, password_reset_required: false, failed_sign_ins: 0, locked_until: null })
    .where('id', '=', userId)
    .execute();
  await endPasswordLinks(trx, userId, now);
}
