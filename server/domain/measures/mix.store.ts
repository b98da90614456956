import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import { valuesIn } from '../catalogue';
import { weeksAndDays } from '../events/event-sums.rules';
import { valueColumns } from '../events/reference-fields.rules';
import { atPlace, visibleLocations } from '../places';
import type { Element, ElementValues, MeasuredMix, MixQuery } from './measure.contract';

const columnOf = (element: Element): RawBuilder<unknown> => sql`r.${sql.ref(valueColumns[element])}`;

const narrowing = (where: ElementValues): RawBuilder<unknown>[] =>
  (Object.keys(valueColumns) as Element[]).flatMap((element) => {
    const value = where[element];
    return value === undefined ? [] : [sql`${columnOf(element)} = ${value ?? 0}`];
  });

interface Part {
  table: RawBuilder<unknown>;
  /** What its rows are summed by. */
  key: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>[];
}

const within = (day: RawBuilder<unknown>, from: string, to: string) => [
  sql`${day} >= ${from}::date`,
  sql`${day} <= ${to}::date`,
];

/** Where the rows of a query are: the cube holds all, but what it was added up to already is much shorter. */
function partsOf({ by, start, end, where }: MixQuery<Element | 'day'>): Part[] {
  const narrowed = narrowing(where);
  const cube = (key: RawBuilder<unknown>, from: string, to: string): Part => ({
    table: sql`rollup_day_cube`,
    key,
    conditions: [...within(sql`r.local_date`, from, to), ...narrowed],
  });
  if (by === 'day')
    return narrowed.length > 0
      ? [cube(sql`r.local_date`, start, end)]
      : [{ table: sql`rollup_day`, key: sql`r.local_date`, conditions: within(sql`r.local_date`, start, end) }];
  const { weeks, days } = weeksAndDays({ startDate: start, endDate: end });
  if (narrowed.length > 0 || weeks === null) return [cube(columnOf(by), start, end)];
  return [
    {
      table: sql`rollup_week_dim`,
      key: sql`r.ref_id`,
      conditions: [sql`r.element_code = ${by}`, ...within(sql`r.week_start`, weeks.from ?? start, weeks.to ?? end)],
    },
    ...days.map(({ from, to }) => cube(columnOf(by), from, to)),
  ];
}

/**
 * The rows of `measure` of any days and any values; in order of time, currency and id. Places first: each is then found by its
 * key, whatever the planner knows of the sizes.
 */
export function mixQuery(scope: Scope, query: MixQuery<Element | 'day'>): RawBuilder<MeasuredMix<Element | 'day'>> {
  const { by, start: _start, end: _end, where: _where, grain: _grain, stageId, locale, ...place } = query;
  const sums = sql`sum(r.txn)::int as txn, sum(r.g) as g, sum(r.cost) as cost`;
  const unmeasured = sql`, sum(r.estimated_g) as "estimatedG", sum(r.derived_cost) as "derivedCost"`;
  const parts = partsOf(query).map(
    ({ table, key, conditions }) => sql`
      select ${key} as key, p.currency, ${sums}${by === 'day' ? unmeasured : sql``}
      from place p join ${table} r on r.organisation_id = ${scope.organisationId} and r.location_id = p.id
        and ${sql.join([...conditions, ...(stageId === undefined ? [] : [sql`r.stage_id = ${stageId}`])], sql` and `)}
      group by ${key}, p.currency`,
  );
  const rows = sql`
    with place as materialized (
      select l.id, s.currency_code as currency from location l
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      where ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)}),
    part as materialized (${sql.join(parts, sql` union all `)})`;
  if (by === 'day')
    return sql`${rows}
      select key as start, currency, txn, g, "estimatedG", cost, "derivedCost" from part order by key, currency`;
  return sql`${rows},
    total as (select key, currency, sum(txn)::int as txn, sum(g) as g, sum(cost) as cost from part group by key, currency)
    select nullif(u.key, 0) as "refId", v.name as "refName", u.currency, u.txn, u.g, u.cost
    from total u left join ${valuesIn(locale)} v on v.organisation_id = ${scope.organisationId} and v.id = u.key
    order by u.currency, u.key`;
}
