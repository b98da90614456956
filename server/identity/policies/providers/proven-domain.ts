import type { Db, Trx } from '../../../platform/db/database';
import { addressDomain } from './provider-domain.rules';

/** Whether a tenant has proved that the domain of an address is its own. */
export async function provesDomainOf(
  db: Db | Trx,
  { tenantNumber, email }: { tenantNumber: number; email: string },
): Promise<boolean> {
  const domain = addressDomain(email);
  if (domain === null) return false;
  const found = await db
    .selectFrom('identity.sso_domain as d')
    .innerJoin('identity.sso_config as c', 'c.id', 'd.config_id')
    .select('d.id')
    .where('c.tenant_number', '=', tenantNumber)
    .where('d.domain', '=', domain)
    .where('d.validated_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
