import type { Db, Trx } from '../../../platform/db/database';

/** From now on nobody comes in by it. */
export async function markForErasure(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ status: 'I', password_hash: null, erasure_asked_at: now })
    .where('id', '=', userId)
    .execute();
}

/** What somebody is called by, who is to be erased; null once they are. */
export async function findNamesToErase(db: Db, userId: number): Promise<string[] | null> {
  const person = await db
    .selectFrom('identity.user')
    .select(['email', 'login', 'full_name'])
    .where('id', '=', userId)
    .where('erasure_asked_at', 'is not', null)
    .executeTakeFirst();
  if (!person) return null;
  const numbers = await db.selectFrom('identity.phone_number').select('phone').where('user_id', '=', userId).execute();
  const others = await db.selectFrom('identity.sign_in_name').select('name').where('user_id', '=', userId).execute();
  return [
    person.email,
    person.login,
    person.full_name,
    ...numbers.map(({ phone }) => phone),
    ...others.map(({ name }) => name),
  ];
}

/** With everything that belongs to them; nobody else's rows do. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('identity.user').where('id', '=', userId).where('erasure_asked_at', 'is not', null).execute();
}
