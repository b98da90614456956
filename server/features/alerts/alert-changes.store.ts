import { sql } from 'kysely';
import type { ElementCode } from '../../domain/catalogue/refdata.contract';
import type { ValueMerged } from '../../domain/events';
import { seesLocation, visibleLocations, visibleSites, wholeSites } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import type { AlertUnitId, CompType, Operator } from './alerts.contract';
import { editableAlerts, visibleAlerts } from './alerts.store';

/** An alert as it is kept. */
export interface AlertFields {
  name: string;
  description: string;
  siteId: number;
  locationId: number;
  deviceId: number;
  compType: CompType;
  operator: Operator;
  value: number;
  currencyCode: string | null;
  unitId: AlertUnitId | null;
  refs: readonly { elementCode: ElementCode; refId: number }[];
}

export interface StoredAlert extends Omit<AlertFields, 'refs'> {
  id: number;
  version: number;
  editable: boolean;
}

/** The alert, locked, where the scope sees it. */
export async function lockAlert(trx: Trx, scope: Scope, alertId: number): Promise<StoredAlert | undefined> {
  const { rows } = await sql<StoredAlert>`
    select a.id, a.name, a.description, a.site_id as "siteId", a.location_id as "locationId", a.device_id as "deviceId", a.comp_type as "compType",
      a.operator, a.value, a.currency_code as "currencyCode", a.unit_id as "unitId", a.version, ${editableAlerts(scope)} as editable
    from alert a where a.id = ${alertId} and ${visibleAlerts(scope)} for update`.execute(trx);
  return rows[0];
}

interface Writing {
  fields: AlertFields;
  now: Date;
  userId: number;
}

const columnsOf = ({
  name,
  description,
  siteId,
  locationId,
  deviceId,
  compType,
  operator,
  value,
  currencyCode,
  unitId,
}: AlertFields) => ({
  name,
  description,
  site_id: siteId,
  location_id: locationId,
  device_id: deviceId,
  comp_type: compType,
  operator,
  value,
  currency_code: currencyCode,
  unit_id: unitId,
});

export async function insertAlert(trx: Trx, organisationId: number, { fields, now, userId }: Writing): Promise<number> {
  const by = { created_at: now, created_by: userId, updated_at: now, updated_by: userId };
  const { id } = await trx
    .insertInto('alert')
    .values({ organisation_id: organisationId, ...columnsOf(fields), ...by })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRefs(trx, organisationId, { alertId: id, refs: fields.refs });
  await renewAlertSet(trx, organisationId);
  return id;
}

/** @returns the new version */
export async function updateAlert(
  trx: Trx,
  organisationId: number,
  { alertId, fields, now, userId }: Writing & { alertId: number },
): Promise<number> {
  const { version } = await trx
    .updateTable('alert')
    .set((e) => ({ ...columnsOf(fields), version: e('version', '+', 1), updated_at: now, updated_by: userId }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', alertId)
    .returning('version')
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('alert_ref')
    .where('organisation_id', '=', organisationId)
    .where('alert_id', '=', alertId)
    .execute();
  await insertRefs(trx, organisationId, { alertId, refs: fields.refs });
  await renewAlertSet(trx, organisationId);
  return version;
}

async function insertRefs(
  trx: Trx,
  organisationId: number,
  { alertId, refs }: { alertId: number; refs: AlertFields['refs'] },
): Promise<void> {
  if (refs.length === 0) return;
  await sql`
    insert into alert_ref (organisation_id, alert_id, element_code, ref_id)
    select ${organisationId}, ${alertId}, * from unnest(${refs.map((one) => one.elementCode)}::text[], ${refs.map((one) => one.refId)}::bigint[])`.execute(
    trx,
  );
}

export async function deleteAlert(
  trx: Trx,
  organisationId: number,
  { alertId, now, userId }: Omit<Writing, 'fields'> & { alertId: number },
): Promise<void> {
  await trx
    .updateTable('alert')
    .set({ deleted_at: now, updated_at: now, updated_by: userId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', alertId)
    .execute();
  await renewAlertSet(trx, organisationId);
}

/** It fires again. */
export async function restoreAlert(
  trx: Trx,
  organisationId: number,
  { alertId, now, userId }: Omit<Writing, 'fields'> & { alertId: number },
): Promise<void> {
  await trx
    .updateTable('alert')
    .set((e) => ({ deleted_at: null, version: e('version', '+', 1), updated_at: now, updated_by: userId }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', alertId)
    .execute();
  await renewAlertSet(trx, organisationId);
}

/** What was read of the organisation's alerts before holds no longer. */
async function renewAlertSet(trx: Trx, organisationId: number): Promise<void> {
  await sql`
    insert into alert_set (organisation_id, alerts)
    select ${organisationId}::bigint, count(*) from alert where organisation_id = ${organisationId} and deleted_at is null
    on conflict (organisation_id) do update set alerts = excluded.alerts, version = excluded.version`.execute(trx);
}

/** Whether the place is one that stands within the other, and all of it is seen; 0 is all of what it stands in. */
export async function placeIsKnown(
  trx: Trx,
  scope: Scope,
  { siteId, locationId, deviceId }: Pick<AlertFields, 'siteId' | 'locationId' | 'deviceId'>,
): Promise<boolean> {
  if (siteId === 0) return locationId === 0 && deviceId === 0;
  if (locationId === 0)
    return (
      deviceId === 0 &&
      (await sql`select 1 from site s where s.id = ${siteId} and ${wholeSites(scope)}`.execute(trx)).rows.length > 0
    );
  const { rows } = await sql`
    select 1 from location l where l.id = ${locationId} and l.site_id = ${siteId} and ${visibleLocations(scope)}
      and (${deviceId} = 0 or exists (select 1 from device d where d.organisation_id = l.organisation_id and d.location_id = l.id and d.id = ${deviceId}))`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether any of the place is seen. */
export async function seesPlace(
  trx: Trx,
  scope: Scope,
  { siteId, locationId }: Pick<AlertFields, 'siteId' | 'locationId'>,
): Promise<boolean> {
  if (siteId === 0) return true;
  if (locationId !== 0) return seesLocation(trx, scope, locationId);
  return (
    (await sql`select 1 from site s where s.id = ${siteId} and ${visibleSites(scope)}`.execute(trx)).rows.length > 0
  );
}

/** Those of the values that the organisation does not have in their element. */
export async function listUnknownRefs(
  trx: Trx,
  organisationId: number,
  refs: AlertFields['refs'],
): Promise<AlertFields['refs']> {
  if (refs.length === 0) return [];
  const { rows } = await sql<AlertFields['refs'][number]>`
    select w.element_code as "elementCode", w.ref_id as "refId"
    from unnest(${refs.map((one) => one.elementCode)}::text[], ${refs.map((one) => one.refId)}::bigint[]) as w (element_code, ref_id)
    where case when w.element_code = 'WASTESTAGE' then not exists (select 1 from waste_stage s where s.id = w.ref_id)
      else not exists (select 1 from ref_value v where v.organisation_id = ${organisationId} and v.id = w.ref_id and v.element_code = w.element_code) end`.execute(
    trx,
  );
  return rows;
}

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
