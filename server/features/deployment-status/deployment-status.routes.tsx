import { z } from 'zod';
import { DeploymentStatusPage, type StatusCardView } from '../../../views/deployment-status/deployment-status-page';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { sortText, withParameters } from '../../platform/table/table-query';
import { listFilterOptions, listStages } from '../filters';
import { deploymentFilter, periodLocations, periodParams, type DeploymentFilter } from './location-status.contract';
import { readAllRows, readDeploymentStatus, readPeriodLocations, type StatusCard } from './location-status.service';
import { cardNames, statusTable, type CardName } from './location-status.table';

const defaultStage = 8;

const pageQuery = z.object({
  ...deploymentFilter.shape,
  wasteStageId: z.union([z.literal('all'), deploymentFilter.shape.wasteStageId]).default(defaultStage),
  ...statusTable.query('Activation'),
  ...statusTable.query('Baseline'),
  ...statusTable.query('Reduction'),
});
type PageQuery = z.infer<typeof pageQuery>;


/** What each card's parameters in the address end with. */
const suffixes = { activation: 'Activation', baseline: 'Baseline', reduction: 'Reduction' } as const satisfies Record<CardName, string>;

function cardView(card: StatusCard, query: PageQuery, { t, url, viewer }: KeptContext): StatusCardView {
  const name = cardNames[card.period];
  const suffix = suffixes[name];
  const reader = { t, permissions: viewer.permissions, card: name };
  const touched = new URL(url, 'http://tare.invalid').searchParams;
  return {
    name,
    open: name !== 'reduction' || touched.has(`sort${suffix}`) || touched.has(`page${suffix}`),
    locationCount: card.locationCount,
    table: statusTable.view({ reader, url, suffix, ...statusTable.paged(card.rows, statusTable.state(query, { reader, suffix })) }),
  };
}

/** The filters' address without the pages of what is filtered. */
function filterLink(url: string, changes: Record<string, string | null>): string {
  return withParameters(url, { ...Object.fromEntries(Object.values(suffixes).map((suffix) => [`page${suffix}`, null])), ...changes });
}

/** Sorts that are not the usual one, so that applying filters keeps them. */
function keptSorts(query: PageQuery): Record<string, string> {
  const kept = [['sortActivation', query.sortActivation], ['sortBaseline', query.sortBaseline], ['sortReduction', query.sortReduction]] as const;
  return Object.fromEntries(kept.filter(([, order]) => !statusTable.isUsual(order)).map(([name, order]) => [name, sortText(order)]));
}

const page = definePage({
  method: 'get',
  path: '/deployment-status',
  access: 'VIEW_BASE_LPO_PAGE',
  query: pageQuery,
  fresh: 'data',
  async handle({ query }, context) {
    const { t, db, viewer: { scope, today, unit, organisation }, locale, url } = context;
    const { wasteStageId, region, countryCode, segment } = query;
    const filter: DeploymentFilter = { region, countryCode, segment, wasteStageId: wasteStageId === 'all' ? undefined : wasteStageId };
    const status = await readDeploymentStatus(db, scope, { filter, today });
    const element = (
      <DeploymentStatusPage
        t={t}
        settings={{ locale, unit, timeZone: organisation.timeZone }}
        simulated={organisation.simulated}
        totalLocations={status.totalLocations}
        cards={status.cards.map((card) => cardView(card, query, context))}
        filter={{
          chosen: { wasteStageId: wasteStageId ?? 'all', countryCode: countryCode ?? '', region: region ?? '', segment: segment ?? '' },
          defaultStage,
          stages: await listStages(db, scope),
          ...(await listFilterOptions(db, scope)),
          kept: keptSorts(query),
          linkWithout: (name) => filterLink(url, { [name]: null }),
          clearHref: filterLink(url, { wasteStageId: null, countryCode: null, region: null, segment: null }),
        }}
        csvHref={withParameters('/rest/v1/locationStatus/export', { wasteStageId: filter.wasteStageId ?? null, countryCode: countryCode ?? null, region: region ?? null, segment: segment ?? null })}
        helpHref={context.config.helpUrl}
      />
    );
    return reply.page(element, { title: t('deploymentStatus.title') });
  },
});

export const deploymentStatusRoutes: Route[] = [
  page,

  // Before the period, which would take "export" for one.
  defineCall({
    method: 'get',
    path: '/locationStatus/export',
    access: 'VIEW_BASE_LPO_PAGE',
    summary: 'LocationStatus.csv: the locations of all periods.',
    query: deploymentFilter,
    answerType: 'text/csv',
    fresh: 'data',
    async handle({ query }, context) {
      const rows = await readAllRows(context.db, context.viewer.scope, { filter: query, today: context.viewer.today });
      return reply.csv(statusTable.file('LocationStatus.csv', rows, { t: context.t, permissions: context.viewer.permissions, card: null }));
    },
  }),

  defineCall({
    method: 'get',
    path: '/locationStatus/:period',
    access: 'VIEW_BASE_LPO_PAGE',
    summary: 'The active locations that stand in a period: before the first transaction, on the way to a baseline, or measured against one.',
    params: periodParams,
    query: deploymentFilter,
    answer: periodLocations,
    fresh: 'data',
    async handle({ params, query }, context) {
      return reply.json(await readPeriodLocations(context.db, context.viewer.scope, { filter: query, period: params.period, today: context.viewer.today }));
    },
  }),
];
