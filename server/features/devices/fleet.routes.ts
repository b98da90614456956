import { z } from 'zod';
import { placeId } from '../../domain/places/place.filters';
import type { ActingPersonally } from '../../platform/acting';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { changeDevice, createDevice } from './devices.service';
import {
  askCommand,
  changeSettings,
  makeCode,
  openCase,
  revokeKey,
  settleCase,
  swapDevice,
  withdrawCommand,
} from './fleet-changes.service';
import {
  devicePage,
  editing,
  fleetPage,
  hubPath,
  inHub,
  inMonitor,
  monitorPath,
  newDevicePage,
  type PageContext,
  type Place,
} from './fleet-pages';
import {
  claimForm,
  deviceForms,
  deviceParams,
  fleetDone,
  newDeviceForm,
  ownClaimForm,
  ownDeviceForm,
  placedDeviceParams,
  type DeviceForm,
  type FleetDone,
} from './fleet.contract';
import { fleetQuery, ownFleetQuery } from './fleet.filters';
import { findDevice } from './fleet.service';
import { claimDevice, releaseDevice } from './release.service';

type Body<Form extends DeviceForm> = (typeof deviceForms)[Form]['_output'];

/** What a form leads to: a word on the device's page, another device, or a code that is shown once. */
type Outcome = { done: NonNullable<FleetDone>; deviceId?: number } | { code: string } | { releaseCode: string };

interface Given<Form extends DeviceForm> {
  acting: ActingPersonally;
  deviceId: number;
  body: Body<Form>;
}

async function setStatus(
  { acting, deviceId }: Pick<Given<'retire'>, 'acting' | 'deviceId'>,
  deviceStatus: 'A' | 'I',
): Promise<void> {
  const { name: deviceName, locationId } = await findDevice(acting.db, acting.scope, deviceId);
  await changeDevice(acting, { deviceId, fields: { deviceName, locationId, deviceStatus } });
}

const changes: { [Form in DeviceForm]: (given: Given<Form>) => Promise<Outcome> } = {
  async rename({ acting, deviceId, body }) {
    const { status: deviceStatus } = await findDevice(acting.db, acting.scope, deviceId);
    await changeDevice(acting, { deviceId, fields: { ...body, deviceStatus } });
    return { done: 'saved' };
  },
  async command({ acting, deviceId, body }) {
    await askCommand(acting, { deviceId, ...body });
    return { done: 'asked' };
  },
  async withdraw({ acting, deviceId, body }) {
    await withdrawCommand(acting, { deviceId, ...body });
    return { done: 'withdrawn' };
  },
  async case({ acting, deviceId, body }) {
    await openCase(acting, { deviceId, ...body });
    return { done: 'noted' };
  },
  async close({ acting, deviceId, body }) {
    await settleCase(acting, { deviceId, ...body });
    return { done: 'closed' };
  },
  async settings({ acting, deviceId, body: { channel, ...settings } }) {
    await changeSettings(acting, { deviceId, channel, settings });
    return { done: 'settings' };
  },
  code: async ({ acting, deviceId }) => ({ code: await makeCode(acting, { deviceId }) }),
  async revoke({ acting, deviceId }) {
    await revokeKey(acting, { deviceId });
    return { done: 'revoked' };
  },
  async retire(given) {
    await setStatus(given, 'I');
    return { done: 'retired' };
  },
  async reactivate(given) {
    await setStatus(given, 'A');
    return { done: 'reactivated' };
  },
  release: async ({ acting, deviceId }) => ({ releaseCode: await releaseDevice(acting, { deviceId }) }),
  swap: async ({ acting, deviceId, body }) => ({
    done: 'swapped',
    deviceId: await swapDevice(acting, { deviceId, ...body }),
  }),
};

const ofLocation = z.object({ locationId: placeId });
const ofOrganization = ofLocation.extend({ organisationId: placeId });

/** Of what a door asks for: the organization, where it may be another than one's own. */
const meant = (asked: { organisationId?: number | undefined } | object): number | undefined =>
  'organisationId' in asked ? asked.organisationId : undefined;

/** One of the two doors to a fleet: the organization's own, or that of whoever looks after several. */
interface DoorOf {
  path: typeof monitorPath | typeof hubPath;
  /** A device's page. */
  device: `/${string}`;
  access: 'VIEW_DEVICE_MANAGER' | 'VIEW_CCM_TOOLS_TAB';
  params: typeof deviceParams | typeof placedDeviceParams;
  /** Of the list, of the page for a new device, and of its form. */
  asks: {
    list: typeof fleetQuery | typeof ownFleetQuery;
    start: typeof ofOrganization | typeof ofLocation;
    form: typeof newDeviceForm | typeof ownDeviceForm;
    claim: typeof claimForm | typeof ownClaimForm;
  };
  placeOf(context: PageContext, organisationId: number | undefined): Promise<Place> | Place;
}

const doors: DoorOf[] = [
  {
    path: monitorPath,
    device: `${monitorPath}/devices/:id`,
    access: 'VIEW_DEVICE_MANAGER',
    params: deviceParams,
    asks: { list: ownFleetQuery, start: ofLocation, form: ownDeviceForm, claim: ownClaimForm },
    placeOf: (context) => inMonitor(context),
  },
  {
    path: hubPath,
    device: `${hubPath}/:organisationId/devices/:id`,
    access: 'VIEW_CCM_TOOLS_TAB',
    params: placedDeviceParams,
    asks: { list: fleetQuery, start: ofOrganization, form: newDeviceForm, claim: claimForm },
    placeOf: inHub,
  },
];

interface DeviceAddress {
  id: number;
  organisationId?: number;
}

function formRoutes({ device, access, params, placeOf }: DoorOf): Route[] {
  const forms = Object.keys(deviceForms) as DeviceForm[];
  return forms.flatMap(<Form extends DeviceForm>(form: Form): Route[] => [
    definePage({
      method: 'post',
      path: `${device}/${form}`,
      access: editing,
      notInClientView: true,
      params,
      body: deviceForms[form],
      async handle({ params: address, body }, context): Promise<Reply> {
        const { id: deviceId, organisationId } = address as DeviceAddress;
        const place = await placeOf(context, organisationId);
        const outcome = await changes[form]({ acting: place.acting, deviceId, body: body as Body<Form> });
        if (!('done' in outcome)) return devicePage(context, place, { deviceId, ...outcome });
        return reply.redirect(
          withParameters(`${place.base}/devices/${outcome.deviceId ?? deviceId}`, { done: outcome.done }),
        );
      },
      async again(failure: Failure, typed: Record<string, string>, context) {
        const place = await placeOf(
          context,
          typed.organisationId === undefined ? undefined : Number(typed.organisationId),
        );
        return devicePage(context, place, { deviceId: Number(typed.id), refused: { form, failure, typed } });
      },
    }),
    definePage({
      method: 'get',
      path: `${device}/${form}`,
      access,
      params,
      walk: [],
      async handle({ params: address }, context) {
        const { id, organisationId } = address as DeviceAddress;
        return reply.redirect(`${(await placeOf(context, organisationId)).base}/devices/${id}`);
      },
    }),
  ]);
}

const routesOf = (door: DoorOf): Route[] => [
  definePage({
    method: 'get',
    path: door.path,
    access: door.access,
    walk: [door.path, `${door.path}?state=all`],
    query: door.asks.list,
    handle: async ({ query }, context) => fleetPage(context, await door.placeOf(context, meant(query)), query),
  }),
  definePage({
    method: 'get',
    path: `${door.path}/new`,
    access: editing,
    query: door.asks.start,
    handle: async ({ query }, context) =>
      newDevicePage(context, await door.placeOf(context, meant(query)), { way: 'new', locationId: query.locationId }),
  }),
  definePage({
    method: 'post',
    path: `${door.path}/new`,
    access: editing,
    notInClientView: true,
    body: door.asks.form,
    async handle({ body }, context) {
      const { serial, deviceName, locationId } = body;
      const fields = { serial, deviceName, locationId };
      const place = await door.placeOf(context, meant(body));
      const deviceId = await createDevice(place.acting, fields);
      const code = await makeCode(place.acting, { deviceId });
      return devicePage(context, place, { deviceId, code, done: 'added' });
    },
    async again(failure, typed, context) {
      const place = await door.placeOf(context, placeId.parse(typed.organisationId));
      return newDevicePage(context, place, { way: 'new', refused: { failure, typed } });
    },
  }),
  definePage({
    method: 'get',
    path: `${door.path}/claim`,
    access: editing,
    query: door.asks.start,
    handle: async ({ query }, context) =>
      newDevicePage(context, await door.placeOf(context, meant(query)), { way: 'claim' }),
  }),
  definePage({
    method: 'post',
    path: `${door.path}/claim`,
    access: editing,
    notInClientView: true,
    perAddress: { name: 'claim', points: 20, seconds: 600 },
    body: door.asks.claim,
    async handle({ body }, context) {
      const { code: typed, deviceName, locationId } = body;
      const place = await door.placeOf(context, meant(body));
      const deviceId = await claimDevice(place.acting, { code: typed, deviceName, locationId });
      const code = await makeCode(place.acting, { deviceId });
      return devicePage(context, place, { deviceId, code, done: 'claimed' });
    },
    async again(failure, typed, context) {
      const place = await door.placeOf(context, placeId.parse(typed.organisationId));
      return newDevicePage(context, place, { way: 'claim', refused: { failure, typed } });
    },
  }),
  definePage({
    method: 'get',
    path: door.device,
    access: door.access,
    params: door.params,
    query: z.object({ done: fleetDone }),
    async handle({ params, query: { done } }, context) {
      const { id: deviceId, organisationId } = params as DeviceAddress;
      return devicePage(context, await door.placeOf(context, organisationId), { deviceId, done });
    },
  }),
  ...formRoutes(door),
];

/** The pages of the fleet. */
export const fleetRoutes: Route[] = doors.flatMap(routesOf);
