import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import type { Visitor } from '../../../platform/visitor';
import { userActions } from '../../identity.audit';
import { endPasswordLinks } from '../passwords/password-link';

/** Somebody has shown that their address is theirs, as by a link that was mailed to it. @returns whether nobody had until now */
export async function noteAddressProven(trx: Trx, userId: number): Promise<boolean> {
  const proven = await trx
    .updateTable('identity.user')
    .set({ address_before: null })
    .where('id', '=', userId)
    .where('address_before', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return proven !== undefined;
}

/** Whether somebody has shown that the address is theirs which their account has. */
export async function isAddressProven(db: Db, userId: number): Promise<boolean> {
  const { address_before: before } = await db
    .selectFrom('identity.user')
    .select('address_before')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return before === null;
}

/**
 * An address that was entered for an account in use, and that nobody has shown to be theirs, gives way to whoever is asked into a tenant by it. The account is
 * left with none that mail reaches: the one before may be somebody else's by now.
 * @param keeping the tenant whose members keep it, where they are asked in as who they are
 */
export async function freeUnprovenAddress(
  trx: Trx,
  who: Pick<Visitor, 'audit' | 'touchPerson' | 'now'>,
  { address, keeping = null }: { address: string; keeping?: number | null },
): Promise<void> {
  const { rows } = await sql<{ userId: number; email: string; left: string; tenants: number[] }>`
    with held as (
      select u.id, u.email from identity.sign_in_name n join identity."user" u on u.id = n.user_id
      where n.name = any(${spellingsOf(address)}::text[]) and lower(u.email) = n.name and u.address_before is not null
        and not exists (select 1 from identity.membership m where m.user_id = u.id and m.tenant_number = ${keeping} and not m.awaits_answer)
      for no key update of u)
    update identity."user" u set email = 'unconfirmed-' || u.id || '@tare.invalid', address_before = null from held where u.id = held.id
    returning u.id as "userId", held.email, u.email as left,
      array(select m.tenant_number from identity.membership m where m.user_id = u.id and not m.awaits_answer order by 1) as tenants`.execute(
    trx,
  );
  for (const { userId, email, left, tenants } of rows) {
    await endPasswordLinks(trx, userId, who.now);
    for (const organisationId of tenants)
      await who.audit(trx, {
        action: userActions.giveUpAddress,
        entity: 'user',
        entityId: userId,
        organisationId: Number(organisationId),
        before: { email },
        after: { email: left },
      });
    await who.touchPerson(trx, userId);
  }
}
