import { measure } from '../../domain/measures';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { WeeklyTotals, WeeklyTotalsQuery } from './weekly-totals.contract';

/** Grams, cost and transactions of whole weeks by the values of one element, largest weight first. From the roll-ups alone. */
export async function sumByElement(
  db: Db,
  scope: Scope,
  { locale, element, startDate, endDate, wasteStageId, siteId, locationId }: WeeklyTotalsQuery & { locale: Locale },
): Promise<WeeklyTotals> {
  const rows = await measure(db, scope, {
    grain: 'span',
    by: 'element',
    element,
    start: startDate,
    end: endDate,
    stageId: wasteStageId,
    siteId,
    locationId,
    locale,
  });
  const totals = new Map<number | null, WeeklyTotals[number]>();
  for (const { refId, refName, currency, txn, g, cost } of rows) {
    const total = totals.get(refId) ?? { refId, refName, transactions: 0, grams: 0, costs: [] };
    total.transactions += txn;
    total.grams = Math.round((total.grams + g) * 100) / 100;
    total.costs.push({ currencyCode: currency, amount: cost });
    totals.set(refId, total);
  }
  return [...totals.values()].sort((a, b) => b.grams - a.grams || (a.refId ?? 0) - (b.refId ?? 0));
}
