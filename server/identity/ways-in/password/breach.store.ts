import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';

interface Found {
  userId: number;
  /** The hash of the password that was looked for; another may stand there by now. */
  hash: string;
  breached: boolean;
  now: Date;
}

/** Notes whether somebody's password is known from a breach. @returns false where it has been changed meanwhile */
export async function noteBreach(trx: Trx, { userId, hash, breached, now }: Found): Promise<boolean> {
  const noted = await trx
    .updateTable('identity.user')
    .set({ breach_checked_at: now, ...(breached ? { password_breached_at: now } : {}) })
    .where('id', '=', userId)
    .where('password_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Members of a tenant whose passwords are known from a breach and who could set another. */
export async function listBreached(
  db: Db | Trx,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from identity."user" u join identity.membership m on m.user_id = u.id and m.tenant_number = ${tenantNumber} and ${isActiveMember(now)}
    where u.password_breached_at is not null and u.status = 'A' and not u.sso_user order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
