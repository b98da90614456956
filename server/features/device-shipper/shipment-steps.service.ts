import { listPlacedDevices, listPlaces } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { localDateOf, type LocalDate } from '../../platform/time';
import { editDevice, replaceDevice } from '../devices';
import type { Placing, ShipmentItem, ShipmentRow } from './shipments.contract';
import { deliveryProblem, packingProblem, stateAfter, type ShipmentState, type ShipmentStep } from './shipments.rules';
import { shipmentActions, withShipment, type Change, type Shown } from './shipments.service';
import { listItems, listOpenOf, type ShipmentChange } from './shipments.store';

/** @throws Failure 404 unknown, 409 changed, wrongState */
function take(
  acting: Acting,
  { step, ...shown }: Shown & { step: ShipmentStep },
  work: (
    trx: Trx,
    shipment: ShipmentRow,
    items: ShipmentItem[],
  ) => Promise<{ set?: ShipmentChange; after?: Change['after'] }>,
): Promise<void> {
  return withShipment(acting, shown, async (trx, shipment) => {
    const state: ShipmentState | null = stateAfter(shipment.state, step);
    if (state === null) throw fail.conflict('deviceShipper.problem.wrongState');
    const items = await listItems(trx, {
      organisationId: acting.scope.organisationId,
      shipmentId: shown.shipmentId,
    });
    const { set, after } = await work(trx, shipment, items);
    return { action: shipmentActions[step], set: { state, ...set }, ...(after ? { after } : {}) };
  });
}

/** @throws Failure 409 noItems, noAddress */
export function pack(acting: Acting, shown: Shown): Promise<void> {
  return take(acting, { ...shown, step: 'pack' }, async (_, { address }, items) => {
    const problem = packingProblem({ items: items.length, address });
    if (problem !== null) throw fail.conflict(`deviceShipper.problem.${problem}`);
    return { set: { packedAt: acting.now } };
  });
}

export const reopen = (acting: Acting, shown: Shown): Promise<void> =>
  take(acting, { ...shown, step: 'reopen' }, async () => ({ set: { packedAt: null } }));

export const ship = (
  acting: Acting,
  { carrier, tracking, ...shown }: Shown & { carrier: string; tracking: string },
): Promise<void> =>
  take(acting, { ...shown, step: 'ship' }, async () => ({ set: { carrier, tracking, shippedAt: acting.now } }));

export const lose = (acting: Acting, { reason, ...shown }: Shown & { reason: string }): Promise<void> =>
  take(acting, { ...shown, step: 'lose' }, async () => ({ set: { reason, closedAt: acting.now } }));

export const cancel = (acting: Acting, shown: Shown): Promise<void> =>
  take(acting, { ...shown, step: 'cancel' }, async () => ({ set: { closedAt: acting.now } }));

/** A shipment to somebody's site opens its devices to them, wherever these still stand. */
const withDevices = (acting: Acting): Acting => ({ ...acting, scope: { ...acting.scope, restriction: null } });

interface Delivery extends Shown {
  deliveredOn: LocalDate;
  places: readonly Placing[];
}

/**
 * The devices are at the site: each takes the place of the one that it replaces, or stands where it was put.
 * @throws Failure 409 shippedAgain, devices.retired, devices.replacedBefore, 422 by field
 */
export function deliver(acting: Acting, { deliveredOn, places, ...shown }: Delivery): Promise<void> {
  return take(acting, { ...shown, step: 'deliver' }, async (trx, shipment, items) => {
    const { timeZone, shippedAt } = shipment;
    const problem = deliveryProblem(deliveredOn, {
      shippedOn: shippedAt && localDateOf(shippedAt, timeZone),
      today: localDateOf(acting.now, timeZone),
    });
    if (problem !== null) {
      const code = `deviceShipper.problem.${problem}` as const;
      throw fail.unprocessable(code, { fields: [{ field: 'deliveredOn', code }] });
    }
    await checkNotShippedAgain(trx, acting, { shipment, items });
    const chosen = await placesOf(trx, acting, { shipment, items, places });
    // By their ids, so that two deliveries do not wait for each other.
    for (const item of items.toSorted((one, other) => one.deviceId - other.deviceId))
      await receive(trx, withDevices(acting), { item, locationId: chosen.get(item.deviceId) ?? null });
    return { set: { deliveredOn, closedAt: null, reason: '' }, after: { places: Object.fromEntries(chosen) } };
  });
}

/** A parcel that was lost may turn up after its devices were packed anew. @throws Failure 409 shippedAgain */
async function checkNotShippedAgain(
  trx: Trx,
  { scope }: Acting,
  { shipment: { shipmentId }, items }: { shipment: ShipmentRow; items: readonly ShipmentItem[] },
): Promise<void> {
  const ids = items.map(({ deviceId }) => deviceId);
  const open = await listOpenOf(trx, scope.organisationId, ids);
  for (const { deviceId, name: device } of items) {
    const other = open.get(deviceId);
    if (other && other.shipmentId !== shipmentId)
      throw fail.conflict('deviceShipper.problem.shippedAgain', { params: { device, number: other.number } });
  }
}

/** Where each device is put, of those that are put anywhere. @throws Failure 409 replacedMoved, 422 places */
async function placesOf(
  trx: Trx,
  { scope }: Acting,
  { shipment, items, places }: { shipment: ShipmentRow; items: readonly ShipmentItem[]; places: readonly Placing[] },
): Promise<Map<number, number>> {
  const site = (await listPlaces(trx, scope)).find(({ siteId }) => siteId === shipment.siteId);
  const locations = new Set(site?.locations.map(({ locationId }) => locationId));
  const own = new Set(items.map(({ deviceId }) => deviceId));
  const chosen = new Map<number, number>();
  for (const { deviceId, locationId } of places) {
    if (locationId === null) continue;
    if (!own.has(deviceId) || !locations.has(locationId))
      throw fail.unprocessable('devices.unknownLocation', {
        fields: [{ field: 'places', code: 'devices.unknownLocation' }],
      });
    chosen.set(deviceId, locationId);
  }
  for (const { replaces } of items) {
    if (!replaces) continue;
    const [replaced] = await listPlacedDevices(trx, scope, { deviceId: replaces.deviceId });
    if (typeof replaced?.locationId !== 'number' || !locations.has(replaced.locationId))
      throw fail.conflict('deviceShipper.problem.replacedMoved', { params: { device: replaces.name } });
  }
  return chosen;
}

async function receive(
  trx: Trx,
  acting: Acting,
  { item, locationId }: { item: ShipmentItem; locationId: number | null },
): Promise<void> {
  const { deviceId, name: deviceName, retired, replaces } = item;
  if (replaces) return replaceDevice(trx, acting, { deviceId, replaces: replaces.deviceId });
  if (locationId === null || locationId === item.locationId) return;
  await editDevice(trx, acting, {
    deviceId,
    fields: { deviceName, locationId, deviceStatus: retired ? 'I' : 'A' },
  });
}

/** What has been delivered leaves its locations at the site, and is stock again. */
export function takeBack(acting: Acting, { reason, ...shown }: Shown & { reason: string }): Promise<void> {
  return take(acting, { ...shown, step: 'return' }, async (trx, { state, siteId }, items) => {
    const standing = items.filter((item) => state === 'delivered' && item.siteId === siteId);
    for (const { deviceId, name: deviceName, retired } of standing.toSorted(
      (one, other) => one.deviceId - other.deviceId,
    ))
      await editDevice(trx, withDevices(acting), {
        deviceId,
        fields: { deviceName, locationId: null, deviceStatus: retired ? 'I' : 'A' },
      });
    return {
      set: { reason, closedAt: acting.now },
      after: { taken: standing.map(({ serial }) => serial) },
    };
  });
}
