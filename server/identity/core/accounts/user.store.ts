import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { hashPassword, verifyPassword } from '../secrets/password-hash';

/** @returns the tenant's number. */
export async function addTenant(
  trx: Trx,
  tenant: { name: string; number?: number; parentNumber?: number },
): Promise<number> {
  const row = await trx
    .insertInto('identity.tenant')
    .values({ name: tenant.name, number: tenant.number, parent_number: tenant.parentNumber ?? null })
    .returning('number')
    .executeTakeFirstOrThrow();
  if (tenant.parentNumber !== undefined) await markReseller(trx, tenant.parentNumber);
  // A number that was given does not move the sequence on by itself.
  await sql`select setval(pg_get_serial_sequence('identity.tenant', 'number'), (select max(number) from identity.tenant))`.execute(
    trx,
  );
  return row.number;
}

/** Whoever has tenants below looks after them. */
export async function markReseller(trx: Trx, tenantNumber: number): Promise<void> {
  await trx.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', tenantNumber).execute();
}

interface NewUser {
  login: string;
  email: string;
  fullName: string;
  /** Absent: the account is activated by mail. */
  password?: string;
  privacyAccepted?: boolean;
  passwordResetRequired?: boolean;
  locale?: string;
  now: Date;
}

/** @returns the user's id; throws where somebody else has the login or e-mail address as either of theirs. */
export async function addUser(trx: Trx, user: NewUser): Promise<number> {
  const row = await trx
    .insertInto('identity.user')
    .values({
      login: user.login,
      email: user.email,
      full_name: user.fullName,
      locale: user.locale ?? 'en_US',
      password_hash: user.password === undefined ? null : await hashPassword(user.password),
      password_changed_at: user.password === undefined ? null : user.now,
      password_reset_required: user.passwordResetRequired ?? false,
      privacy_accepted_at: user.privacyAccepted ? user.now : null,
      created_at: user.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Whether the password is that of the user; null when there is no such user. */
export async function isPasswordOf(db: Db, login: string, password: string): Promise<boolean | null> {
  const user = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('login', '=', login)
    .executeTakeFirst();
  return user ? verifyPassword(user.password_hash, password) : null;
}

export interface Account {
  userId: number;
  login: string;
  fullName: string;
  /** false for somebody who has been switched off or signs in elsewhere. */
  usesPassword: boolean;
  hasPassword: boolean;
}

/** By which somebody signs in. */
export async function findLogin(db: Db, userId: number): Promise<string | null> {
  return (
    (await db.selectFrom('identity.user').select('login').where('id', '=', userId).executeTakeFirst())?.login ?? null
  );
}

/** Whose login or e-mail address this is, in any spelling: of upper and lower case, in Unicode and in punycode. */
export async function findAccount(db: Db | Trx, loginOrEmail: string): Promise<Account | null> {
  const wanted = sql`any(${spellingsOf(loginOrEmail)}::text[])`;
  const user = await db
    .selectFrom('identity.user')
    .select(['id', 'login', 'full_name', 'status', 'sso_user', 'password_hash'])
    .where((where) => where.or([sql<boolean>`lower(login) = ${wanted}`, sql<boolean>`lower(email) = ${wanted}`]))
    .orderBy(sql`lower(login) = ${wanted}`, 'desc')
    .executeTakeFirst();
  if (!user) return null;
  return {
    userId: user.id,
    login: user.login,
    fullName: user.full_name,
    usesPassword: user.status === 'A' && !user.sso_user,
    hasPassword: user.password_hash !== null,
  };
}
