import { z } from 'zod';
import { DeploymentStatusPage, type StatusCardView } from '../../../views/deployment-status/deployment-status-page';
import { isRegionElsewhere, listFilterOptions, listStages } from '../../domain/places';
import { may, siteClock } from '../../platform/actor';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { withParameters } from '../../platform/table/table-query';
import { findUnconfirmed } from '../calendar';
import { deploymentFilter, periodLocations, periodParams, type DeploymentFilter } from './location-status.contract';
import { statusFilters } from './location-status.filters';
import { readAllRows, readDeploymentStatus, readPeriodLocations, type StatusCard } from './location-status.service';
import { cardNames, statusTable, type CardName } from './location-status.table';

const pageQuery = z.object({
  ...statusFilters.query,
  ...statusTable.query('Activation'),
  ...statusTable.query('Baseline'),
  ...statusTable.query('Reduction'),
});
type PageQuery = z.infer<typeof pageQuery>;

/** What each card's parameters in the address end with. */
const suffixes = { activation: 'Activation', baseline: 'Baseline', reduction: 'Reduction' } as const satisfies Record<
  CardName,
  string
>;

function cardView(card: StatusCard, query: PageQuery, { t, url, viewer }: KeptContext): StatusCardView {
  const name = cardNames[card.period];
  const suffix = suffixes[name];
  const reader = { t, permissions: viewer.permissions, card: name };
  const touched = new URL(url, 'http://tare.invalid').searchParams;
  return {
    name,
    open: name !== 'reduction' || touched.has(`sort${suffix}`) || touched.has(`page${suffix}`),
    locationCount: card.locationCount,
    table: statusTable.view({
      reader,
      url,
      suffix,
      ...statusTable.paged(card.rows, statusTable.state(query, { reader, suffix })),
    }),
  };
}

const page = definePage({
  method: 'get',
  path: '/deployment-status',
  access: 'VIEW_BASE_LPO_PAGE',
  query: pageQuery,
  fresh: 'siteDays',
  async handle({ query }, context) {
    const {
      t,
      db,
      viewer: { scope, today, unit, organisation },
      locale,
      url,
    } = context;
    const { wasteStageId, region, countryCode, segment } = query;
    const places = await listFilterOptions(db, scope);
    if (isRegionElsewhere(places, { countryCode, regionName: region }))
      return reply.redirect(withParameters(url, { region: null }));
    const filter: DeploymentFilter = {
      region,
      countryCode,
      segment,
      wasteStageId: wasteStageId === 'all' ? undefined : wasteStageId,
    };
    const status = await readDeploymentStatus(db, scope, { filter, now: siteClock(context.viewer) });
    const offer = { stages: await listStages(db, scope), ...places, countries: countriesIn(locale, places.countries) };
    const unconfirmed = await findUnconfirmed(db, context.viewer);
    const stage = offer.stages.find((one) => one.wasteStageId === wasteStageId);
    const element = (
      <DeploymentStatusPage
        t={t}
        settings={settingsOf({ locale, actor: { unit, organisation } })}
        mayManage={may(context.viewer, 'EDIT_BASELINES')}
        mayAdd={may(context.viewer, 'EDIT_SITES')}
        simulated={organisation.simulated}
        totalLocations={status.totalLocations}
        cards={status.cards.map((card) => cardView(card, query, context))}
        filters={statusFilters.bar({ action: '/deployment-status', url, values: query, offer: { t, today, ...offer } })}
        stage={wasteStageId === 'all' ? 'all' : { id: wasteStageId, name: stage?.wasteStageName }}
        narrowed={offer.stages.length > 0 && (wasteStageId !== 'all' || Boolean(countryCode || region || segment))}
        unconfirmed={unconfirmed.listed}
        csvHref={withParameters('/rest/v1/locationStatus/export', {
          wasteStageId: filter.wasteStageId ?? null,
          countryCode: countryCode ?? null,
          region: region ?? null,
          segment: segment ?? null,
        })}
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
    opens: { programs: true, scopes: ['waste:read'] },
    summary: 'LocationStatus.csv: the locations of all periods.',
    query: deploymentFilter,
    answerType: 'text/csv',
    fresh: 'siteDays',
    async handle({ query }, context) {
      const rows = await readAllRows(context.db, context.viewer.scope, {
        filter: query,
        now: siteClock(context.viewer),
      });
      return reply.csv(
        statusTable.file('LocationStatus.csv', rows, {
          t: context.t,
          permissions: context.viewer.permissions,
          card: null,
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/locationStatus/:period',
    access: 'VIEW_BASE_LPO_PAGE',
    opens: { programs: true, scopes: ['waste:read'] },
    summary:
      'The active locations that stand in a period: before the first transaction, on the way to a baseline, or measured against one.',
    params: periodParams,
    query: deploymentFilter,
    answer: periodLocations,
    fresh: 'siteDays',
    async handle({ params, query }, context) {
      return reply.json(
        await readPeriodLocations(context.db, context.viewer.scope, {
          filter: query,
          period: params.period,
          now: siteClock(context.viewer),
        }),
      );
    },
  }),
];
