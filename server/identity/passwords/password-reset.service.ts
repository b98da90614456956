import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { internalOrganisation, type Locale } from '../../platform/actor';
import { recordAudit } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Context } from '../../platform/http/define-route';
import type { Limit, RateLimits } from '../../platform/http/rate-limits';
import { translator } from '../../platform/i18n/messages';
import type { JobDefinition } from '../../platform/resources';
import { endSessionsOfUser, openSession } from '../sessions/session.store';
import { hashPassword, verifyPassword } from './password-hash';
import { passwordMail } from './password-mail';

const perAddress: Limit = { name: 'reset-ip', points: 30, seconds: 3600 };
const perAccount: Limit = { name: 'reset-account', points: 5, seconds: 3600 };
const resetMinutes = 60;
const resetRequested = 'password reset requested';

const digest = (token: string) => createHash('sha256').update(token).digest();

/**
 * Has a link mailed that sets a new password. The same work for every address, known or not, so that neither the answer
 * nor its time says which: who the address belongs to is looked up by the job.
 * @throws Failure 429 after too many requests.
 */
export async function requestReset(email: string, context: Context<'public'>, rateLimits: RateLimits): Promise<void> {
  await rateLimits.take(perAddress, context.ip);
  await rateLimits.take(perAccount, email.toLowerCase());
  const asked: ResetAsked = { email: email.toLowerCase(), at: context.now.toISOString(), requestId: context.requestId };
  await context.db.transaction().execute((trx) => context.resources.jobs.send(trx, sendResetLinkJob.name, { ...asked }));
}

interface ResetAsked {
  email: string;
  at: string;
  requestId: string;
}

export const sendResetLinkJob: JobDefinition = {
  name: 'password.send-link',
  async run(payload, { config, database: { db }, mailer }) {
    const { email, at, requestId } = payload as unknown as ResetAsked;
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
      // A second delivery of the job must not mail a second link.
      const mailed = await trx.selectFrom('audit_log').select('id').where('request_id', '=', requestId).where('action', '=', resetRequested).executeTakeFirst();
      if (mailed) return;
      const token = await createToken(trx, { userId: user.id, purpose: 'RESET', now, minutes: resetMinutes });
      const link = `${config.publicUrl}/password-reset?token=${token}`;
      const t = translator(user.locale as Locale);
      await mailer.post(trx, passwordMail({ t, to: user.email, name: user.full_name, link, minutes: resetMinutes }), now);
      await recordAudit(trx, { organisationId: internalOrganisation, userId: null, actor: 'anonymous', at: now, action: resetRequested, entity: 'user', entityId: user.id, requestId });
    });
  },
};

interface TokenInput {
  userId: number;
  purpose: 'RESET' | 'ACTIVATION';
  now: Date;
  minutes: number;
}

/** A token of 256 random bits; only its hash is kept. */
export async function createToken(trx: Trx, { userId, purpose, now, minutes }: TokenInput): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('identity.password_token')
    .values({ token_hash: digest(token), user_id: userId, purpose, created_at: now, expires_at: new Date(now.getTime() + minutes * 60_000) })
    .execute();
  return token;
}

export async function isTokenAlive(token: string, context: Context<'public'>): Promise<boolean> {
  const row = await context.db
    .selectFrom('identity.password_token')
    .select('user_id')
    .where('token_hash', '=', digest(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets a new password with a mailed token, once, and ends every session of the user.
 * @throws Failure 422 `password.linkUsedUp`.
 */
export async function resetWithToken({ token, password }: { token: string; password: string }, context: Context<'public'>, rateLimits: RateLimits): Promise<void> {
  await rateLimits.take(perAddress, context.ip);
  // Hashing is dear; nobody gets it for a token that does not exist.
  if (!(await isTokenAlive(token, context))) throw fail.unprocessable('password.linkUsedUp');
  const hash = await hashPassword(password);
  await context.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('identity.password_token')
      .set({ used_at: context.now })
      .where('token_hash', '=', digest(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', context.now)
      .returning('user_id')
      .executeTakeFirst();
    if (!used) throw fail.unprocessable('password.linkUsedUp');
    await setPassword(trx, { userId: used.user_id, hash, now: context.now });
    await endSessionsOfUser(trx, used.user_id, { now: context.now, reason: 'password was reset' });
    await context.audit(trx, { action: 'password reset', entity: 'user', entityId: used.user_id });
  });
}

/**
 * The forced reset of somebody signed in: a new password that differs from the old one; every other session ends.
 * @returns the id of the session that goes on.
 */
export async function resetForced(password: string, context: Context): Promise<string> {
  const { actor, db, now, ip, userAgent } = context;
  const user = await db.selectFrom('identity.user').select('password_hash').where('id', '=', actor.userId).executeTakeFirstOrThrow();
  if (await verifyPassword(user.password_hash, password)) throw fail.unprocessable('password.sameAsBefore', { fields: [{ field: 'password', code: 'password.sameAsBefore' }] });
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await setPassword(trx, { userId: actor.userId, hash, now });
    await endSessionsOfUser(trx, actor.userId, { now, reason: 'password was changed' });
    await context.audit(trx, { action: 'password changed', entity: 'user', entityId: actor.userId });
    return openSession(trx, { userId: actor.userId, tenantNumber: actor.organisation.id, ip, userAgent, now });
  });
}

async function setPassword(trx: Trx, { userId, hash, now }: { userId: number; hash: string; now: Date }): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ password_hash: hash, password_changed_at: now, password_reset_required: false, failed_sign_ins: 0, locked_until: null })
    .where('id', '=', userId)
    .execute();
  await trx.updateTable('identity.password_token').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute();
}
