import { VamPage, type VamContent } from '../../../views/volume-adjusted-metrics/vam-page';
import { findDataSpan, listForeignVolumes } from '../../domain/measures';
import { ratioParts } from '../../domain/measures/volume-ratios.rules';
import { isRegionElsewhere, listFilterOptions, listPlaces, listStages } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import { stageOf } from '../../domain/places/stage.filters';
import { hasVolumes } from '../../domain/volumes';
import { may, type Viewer } from '../../platform/actor';
import { fail, type FieldProblem } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { reportFailure } from '../../platform/http/report-failure';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { datesOf, latestWeeks } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { isTooLong, mostDays } from './vam-terms.rules';
import {
  vamAnswer,
  vamCallQuery,
  vamPageQuery,
  type VamAnswerRow,
  type VamCallQuery,
  type VamQuestion,
  type VamRow,
} from './vam.contract';
import { vamFilters, vamQuery, type VamQuery } from './vam.filters';
import { listVam, loadVam } from './vam.service';
import { detailTable, fileName, trendTable } from './vam.table';

const path = '/volume-adjusted-metrics';
const access = 'VIEW_VAM_DASHBOARD' as const;
const reading = { access, opens: { programs: true, scopes: ['waste:read'] } } as const;

const placeOf = ({ siteId, locationId, countryCode, regionName, segmentName }: PlaceFilter): PlaceFilter => ({
  siteId,
  locationId,
  countryCode,
  regionName,
  segmentName,
});

const termsIn = ({ metric, level, groupBy, stageId, start, end, place }: VamQuestion) => ({
  metric,
  level,
  groupBy,
  wasteStageId: stageId,
  startDate: start,
  endDate: end,
  ...Object.fromEntries(
    Object.entries(place).map(([name, value]) => [name, (value as string | number | undefined) ?? null]),
  ),
});

async function noData({ stageId, place }: VamQuestion, { db, viewer, url }: KeptContext) {
  const span = await findDataSpan(db, viewer.scope, { ...place, stageId });
  return { kind: 'noData' as const, any: span !== null, latest: latestWeeks(span, { today: viewer.today, url }) };
}

async function contentOf(
  query: VamQuery,
  question: VamQuestion,
  context: KeptContext,
): Promise<{ status: number; content: VamContent }> {
  const { db, viewer, t, url } = context;
  const { start, end, metric, level } = question;
  const problems = rangeProblems({ start, end, today: viewer.today, grain: 'day' });
  if (problems.start !== null || problems.end !== null) return { status: 422, content: { kind: 'invalid' } };
  if (isTooLong(start, end)) return { status: 422, content: { kind: 'tooLong', days: mostDays } };
  try {
    const vam = await loadVam(db, viewer, question);
    if (vam.trends.every(({ trackedDays }) => trackedDays === 0))
      return { status: 200, content: await noData(question, context) };
    if (
      vam.trends.every(({ volume }) => volume === 0) &&
      !(await hasVolumes(db, viewer.scope, ratioParts[metric].kind))
    )
      return { status: 200, content: { kind: 'noVolumes' } };
    const reader = { t, permissions: viewer.permissions, metric, level };
    const trends = trendTable.paged(vam.trends, trendTable.state(query, { reader, suffix: 'Trends' }));
    const detail = detailTable.paged(vam.detail, detailTable.state(query, { reader, suffix: 'Detail' }));
    return {
      status: 200,
      content: {
        kind: 'report',
        all: vam.all,
        foreign: vam.foreign,
        trends: trendTable.view({ reader, url, ...trends, suffix: 'Trends' }),
        detail: detailTable.view({ reader, url, ...detail, suffix: 'Detail' }),
      },
    };
  } catch (error) {
    return reportFailure(error, context, 'volume adjusted metrics');
  }
}

/** @throws 400 with a problem for each end of a range that does not hold */
function questionOf(query: VamCallQuery, viewer: Viewer) {
  const { startDate: start, endDate: end, wasteStageId: stageId, metric, level, groupBy } = query;
  const fields: FieldProblem[] = fieldProblems(rangeProblems({ start, end, today: viewer.today, grain: 'day' }));
  if (fields.length === 0 && isTooLong(start, end))
    fields.push({ field: 'endDate', code: 'vam.tooLong', params: { days: mostDays } });
  if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
  const grain = groupBy === 'range' ? ('span' as const) : groupBy;
  const question: VamQuestion = {
    metric,
    level,
    groupBy: groupBy === 'range' ? 'month' : groupBy,
    stageId,
    start,
    end,
    place: placeOf(query),
  };
  return { question, grain };
}

const answerOf = ({ g, countedG, cost, countedCost, start, end, ...row }: VamRow): VamAnswerRow => ({
  siteId: row.siteId,
  siteName: row.siteName,
  locationId: row.locationId,
  locationName: row.locationName,
  vamDataStartDate: start,
  vamDataEndDate: end,
  currency: row.currency,
  ratio: row.ratio,
  noRatio: row.noRatio,
  baseline: row.baseline,
  change: row.change,
  openDays: row.openDays,
  trackedDays: row.trackedDays,
  countedDays: row.countedDays,
  wasteGrams: g,
  countedGrams: countedG,
  wasteCost: cost,
  countedCost,
  volume: row.volume,
  countedVolume: row.countedVolume,
  estimatedShare: row.estimatedShare,
});

export const vamRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [
      path,
      `${path}?range=last12Months&level=location&metric=costPerCover`,
      `${path}?groupBy=week&metric=shareOfRevenue`,
    ],
    fresh: 'data',
    query: vamQuery,
    async handle({ query }, context) {
      const { t, db, viewer, locale, url } = context;
      const { scope, today, organisation, unit } = viewer;
      const [stages, stored, sites] = await Promise.all([
        listStages(db, scope),
        listFilterOptions(db, scope),
        listPlaces(db, scope),
      ]);
      if (isRegionElsewhere(stored, query)) return reply.redirect(withParameters(url, { regionName: null }));
      const { startDate: start, endDate: end } = datesOf(query, today, 'last3Months');
      const { metric, level, groupBy } = query;
      const stageId = stageOf(query.wasteStageId, stages);
      const question = stageId === null ? null : { metric, level, groupBy, stageId, start, end, place: placeOf(query) };
      const { status, content } = question
        ? await contentOf(query, question, context)
        : { status: 200, content: { kind: 'noStage' } as const };
      const filters = vamFilters.bar({
        action: path,
        url,
        values: query,
        offer: { t, today, stages, ...stored, countries: countriesIn(locale, stored.countries), sites },
      });
      const page = (
        <VamPage
          t={t}
          settings={settingsOf({ locale, actor: { unit, organisation } })}
          simulated={organisation.simulated}
          filters={filters}
          shown={{ metric, level, groupBy, start, end, stageId: stageId ?? undefined }}
          csvHref={question ? withParameters(`/rest/v1${path}/export`, termsIn(question)) : null}
          forecastHref={
            may(viewer, 'VIEW_NEW_FOOD_WASTE_DASHBOARD')
              ? withParameters('/food-waste-dashboard/forecast', {
                  siteId: query.siteId ?? null,
                  locationId: query.locationId ?? null,
                  wasteStageId: stageId,
                })
              : null
          }
          hrefWith={(changes) => withParameters(url, { pageTrends: null, pageDetail: null, ...changes })}
          edits={may(viewer, 'EDIT_VOLUMES')}
          seesBaselines={may(viewer, 'VIEW_BASE_LPO_PAGE')}
          content={content}
        />
      );
      return reply.page(page, { title: t('vam.title'), status });
    },
  }),

  defineCall({
    method: 'get',
    path,
    ...reading,
    fresh: 'data',
    query: vamPageQuery,
    answer: vamAnswer,
    summary:
      'Compare waste with covers, transactions, revenue or food purchases, by site or location and by month, week or the whole range.',
    async handle({ query: { limit, offset, ...query } }, { db, viewer }) {
      const { question, grain } = questionOf(query, viewer);
      const { metric, level, start, end, place } = question;
      const [rows, otherCurrencies] = await Promise.all([
        listVam(db, viewer, { question, grain }),
        listForeignVolumes(db, viewer.scope, { ...place, metric, start, end }),
      ]);
      return reply.json(
        onTheWire({
          metric,
          level,
          total: rows.length,
          limit,
          offset,
          otherCurrencies,
          rows: detailTable
            .sorted(rows)
            .slice(offset, offset + limit)
            .map(answerOf),
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    ...reading,
    fresh: 'data',
    query: vamCallQuery,
    answerType: 'text/csv',
    summary: 'Export volume adjusted metrics as CSV.',
    async handle({ query }, { t, db, viewer }) {
      const { question, grain } = questionOf(query, viewer);
      const rows = detailTable.sorted(await listVam(db, viewer, { question, grain }));
      const { metric, level } = question;
      return reply.csv(detailTable.file(fileName, rows, { t, permissions: viewer.permissions, metric, level }));
    },
  }),
];
