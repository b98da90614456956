import { sql, type RawBuilder } from 'kysely';
import { isActiveMember } from '../../policies/entry/active-member';
import { hasFactor } from './factor.store';

/**
 * The tenants that demand no second factor within a session that opens. Whoever has one and did not prove it comes by a remembered browser, which spares them
 * in every tenant that they belong to now.
 */
export const sparedTenants = ({
  userId,
  amr,
  now,
}: {
  userId: number;
  amr: readonly string[];
  now: Date;
}): RawBuilder<string[]> =>
  amr.includes('mfa')
    ? sql<string[]>`'{}'::bigint[]`
    : sql<string[]>`array(
    select p.tenant_number from identity.mfa_policy p
    join identity.membership m on m.tenant_number = p.tenant_number and m.user_id = ${userId} and ${isActiveMember(now)}
    where p.enforce <> 'DontForce' and ${hasFactor(sql`${userId}::bigint`)})`;
