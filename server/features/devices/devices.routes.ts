import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { deviceCreated, deviceEdit, deviceKey, deviceParams, keyBody, newDevice } from './devices.contract';
import { changeDevice, createDevice, giveKey } from './devices.service';

export const deviceRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/devices',
    access: 'EDIT_SITES',
    body: newDevice,
    answer: deviceCreated,
    summary: 'Makes a device. It can send nothing before it has a key.',
    async handle({ body: { organisationId, ...fields } }, context) {
      return reply.json({ deviceId: await createDevice(await context.actingIn(organisationId), fields) });
    },
  }),

  defineCall({
    method: 'put',
    path: '/devices/:id',
    access: 'EDIT_SITES',
    params: deviceParams,
    body: deviceEdit,
    answerType: 'none',
    summary: 'Renames, moves, retires or brings back a device. A retired one loses its key.',
    async handle({ params, body: { organisationId, ...fields } }, context) {
      await changeDevice(await context.actingIn(organisationId), { deviceId: params.id, fields });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: '/devices/:id/key',
    access: 'EDIT_SITES',
    params: deviceParams,
    body: keyBody,
    answer: deviceKey,
    summary: 'Gives the device a new key, shown this once; the old one ends.',
    async handle({ params, body }, context) {
      return reply.json({ key: await giveKey(await context.actingIn(body.organisationId), params.id) });
    },
  }),
];
