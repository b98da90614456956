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
    summary: 'Makes a device. It can send nothing before it has a key.',
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
    summary: 'Renames, moves, retires or brings back a device. A retired one loses its key.',
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
    summary: 'Gives the device a new key, shown this once; the old one ends.',
    handle: async ({ params }, { acting }) => reply.json({ key: await giveKey(acting, params.id) }),
  }),
];
