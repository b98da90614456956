import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { listDailyMenus } from '../../domain/daily-menus';
import { dailyMenusAnswer, dailyMenusQuery } from '../../domain/daily-menus/daily-menus.contract';
import { placeId } from '../../domain/places/place.filters';
import type { ActingPersonally } from '../../platform/acting';
import { fail } from '../../platform/errors';
import {
  defineCall,
  definePage,
  reply,
  type Reply,
  type Route,
  type UploadedFile,
} from '../../platform/http/define-route';
import { pageParameter, withParameters } from '../../platform/table/table-query';
import { adapterLimits } from './adapter-limits.rules';
import {
  adapterPage,
  adaptersPath,
  listPage,
  newPage,
  pathOf,
  permission,
  runPage,
  type PageContext,
  type Refused,
} from './adapter-pages';
import {
  adapterDone,
  adapterForms,
  adapterKinds,
  adapterParams,
  elements,
  menuQuery,
  newAdapterForm,
  organisationParams,
  reviewQuery,
  runParams,
  uploadForm,
  type AdapterAddress,
  type AdapterForm,
} from './adapters.contract';
import { changeSettings, confirmColumns, createAdapter, removeAdapter, setPaused } from './adapters.service';
import { adapterTable, confirmedTable, runTable, unknownTable } from './adapters.table';
import { keepable } from './columns.rules';
import { columnsPage, locationsPage, menuPage, namesPage } from './review-pages';
import { confirmLocations, confirmNames, forgetName } from './review.service';
import { startRun, takeFile } from './runs.service';

type Body<Form extends AdapterForm> = (typeof adapterForms)[Form]['_output'];
interface Given<Form extends AdapterForm> {
  acting: ActingPersonally;
  address: AdapterAddress;
  body: Body<Form>;
  context: PageContext;
}

const adapterPath = `${adaptersPath}/:organisationId/:adapterId` as const;
const addressIn = (typed: Record<string, string>): AdapterAddress => adapterParams.parse(typed);
const elementIn = (typed: Record<string, string>) => z.enum(elements).catch('WASTEITEM').parse(typed.element);

const runHref = (address: AdapterAddress, runId: number) => `${pathOf(address)}/runs/${runId}`;

/** What each form does. @returns where it leads */
const changes: { [Form in AdapterForm]: (given: Given<Form>) => Promise<string> } = {
  async settings({ acting, address, body, context }) {
    await changeSettings(acting, { adapterId: address.adapterId, ...body }, context.resources);
    return withParameters(pathOf(address), { done: 'settings' });
  },
  async pause({ acting, address }) {
    await setPaused(acting, { adapterId: address.adapterId, paused: true });
    return withParameters(pathOf(address), { done: 'paused' });
  },
  async resume({ acting, address }) {
    await setPaused(acting, { adapterId: address.adapterId, paused: false });
    return withParameters(pathOf(address), { done: 'resumed' });
  },
  async remove({ acting, address }) {
    await removeAdapter(acting, address);
    return withParameters(adaptersPath, { organisationId: address.organisationId, done: 'removed' });
  },
  test: async ({ acting, address }) =>
    runHref(address, await startRun(acting, { adapterId: address.adapterId, mode: 'test' })),
  run: async ({ acting, address }) =>
    runHref(address, await startRun(acting, { adapterId: address.adapterId, mode: 'write' })),
  async columns({ acting, address, body }) {
    await confirmColumns(acting, { adapterId: address.adapterId, ...body });
    return withParameters(pathOf(address), { done: 'columns' });
  },
  async locations({ acting, address, body }) {
    await confirmLocations(acting, { adapterId: address.adapterId, ...body });
    return withParameters(pathOf(address), { done: 'locations' });
  },
  async dishes({ acting, address, body }) {
    await confirmNames(acting, { adapterId: address.adapterId, ...body });
    return withParameters(`${pathOf(address)}/dishes`, { element: body.element, done: 'dishes' });
  },
  async forget({ acting, address, body }) {
    await forgetName(acting, body);
    return withParameters(`${pathOf(address)}/dishes`, { element: body.element, done: 'forgotten' });
  },
};

/** The page on which a form stands, again. */
function again(context: PageContext, address: AdapterAddress, refused: Refused): Promise<Reply> {
  switch (refused.form) {
    case 'columns':
      return columnsPage(context, address, { refused });
    case 'locations':
      return locationsPage(context, address, { refused });
    case 'dishes':
    case 'forget':
      return namesPage(context, address, {
        query: { element: elementIn(refused.typed), page: pageParameter.parse(refused.typed.page) },
        refused,
      });
    default:
      return adapterPage(context, address, { refused });
  }
}

/** These have a page of their own under the same address. */
const withPage: readonly AdapterForm[] = ['columns', 'locations', 'dishes'];
/** A page of dishes is longer than other forms. */
const longForm = { bytes: 400_000 };

const backTo = (path: `/${string}`): Route =>
  definePage({
    method: 'get',
    path,
    access: permission,
    params: adapterParams,
    walk: [],
    async handle({ params }, context) {
      await context.actingIn(params.organisationId);
      return reply.redirect(pathOf(params));
    },
  });

const formRoutes = (Object.keys(adapterForms) as AdapterForm[]).flatMap(
  <Form extends AdapterForm>(form: Form): Route[] => [
    definePage({
      method: 'post',
      path: `${adapterPath}/${form}`,
      access: permission,
      notInClientView: true,
      params: adapterParams,
      body: adapterForms[form],
      largestBody: longForm,
      async handle({ params, body }, context): Promise<Reply> {
        const acting = await context.actingIn(params.organisationId);
        return reply.redirect(await changes[form]({ acting, address: params, body: body as Body<Form>, context }));
      },
      again: (failure, typed: Record<string, string>, context) =>
        again(context, addressIn(typed), { form, failure, typed }),
    }),
    ...(withPage.includes(form) ? [] : [backTo(`${adapterPath}/${form}`)]),
  ],
);

/** @throws Failure 422 fileMissing */
async function sentFile(files: readonly UploadedFile[]): Promise<{ name: string; content: Buffer }> {
  const file = files.find((one) => one.field === 'file' && one.bytes > 0);
  if (!file)
    throw fail.unprocessable('menuAdapters.problem.fileMissing', {
      fields: [{ field: 'file', code: 'menuAdapters.problem.fileMissing' }],
    });
  return { name: keepable(file.name, 200), content: await readFile(file.path) };
}

/** The pages of an organization’s menu adapters, and the menus that they brought. */
export const adapterRoutes: Route[] = [
  definePage({
    method: 'get',
    path: adaptersPath,
    access: permission,
    query: z.object({ organisationId: placeId, ...adapterTable.query(), done: adapterDone }),
    handle: ({ query }, context) => listPage(context, query),
  }),
  definePage({
    method: 'get',
    path: `${adaptersPath}/new`,
    access: permission,
    query: z.object({ organisationId: placeId, kind: z.enum(adapterKinds).catch('feed').default('feed') }),
    handle: ({ query }, context) => newPage(context, query),
  }),
  definePage({
    method: 'post',
    path: `${adaptersPath}/new`,
    access: permission,
    notInClientView: true,
    body: newAdapterForm,
    async handle({ body: { organisationId, kind, ...settings } }, context) {
      const acting = await context.actingIn(organisationId);
      const adapterId = await createAdapter(acting, { kind, settings }, context.resources);
      return reply.redirect(withParameters(pathOf({ organisationId, adapterId }), { done: 'created' }));
    },
    again: (failure, typed, context) =>
      newPage(context, {
        organisationId: placeId.parse(typed.organisationId),
        kind: z.enum(adapterKinds).catch('feed').parse(typed.kind),
        refused: { failure, typed },
      }),
  }),
  definePage({
    method: 'get',
    path: `${adaptersPath}/:organisationId/menu`,
    access: permission,
    params: organisationParams,
    query: menuQuery,
    handle: ({ params, query }, context) => menuPage(context, params.organisationId, query),
  }),
  definePage({
    method: 'get',
    path: adapterPath,
    access: permission,
    params: adapterParams,
    query: z.object({ ...runTable.query(), done: adapterDone }),
    handle: ({ params, query }, context) => adapterPage(context, params, { query }),
  }),
  definePage({
    method: 'get',
    path: `${adapterPath}/columns`,
    access: permission,
    params: adapterParams,
    handle: ({ params }, context) => columnsPage(context, params, {}),
  }),
  definePage({
    method: 'get',
    path: `${adapterPath}/locations`,
    access: permission,
    params: adapterParams,
    handle: ({ params }, context) => locationsPage(context, params, {}),
  }),
  definePage({
    method: 'get',
    path: `${adapterPath}/dishes`,
    access: permission,
    params: adapterParams,
    query: reviewQuery.extend({ ...unknownTable.query(), ...confirmedTable.query('Confirmed'), done: adapterDone }),
    handle: ({ params, query }, context) => namesPage(context, params, { query, done: query.done }),
  }),
  definePage({
    method: 'get',
    path: `${adapterPath}/runs/:runId`,
    access: permission,
    params: runParams,
    handle: ({ params }, context) => runPage(context, params),
  }),
  definePage({
    method: 'post',
    path: `${adapterPath}/upload`,
    access: permission,
    notInClientView: true,
    params: adapterParams,
    upload: { maxBytes: adapterLimits.bytes },
    body: uploadForm,
    async handle({ params, body: { mode }, files }, context) {
      const acting = await context.actingIn(params.organisationId);
      const file = await sentFile(files);
      return reply.redirect(runHref(params, await takeFile(acting, { adapterId: params.adapterId, mode, file })));
    },
    again: (failure, typed, context) =>
      adapterPage(context, addressIn(typed), { refused: { form: 'upload', failure, typed } }),
  }),
  backTo(`${adapterPath}/upload`),
  ...formRoutes,
  defineCall({
    method: 'get',
    path: '/daily-menus',
    access: permission,
    opens: { programs: true },
    anyOrganisation: true,
    query: dailyMenusQuery,
    answer: dailyMenusAnswer,
    summary: 'List what kitchens plan to serve: items by location and day, with dayparts and planned portions.',
    async handle({ query: { from, to, limit, offset, locationId } }, { db, acting }) {
      if (to < from)
        throw fail.badRequest('errors.badRequest', {
          fields: [{ field: 'to', code: 'errors.endDateBeforeStartDate' }],
        });
      const menus = await listDailyMenus(db, acting.scope, { from, to, locationId, limit, offset });
      return reply.json({ limit, offset, menus });
    },
  }),
];
