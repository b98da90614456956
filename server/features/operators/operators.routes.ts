import { localeNames } from '../../../views/locales';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { localeCodes } from '../../platform/i18n/messages';
import {
  newOperator,
  operatorChoices,
  operatorCreated,
  operatorDetail,
  operatorEdit,
  operatorList,
  operatorParams,
  operatorPin,
  operatorSignIn,
  operatorsQuery,
  operatorStatus,
  signedInOperator,
  type OperatorChoices,
} from './operators.contract';
import { changeOperator, createOperator, giveNewPin, setOperatorActive, signInOperator } from './operators.service';
import { findOperator, listOperators } from './operators.store';

const access = 'EDIT_OPERATORS';

export const operatorRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/operators',
    access,
    opens: { programs: true },
    anyOrganisation: true,
    query: operatorsQuery,
    answer: operatorList,
    summary: 'List the operators of devices. Supports filters, sorting and pages; never ranked.',
    handle: async ({ query }, { db, acting }) => reply.json(await listOperators(db, acting.scope, query)),
  }),

  defineCall({
    method: 'get',
    path: '/operators/choices',
    access,
    opens: { programs: true },
    answer: operatorChoices,
    summary: 'List the languages a device supports.',
    handle: () =>
      reply.json({
        locales: localeCodes.map((locale) => ({ locale, localeName: localeNames[locale] })),
      } satisfies OperatorChoices),
  }),

  defineCall({
    method: 'get',
    path: '/operators/:id',
    access,
    opens: { programs: true },
    anyOrganisation: true,
    params: operatorParams,
    answer: operatorDetail,
    summary: 'Get an operator.',
    async handle({ params }, { db, acting }) {
      const operator = await findOperator(db, acting.scope, params.id);
      if (!operator) throw fail.notFound('operators.unknownOperator');
      return reply.json({ operator });
    },
  }),

  defineCall({
    method: 'post',
    path: '/operators',
    access,
    notInClientView: true,
    anyOrganisation: true,
    body: newOperator,
    answer: operatorCreated,
    summary: 'Create an operator at a location, with a PIN shown once.',
    handle: async ({ body }, { acting, resources }) =>
      reply.json(await createOperator(acting, { fields: body, pins: resources.pins })),
  }),

  defineCall({
    method: 'put',
    path: '/operators/:id',
    access,
    anyOrganisation: true,
    params: operatorParams,
    body: operatorEdit,
    answerType: 'none',
    summary: 'Rename an operator, move them to another location or change their language.',
    handle: ({ params, body: { version, ...fields } }, { acting }) =>
      reply.empty(changeOperator(acting, { operatorId: params.id, version, fields })),
  }),

  defineCall({
    method: 'put',
    path: '/operators/:id/status',
    access,
    anyOrganisation: true,
    params: operatorParams,
    body: operatorStatus,
    answerType: 'none',
    summary: 'Deactivate or reactivate an operator.',
    handle: ({ params, body: { active, version } }, { acting }) =>
      reply.empty(setOperatorActive(acting, { operatorId: params.id, active, version })),
  }),

  defineCall({
    method: 'post',
    path: '/operators/:id/pin',
    access,
    notInClientView: true,
    anyOrganisation: true,
    params: operatorParams,
    answer: operatorPin,
    summary: 'Create a new PIN for an operator, shown once. The old PIN stops working.',
    handle: async ({ params }, { acting, resources }) =>
      reply.json({ pin: await giveNewPin(acting, { operatorId: params.id, pins: resources.pins }) }),
  }),

  defineCall({
    method: 'post',
    path: '/operators/sign-in',
    access: 'device',
    body: operatorSignIn,
    answer: signedInOperator,
    summary: 'Tell a device who is using it, by name and PIN. Five wrong PINs lock the name for five minutes.',
    handle: async ({ body }, { acting, device, resources }) =>
      reply.json(await signInOperator(acting, { ...body, locationId: device.locationId, pins: resources.pins })),
  }),
];
