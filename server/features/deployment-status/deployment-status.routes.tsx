import { z } from 'zod';
import { DeploymentStatusPage, type StatusCardView } from '../../../views/deployment-status/deployment-status-page';
import { stageName } from '../../platform/i18n/stage-name.rules';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { csvFile, type CsvColumn } from '../../platform/table/csv';
import { pageParameter, sortParameter, sortText, withParameters } from '../../platform/table/table-query';
import { listFilterOptions, listStages } from '../filters';
import { deploymentFilter, periodLocations, periodParams, type DeploymentFilter, type Period } from './location-status.contract';
import { pageSize, readAllRows, readDeploymentStatus, readPeriodLocations, statusColumns, usualSort, type StatusCard } from './location-status.service';
import type { StatusRow } from './location-status.store';
import { cardLinks, cardParameters, filterLink } from './page-address';

const defaultStage = 8;
const sort = sortParameter(statusColumns, usualSort);

const pageQuery = z.object({
  ...deploymentFilter.shape,
  wasteStageId: z.union([z.literal('all'), deploymentFilter.shape.wasteStageId]).default(defaultStage),
  sortActivation: sort,
  sortBaseline: sort,
  sortReduction: sort,
  pageActivation: pageParameter,
  pageBaseline: pageParameter,
  pageReduction: pageParameter,
});
type PageQuery = z.infer<typeof pageQuery>;

const cardNames: Record<Period, StatusCardView['name']> = { preBaselinePeriod: 'activation', baselinePeriod: 'baseline', postBaselinePeriod: 'reduction' };

function cardView(card: StatusCard, { url }: KeptContext): StatusCardView {
  const { sort: sortName, page: pageName } = cardParameters[card.period];
  const touched = new URL(url, 'http://tare.invalid').searchParams;
  return {
    name: cardNames[card.period],
    open: card.period !== 'postBaselinePeriod' || touched.has(sortName) || touched.has(pageName),
    locationCount: card.locationCount,
    rows: card.rows,
    range: { from: card.rowCount === 0 ? 0 : (card.page - 1) * pageSize + 1, to: (card.page - 1) * pageSize + card.rows.length, total: card.rowCount },
    ...cardLinks(url, card),
  };
}

function ordersOf(query: PageQuery) {
  return {
    preBaselinePeriod: { sort: query.sortActivation, page: query.pageActivation },
    baselinePeriod: { sort: query.sortBaseline, page: query.pageBaseline },
    postBaselinePeriod: { sort: query.sortReduction, page: query.pageReduction },
  };
}

/** Sorts that are not the usual one, so that applying filters keeps them. */
function keptSorts(query: PageQuery): Record<string, string> {
  const kept = [['sortActivation', query.sortActivation], ['sortBaseline', query.sortBaseline], ['sortReduction', query.sortReduction]] as const;
  return Object.fromEntries(kept.map(([name, order]) => [name, sortText(order)]).filter(([, text]) => text !== sortText(usualSort)));
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
    const status = await readDeploymentStatus(db, scope, { filter, today, order: ordersOf(query) });
    const element = (
      <DeploymentStatusPage
        t={t}
        settings={{ locale, unit, timeZone: organisation.timeZone }}
        simulated={organisation.simulated}
        totalLocations={status.totalLocations}
        cards={status.cards.map((card) => cardView(card, context))}
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

function exportColumns({ t }: KeptContext): CsvColumn<StatusRow>[] {
  return [
    { header: t('deploymentStatus.csv.period'), value: (row) => t(`deploymentStatus.periods.${cardNames[row.period]}.title`) },
    { header: t('deploymentStatus.columns.site'), value: (row) => row.siteName },
    { header: t('deploymentStatus.columns.location'), value: (row) => row.locationName },
    { header: t('deploymentStatus.columns.stage'), value: (row) => stageName(t, row.stageId, row.stageName) },
    { header: t('deploymentStatus.columns.firstTransaction'), value: (row) => row.firstDay },
    { header: t('deploymentStatus.columns.days'), value: (row) => row.dayCount },
  ];
}

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
      return reply.csv(csvFile('LocationStatus.csv', exportColumns(context), rows));
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
