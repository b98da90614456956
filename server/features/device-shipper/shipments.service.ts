import { listPlacedDevices, listPlaces, lockDevice, lockSite } from '../../domain/places';
import type { Acting, ActingPersonally } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, type FieldProblem } from '../../platform/errors';
import { addDevice, isInReplacement } from '../devices';
import { mostSerials, type ShipmentDetail, type ShipmentItem, type ShipmentRow } from './shipments.contract';
import { mayEdit, serialLines, serialProblem, type ShipmentEdit } from './shipments.rules';
import {
  deleteItem,
  insertItems,
  insertShipment,
  listItems,
  listOpenOf,
  listShipments,
  lockShipment,
  readSiteAddress,
  setReplaced,
  updateShipment,
  type ShipmentChange,
} from './shipments.store';

export const shipmentActions = defineActions('shipment', {
  create: {},
  details: {},
  addDevices: {},
  removeDevice: {},
  replace: {},
  pack: {},
  reopen: {},
  ship: {},
  tracking: {},
  deliver: { severity: 'warning' },
  return: {},
  lose: { severity: 'warning' },
  cancel: {},
});

/** The shipment, and the version of it that was shown to whoever changes it. */
export interface Shown {
  shipmentId: number;
  version: number;
}

/** @throws Failure 404 unknown */
async function findShipment(db: Db | Trx, scope: Scope, shipmentId: number): Promise<ShipmentRow> {
  const [found] = await listShipments(db, scope, { shipmentId });
  if (!found) throw fail.notFound('deviceShipper.problem.unknown');
  return found;
}

/** @throws Failure 404 unknown */
export async function readShipment(db: Db, scope: Scope, shipmentId: number): Promise<ShipmentDetail> {
  const shipment = await findShipment(db, scope, shipmentId);
  const items = await listItems(db, { organisationId: scope.organisationId, shipmentId });
  const site = (await listPlaces(db, scope)).find(({ siteId }) => siteId === shipment.siteId);
  const locations = site?.locations ?? [];
  const here = new Set(locations.map(({ locationId }) => locationId));
  const coming = new Set(items.map(({ deviceId }) => deviceId));
  const replaceable = (await listPlacedDevices(db, scope))
    .filter(
      ({ id, status, locationId }) => status === 'A' && locationId !== null && here.has(locationId) && !coming.has(id),
    )
    .map(({ id: deviceId, name, serial, locationName }) => ({ deviceId, name, serial, locationName }));
  return { shipment, items, locations, replaceable };
}

/** @throws Failure 422 unknownSite */
export function createShipment(
  acting: ActingPersonally,
  { siteId, reference, note }: { siteId: number; reference: string; note: string },
): Promise<number> {
  const { scope, actor, now } = acting;
  const { organisationId } = scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const site = await lockSite(trx, scope, siteId);
    if (site?.status !== 'A')
      throw fail.unprocessable('deviceShipper.problem.unknownSite', {
        fields: [{ field: 'siteId', code: 'deviceShipper.problem.unknownSite' }],
      });
    const address = await readSiteAddress(trx, { organisationId, siteId });
    const fields = { siteId, address, reference, note };
    const { shipmentId, number } = await insertShipment(trx, organisationId, {
      ...fields,
      createdBy: actor.userId,
      now,
    });
    await acting.audit(trx, {
      action: shipmentActions.create,
      entity: 'shipment',
      entityId: shipmentId,
      after: { number, ...fields },
    });
    await acting.touch(trx);
    return shipmentId;
  });
}

export interface Change {
  action: (typeof shipmentActions)[keyof typeof shipmentActions];
  set: ShipmentChange;
  /** What the audit log says beside it. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** In one transaction with the shipment locked; its version is raised. @throws Failure 404 unknown, 409 changed */
export async function withShipment(
  acting: Acting,
  { shipmentId, version }: Shown,
  work: (trx: Trx, shipment: ShipmentRow) => Promise<Change>,
): Promise<void> {
  const { scope } = acting;
  await acting.db.transaction().execute(async (trx) => {
    if (!(await lockShipment(trx, scope, shipmentId))) throw fail.notFound('deviceShipper.problem.unknown');
    const shipment = await findShipment(trx, scope, shipmentId);
    if (shipment.version !== version) throw fail.conflict('deviceShipper.problem.changed');
    const { action, set, before, after } = await work(trx, shipment);
    await updateShipment(trx, { organisationId: scope.organisationId, shipmentId }, set);
    const was = Object.fromEntries(Object.keys(set).map((key) => [key, shipment[key as keyof ShipmentChange]]));
    await acting.audit(trx, {
      action,
      entity: 'shipment',
      entityId: shipmentId,
      before: { ...was, ...before },
      after: { ...set, ...after },
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 409 closed */
function checkEdit({ state }: ShipmentRow, edit: ShipmentEdit): void {
  if (!mayEdit(state, edit)) throw fail.conflict('deviceShipper.problem.wrongState');
}

export function changeDetails(
  acting: Acting,
  { address, reference, note, ...shown }: Shown & { address: string; reference: string; note: string },
): Promise<void> {
  return withShipment(acting, shown, async (_, shipment) => {
    checkEdit(shipment, 'details');
    if (shipment.state !== 'draft' && address === '')
      throw fail.unprocessable('deviceShipper.problem.noAddress', {
        fields: [{ field: 'address', code: 'deviceShipper.problem.noAddress' }],
      });
    return { action: shipmentActions.details, set: { address, reference, note } };
  });
}

export function changeTracking(
  acting: Acting,
  { carrier, tracking, ...shown }: Shown & { carrier: string; tracking: string },
): Promise<void> {
  return withShipment(acting, shown, async (_, shipment) => {
    checkEdit(shipment, 'tracking');
    return { action: shipmentActions.tracking, set: { carrier, tracking } };
  });
}

const keyOf = ({ scope }: Acting, { shipmentId }: { shipmentId: number }) => ({
  organisationId: scope.organisationId,
  shipmentId,
});

/** All or none: each line that cannot be added is named. @throws Failure 422 serials */
export function addDevices(acting: Acting, { serials, ...shown }: Shown & { serials: string }): Promise<void> {
  return withShipment(acting, shown, async (trx, shipment) => {
    checkEdit(shipment, 'items');
    const lines = serialLines(serials);
    const refused = (fields: Omit<FieldProblem, 'field'>[]) =>
      fail.unprocessable('deviceShipper.problem.serials', {
        fields: fields.map((one) => ({ field: 'serials', ...one })),
      });
    if (lines.length > mostSerials)
      throw refused([{ code: 'deviceShipper.problem.tooManySerials', params: { most: mostSerials } }]);
    const wanted = new Set(lines.map(({ serial }) => serial));
    const seen = (await listPlacedDevices(trx, acting.scope)).filter(({ serial }) => wanted.has(serial));
    const devices = new Map<string, { id: number; status: 'A' | 'I' }>();
    // Two people may scan the same device into two shipments.
    for (const { id } of seen.sort((one, other) => one.id - other.id)) {
      const device = await lockDevice(trx, acting.scope, id);
      if (device) devices.set(device.serial, device);
    }
    const ids = [...devices.values()].map(({ id }) => id);
    const open = await listOpenOf(trx, acting.scope.organisationId, ids);
    const items = await listItems(trx, keyOf(acting, shown));
    const replaced = new Set(items.map((item) => item.replaces?.deviceId));
    const problems = lines.flatMap(({ line, serial }) => {
      const device = devices.get(serial);
      const facts = device && {
        status: device.status,
        shipment: open.get(device.id) ?? null,
        replacedHere: replaced.has(device.id),
      };
      const problem = serialProblem(facts, shown.shipmentId);
      if (problem === null) return [];
      const params = { line, serial, number: facts?.shipment?.number ?? 0 };
      return [{ code: `deviceShipper.problem.${problem}` as const, params }];
    });
    if (problems.length > 0) throw refused(problems);
    await insertItems(trx, keyOf(acting, shown), ids);
    return { action: shipmentActions.addDevices, set: {}, after: { serials: [...wanted] } };
  });
}

/** A device that nobody has entered yet; it stands nowhere. @throws Failure 422 serialTaken, unknownLocation */
export function addNewDevice(
  acting: Acting,
  { serial, deviceName, ...shown }: Shown & { serial: string; deviceName: string },
): Promise<void> {
  return withShipment(acting, shown, async (trx, shipment) => {
    checkEdit(shipment, 'items');
    const deviceId = await addDevice(trx, acting, { serial, deviceName, locationId: null });
    await insertItems(trx, keyOf(acting, shown), [deviceId]);
    return { action: shipmentActions.addDevices, set: {}, after: { serials: [serial] } };
  });
}

/** @throws Failure 404 unknownItem */
async function findItem(trx: Trx, acting: Acting, of: { shipmentId: number; deviceId: number }) {
  const items = await listItems(trx, keyOf(acting, of));
  const item = items.find(({ deviceId }) => deviceId === of.deviceId);
  if (!item) throw fail.notFound('deviceShipper.problem.unknownItem');
  return { item, items };
}

export function removeDevice(acting: Acting, { deviceId, ...shown }: Shown & { deviceId: number }): Promise<void> {
  return withShipment(acting, shown, async (trx, shipment) => {
    checkEdit(shipment, 'items');
    const { item } = await findItem(trx, acting, { ...shown, deviceId });
    await deleteItem(trx, keyOf(acting, shown), deviceId);
    return { action: shipmentActions.removeDevice, set: {}, before: { serial: item.serial } };
  });
}

/** @throws Failure 404 unknownItem, 422 notAtSite, replacedTwice, replacedBefore */
export function chooseReplaced(
  acting: Acting,
  { deviceId, replacesDeviceId, ...shown }: Shown & { deviceId: number; replacesDeviceId: number | null },
): Promise<void> {
  return withShipment(acting, shown, async (trx, shipment) => {
    checkEdit(shipment, 'replacements');
    const { item, items } = await findItem(trx, acting, { ...shown, deviceId });
    if (replacesDeviceId !== null)
      await checkReplaced(trx, acting, { shipment, items, deviceId, replaces: replacesDeviceId });
    await setReplaced(trx, keyOf(acting, shown), { deviceId, replacesDeviceId });
    return {
      action: shipmentActions.replace,
      set: {},
      before: { serial: item.serial, replaces: item.replaces?.deviceId ?? null },
      after: { serial: item.serial, replaces: replacesDeviceId },
    };
  });
}

interface Wish {
  shipment: ShipmentRow;
  items: readonly ShipmentItem[];
  deviceId: number;
  replaces: number;
}

async function checkReplaced(
  trx: Trx,
  { scope }: Acting,
  { shipment, items, deviceId, replaces }: Wish,
): Promise<void> {
  const refused = (code: FieldProblem['code']) =>
    fail.unprocessable(code, { fields: [{ field: 'replacesDeviceId', code }] });
  const [device] = await listPlacedDevices(trx, scope, { deviceId: replaces });
  const site = (await listPlaces(trx, scope)).find(({ siteId }) => siteId === shipment.siteId);
  const isHere = site?.locations.some(({ locationId }) => locationId === device?.locationId);
  const isComing = items.some((one) => one.deviceId === replaces);
  if (device?.status !== 'A' || !isHere || isComing) throw refused('deviceShipper.problem.notAtSite');
  if (items.some((one) => one.deviceId !== deviceId && one.replaces?.deviceId === replaces))
    throw refused('deviceShipper.problem.replacedTwice');
  if (await isInReplacement(trx, scope.organisationId, { deviceId, replaces })) throw refused('devices.replacedBefore');
}
