import type { Db } from '../../../platform/db/database';

/** Somebody who comes in by links, codes or their organization alone may have none. */
export async function hasPassword(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.password_hash !== null;
}
