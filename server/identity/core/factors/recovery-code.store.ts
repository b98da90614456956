import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { RecoveryCount } from '../../policies/mfa/factor.rules';
import { recoveryHash } from '../secrets/recovery-code';

/** Whether somebody has a recovery code that is still good, as part of a query. */
export const hasRecoveryCode = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from identity.recovery_code c where c.user_id = ${userId} and c.used_at is null)
  or exists (select 1 from identity.second_factor f where f.user_id = ${userId} and f.recovery_hash is not null))`;

/** A new set takes the place of all codes of before. */
export async function keepRecoveryCodes(
  trx: Trx,
  userId: number,
  { codes, now }: { codes: readonly string[]; now: Date },
): Promise<void> {
  await forgetRecoveryCodes(trx, userId);
  await trx
    .insertInto('identity.recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code), created_at: now })))
    .execute();
}

/** Uses a recovery code up. @returns whether it was one of theirs that was still good */
export async function takeRecoveryCode(
  trx: Trx,
  userId: number,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const hash = recoveryHash(code);
  const used = await trx
    .updateTable('identity.recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined || takeSingleCode(trx, userId, hash);
}

/** The one code that somebody has who set their factor up before there were sets. */
async function takeSingleCode(trx: Trx, userId: number, hash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable('identity.second_factor')
    .set({ recovery_hash: null })
    .where('user_id', '=', userId)
    .where('recovery_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Db | Trx, userId: number): Promise<RecoveryCount> {
  const {
    rows: [counted],
  } = await sql<RecoveryCount>`
    select (count(*) filter (where used_at is null))::int as left, count(*)::int as of from (
      select used_at from identity.recovery_code where user_id = ${userId}
      union all select null from identity.second_factor where user_id = ${userId} and recovery_hash is not null) codes`.execute(
    db,
  );
  return counted ?? { left: 0, of: 0 };
}

export async function forgetRecoveryCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('identity.recovery_code').where('user_id', '=', userId).execute();
  await trx.updateTable('identity.second_factor').set({ recovery_hash: null }).where('user_id', '=', userId).execute();
}
