import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { isUnused } from '../../core/memberships/membership.store';

export interface NameHolder {
  userId: number;
  login: string;
  email: string;
  /** The name is their address, and not what they sign in with alone. */
  addressed: boolean;
  unused: boolean;
  /** How they stand in the tenant. */
  here: 'member' | 'asked' | null;
}

/** Who signs in by a name, held as they are. */
export async function findNameHolder(
  trx: Trx,
  { name, tenantNumber }: { name: string; tenantNumber: number },
): Promise<NameHolder | null> {
  const spellings = spellingsOf(name);
  const { rows } = await sql<NameHolder>`
    select u.id as "userId", u.login, u.email, lower(u.email) = any(${spellings}::text[]) as addressed, ${isUnused} as unused,
      (select case when m.awaits_answer then 'asked' else 'member' end from identity.membership m where m.user_id = u.id and m.tenant_number = ${tenantNumber}) as here
    from identity.sign_in_name n join identity."user" u on u.id = n.user_id where n.name = any(${spellings}::text[]) limit 1 for no key update of u`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Makes an account that nobody has come in by that of somebody whom a provider vouches for. */
export async function takeOverUnused(
  trx: Trx,
  { userId, email, name }: { userId: number; email: string; name: string },
): Promise<void> {
  await trx
    .updateTable('identity.user')
    .set({ login: email, email, full_name: name, sso_user: true, locked_until: null, failed_sign_ins: 0 })
    .where('id', '=', userId)
    .execute();
}

/** They sign in by their address from now on. */
export async function giveUpLogin(trx: Trx, userId: number): Promise<void> {
  await sql`update identity."user" set login = email where id = ${userId}`.execute(trx);
}

export async function listTenantsOf(trx: Trx, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('identity.membership')
    .select('tenant_number')
    .where('user_id', '=', userId)
    .where('awaits_answer', '=', false)
    .orderBy('tenant_number')
    .execute();
  return rows.map(({ tenant_number }) => tenant_number);
}
