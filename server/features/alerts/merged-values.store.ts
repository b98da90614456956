import { sql } from 'kysely';
import type { ValueMerged } from '../../domain/events';
import type { Trx } from '../../platform/db/database';

/** Alerts that ask for a merged value ask for what it has become; whoever is editing one of them is told. */
export async function followMergedValue(
  trx: Trx,
  { organisationId, elementCode, oldId, newId, now }: ValueMerged,
): Promise<void> {
  await sql`
    update alert a set version = a.version + 1, updated_at = ${now}
    where a.organisation_id = ${organisationId} and exists (
      select from alert_ref r where r.organisation_id = a.organisation_id and r.alert_id = a.id and r.element_code = ${elementCode} and r.ref_id = ${oldId})`.execute(
    trx,
  );
  await sql`
    insert into alert_ref (organisation_id, alert_id, element_code, ref_id)
    select organisation_id, alert_id, element_code, ${newId} from alert_ref
    where organisation_id = ${organisationId} and element_code = ${elementCode} and ref_id = ${oldId}
    on conflict do nothing`.execute(trx);
  await sql`
    delete from alert_ref where organisation_id = ${organisationId} and element_code = ${elementCode} and ref_id = ${oldId}`.execute(
    trx,
  );
}
