import { WeightAccuracyPage } from '../../../views/weight-accuracy/weight-accuracy-page';
import { may } from '../../platform/actor';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { path } from './accuracy-address.rules';
import { dayFile, weekFile } from './accuracy-files';
import { readAccuracyPage } from './accuracy-page.service';
import { addWeight, correctWeight } from './check-weights.service';
import { changeNote, createNote, readNotes, readReferences, removeNote } from './notes.service';
import {
  changedNote,
  checkweight,
  checkweightNotes,
  checkweightParams,
  locationParams,
  netWeightBody,
  newCheckweight,
  newNote,
  noteCreated,
  noteQuery,
  noteReferences,
  pageQuery,
  rangeQuery,
  siteParams,
  siteQuery,
  sitesQuery,
  weightReport,
} from './weight-accuracy.contract';
import { findSiteOrFail, locationRows, rangeOf, readDays, readReport, siteRows } from './weight-accuracy.service';

const access = 'WEIGHT_ACCURACY' as const;
/** Whoever may only look at the results changes no reason, either. */
const changing = 'EDIT_CHECKWEIGHT' as const;

const csv = {
  method: 'get',
  access,
  opens: { programs: true, scopes: ['waste:read'] },
  fresh: 'siteDays',
  answerType: 'text/csv',
} as const;

const siteExport = (kind: 'accuracy' | 'incomplete', path: `/${string}`, summary: string): Route =>
  defineCall({
    ...csv,
    path,
    query: sitesQuery,
    summary,
    async handle({ query }, { db, viewer, t }) {
      const range = rangeOf(query);
      const rows = siteRows(
        await readDays(db, viewer, { range, siteStatus: query.siteStatus, locationStatus: query.locationStatus }),
      );
      return reply.csv(weekFile(t, { of: 'sites', kind, rows, range }));
    },
  });

const locationExport = (kind: 'accuracy' | 'incomplete', path: `/${string}`, summary: string): Route =>
  defineCall({
    ...csv,
    path,
    params: siteParams,
    query: siteQuery,
    summary,
    async handle({ params: { siteId }, query }, { db, viewer, t }) {
      const range = rangeOf(query);
      await findSiteOrFail(db, viewer, { siteId });
      const rows = locationRows(await readDays(db, viewer, { range, siteId, locationStatus: query.locationStatus }));
      return reply.csv(weekFile(t, { of: 'locations', kind, rows, range }));
    },
  });

export const weightAccuracyRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: pageQuery,
    fresh: 'siteDays',
    walk: [path, `${path}?siteId=all`],
    async handle({ query }, { db, viewer, t, locale }) {
      const data = await readAccuracyPage(db, viewer, { query, t });
      const page = (
        <WeightAccuracyPage
          t={t}
          settings={settingsOf({ locale, actor: viewer })}
          simulated={viewer.organisation.simulated}
          mayEdit={may(viewer, 'EDIT_CHECKWEIGHT')}
          page={query.page}
          data={data}
        />
      );
      return reply.page(page, {
        title: t('weightAccuracy.title'),
        status: data.content.kind === 'problem' ? 422 : 200,
      });
    },
  }),

  defineCall({
    method: 'get',
    path: '/wam',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'siteDays',
    query: rangeQuery,
    answer: weightReport,
    summary:
      'Get every site and location with its days: recorded waste and each check weight, in the caller’s unit. Up to six months.',
    handle: async ({ query }, { db, viewer }) => reply.json(await readReport(db, viewer, rangeOf(query))),
  }),

  defineCall({
    method: 'get',
    path: '/wam/note',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'siteDays',
    query: rangeQuery,
    answer: checkweightNotes,
    summary: 'List the reasons users have added for days in the range.',
    async handle({ query }, { db, viewer, t }) {
      const references = await readReferences(db, viewer.scope, t);
      return reply.json(await readNotes(db, viewer.scope, { range: rangeOf(query), references }));
    },
  }),

  defineCall({
    method: 'post',
    path: '/wam/note',
    access: changing,
    body: newNote,
    answer: noteCreated,
    summary: 'Add a reason for a day: one from the list, or custom text. A day has at most one.',
    handle: async ({ body }, { acting }) => reply.json({ checkweightNoteId: await createNote(acting, body) }),
  }),

  defineCall({
    method: 'put',
    path: '/wam/note',
    access: changing,
    body: changedNote,
    answerType: 'none',
    summary: 'Change the reason for a day.',
    handle: ({ body }, { acting }) => reply.empty(changeNote(acting, body)),
  }),

  defineCall({
    method: 'delete',
    path: '/wam/note',
    access: changing,
    query: noteQuery,
    answerType: 'none',
    summary: 'Remove the reason for a day.',
    handle: ({ query }, { acting }) => reply.empty(removeNote(acting, query)),
  }),

  defineCall({
    method: 'get',
    path: '/wam/checkweightNoteReference',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'siteDays',
    answer: noteReferences,
    summary: 'List the reasons a note can refer to, in the caller’s language.',
    handle: async (_input, { db, viewer, t }) => reply.json(await readReferences(db, viewer.scope, t)),
  }),

  defineCall({
    method: 'post',
    path: '/wam/checkweight',
    access: 'EDIT_CHECKWEIGHT',
    body: newCheckweight,
    answer: checkweight,
    summary:
      'Add a check weight that no scale has sent, on an open day and not in the future. From 0 to what a floor scale can weigh: 3,000 kg.',
    handle: async ({ body }, { acting }) => reply.json(await addWeight(acting, body)),
  }),

  defineCall({
    method: 'put',
    path: '/wam/checkweight/:id/netWeight',
    access: changing,
    params: checkweightParams,
    body: netWeightBody,
    answer: checkweight,
    summary: 'Correct a check weight. The scale’s reading is kept. From 0 to what a floor scale can weigh: 3,000 kg.',
    handle: async ({ params, body }, { acting }) => reply.json(await correctWeight(acting, { id: params.id, ...body })),
  }),

  defineCall({
    ...csv,
    path: '/wam/locations.csv',
    query: sitesQuery,
    summary: 'Checkweight Accuracy.csv: every day of every location.',
    handle: ({ query }, { db, viewer, t }) =>
      reply.csv(
        dayFile(db, {
          viewer,
          t,
          query: { range: rangeOf(query), siteStatus: query.siteStatus, locationStatus: query.locationStatus },
        }),
      ),
  }),

  siteExport(
    'accuracy',
    '/wam/export/sites',
    'Sites Weight Accuracy.csv: the average accuracy of each site, overall and by week.',
  ),
  siteExport(
    'incomplete',
    '/wam/export/incompleteDays/sites',
    'Sites Incomplete Days.csv: each site’s open days without a usable check weight, overall and by week.',
  ),
  locationExport(
    'accuracy',
    '/wam/export/sites/:siteId',
    'Locations Weight Accuracy.csv: the average accuracy of each location at a site, overall and by week.',
  ),
  locationExport(
    'incomplete',
    '/wam/export/incompleteDays/sites/:siteId',
    'Locations Incomplete Days.csv: open days without a usable check weight for each location at a site, overall and by week.',
  ),

  defineCall({
    ...csv,
    path: '/wam/export/sites/:siteId/locations/:locationId',
    params: locationParams,
    query: rangeQuery,
    summary: 'Checkweight Accuracy.csv: every day of one location.',
    async handle({ params, query }, { db, viewer, t }) {
      const range = rangeOf(query);
      await findSiteOrFail(db, viewer, params);
      return reply.csv(dayFile(db, { viewer, t, query: { range, ...params } }));
    },
  }),
];
