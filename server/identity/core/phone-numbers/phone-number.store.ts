import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';

export interface PhoneNumber {
  id: string;
  /** E.164. */
  phone: string;
  /** null until a code that was sent to it came back. */
  verifiedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const view = [
  'id',
  'phone',
  'verified_at as verifiedAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Of one person, the oldest first. */
export function listPhoneNumbers(
  db: Db | Trx,
  userId: number,
  { limit, offset }: { limit?: number; offset?: number } = {},
): Promise<PhoneNumber[]> {
  return db
    .selectFrom('identity.phone_number')
    .select(view)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .$if(offset !== undefined, (query) => query.offset(offset ?? 0))
    .execute();
}

export async function countPhoneNumbers(db: Db | Trx, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('identity.phone_number')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number that somebody proved last to be theirs, E.164; null where there is none. */
export async function findVerifiedPhone(db: Db | Trx, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('identity.phone_number')
    .select('phone')
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.phone ?? null;
}

/** One of a person's own, by its id or by the number itself. */
export async function findPhoneNumber(
  db: Db | Trx,
  userId: number,
  by: { id: string } | { phone: string },
): Promise<PhoneNumber | null> {
  const row = await db
    .selectFrom('identity.phone_number')
    .select(view)
    .where('user_id', '=', userId)
    .where('id' in by ? 'id' : 'phone', '=', 'id' in by ? by.id : by.phone)
    .executeTakeFirst();
  return row ?? null;
}

/** How many somebody has. While the transaction is open they get no other. */
export async function lockPhoneNumbers(trx: Trx, userId: number): Promise<number> {
  await sql`select 1 from identity."user" where id = ${userId} for update`.execute(trx);
  return countPhoneNumbers(trx, userId);
}

/** @returns its id */
export async function addPhoneNumber(
  trx: Trx,
  { userId, phone, now }: { userId: number; phone: string; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('identity.phone_number')
    .values({ user_id: userId, phone, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns false where it is not there any more */
export async function verifyPhoneNumberRow(
  trx: Trx,
  { userId, id, now }: { userId: number; id: string; now: Date },
): Promise<boolean> {
  const verified = await trx
    .updateTable('identity.phone_number')
    .set({ verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return verified !== undefined;
}

/** @returns false where it is not there any more */
export async function deletePhoneNumberRow(trx: Trx, { userId, id }: { userId: number; id: string }): Promise<boolean> {
  const gone = await trx
    .deleteFrom('identity.phone_number')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
