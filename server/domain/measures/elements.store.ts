import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { LocalDate } from '../../platform/time';
import { valuesIn } from '../catalogue';
import { atPlace, visibleLocations } from '../places';
import type { Element, ElementQuery, MeasuredElement } from './measure.contract';

/**
 * The rows of `measure` by the values of an element; in order of time, currency and id. Places first: each is then found by its
 * index, whatever the planner knows of the sizes.
 */
export function elementQuery<G extends 'week' | 'span'>(
  scope: Scope,
  { grain, element, start, end, stageId, locale, ...place }: ElementQuery<G>,
): RawBuilder<MeasuredElement<G>> {
  const recorded = [
    sql`d.organisation_id = ${scope.organisationId}`,
    sql`d.element_code = ${element}`,
    sql`d.location_id = p.id`,
    sql`d.week_start >= ${start}::date`,
    ...(end === undefined ? [] : [sql`d.week_start <= ${end}::date`]),
    ...(stageId === undefined ? [] : [sql`d.stage_id = ${stageId}`]),
  ];
  const week = (of: RawBuilder<unknown>) => (grain === 'week' ? sql`${of}, ` : sql``);
  return sql`
    with place as materialized (
      select l.id, s.currency_code as currency from location l
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      where ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)}),
    total as materialized (
      select ${week(sql`d.week_start as start`)}p.currency, d.ref_id, sum(d.txn)::bigint as txn, sum(d.g) as g, sum(d.cost) as cost
      from place p join rollup_week_dim d on ${sql.join(recorded, sql` and `)}
      group by ${week(sql`d.week_start`)}p.currency, d.ref_id)
    select ${week(sql`u.start`)}nullif(u.ref_id, 0) as "refId", v.name as "refName", u.currency, u.txn, u.g, u.cost
    from total u left join ${valuesIn(locale)} v on v.organisation_id = ${scope.organisationId} and v.id = u.ref_id
    order by ${week(sql`u.start`)}u.currency, u.ref_id`;
}

interface UsedQuery {
  organisationId: number;
  locationId: number;
  element: Element;
  /** A Monday. */
  since: LocalDate;
}

/** How often a location has used each value of an element, as rows (ref_id, times) of a larger query. */
export const timesUsed = ({ organisationId, locationId, element, since }: UsedQuery): RawBuilder<unknown> => sql`
  select ref_id, sum(txn) as times from rollup_week_dim
  where organisation_id = ${organisationId} and location_id = ${locationId} and week_start >= ${since} and element_code = ${element} group by ref_id`;
