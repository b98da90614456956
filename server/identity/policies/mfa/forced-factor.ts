import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../platform/db/database';

/**
 * Of a session `s`: whether it lacks the second proof that a tenant forces. Asked wherever a session is used, so that it holds for whoever
 * joined, switched or was let in again later. A client view is of internal staff, whom no customer asks.
 */
export const lacksForcedFactor = (tenant: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  s.viewed_user_id is null and not 'mfa' = any(s.amr) and not ${tenant} = any(s.factor_spared_in) and exists (
    select 1 from identity.mfa_policy forced where forced.tenant_number = ${tenant}
      and (forced.enforce = 'Force' or (forced.enforce = 'ForceExceptSAML' and not 'sso' = any(s.amr)))))`;

/** Whoever forces a second factor goes on in their session. */
export async function spareDecider(
  trx: Trx,
  { sessionId, tenantNumber }: { sessionId: string; tenantNumber: number },
): Promise<void> {
  await sql`
    update identity.session set factor_spared_in = array_append(factor_spared_in, ${tenantNumber}::bigint)
    where id = ${sessionId} and not ${tenantNumber}::bigint = any(factor_spared_in)`.execute(trx);
}
