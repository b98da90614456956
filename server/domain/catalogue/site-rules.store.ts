import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleSites } from '../places';
import type { SiteRule } from './site-rules.rules';

export interface KeptSiteRule extends SiteRule {
  ruleId: number;
  siteId: number;
}

/** Prices of single sites that hold on a day or later, of those sites that the scope sees. */
export async function listSiteRules(
  db: Db | Trx,
  scope: Scope,
  { siteIds, day }: { siteIds: readonly number[]; day: LocalDate },
): Promise<KeptSiteRule[]> {
  const { rows } = await sql<KeptSiteRule>`
    select r.id as "ruleId", r.site_id as "siteId", r.ref_item_id as "itemId", r.amount_per_kg::text as "amountPerKg", r.currency_code as currency,
      r.valid_from as "validFrom", r.valid_to as "validTo", r.priority, r.note
    from cost_rule r join site s on s.organisation_id = r.organisation_id and s.id = r.site_id
    where ${visibleSites(scope)} and r.organisation_id = ${scope.organisationId} and r.site_id = any(${[...siteIds]}::bigint[])
      and r.superseded_at is null and (r.valid_to is null or r.valid_to >= ${day}::date)
    order by r.site_id, r.ref_item_id nulls first, r.valid_from, r.id`.execute(db);
  return rows;
}

/** The currencies of those of the sites that the scope sees. */
export async function listSiteCurrencies(
  db: Db | Trx,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ siteId: number; currency: string }>`
    select s.id as "siteId", s.currency_code as currency from site s
    where ${visibleSites(scope)} and s.id = any(${[...siteIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ siteId, currency }) => [siteId, currency]));
}

/** Nothing stands for it. Events that name it keep it. */
export async function withdrawRule(
  trx: Trx,
  organisationId: number,
  { ruleId, now }: { ruleId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('cost_rule')
    .set({ superseded_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', ruleId)
    .execute();
}

/** Those of the items that are none of the organization, or have become another one. */
export async function listUnknownItems(
  trx: Trx,
  organisationId: number,
  itemIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from unnest(${[...itemIds]}::bigint[]) i (id)
    where not exists (select from ref_value v where v.organisation_id = ${organisationId} and v.id = i.id and v.element_code = 'WASTEITEM'
      and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
