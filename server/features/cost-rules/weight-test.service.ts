import { sql } from 'kysely';
import { categoriesOf, listCostRules, findSiteCurrency, listRulesById } from '../../domain/catalogue';
import type { TestAnswer, TestQuery } from '../../domain/catalogue/cost-rules.contract';
import type { CostRule } from '../../domain/catalogue/cost.contract';
import { costOf, decide, rankCostRules } from '../../domain/catalogue/cost.rules';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { LocalDate } from '../../platform/time';
import { gramsPerUnit } from '../../platform/weight-units.rules';

/** The item, as what it has become where it was merged, and what it lies in, nearest first. */
async function findItemPath(db: Db, organisationId: number, itemId: number): Promise<number[] | undefined> {
  const { rows } = await sql<{ path: number[] }>`
    select ${categoriesOf(organisationId, sql`v.id`)} as path
    from ref_value v where v.organisation_id = ${organisationId} and v.element_code = 'WASTEITEM' and v.id = coalesce((
      select m.new_id from ref_merge m where m.organisation_id = ${organisationId} and m.old_id = ${itemId}), ${itemId})`.execute(
    db,
  );
  return rows[0]?.path;
}

/**
 * What an event of this weight would cost, by the function that prices events, and every rule that could.
 * @throws 404 unknownSite, unknownItem
 */
export async function testWeight(
  db: Db,
  scope: Scope,
  { siteId, itemId, weight, unit, day, ...reader }: TestQuery & { locale: Locale; today: LocalDate },
): Promise<TestAnswer> {
  const site = await findSiteCurrency(db, scope, siteId);
  if (!site) throw fail.notFound('costRules.unknownSite');
  const path = itemId === undefined ? [] : await findItemPath(db, scope.organisationId, itemId);
  if (!path) throw fail.notFound('costRules.unknownItem');
  const [item = null, ...categoryIds] = path;
  const ranked = rankCostRules(await listCostRules(db, scope.organisationId), {
    siteId,
    itemId: item,
    categoryIds,
    day,
    currency: site.currency,
  });
  const rows = new Map(
    (await listRulesById(db, scope, { ...reader, ruleIds: ranked.map(({ id }) => id) })).map((row) => [
      row.ruleId,
      row,
    ]),
  );
  const centigrams = Math.round(weight * gramsPerUnit[unit] * 100);
  const [first] = ranked;
  const before = (at: number): CostRule | undefined => ranked[at - 1];
  return {
    netGrams: centigrams / 100,
    currency: site.currency,
    cost: first ? costOf(first, centigrams, site.exponent) : null,
    rules: ranked.flatMap((one, at) => {
      const [row, ahead] = [rows.get(one.id), before(at)];
      return row ? [{ rule: row, by: ahead ? decide(ahead, one, path).by : null }] : [];
    }),
  };
}
