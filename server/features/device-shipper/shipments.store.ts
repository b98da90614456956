import { sql } from 'kysely';
import { wholeSites } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { ShipmentItem, ShipmentRow } from './shipments.contract';
import { openStates } from './shipments.rules';

/** The shipments to sites of which somebody sees everything, the newest first. */
export async function listShipments(
  db: Db | Trx,
  scope: Scope,
  { shipmentId }: { shipmentId?: number } = {},
): Promise<ShipmentRow[]> {
  const { rows } = await sql<ShipmentRow>`
    select p.id as "shipmentId", p.number, p.state, p.reference, p.site_id as "siteId", s.name as "siteName", s.time_zone as "timeZone", p.address, p.note,
      p.carrier, p.tracking, p.reason, coalesce(c.full_name, '') as "createdBy", p.created_at as "createdAt", p.packed_at as "packedAt",
      p.shipped_at as "shippedAt", p.delivered_on as "deliveredOn", p.closed_at as "closedAt", p.version, coalesce(i.serials, '{}') as serials
    from shipment p
    join site s on s.organisation_id = p.organisation_id and s.id = p.site_id
    left join identity.person c on c.id = p.created_by
    left join lateral (
      select array_agg(d.serial order by d.serial) as serials from shipment_item t
      join device d on d.organisation_id = t.organisation_id and d.id = t.device_id
      where t.organisation_id = p.organisation_id and t.shipment_id = p.id) i on true
    where p.organisation_id = ${scope.organisationId} and ${wholeSites(scope)} and (${shipmentId ?? null}::bigint is null or p.id = ${shipmentId ?? null})
    order by p.number desc`.execute(db);
  return rows;
}

/** Nobody else changes it before the transaction ends. @returns false where it is not seen */
export async function lockShipment(trx: Trx, scope: Scope, shipmentId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shipment p join site s on s.organisation_id = p.organisation_id and s.id = p.site_id
    where p.organisation_id = ${scope.organisationId} and p.id = ${shipmentId} and ${wholeSites(scope)} for update of p`.execute(
    trx,
  );
  return rows.length > 0;
}

interface OfShipment {
  organisationId: number;
  shipmentId: number;
}

type StoredItem = Omit<ShipmentItem, 'replaces'> & {
  replacesId: number | null;
  replacesName: string;
  replacesSerial: string;
};

export async function listItems(db: Db | Trx, { organisationId, shipmentId }: OfShipment): Promise<ShipmentItem[]> {
  const { rows } = await sql<StoredItem>`
    select d.id as "deviceId", d.serial, d.name, d.status = 'I' as retired, l.site_id as "siteId", d.location_id as "locationId", l.name as "locationName",
      t.replaces_device_id as "replacesId", r.name as "replacesName", r.serial as "replacesSerial"
    from shipment_item t
    join device d on d.organisation_id = t.organisation_id and d.id = t.device_id
    left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    left join device r on r.organisation_id = t.organisation_id and r.id = t.replaces_device_id
    where t.organisation_id = ${organisationId} and t.shipment_id = ${shipmentId} order by lower(d.name), d.id`.execute(
    db,
  );
  return rows.map(({ replacesId, replacesName: name, replacesSerial: serial, ...item }) => ({
    ...item,
    replaces: replacesId === null ? null : { deviceId: replacesId, name, serial },
  }));
}

export async function readSiteAddress(
  db: Db | Trx,
  { organisationId, siteId }: { organisationId: number; siteId: number },
): Promise<string> {
  const { address } = await db
    .selectFrom('site')
    .select('address')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return address;
}

/** With the organization locked, so that no number is given twice. */
export async function insertShipment(
  trx: Trx,
  organisationId: number,
  fields: { siteId: number; address: string; reference: string; note: string; createdBy: number; now: Date },
): Promise<{ shipmentId: number; number: number }> {
  const { siteId, address, reference, note, createdBy, now } = fields;
  const { rows } = await sql<{ shipmentId: number; number: number }>`
    insert into shipment (organisation_id, number, site_id, state, reference, address, note, created_by, created_at)
    select ${organisationId}, coalesce(max(number), 0) + 1, ${siteId}, 'draft', ${reference}, ${address}, ${note}, ${createdBy}, ${now}
    from shipment where organisation_id = ${organisationId}
    returning id as "shipmentId", number`.execute(trx);
  const [made] = rows;
  if (!made) throw new Error('an insert returns its row');
  return made;
}

const columns = {
  state: 'state',
  reference: 'reference',
  address: 'address',
  note: 'note',
  carrier: 'carrier',
  tracking: 'tracking',
  reason: 'reason',
  packedAt: 'packed_at',
  shippedAt: 'shipped_at',
  deliveredOn: 'delivered_on',
  closedAt: 'closed_at',
} as const;
export type ShipmentChange = Partial<Pick<ShipmentRow, keyof typeof columns>>;

/** Raises the version too, whatever else is changed. */
export async function updateShipment(
  trx: Trx,
  { organisationId, shipmentId }: OfShipment,
  change: ShipmentChange,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => {
      const value = change[name as keyof typeof columns];
      return value === undefined ? [] : [[column, value]];
    }),
  );
  await trx
    .updateTable('shipment')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', shipmentId)
    .execute();
}

export async function insertItems(
  trx: Trx,
  { organisationId, shipmentId }: OfShipment,
  deviceIds: readonly number[],
): Promise<void> {
  await trx
    .insertInto('shipment_item')
    .values(
      deviceIds.map((deviceId) => ({
        organisation_id: organisationId,
        shipment_id: shipmentId,
        device_id: deviceId,
      })),
    )
    .execute();
}

export async function deleteItem(
  trx: Trx,
  { organisationId, shipmentId }: OfShipment,
  deviceId: number,
): Promise<void> {
  await trx
    .deleteFrom('shipment_item')
    .where('organisation_id', '=', organisationId)
    .where('shipment_id', '=', shipmentId)
    .where('device_id', '=', deviceId)
    .execute();
}

export async function setReplaced(
  trx: Trx,
  { organisationId, shipmentId }: OfShipment,
  { deviceId, replacesDeviceId }: { deviceId: number; replacesDeviceId: number | null },
): Promise<void> {
  await trx
    .updateTable('shipment_item')
    .set({ replaces_device_id: replacesDeviceId })
    .where('organisation_id', '=', organisationId)
    .where('shipment_id', '=', shipmentId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** The open shipment of each device that is in one. */
export async function listOpenOf(
  trx: Trx,
  organisationId: number,
  deviceIds: readonly number[],
): Promise<Map<number, { shipmentId: number; number: number }>> {
  const { rows } = await sql<{ deviceId: number; shipmentId: number; number: number }>`
    select t.device_id as "deviceId", p.id as "shipmentId", p.number from shipment_item t
    join shipment p on p.organisation_id = t.organisation_id and p.id = t.shipment_id
    where t.organisation_id = ${organisationId} and t.device_id = any(${[...deviceIds]}::bigint[]) and p.state = any(${[...openStates]}::text[])`.execute(
    trx,
  );
  return new Map(rows.map(({ deviceId, ...shipment }) => [deviceId, shipment]));
}
