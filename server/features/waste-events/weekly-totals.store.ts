import { sql } from 'kysely';
import { valuesIn } from '../../domain/catalogue';
import { visibleLocations } from '../../domain/places';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { WeeklyTotals, WeeklyTotalsQuery } from './weekly-totals.contract';

interface TotalRow {
  refId: number;
  refName: string | null;
  currencyCode: string;
  transactions: number;
  grams: number;
  amount: number;
}

/** Grams, cost and transactions of whole weeks by the values of one element, largest weight first. From the roll-ups alone. */
export async function sumByElement(
  db: Db,
  scope: Scope,
  { locale, ...query }: WeeklyTotalsQuery & { locale: Locale },
): Promise<WeeklyTotals> {
  const { rows } = await sql<TotalRow>`
    select d.ref_id as "refId", v.name as "refName", s.currency_code as "currencyCode", sum(d.txn)::bigint as transactions, sum(d.g) as grams, sum(d.cost) as amount
    from rollup_week_dim d
    join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join ${valuesIn(locale)} v on v.organisation_id = d.organisation_id and v.id = d.ref_id
    where d.organisation_id = ${scope.organisationId} and d.element_code = ${query.element}
      and d.week_start between ${query.startDate} and ${query.endDate}
      and (${query.wasteStageId ?? null}::int is null or d.stage_id = ${query.wasteStageId ?? null})
      and (${query.siteId ?? null}::bigint is null or s.id = ${query.siteId ?? null})
      and (${query.locationId ?? null}::bigint is null or l.id = ${query.locationId ?? null})
      and ${visibleLocations(scope)}
    group by d.ref_id, v.name, s.currency_code
    order by s.currency_code`.execute(db);
  const totals = new Map<number, WeeklyTotals[number]>();
  for (const { refId, refName, currencyCode, transactions, grams, amount } of rows) {
    const total = totals.get(refId) ?? {
      refId: refId === 0 ? null : refId,
      refName,
      transactions: 0,
      grams: 0,
      costs: [],
    };
    total.transactions += transactions;
    total.grams = Math.round((total.grams + grams) * 100) / 100;
    total.costs.push({ currencyCode, amount });
    totals.set(refId, total);
  }
  return [...totals.values()].sort((a, b) => b.grams - a.grams || (a.refId ?? 0) - (b.refId ?? 0));
}
