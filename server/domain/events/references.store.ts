import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { categoriesOf, listCostRules } from '../catalogue';
import type { LocationFacts, ReferenceFacts, References } from './event.rules';
import type { IngestCandidate } from './ingest.contract';
import { rememberLocalDays } from './local-days.rules';
import { referenceFields, type ReferenceField } from './reference-fields.rules';

/** Everything that the candidates name and that belongs to the organisation, in a few statements. */
export async function loadReferences(
  db: Db | Trx,
  organisationId: number,
  candidates: readonly IngestCandidate[],
): Promise<References> {
  const locationIds = idsOf(candidates, ['locationId']);
  const valueIds = idsOf(
    candidates,
    referenceFields.map(([field]) => field),
  );
  const locations = await sql<LocationFacts>`
    select l.id, l.site_id as "siteId", l.status = 'A' as active, s.time_zone as "timeZone", s.currency_code as currency, c.exponent
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join currency c on c.code = s.currency_code
    where l.organisation_id = ${organisationId} and l.id = any(${locationIds}::bigint[])`.execute(db);
  const values = await sql<ReferenceFacts & { named: number }>`
    select named.id as named, v.id, v.element_code as "elementCode", v.tare_g as "tareGrams", v.counts_as_waste as "countsAsWaste",
      case when v.element_code = 'WASTEITEM' and v.parent_id is not null then ${categoriesOf(organisationId, sql`v.parent_id`)} else '[]' end as "categoryIds"
    from unnest(${valueIds}::bigint[]) as named (id)
    left join ref_merge m on m.organisation_id = ${organisationId} and m.old_id = named.id
    join ref_value v on v.organisation_id = ${organisationId} and v.id = coalesce(m.new_id, named.id)`.execute(db);
  return {
    locations: new Map(locations.rows.map((row) => [row.id, row])),
    values: new Map(values.rows.map(({ named, ...facts }) => [named, facts])),
    operators: await findOperators(db, organisationId, idsOf(candidates, ['operatorId'])),
    costRules: await listCostRules(db, organisationId),
    days: rememberLocalDays(),
  };
}

async function findOperators(db: Db | Trx, organisationId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from operator p where p.organisation_id = ${organisationId} and p.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Ids as the database can hold them; anything else is simply not found. */
function idsOf(
  candidates: readonly IngestCandidate[],
  fields: readonly ('locationId' | 'operatorId' | ReferenceField)[],
): number[] {
  const ids = new Set<number | undefined>();
  for (const candidate of candidates) for (const field of fields) ids.add(candidate[field]);
  return [...ids].filter((id): id is number => Number.isSafeInteger(id));
}
