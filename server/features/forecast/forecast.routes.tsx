import { ForecastPage, type ForecastContent } from '../../../views/forecast/forecast-page';
import { measure } from '../../domain/measures';
import { listPlaces, listStages } from '../../domain/places';
import { stageOf } from '../../domain/places/stage.filters';
import { may, siteClock, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { reportFailure } from '../../platform/http/report-failure';
import { withParameters } from '../../platform/table/table-query';
import { addDays, localDateOf } from '../../platform/time';
import { exportQuery } from './forecast.contract';
import { forecastFilters, forecastQuery } from './forecast.filters';
import { loadForecast, type ForecastQuestion } from './forecast.service';
import { fileName, forecastTable } from './forecast.table';

const path = '/food-waste-dashboard/forecast';
const access = 'VIEW_NEW_FOOD_WASTE_DASHBOARD' as const;

interface Chosen {
  siteId?: number | undefined;
  locationId?: number | undefined;
}
type Sites = Awaited<ReturnType<typeof listPlaces>>;

/** The chosen location, or the one that weighed most in the last eight weeks; null where nothing is seen. */
async function locationOf(
  db: Db,
  viewer: Viewer,
  { chosen, sites, stageId }: { chosen: Chosen; sites: Sites; stageId: number },
): Promise<number | null> {
  const offered = sites.filter(({ siteId }) => chosen.siteId === undefined || siteId === chosen.siteId);
  const ids = offered.flatMap(({ locations }) => locations.map(({ locationId }) => locationId));
  const known = ids.find((id) => id === chosen.locationId);
  if (known !== undefined || ids.length < 2) return known ?? ids[0] ?? null;
  const today = localDateOf(siteClock(viewer), viewer.organisation.timeZone);
  const sums = await measure(db, viewer.scope, {
    ...{ grain: 'span', by: 'location', figures: ['g'], stageId, siteId: chosen.siteId },
    ...{ start: addDays(today, -56), end: today },
  });
  const heaviest = sums.reduce((best, one) => (one.g > best.g ? one : best), { locationId: ids[0] ?? 0, g: 0 });
  return heaviest.locationId;
}

async function contentOf(
  question: ForecastQuestion | null,
  context: KeptContext,
): Promise<{ status: number; content: ForecastContent }> {
  const { db, viewer } = context;
  if (question === null) return { status: 200, content: { kind: 'noLocation' } };
  try {
    const forecast = await loadForecast(db, viewer, question);
    return { status: 200, content: forecast === null ? { kind: 'noLocation' } : { kind: 'forecast', forecast } };
  } catch (error) {
    return reportFailure(error, context, 'forecast');
  }
}

const termsIn = ({ locationId, stageId, shortage }: ForecastQuestion) => ({
  locationId,
  wasteStageId: stageId,
  shortage: Math.round(shortage * 100),
});

export const forecastRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?shortage=20`],
    fresh: 'siteDays',
    query: forecastQuery,
    async handle({ query }, context) {
      const { t, db, viewer, locale, url } = context;
      const [stages, sites] = await Promise.all([listStages(db, viewer.scope), listPlaces(db, viewer.scope)]);
      const stageId = stageOf(query.wasteStageId, stages);
      const locationId = stageId === null ? null : await locationOf(db, viewer, { chosen: query, sites, stageId });
      const question =
        stageId === null || locationId === null
          ? null
          : { locationId, stageId, shortage: Number(query.shortage) / 100 };
      const { status, content } =
        stageId === null ? { status: 200, content: { kind: 'noStage' } as const } : await contentOf(question, context);
      const portions = content.kind === 'forecast' && content.forecast.covers?.kind === 'week';
      const page = (
        <ForecastPage
          t={t}
          settings={settingsOf({ locale, actor: viewer })}
          simulated={viewer.organisation.simulated}
          filters={forecastFilters.bar({
            action: path,
            url,
            values: query,
            offer: { t, stages, sites, locationId, portions },
          })}
          csvHref={question ? withParameters(`/rest/v1${path}/export`, termsIn(question)) : null}
          dashboardHref={withParameters('/food-waste-dashboard', {
            locationId,
            wasteStageId: stageId,
          })}
          seesCovers={may(viewer, 'VIEW_VAM_DASHBOARD')}
          content={content}
        />
      );
      return reply.page(page, { title: t('forecast.title'), status });
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'siteDays',
    query: exportQuery,
    answerType: 'text/csv',
    summary: 'Export the expected waste, guests and portions of each day of next week at a location as CSV.',
    async handle({ query: { locationId, wasteStageId: stageId, shortage } }, { t, db, viewer }) {
      const forecast = await loadForecast(db, viewer, { locationId, stageId, shortage: shortage / 100 });
      if (!forecast) throw fail.notFound('reports.error.unknownPlace');
      const { permissions, unit } = viewer;
      const { currency, siteName, locationName } = forecast;
      return reply.csv(
        forecastTable.file(fileName, forecast.days, { t, permissions, unit, currency, siteName, locationName }),
      );
    },
  }),
];
