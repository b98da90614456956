import { deviceCreated, deviceEdit, deviceKey, deviceParams, newDevice } from '../../domain/places/devices.contract';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { changeDevice, createDevice, giveKey } from './devices.service';

export const deviceRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/devices',
    access: 'EDIT_SITES',
    anyOrganisation: true,
    body: newDevice,
    answer: deviceCreated,
    summary: 'Create a device. It cannot send events until it has a key.',
    handle: async ({ body }, { acting }) => reply.json({ deviceId: await createDevice(acting, body) }),
  }),

  defineCall({
    method: 'put',
    path: '/devices/:id',
    access: 'EDIT_SITES',
    anyOrganisation: true,
    params: deviceParams,
    body: deviceEdit,
    answerType: 'none',
    summary: 'Rename, move, retire or reactivate a device. A retired device loses its key.',
    handle: ({ params, body }, { acting }) => reply.empty(changeDevice(acting, { deviceId: params.id, fields: body })),
  }),

  defineCall({
    method: 'post',
    path: '/devices/:id/key',
    access: 'EDIT_SITES',
    notInClientView: true,
    anyOrganisation: true,
    params: deviceParams,
    answer: deviceKey,
    summary: 'Create a new key for the device, shown once. The old key stops working.',
    handle: async ({ params }, { acting }) => reply.json({ key: await giveKey(acting, params.id) }),
  }),
];
