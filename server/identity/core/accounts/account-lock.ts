import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';

/**
 * Lets changes of one account wait for each other, until the caller's transaction ends. Whoever locks more takes this order, so that no two
 * wait for each other: account, second factor, sign-in in progress, session. New rows that point to the account wait for nobody.
 */
export async function lockAccount(trx: Trx, userId: number): Promise<void> {
  await sql`select 1 from identity."user" where id = ${userId} for no key update`.execute(trx);
}

/** The same of whoever has the public id; of nobody where there is none. */
export async function lockAccountOf(trx: Trx, uuid: string): Promise<void> {
  await sql`select 1 from identity."user" where uuid = ${uuid} for no key update`.execute(trx);
}

/** Somebody has come in. The account is locked as by `lockAccount` from here on. */
export async function noteSignIn(
  trx: Trx,
  userId: number,
  { now, locale }: { now: Date; locale: Locale | undefined },
): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ failed_sign_ins: 0, locked_until: null, last_sign_in_at: now, ...(locale ? { locale } : {}) })
    .where('id', '=', userId)
    .execute();
}

/** As if no sign-in had failed. */
export async function clearFailures(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ failed_sign_ins: 0, locked_until: null })
    .where('id', '=', userId)
    .execute();
}
