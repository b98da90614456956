import { z } from 'zod';
import { SampleRecordsPage } from '../../../views/sample-records/sample-records-page';
import { may } from '../../platform/actor';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import {
  newSampleRecord,
  sampleRecordAdded,
  sampleRecordFilter,
  sampleRecordList,
  sampleRecordParams,
  type SampleRecordFilter,
  type SampleRecordList,
} from './sample-records.contract';
import { sampleRecordFilters } from './sample-records.filters';
import { firstDayOf } from './sample-records.rules';
import { addSampleRecord, removeSampleRecord } from './sample-records.service';
import {
  countSampleRecords,
  exportSampleRecords,
  listPlaces,
  listSampleRecords,
  type SampleRecordSelection,
} from './sample-records.store';
import { sampleRecordTable } from './sample-records.table';

const listQuery = z.strictObject({ ...sampleRecordFilters.query, ...sampleRecordTable.query() });
const pageQuery = z.object({ ...listQuery.shape, done: z.enum(['added', 'removed']).optional().catch(undefined) });

const readerOf = ({ t, viewer: { permissions, unit } }: KeptContext) => ({ t, permissions, unit });

const selectionOf = ({ days, ...filter }: SampleRecordFilter, { viewer }: KeptContext): SampleRecordSelection => ({
  ...filter,
  since: firstDayOf(days, viewer.today),
});

const filterNames = sampleRecordFilter.keyof().options;

/** The file of what a list shows. */
const fileHref = (filter: SampleRecordFilter) =>
  withParameters(
    '/rest/v1/sample-records/export',
    Object.fromEntries(filterNames.map((name) => [name, filter[name] ?? null])),
  );

async function readPage(query: z.infer<typeof listQuery>, context: KeptContext) {
  const {
    db,
    viewer: { scope },
  } = context;
  const selection = selectionOf(query, context);
  const total = await countSampleRecords(db, scope, selection);
  const state = sampleRecordTable.within(total, sampleRecordTable.state(query, { reader: readerOf(context) }));
  const rows = await listSampleRecords(db, scope, { ...selection, sort: query.sort, ...state.slice });
  return { rows, total, state };
}

export const sampleRecordRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/sample-records',
    access: 'VIEW_SAMPLE_RECORDS',
    query: pageQuery,
    fresh: 'data',
    async handle({ query }, context) {
      const { t, db, viewer, locale } = context;
      const { scope, unit, organisation, today } = viewer;
      // What was done is said once: no link of the page says it again.
      const url = withParameters(context.url, { done: null });
      const places = await listPlaces(db, scope);
      return reply.page(
        <SampleRecordsPage
          t={t}
          settings={{ locale, unit, timeZone: organisation.timeZone }}
          today={today}
          done={query.done ?? null}
          filters={sampleRecordFilters.bar({ action: '/sample-records', url, values: query, offer: { t, places } })}
          table={sampleRecordTable.view({ reader: readerOf(context), url, ...(await readPage(query, context)) })}
          csvHref={fileHref(query)}
          places={may(viewer, 'EDIT_SAMPLE_RECORDS') ? places : []}
        />,
        { title: t('sampleRecords.title') },
      );
    },
  }),

  definePage({
    method: 'post',
    path: '/sample-records/:id/remove',
    access: 'EDIT_SAMPLE_RECORDS',
    params: sampleRecordParams,
    async handle({ params }, { acting }) {
      await removeSampleRecord(acting, params.id);
      return reply.redirect('/sample-records?done=removed');
    },
  }),

  defineCall({
    method: 'get',
    path: '/sample-records',
    access: 'VIEW_SAMPLE_RECORDS',
    opens: { programs: true },
    query: listQuery,
    answer: sampleRecordList,
    fresh: 'data',
    summary: 'List sample records. Supports filters, sorting and pages.',
    async handle({ query }, context) {
      const {
        rows,
        total,
        state: { page },
      } = await readPage(query, context);
      return reply.json({ rows, total, page } satisfies SampleRecordList);
    },
  }),

  defineCall({
    method: 'get',
    path: '/sample-records/export',
    access: 'VIEW_SAMPLE_RECORDS',
    opens: { programs: true },
    query: sampleRecordFilter,
    answerType: 'text/csv',
    fresh: 'data',
    summary: 'SampleRecords.csv: the filtered sample records, newest first.',
    handle({ query }, context) {
      const rows = exportSampleRecords(context.db, context.viewer.scope, selectionOf(query, context));
      return reply.csv(sampleRecordTable.file('SampleRecords.csv', rows, readerOf(context)));
    },
  }),

  defineCall({
    method: 'post',
    path: '/sample-records',
    access: 'EDIT_SAMPLE_RECORDS',
    body: newSampleRecord,
    answer: sampleRecordAdded,
    summary: 'Add a sample record at a location.',
    async handle({ body }, { acting }) {
      return reply.json({ id: await addSampleRecord(acting, body) });
    },
  }),
];
