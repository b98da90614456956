import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { AlertTerms } from './location-alerts.rules';

export interface LocationAlert {
  alertId: number;
  locationId: number;
  terms: AlertTerms;
}

/** The alerts that stand at locations which somebody sees: not those of their devices, and not those of a whole site. */
export async function listLocationAlerts(
  db: Db | Trx,
  scope: Scope,
  { locationIds, deleted = false }: { locationIds: readonly number[]; deleted?: boolean },
): Promise<LocationAlert[]> {
  const { rows } = await sql<AlertTerms & Omit<LocationAlert, 'terms'>>`
    select a.id as "alertId", a.location_id as "locationId", a.name, a.description, a.comp_type as "compType", a.operator, a.value,
      a.currency_code as "currencyCode", a.unit_id as "unitId",
      coalesce((select jsonb_agg(jsonb_build_object('elementCode', r.element_code, 'refId', r.ref_id)) from alert_ref r
        where r.organisation_id = a.organisation_id and r.alert_id = a.id), '[]'::jsonb) as refs
    from alert a join location l on l.organisation_id = a.organisation_id and l.id = a.location_id
    where ${visibleLocations(scope)} and a.organisation_id = ${scope.organisationId} and a.location_id = any(${[...locationIds]}::bigint[]) and a.device_id = 0
      and (a.deleted_at is not null) = ${deleted}
    order by a.location_id, lower(a.name), a.id desc`.execute(db);
  return rows.map(({ alertId, locationId, ...terms }) => ({ alertId, locationId, terms }));
}
