import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { LocalDate } from '../../platform/time';
import { valuesIn } from '../catalogue';
import { atPlace, visibleLocations } from '../places';
import type { Element, ElementQuery, MeasuredElement } from './measure.contract';

/** The rows of `measure` by the values of an element; in order of time, currency and id. */
export function elementQuery<G extends 'week' | 'span'>(
  scope: Scope,
  { grain, element, start, end, stageId, locale, ...place }: ElementQuery<G>,
): RawBuilder<MeasuredElement<G>> {
  const conditions = [
    sql`d.organisation_id = ${scope.organisationId}`,
    sql`d.element_code = ${element}`,
    sql`d.week_start >= ${start}::date`,
    ...(end === undefined ? [] : [sql`d.week_start <= ${end}::date`]),
    ...(stageId === undefined ? [] : [sql`d.stage_id = ${stageId}`]),
    visibleLocations(scope),
    ...atPlace(scope, place),
  ];
  const week =
    grain === 'week' ? { column: sql`d.week_start as start,`, key: sql`d.week_start,` } : { column: sql``, key: sql`` };
  return sql`
    select ${week.column} nullif(d.ref_id, 0) as "refId", v.name as "refName", s.currency_code as currency, sum(d.txn)::bigint as txn, sum(d.g) as g, sum(d.cost) as cost
    from rollup_week_dim d
    join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join ${valuesIn(locale)} v on v.organisation_id = d.organisation_id and v.id = d.ref_id
    where ${sql.join(conditions, sql` and `)}
    group by ${week.key} d.ref_id, v.name, s.currency_code
    order by ${week.key} s.currency_code, d.ref_id`;
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
