import type { z } from 'zod';
import { listFilterOptions, listStages } from '../../domain/places';
import { fail } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { locationAnswer, siteAnswer } from './answer';
import {
  locationSummaryAnswer,
  placesAnswer,
  siteSummaryAnswer,
  stagesAnswer,
  summaryQuery,
} from './performance.contract';
import { loadReport, type Report } from './performance.service';
import { fileNames, performanceTable } from './performance.table';
import type { ViewType } from './report.contract';

const access = 'VIEW_PERFORMANCE_DASHBOARD' as const;
type Query = z.infer<typeof summaryQuery>;

/** @throws 400 with a problem for each end of a range that does not hold */
function reportOf(query: Query, { db, viewer }: KeptContext, viewType: ViewType): Promise<Report> {
  const {
    startDate: start,
    endDate: end,
    wasteStageId: stageId,
    reductionExclusionThreshold: threshold,
    ...place
  } = query;
  const fields = fieldProblems(rangeProblems({ start, end, today: viewer.today }));
  if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
  return loadReport(db, viewer, { question: { start, end, stageId, ...place }, viewType, threshold });
}

function exportRoute(viewType: ViewType, path: `/${string}`): Route {
  return defineCall({
    method: 'get',
    path,
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    query: summaryQuery,
    answerType: 'text/csv',
    summary: `Export the ${viewType} of the same summary as CSV.`,
    async handle({ query }, context) {
      const { rows } = await reportOf(query, context, viewType);
      return reply.csv(
        performanceTable.file(fileNames[viewType], rows, {
          t: context.t,
          permissions: context.viewer.permissions,
          viewType,
        }),
      );
    },
  });
}

export const performanceCalls: Route[] = [
  defineCall({
    method: 'get',
    path: '/performance/siteSummary',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    query: summaryQuery,
    summary:
      'Compare each site with the baselines of its locations, and get the overall change. Changes are fractions of the baseline per open day.',
    answer: siteSummaryAnswer,
    handle: async ({ query }, context) =>
      reply.json(onTheWire(siteAnswer(await reportOf(query, context, 'sites'), context.viewer))),
  }),
  defineCall({
    method: 'get',
    path: '/performance/locationSummary',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    query: summaryQuery,
    summary:
      'Compare each location with its baseline, and get the overall change. Changes are fractions of the baseline per open day.',
    answer: locationSummaryAnswer,
    handle: async ({ query }, context) =>
      reply.json(onTheWire(locationAnswer(await reportOf(query, context, 'locations'), context.viewer))),
  }),
  exportRoute('sites', '/performance/siteSummary/export'),
  exportRoute('locations', '/performance/locationSummary/export'),
  defineCall({
    method: 'get',
    path: '/performance/selectableWasteStages',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    summary: 'List the stages of processing that visible locations are set up for.',
    answer: stagesAnswer,
    handle: async (_input, { db, viewer }) => reply.json(await listStages(db, viewer.scope)),
  }),
  defineCall({
    method: 'get',
    path: '/performance/countryCodeAndSegment',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    summary: 'List the countries, regions and segments of visible sites.',
    answer: placesAnswer,
    async handle(_input, { db, viewer }) {
      const { countries, regions, segments } = await listFilterOptions(db, viewer.scope);
      return reply.json({
        country: countries,
        region: regions.map(({ regionName }) => ({ regionName })),
        segment: segments,
      });
    },
  }),
];
