import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';

/** Where somebody `u` comes in: of their active memberships the one of the smallest number. */
export const firstTenant = (now: Date) => sql<number | null>`(
  select m.tenant_number from identity.membership m join identity.tenant t on t.number = m.tenant_number
  where m.user_id = u.id and ${isActiveMember(now)} and t.status = 'ACTIVE' order by m.tenant_number limit 1)`;

/** All tenants that are open to somebody, in the order in which they come into them. */
export async function listOpenTenants(trx: Trx, { userId, now }: { userId: number; now: Date }): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select t.number from identity.membership m join identity.tenant t on t.number = m.tenant_number and t.status = 'ACTIVE'
    where m.user_id = ${userId} and ${isActiveMember(now)} order by t.number`.execute(trx);
  return rows.map(({ number }) => number);
}
