import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';

/** Whether people of the domain of `u.email` are sent to a provider. Whoever comes in by one alone has no other way. */
export const isSentToProvider = sql<boolean>`exists (
  select 1 from identity.sso_domain d join identity.sso_config c on c.id = d.config_id and c.enabled
  join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
  where d.domain = lower(split_part(u.email, '@', 2)) and d.validated_at is not null)`;

/** The provider to which people of a domain are sent. */
export async function findRoute(
  db: Db,
  domain: string,
): Promise<{ tenantNumber: number; tenantId: string; configId: string } | null> {
  const { rows } = await sql<{ tenantNumber: number; tenantId: string; configId: string }>`
    select c.tenant_number as "tenantNumber", t.id as "tenantId", c.uuid as "configId" from identity.sso_domain d
    join identity.sso_config c on c.id = d.config_id and c.enabled
    join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where d.domain = ${domain} and d.validated_at is not null`.execute(db);
  return rows[0] ?? null;
}
