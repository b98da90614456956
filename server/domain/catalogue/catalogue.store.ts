import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { Resolved } from '../places';
import type { ElementCode } from './refdata.contract';

interface ReferenceName {
  element: ElementCode;
  name: string;
  hierarchy: string;
  countsAsWaste?: boolean;
}

/**
 * A name is the organisation's own before it is a translation, and a translation only where a single value of the element has it.
 * That of a value that was merged means the one that it has become.
 */
export async function findReferenceValues(
  db: Db | Trx,
  organisationId: number,
  references: readonly ReferenceName[],
): Promise<Resolved> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(merged.new_id, r.id, translated.id) as id
    from unnest(${references.map((one) => one.element)}::text[], ${references.map((one) => one.name)}::text[]) with ordinality as n (element, name, place)
    left join ref_value r on r.organisation_id = ${organisationId} and r.element_code = n.element and lower(r.name) = lower(n.name)
    left join ref_merge merged on merged.organisation_id = ${organisationId} and merged.old_id = r.id
    left join lateral (
      select min(coalesce(m.new_id, v.id)) as id from ref_value_translation t join ref_value v on v.organisation_id = t.organisation_id and v.id = t.ref_id
      left join ref_merge m on m.organisation_id = v.organisation_id and m.old_id = v.id
      where r.id is null and t.organisation_id = ${organisationId} and lower(t.name) = lower(n.name) and v.element_code = n.element
      having count(distinct coalesce(m.new_id, v.id)) = 1) translated on true
    order by n.place`.execute(db);
  return rows.map((row) => row.id);
}

/** Creates the values, and their hierarchies where those are missing too. @returns the values that were created */
export async function insertReferenceValues(
  trx: Trx,
  organisationId: number,
  references: readonly ReferenceName[],
): Promise<number[]> {
  const elements = references.map((one) => one.element);
  const hierarchies = references.map((one) => one.hierarchy);
  await sql`
    insert into hierarchy (organisation_id, element_code, name)
    select distinct ${organisationId}::bigint, n.element, n.hierarchy
    from unnest(${elements}::text[], ${hierarchies}::text[]) as n (element, hierarchy)
    order by 2, 3
    on conflict (organisation_id, element_code, name) do nothing`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into ref_value (organisation_id, hierarchy_id, element_code, name, counts_as_waste)
    select distinct on (n.element, lower(n.name)) h.organisation_id, h.id, n.element, n.name, n.counts
    from unnest(${elements}::text[], ${hierarchies}::text[], ${references.map((one) => one.name)}::text[],
      ${references.map((one) => one.countsAsWaste ?? true)}::boolean[]) with ordinality as n (element, hierarchy, name, counts, place)
    join hierarchy h on h.organisation_id = ${organisationId} and h.element_code = n.element and h.name = n.hierarchy
    order by n.element, lower(n.name), n.place
    on conflict (organisation_id, element_code, lower(name)) do nothing
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
