import { sql } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { valuesIn } from '../catalogue';
import { visibleLocations } from '../places';
import type { Element, LargestValue } from './measure.contract';

interface LargestQuery {
  element: Element;
  stageId: number;
  /** Mondays, both weeks included. */
  start: LocalDate;
  end: LocalDate;
  /** Rows of each currency. */
  most: number;
  /** Of the names. */
  locale: Locale;
}

/**
 * What cost most at the visible open locations that have a baseline, by value and location; of each currency the largest first.
 * What names no value and what cost nothing is in no row.
 */
export async function listLargest(
  db: Db,
  scope: Scope,
  { element, stageId, start, end, most, locale }: LargestQuery,
): Promise<LargestValue[]> {
  const { rows } = await sql<LargestValue>`
    with place as materialized (
      select l.id, l.name, s.name as site_name, s.currency_code from location l
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
      where ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A'),
    total as (
      select p.id, p.currency_code, r.ref_id, sum(r.g) as g, sum(r.cost) as cost
      from place p join rollup_week_dim r on r.organisation_id = ${scope.organisationId} and r.location_id = p.id
        and r.week_start >= ${start}::date and r.week_start <= ${end}::date and r.stage_id = ${stageId} and r.element_code = ${element} and r.ref_id <> 0
      group by p.id, p.currency_code, r.ref_id),
    ranked as (select t.*, row_number() over (partition by t.currency_code order by t.cost desc, t.id, t.ref_id) as place_no from total t where t.cost > 0)
    select p.site_name as "siteName", p.id as "locationId", p.name as "locationName", t.ref_id as "refId", v.name as "refName", t.currency_code as currency, t.g, t.cost
    from ranked t join place p on p.id = t.id
    join ${valuesIn(locale)} v on v.organisation_id = ${scope.organisationId} and v.id = t.ref_id
    where t.place_no <= ${most}
    order by t.currency_code, t.place_no`.execute(db);
  return rows;
}
