import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { CostRule } from './cost.rules';
import type { LocationFacts, ReferenceFacts, References } from './event.rules';
import { referenceFields, type ReferenceField } from './reference-fields.rules';
import type { IngestCandidate } from './ingest.contract';
import { rememberLocalDays } from './local-days.rules';

/** Everything that the candidates name and that belongs to the organisation, in three statements. */
export async function loadReferences(db: Db | Trx, organisationId: number, candidates: readonly IngestCandidate[]): Promise<References> {
  const locationIds = idsOf(candidates, ['locationId']);
  const valueIds = idsOf(candidates, referenceFields.map(([field]) => field));
  const locations = await sql<LocationFacts>`
    select l.id, l.site_id as "siteId", l.status = 'A' as active, s.time_zone as "timeZone", s.currency_code as currency, c.exponent
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join currency c on c.code = s.currency_code
    where l.organisation_id = ${organisationId} and l.id = any(${locationIds}::bigint[])`.execute(db);
  const values = await sql<ReferenceFacts & { id: number }>`
    select id, element_code as "elementCode", tare_g as "tareGrams", counts_as_waste as "countsAsWaste" from ref_value
    where organisation_id = ${organisationId} and id = any(${valueIds}::bigint[])`.execute(db);
  const costRules = await sql<CostRule>`
    select id, site_id as "siteId", ref_item_id as "itemId", amount_per_kg as "amountPerKg", currency_code as currency,
      valid_from as "validFrom", valid_to as "validTo", priority
    from cost_rule where organisation_id = ${organisationId}`.execute(db);
  return {
    locations: new Map(locations.rows.map((row) => [row.id, row])),
    values: new Map(values.rows.map((row) => [row.id, row])),
    costRules: costRules.rows,
    days: rememberLocalDays(),
  };
}

/** Ids as the database can hold them; anything else is simply not found. */
function idsOf(candidates: readonly IngestCandidate[], fields: readonly ('locationId' | ReferenceField)[]): number[] {
  const ids = new Set<number | undefined>();
  for (const candidate of candidates) for (const field of fields) ids.add(candidate[field]);
  return [...ids].filter((id): id is number => Number.isSafeInteger(id));
}
