import type { Db, Trx } from '../../../platform/db/database';
import type { DomainPolicy } from './email-domain.rules';

export interface ListedDomain {
  id: string;
  domain: string;
  type: DomainPolicy['listType'];
}

const columns = ['id', 'domain', 'type'] as const;
const policyColumns = ['active', 'list_type', 'block_public_domains'] as const;

const policyOf = (row: { active: boolean; list_type: string; block_public_domains: boolean }): DomainPolicy => ({
  active: row.active,
  listType: row.list_type as DomainPolicy['listType'],
  blockPublicDomains: row.block_public_domains,
});

export async function selectDomainPolicy(db: Db | Trx, tenantNumber: number): Promise<DomainPolicy> {
  const row = await db
    .selectFrom('identity.email_domain_policy')
    .select(policyColumns)
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row ? policyOf(row) : { active: false, listType: 'ALLOW', blockPublicDomains: false };
}

/** The same, with everybody else who changes it or its lists waiting. */
export async function lockDomainPolicy(
  trx: Trx,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<DomainPolicy> {
  await trx
    .insertInto('identity.email_domain_policy')
    .values({ tenant_number: tenantNumber, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return policyOf(
    await trx
      .selectFrom('identity.email_domain_policy')
      .select(policyColumns)
      .where('tenant_number', '=', tenantNumber)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

export async function setDomainPolicy(
  trx: Trx,
  tenantNumber: number,
  { active, listType, blockPublicDomains, now }: DomainPolicy & { now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.email_domain_policy')
    .set({ active, list_type: listType, block_public_domains: blockPublicDomains, updated_at: now })
    .where('tenant_number', '=', tenantNumber)
    .execute();
}

export async function listDomains(db: Db | Trx, tenantNumber: number): Promise<ListedDomain[]> {
  return (await db
    .selectFrom('identity.email_domain')
    .select(columns)
    .where('tenant_number', '=', tenantNumber)
    .orderBy('domain')
    .orderBy('type')
    .execute()) as ListedDomain[];
}

/** One that is on the list already stays. */
export async function keepDomain(
  trx: Trx,
  tenantNumber: number,
  { domain, type, now }: Omit<ListedDomain, 'id'> & { now: Date },
): Promise<ListedDomain> {
  await trx
    .insertInto('identity.email_domain')
    .values({ tenant_number: tenantNumber, domain, type, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('identity.email_domain')
    .select(columns)
    .where('tenant_number', '=', tenantNumber)
    .where('domain', '=', domain)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return row as ListedDomain;
}

/** @returns what is gone; null where there was none */
export async function deleteDomain(
  trx: Trx,
  { tenantNumber, id }: { tenantNumber: number; id: string },
): Promise<ListedDomain | null> {
  const row = await trx
    .deleteFrom('identity.email_domain')
    .where('tenant_number', '=', tenantNumber)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return (row as ListedDomain | undefined) ?? null;
}
