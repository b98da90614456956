import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { issuerOf, type OidcConfig } from './oidc-providers';

export interface OidcLeaving extends OidcConfig {
  number: number;
  /** The public id. */
  id: string;
  tenantNumber: number;
}

/** A provider and a client of it may be those of several tenants; only those by which somebody can come in count. */
const mostProviders = 100;

/** The OpenID providers of this name at which this side is one of these clients. */
export async function listOidcOf(
  db: Db,
  { issuer, clientIds }: { issuer: string; clientIds: readonly string[] },
): Promise<OidcLeaving[]> {
  const { rows } = await sql<OidcLeaving>`
    select c.id as number, c.uuid as id, c.tenant_number as "tenantNumber", c.sso_endpoint as "ssoEndpoint", c.oidc_client_id as "oidcClientId", c.oidc_secret as "sealedSecret"
    from identity.sso_config c join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where c.oidc_client_id = any(${[...clientIds]}::text[]) and c.oidc_client_id <> '' and c.enabled and c.type = 'oidc'
      and exists (select 1 from identity.sso_domain d where d.config_id = c.id and d.validated_at is not null)
    order by c.id`.execute(db);
  return rows.filter(({ ssoEndpoint }) => issuerOf(ssoEndpoint) === issuerOf(issuer)).slice(0, mostProviders);
}
