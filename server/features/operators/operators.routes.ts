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
    summary: 'Who stands at the trackers, filtered, sorted and paged; in no order of merit.',
    handle: async ({ query }, { db, acting }) => reply.json(await listOperators(db, acting.scope, query)),
  }),

  defineCall({
    method: 'get',
    path: '/operators/choices',
    access,
    opens: { programs: true },
    answer: operatorChoices,
    summary: 'The languages that a tracker can speak to somebody.',
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
    summary: 'One operator.',
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
    summary: 'Makes an operator of a location, with a PIN that is shown this once.',
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
    summary: 'Renames an operator, moves them to another location or changes their language.',
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
    summary: 'Deactivates an operator, or brings them back.',
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
    summary: 'Gives an operator a new PIN, shown this once; the old one ends.',
    handle: async ({ params }, { acting, resources }) =>
      reply.json({ pin: await giveNewPin(acting, { operatorId: params.id, pins: resources.pins }) }),
  }),

  defineCall({
    method: 'post',
    path: '/operators/sign-in',
    access: 'device',
    body: operatorSignIn,
    answer: signedInOperator,
    summary: 'Tells a device who stands at it, by name and PIN; five wrong PINs lock the name for five minutes.',
    handle: async ({ body }, { acting, device, resources }) =>
      reply.json(await signInOperator(acting, { ...body, locationId: device.locationId, pins: resources.pins })),
  }),
];
