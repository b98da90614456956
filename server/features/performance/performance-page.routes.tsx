import { z } from 'zod';
import { PerformancePage, type PerformanceContent } from '../../../views/performance/performance-page';
import { findDataSpan } from '../../domain/measures';
import type { CompareQuery } from '../../domain/measures/measure.contract';
import { isRegionElsewhere, listFilterOptions, listStages } from '../../domain/places';
import { stageOf } from '../../domain/places/stage.filters';
import { may } from '../../platform/actor';
import { definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { reportFailure } from '../../platform/http/report-failure';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { datesOf, latestWeeks } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { findUnconfirmed } from '../calendar';
import { seesCompliance } from './answer';
import { thresholdOptions } from './performance.contract';
import { percentIn, performanceFilters } from './performance.filters';
import { loadReport, loadTrends } from './performance.service';
import { performanceTable } from './performance.table';
import { valueTrend, weightTrend } from './trend.rules';

const path = '/performanceDashboard';

/** The address of the dashboard. What does not fit any more is read as not given, so that an old link still shows a page. */
export const pageQuery = z.object({ ...performanceFilters.query, ...performanceTable.query() });

type PageQuery = z.infer<typeof pageQuery>;

export const performancePage: Route = definePage({
  method: 'get',
  path,
  access: 'VIEW_PERFORMANCE_DASHBOARD',
  walk: [path, `${path}?viewType=sites`, `${path}?range=allTime`],
  fresh: 'data',
  query: pageQuery,
  async handle({ query }, context) {
    const { t, db, viewer, locale, url } = context;
    const { scope, today, organisation } = viewer;
    const [stages, stored] = await Promise.all([listStages(db, scope), listFilterOptions(db, scope)]);
    if (isRegionElsewhere(stored, query)) return reply.redirect(withParameters(url, { regionName: null }));
    const places = { ...stored, countries: countriesIn(locale, stored.countries) };
    const dates = datesOf(query, today);
    const stageId = stageOf(query.wasteStageId, stages);
    const { start, end } = rangeProblems({ start: dates.startDate, end: dates.endDate, today });
    const wrong = start !== null || end !== null;
    const { status, content, threshold } = wrong
      ? { status: 422, content: { kind: 'invalid' } as const, threshold: 0 }
      : await contentOf(query, context, { stageId, today, ...dates });
    const ownThreshold = organisation.exclusionThreshold;
    const filters = performanceFilters.bar({
      action: path,
      url,
      values: query,
      offer: {
        t,
        today,
        stages,
        ...places,
        ownThreshold,
        appliedThreshold: threshold,
        percent: percentIn(locale),
        thresholds: may(viewer, 'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD') ? thresholdOptions : [],
      },
    });
    const page = (
      <PerformancePage
        t={t}
        locale={locale}
        unit={viewer.unit}
        timeZone={organisation.timeZone}
        forms={organisation.forms}
        simulated={organisation.simulated}
        seesCompliance={seesCompliance(viewer)}
        seesDetails={may(viewer, 'VIEW_BASE_LPO_PAGE')}
        managesBaselines={may(viewer, 'EDIT_BASELINES')}
        filters={filters}
        shown={{
          viewType: query.viewType,
          stageId,
          startDate: dates.startDate,
          endDate: dates.endDate,
          filters: narrowing(query),
        }}
        csvHref={exportHref(query, { stageId, ...dates })}
        content={content}
      />
    );
    return reply.page(page, { title: t('performance.title'), status });
  },
});

/** The export of what is shown; every row of it, whatever the page. */
function exportHref(query: PageQuery, { stageId, startDate, endDate }: Omit<Chosen, 'today'>): string {
  const { viewType } = query;
  return withParameters(`/rest/v1/performance/${viewType === 'sites' ? 'siteSummary' : 'locationSummary'}/export`, {
    startDate,
    endDate,
    wasteStageId: stageId,
    ...narrowing(query),
  });
}

/** What of a query narrows its figures beside stage and weeks. */
const narrowing = ({ reductionExclusionThreshold: threshold, countryCode, regionName, segmentName }: PageQuery) => ({
  reductionExclusionThreshold: threshold || null,
  countryCode: countryCode ?? null,
  regionName: regionName ?? null,
  segmentName: segmentName ?? null,
});

interface Chosen {
  stageId: number | null;
  today: string;
  startDate: string;
  endDate: string;
}

interface Outcome {
  status: number;
  content: PerformanceContent;
  /** As applied. */
  threshold: number;
}

async function contentOf(
  query: PageQuery,
  context: KeptContext,
  { stageId, today, startDate, endDate }: Chosen,
): Promise<Outcome> {
  if (stageId === null) return { status: 200, content: { kind: 'noStage' }, threshold: 0 };
  const { countryCode, regionName, segmentName } = query;
  const question: CompareQuery = { stageId, start: startDate, end: endDate, countryCode, regionName, segmentName };
  try {
    return await answerTo(question, { query, context, today });
  } catch (error) {
    return { ...reportFailure(error, context, 'performance dashboard'), threshold: 0 };
  }
}

async function answerTo(
  question: CompareQuery,
  { query, context, today }: { query: PageQuery; context: KeptContext; today: string },
): Promise<Outcome> {
  const { db, viewer } = context;
  const waiting = await findUnconfirmed(db, viewer);
  const report = await loadReport(db, viewer, {
    question,
    viewType: query.viewType,
    threshold: query.reductionExclusionThreshold,
    waiting: waiting.ids,
  });
  if (report.transactions === 0) {
    const span = await findDataSpan(db, viewer.scope, question);
    return {
      status: 200,
      content: { kind: 'noData', any: span !== null, latest: latestWeeks(span, { today, url: context.url }) },
      threshold: report.threshold,
    };
  }
  const reader = { t: context.t, permissions: viewer.permissions, viewType: query.viewType };
  const shown = performanceTable.paged(report.rows, performanceTable.state(query, { reader }));
  const trends = await loadTrends(db, viewer, { question, counted: report.headlined, shown: shown.rows });
  const rows = shown.rows.map((row) => ({ ...row, spark: trends.sparks.get(row.id) ?? [] }));
  const { overall } = report;
  const limit = viewer.organisation.trackingLimit;
  const content: PerformanceContent = {
    kind: 'report',
    overall,
    capture: report.capture,
    unconfirmed: { ...report.unconfirmed, href: waiting.href },
    waiting: waiting.listed,
    threshold: report.threshold,
    limit,
    today,
    ranked: report.rows.filter((row) => row.countedLocations > 0),
    weights: weightTrend(trends.weeks, limit),
    values: overall.headline.costChanges.map(({ currency }) => ({
      currency,
      weeks: valueTrend(trends.weeks, currency, limit),
    })),
    table: performanceTable.view({ reader, url: context.url, ...shown, rows }),
  };
  return { status: 200, content, threshold: report.threshold };
}
