import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Visitor } from '../../../platform/visitor';
import { addUser, findAccount } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { linkMail } from '../../core/messages/password-mail';
import { sendActivationLinkJob } from '../../core/passwords/activation-link';
import { checkFirstPassword } from '../../core/passwords/new-password';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { checkOwnAddress } from '../../policies/providers/foreign-provider';
import { takesPasswords } from '../../policies/strategies/passwords-taken';
import type { NewTenant } from '../../ports';

const perAddress: Limit = { name: 'sign-up-ip', points: 20, seconds: 3600 };
const perAccount: Limit = { name: 'sign-up-account', points: 5, seconds: 3600 };

export interface SigningUp {
  email: string;
  fullName: string;
  /** Which a front end may ask for at once. */
  password?: string | undefined;
  /** Of the captcha provider. */
  recaptchaToken?: string | undefined;
}

export interface SignedUp {
  /** Public ids; of nothing where the address was somebody's already. */
  userId: string;
  tenantId: string;
}

/** @throws Failure 422 and 503 of the captcha, 429 after too many requests */
export async function takeSignUp(
  visitor: Visitor,
  { email, recaptchaToken }: Pick<SigningUp, 'email' | 'recaptchaToken'>,
  { rateLimits, captcha }: Pick<IdentityParts, 'rateLimits' | 'captcha'>,
): Promise<void> {
  await rateLimits.take(perAddress, visitor.ip);
  await captcha.check(visitor, recaptchaToken);
  await rateLimits.take(perAccount, email.toLowerCase());
}

/** One that breaks a rule is refused before anything is made, for every address alike. @throws Failure 422 naming what is wrong */
export async function judgePassword(
  visitor: Visitor,
  { email, fullName, password, into }: SigningUp & { into: { tenantNumber: number } | { name: string } },
  needs: Pick<IdentityParts, 'config' | 'breaches'>,
): Promise<void> {
  if (password === undefined || !takesPasswords(needs)) return;
  const names = { login: email, email, fullName, organisations: 'name' in into ? [into.name] : [] };
  await checkFirstPassword(
    { ...needs, db: visitor.db },
    { names, joining: 'tenantNumber' in into ? into.tenantNumber : undefined },
    password,
  );
}

/** Two at once with one address: the second finds the first. */
export async function oneAtATime(trx: Trx, { email }: Pick<SigningUp, 'email'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email.toLowerCase()}`}, 0))`.execute(trx);
}

/**
 * Opens a tenant with its owner, who gets in by a link that is mailed: who signs up has not shown yet that the address is theirs, so
 * no password of theirs is kept either. For an address that somebody has, the same is done and taken back, and the holder is told:
 * neither the answer nor its time says which.
 * @throws Failure 403 where nobody may sign up, 422 for an address that comes in by its organization’s provider, for a country, currency or zone that there is not and for a password that may not be set, 422 and 503 of the captcha, 429 after too many requests
 */
export async function signUp(
  visitor: Visitor,
  { tenant, ...person }: SigningUp & { tenant: NewTenant },
  { openTenant, ...needs }: Pick<IdentityParts, 'config' | 'rateLimits' | 'openTenant' | 'captcha' | 'breaches'>,
): Promise<SignedUp> {
  if (!needs.config.identity.signUps) throw fail.forbidden('identity.signUpClosed');
  await takeSignUp(visitor, person, needs);
  await checkOwnAddress(visitor.db, { email: person.email, tenantNumber: null });
  await judgePassword(visitor, { ...person, into: tenant }, needs);
  return visitor.db.transaction().execute(async (trx) => {
    await oneAtATime(trx, person);
    await sql`savepoint sign_up`.execute(trx);
    const tenantNumber = await openTenant(trx, tenant);
    const holder = await findAccount(trx, person.email);
    if (!holder) return addOwner(trx, visitor, { ...person, locale: tenant.locale, tenantNumber });
    await sql`rollback to savepoint sign_up`.execute(trx);
    await tellHolder(trx, visitor, holder);
    return { userId: randomUUID(), tenantId: randomUUID() };
  });
}

/** Mails whoever has the address how they come in: by the link that they wait for, or as they always do. */
export async function tellHolder(
  trx: Trx,
  { jobs, now, requestId }: Visitor,
  { userId, usesPassword, hasPassword }: { userId: number; usesPassword: boolean; hasPassword: boolean },
): Promise<void> {
  await jobs.send(trx, usesPassword && !hasPassword ? sendActivationLinkJob : sendTakenJob, {
    userId,
    at: now.toISOString(),
    requestId,
  });
}

interface NewPerson extends Pick<SigningUp, 'email' | 'fullName'> {
  locale: Locale;
  tenantNumber: number;
}

/** Makes an account that waits for its mailed link. @returns its number, and the public ids of it and of the tenant */
export async function addWaiting(
  trx: Trx,
  { jobs, now, requestId }: Visitor,
  { tenantNumber, email, fullName, locale }: NewPerson,
): Promise<{ number: number; ids: SignedUp }> {
  const number = await addUser(trx, { login: email, email, fullName, locale, now });
  await jobs.send(trx, sendActivationLinkJob, { userId: number, at: now.toISOString(), requestId });
  const { uuid: userId } = await trx
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', number)
    .executeTakeFirstOrThrow();
  const { id: tenantId } = await trx
    .selectFrom('identity.tenant')
    .select('id')
    .where('number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  return { number, ids: { userId, tenantId } };
}

async function addOwner(trx: Trx, visitor: Visitor, person: NewPerson): Promise<SignedUp> {
  const { email, tenantNumber } = person;
  const { number: userId, ids } = await addWaiting(trx, visitor, person);
  await addMember(trx, { tenantNumber, userId, roles: ['administrator'] });
  await visitor.audit(trx, {
    action: userActions.signUp,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { login: email, role: 'administrator' },
  });
  await visitor.touchPerson(trx, userId);
  return ids;
}

/** Tells the holder of an address that somebody signed up with it. */
export const sendTakenJob = defineJob({
  name: 'users.send-sign-up-taken',
  payload: z.object({ userId: z.number(), at: z.iso.datetime(), requestId: z.string() }),
  concurrency: 4,
  async run({ userId, at, requestId }, { config, database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const lines = [t('password.mailGreeting', { name: user.full_name }), t('identity.signUpTakenReason')];
    const payload = linkMail({
      to: user.email,
      subject: t('identity.signUpTakenSubject'),
      lines,
      link: `${config.publicUrl}/login`,
      end: t('identity.signUpTakenIgnore'),
    });
    await db
      .transaction()
      .execute((trx) =>
        outbox.post(trx, mailChannel, { key: `sign-up-taken/${requestId}`, payload, now: new Date(at) }),
      );
  },
});
