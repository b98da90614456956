import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { hasFactor } from '../../core/factors/factor.store';
import { isActiveMember } from '../entry/active-member';

/**
 * Of a session `s`: whether it lacks the second proof that a tenant forces. Asked wherever a session is used, so that it holds for whoever
 * joined, switched or was let in again later. A client view is of internal staff, whom no customer asks.
 */
export const lacksForcedFactor = (tenant: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  s.viewed_user_id is null and not 'mfa' = any(s.amr) and not ${tenant} = any(s.factor_spared_in) and exists (
    select 1 from identity.mfa_policy forced where forced.tenant_number = ${tenant}
      and (forced.enforce = 'Force' or (forced.enforce = 'ForceExceptSAML' and not 'sso' = any(s.amr)))))`;

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

/** Whoever forces a second factor goes on in their session. */
export async function spareDecider(
  trx: Trx,
  { sessionId, tenantNumber }: { sessionId: string; tenantNumber: number },
): Promise<void> {
  await sql`
    update identity.session set factor_spared_in = array_append(factor_spared_in, ${tenantNumber}::bigint)
    where id = ${sessionId} and not ${tenantNumber}::bigint = any(factor_spared_in)`.execute(trx);
}
