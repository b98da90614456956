import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail, type Failure } from '../../../platform/errors';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import { lacksForcedFactor } from '../../policies/mfa/forced-factor';
import { enforcedFor } from '../../policies/providers/provider-entry';
import type { SignedIn } from '../../ports';

/** By what somebody came, as the rules of a tenant ask about it. */
export type CameBy = RawBuilder<unknown>;

export const bySession = (id: string): CameBy =>
  sql`select amr, factor_spared_in, viewed_user_id, sso_tenant_number from identity.session where id = ${id}`;

/** No token is spared what a session was. */
export const byApiToken = (id: string): CameBy =>
  sql`select amr, '{}'::bigint[] as factor_spared_in, null::bigint as viewed_user_id, null::bigint as sso_tenant_number from identity.api_token where id = ${id}`;

interface Coming {
  /** Where they are signed in. */
  person: Pick<SignedIn, 'userId' | 'tenantNumber' | 'clientView'>;
  ip: string;
  by: CameBy;
}

interface Asking {
  tenantNumber: number;
  tenant: string;
  lacksFactor: boolean;
  ssoTenant: number | null;
}

/**
 * Why somebody may not act in another tenant that they reach: the tenant whose membership lets them forces a second factor that they lack, has them come by its provider,
 * or keeps their address out, as it would were they to go on there. Staff reach every tenant by the rules of their own.
 */
export async function keptOutElsewhere(
  db: Db,
  { person: { userId, tenantNumber: here, clientView }, ip, by }: Coming,
  organisationId: number,
): Promise<Failure | null> {
  if (here === internalOrganisation) return null;
  const {
    rows: [asking],
  } = await sql<Asking>`
    select t.number as "tenantNumber", t.name as tenant, ${lacksForcedFactor(sql`t.number`)} as "lacksFactor", s.sso_tenant_number as "ssoTenant"
    from (${by}) s cross join identity.reached_tenants(${userId}, ${internalOrganisation}) r join identity.tenant t on t.number = r.member_of
    where r.number = ${organisationId}`.execute(db);
  if (!asking) return fail.notFound('errors.notFound');
  const { tenantNumber, tenant, lacksFactor, ssoTenant } = asking;
  if (tenantNumber === here) return null;
  if (lacksFactor) return fail.conflict('identityNotices.factorForced', { params: { tenant } });
  if (!(await isAddressAllowed(db, { addressLimits: [tenantNumber] }, ip)))
    return fail.conflict('errors.addressNotAllowed');
  const enforced =
    clientView !== null || ssoTenant === tenantNumber
      ? null
      : await enforcedFor(db, { tenantNumber, userId, ssoTenant });
  return enforced && fail.conflict('ssoEntry.providerAlone', { params: { tenant } });
}
