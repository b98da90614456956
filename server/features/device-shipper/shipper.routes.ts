import { z } from 'zod';
import { placeId } from '../../domain/places/place.filters';
import type { ActingPersonally } from '../../platform/acting';
import type { Failure } from '../../platform/errors';
import { defineCall, definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { cancel, deliver, lose, pack, reopen, ship, takeBack } from './shipment-steps.service';
import {
  newShipmentForm,
  shipmentDone,
  shipmentForms,
  shipmentParams,
  type ShipmentAddress,
  type ShipmentForm,
} from './shipments.contract';
import { narrowed, shipmentFileQuery, shipmentQuery } from './shipments.filters';
import {
  addDevices,
  addNewDevice,
  changeDetails,
  changeTracking,
  chooseReplaced,
  createShipment,
  removeDevice,
} from './shipments.service';
import { listShipments } from './shipments.store';
import { shipmentFile, shipmentTable } from './shipments.table';
import {
  editing,
  labelPage,
  listPage,
  newPage,
  packingListPage,
  pathOf,
  permission,
  shipmentPage,
  shipperPath,
} from './shipper-pages';

type Body<Form extends ShipmentForm> = (typeof shipmentForms)[Form]['_output'];

const changes: {
  [Form in ShipmentForm]: (acting: ActingPersonally, given: Body<Form> & { shipmentId: number }) => Promise<void>;
} = {
  details: changeDetails,
  add: addDevices,
  create: addNewDevice,
  remove: removeDevice,
  replace: chooseReplaced,
  pack,
  reopen,
  ship,
  tracking: changeTracking,
  deliver,
  return: takeBack,
  lose,
  cancel,
};

/** Those that change the list of devices lead back to it. */
const atDevices: readonly ShipmentForm[] = ['add', 'create', 'remove', 'replace'];

const shipmentPath = `${shipperPath}/:organisationId/:shipmentId` as const;

/** What an address that a form was sent to names. */
const addressIn = (typed: Record<string, string>): ShipmentAddress => shipmentParams.parse(typed);

const formRoutes = (Object.keys(shipmentForms) as ShipmentForm[]).flatMap(
  <Form extends ShipmentForm>(form: Form): Route[] => [
    definePage({
      method: 'post',
      path: `${shipmentPath}/${form}`,
      access: editing,
      notInClientView: true,
      params: shipmentParams,
      body: shipmentForms[form],
      async handle({ params, body }, context): Promise<Reply> {
        const acting = await context.actingIn(params.organisationId);
        await changes[form](acting, { shipmentId: params.shipmentId, ...(body as Body<Form>) });
        const section = atDevices.includes(form) ? '#devices' : '';
        return reply.redirect(`${withParameters(pathOf(params), { done: form })}${section}`);
      },
      again: (failure: Failure, typed: Record<string, string>, context) =>
        shipmentPage(context, addressIn(typed), { refused: { form, failure, typed } }),
    }),
    definePage({
      method: 'get',
      path: `${shipmentPath}/${form}`,
      access: permission,
      params: shipmentParams,
      walk: [],
      async handle({ params }, context) {
        await context.actingIn(params.organisationId);
        return reply.redirect(pathOf(params));
      },
    }),
  ],
);

/** The pages of hardware on its way to sites. */
export const shipperRoutes: Route[] = [
  definePage({
    method: 'get',
    path: shipperPath,
    access: permission,
    walk: [`${shipperPath}?state=all`, `${shipperPath}?state=lost`],
    query: shipmentQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),
  defineCall({
    method: 'get',
    path: `${shipperPath}/export`,
    access: permission,
    anyOrganisation: true,
    query: shipmentFileQuery,
    answerType: 'text/csv',
    summary: 'Export the organization’s shipments of devices as CSV.',
    async handle({ query }, { t, db, acting, actor }) {
      const rows = narrowed(await listShipments(db, acting.scope), query);
      return reply.csv(
        shipmentTable.file(shipmentFile, shipmentTable.sorted(rows), { t, permissions: actor.permissions }),
      );
    },
  }),
  definePage({
    method: 'get',
    path: `${shipperPath}/new`,
    access: editing,
    query: z.object({ organisationId: placeId }),
    handle: ({ query: { organisationId } }, context) => newPage(context, { organisationId }),
  }),
  definePage({
    method: 'post',
    path: `${shipperPath}/new`,
    access: editing,
    notInClientView: true,
    body: newShipmentForm,
    async handle({ body: { organisationId, ...fields } }, context) {
      const shipmentId = await createShipment(await context.actingIn(organisationId), fields);
      return reply.redirect(withParameters(pathOf({ organisationId, shipmentId }), { done: 'created' }));
    },
    again: (failure, typed, context) =>
      newPage(context, { organisationId: placeId.parse(typed.organisationId), refused: { failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: shipmentPath,
    access: permission,
    params: shipmentParams,
    query: z.object({ done: shipmentDone }),
    handle: ({ params, query: { done } }, context) => shipmentPage(context, params, { done }),
  }),
  definePage({
    method: 'get',
    path: `${shipmentPath}/packing-list`,
    access: permission,
    params: shipmentParams,
    handle: ({ params }, context) => packingListPage(context, params),
  }),
  definePage({
    method: 'get',
    path: `${shipmentPath}/label`,
    access: permission,
    params: shipmentParams,
    handle: ({ params }, context) => labelPage(context, params),
  }),
  ...formRoutes,
];
