import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { HeldFactors, Tries } from '../../policies/mfa/factor.rules';
import { lockAccount } from '../accounts/account-lock';
import { forgetRecoveryCodes, hasRecoveryCode } from './recovery-code.store';

/** Whether an account has a second factor, as part of a query. */
export const hasFactor = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from identity.authenticator f where f.user_id = ${userId} and f.confirmed_at is not null)
  or exists (select 1 from identity.phone_factor f where f.user_id = ${userId})
  or exists (select 1 from identity.webauthn_factor f where f.user_id = ${userId})
  or exists (select 1 from identity.second_factor f where f.user_id = ${userId} and f.email_since is not null))`;

/** The second factors of an account, as a query of one row. */
export function heldFactors(userId: number): RawBuilder<HeldFactors> {
  const listed = (columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`coalesce((select json_agg(json_build_object(${columns}) order by f.created_at, f.id) from ${from} where f.user_id = ${userId}), '[]')`;
  return sql<HeldFactors>`
    select ${listed(sql`'id', f.id`, sql`(select * from identity.authenticator where confirmed_at is not null) f`)} as authenticators,
      ${listed(sql`'id', f.id, 'phone', f.phone`, sql`identity.phone_factor f`)} as phones,
      (select u.email from identity.second_factor f join identity."user" u on u.id = f.user_id where f.user_id = ${userId} and f.email_since is not null) as email,
      ${listed(sql`'id', f.id, 'deviceType', f.device_type, 'name', f.name`, sql`identity.webauthn_factor f`)} as devices`;
}

export async function listFactors(db: Db | Trx, userId: number): Promise<HeldFactors> {
  const { rows } = await heldFactors(userId).execute(db);
  return rows[0]!;
}

export interface FactorRow extends Tries {
  hasRecovery: boolean;
}

/** The account's row, made where it is missing; codes of one account are looked at one after the other. */
export async function lockFactors(trx: Trx, userId: number): Promise<FactorRow> {
  await lockAccount(trx, userId);
  await trx
    .insertInto('identity.second_factor')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('identity.second_factor')
    .select(['wrong_codes', 'wrong_since', hasRecoveryCode(userId).as('hasRecovery')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { wrongCodes: row.wrong_codes, wrongSince: row.wrong_since, hasRecovery: row.hasRecovery };
}

export async function keepTries(trx: Trx, userId: number, { wrongCodes, wrongSince }: Tries): Promise<void> {
  await trx
    .updateTable('identity.second_factor')
    .set({ wrong_codes: wrongCodes, wrong_since: wrongSince })
    .where('user_id', '=', userId)
    .execute();
}

export interface KeptAuthenticator {
  id: string;
  sealedSecret: Buffer;
}

/** `confirmed: false`: that which waits for its first code since `since`. */
export async function listAuthenticators(
  trx: Trx,
  userId: number,
  { confirmed, since }: { confirmed: boolean; since?: Date },
): Promise<KeptAuthenticator[]> {
  const rows = await trx
    .selectFrom('identity.authenticator')
    .select(['id', 'sealed_secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .$if(since !== undefined, (query) => query.where('created_at', '>', since ?? new Date(0)))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, sealedSecret: row.sealed_secret }));
}

interface NewAuthenticator {
  userId: number;
  sealedSecret: Buffer;
  /** Of the code that confirms it at once; absent while it waits for one. */
  confirmedStep?: number;
  now: Date;
}

/** One at a time waits for its first code. */
export async function addAuthenticator(
  trx: Trx,
  { userId, sealedSecret, confirmedStep, now }: NewAuthenticator,
): Promise<string> {
  await trx
    .deleteFrom('identity.authenticator')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
  const confirmed = confirmedStep === undefined ? {} : { confirmed_at: now, last_step: confirmedStep };
  const { id } = await trx
    .insertInto('identity.authenticator')
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: now, ...confirmed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Uses the code of a time step up; the code of an earlier step is not good any more either. @returns false where it was used before */
export async function takeStep(trx: Trx, id: string, { step, now }: { step: number; now: Date }): Promise<boolean> {
  const used = await trx
    .updateTable('identity.authenticator')
    .set((row) => ({ last_step: step, confirmed_at: row.fn.coalesce('confirmed_at', row.val(now)) }))
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function addPhone(
  trx: Trx,
  { userId, phone, now }: { userId: number; phone: string; now: Date },
): Promise<string> {
  const row = await trx
    .insertInto('identity.phone_factor')
    .values({ user_id: userId, phone, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'phone']).doUpdateSet({ phone }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function keepEmailAsFactor(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx.updateTable('identity.second_factor').set({ email_since: now }).where('user_id', '=', userId).execute();
}

export async function forgetEmailAsFactor(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('identity.second_factor').set({ email_since: null }).where('user_id', '=', userId).execute();
}

/** @returns false where the person has no such device */
export async function deleteDevice(
  trx: Trx,
  table: 'identity.authenticator' | 'identity.phone_factor' | 'identity.webauthn_factor',
  { userId, id }: { userId: number; id: string },
): Promise<boolean> {
  const gone = await trx
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Browsers that were remembered are asked again, and sign-ins in progress are over. */
export async function forgetProofs(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx.deleteFrom('identity.remembered_device').where('user_id', '=', userId).execute();
  await trx
    .updateTable('identity.pending_sign_in')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Nothing beside the first proof is left. */
export async function deleteFactors(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('identity.authenticator').where('user_id', '=', userId).execute();
  await trx.deleteFrom('identity.phone_factor').where('user_id', '=', userId).execute();
  await trx.deleteFrom('identity.webauthn_factor').where('user_id', '=', userId).execute();
  await trx.updateTable('identity.second_factor').set({ email_since: null }).where('user_id', '=', userId).execute();
  await forgetRecoveryCodes(trx, userId);
}
