import { sql } from 'kysely';
import { isAddress } from '../../../platform/audit-chain/pseudonym.rules';
import type { Db, Trx } from '../../../platform/db/database';
import { anywhere } from '../../../platform/like.rules';

/** From now on nobody comes in by the account, and nobody who types its address finds it. What it was called by waits for the job. */
export async function markForErasure(trx: Trx, userId: number, now: Date): Promise<void> {
  await sql`
    update identity."user" u set status = 'I', password_hash = null, erasure_asked_at = ${now}, login = 'erased-' || u.id || '@erased.invalid', email = 'erased-' || u.id || '@erased.invalid', address_before = null,
      erasure_names = array(
        select u.login union select u.email union select u.address_before where u.address_before is not null union select u.full_name
        union select n.name from identity.sign_in_name n where n.user_id = u.id
        union select p.phone from identity.phone_number p where p.user_id = u.id)
    where u.id = ${userId}`.execute(trx);
}

/** What somebody was called by, who is to be erased; null once they are. */
export async function findNamesToErase(db: Db, userId: number): Promise<string[] | null> {
  const person = await db
    .selectFrom('identity.user')
    .select('erasure_names')
    .where('id', '=', userId)
    .where('erasure_asked_at', 'is not', null)
    .executeTakeFirst();
  return person ? (person.erasure_names ?? []) : null;
}

/** Calls of directories that were refused with an address of theirs in the reason. */
export async function forgetRefusedCalls(db: Db, names: readonly string[]): Promise<void> {
  const within = names.filter(isAddress).map((name) => anywhere(name.toLowerCase()));
  await sql`delete from identity.scim_call where lower(params::text) like any(${within}::text[])`.execute(db);
}

/** With everything that belongs to them; nobody else's rows do. @returns false for who belongs to a tenant: a membership ends by its own writer alone */
export async function deleteUser(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.user as u')
    .where('u.id', '=', userId)
    .where('u.erasure_asked_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identity.membership as m').select('m.user_id').whereRef('m.user_id', '=', 'u.id'))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
