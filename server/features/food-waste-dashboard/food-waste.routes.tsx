import { FoodWastePage, type FoodWasteContent } from '../../../views/food-waste-dashboard/food-waste-page';
import { findValueNames } from '../../domain/catalogue';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { findDataSpan } from '../../domain/measures';
import type { ElementValues } from '../../domain/measures/measure.contract';
import { isRegionElsewhere, listFilterOptions, listPlaces, listStages } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import { may } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { reportFailure } from '../../platform/http/report-failure';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { defineTable, type Reader } from '../../platform/table/define-table';
import { datesOf, latestWeeks } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems, type RangeProblems } from '../../platform/table/week-range.rules';
import type { FoodWasteQuestion } from './days.service';
import { exportQuery, notSaid, type FoodWasteRow } from './food-waste.contract';
import { chosenStage, foodWasteFilters, foodWasteQuery, type FoodWasteQuery } from './food-waste.filters';
import { usualComparison } from './food-waste.rules';
import { listFoodWaste, loadFoodWaste, loadPerCover } from './food-waste.service';

const path = '/food-waste-dashboard';
const access = 'VIEW_NEW_FOOD_WASTE_DASHBOARD' as const;

interface FoodWasteReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

const foodWasteTable = defineTable<FoodWasteRow, FoodWasteReader>()({
  size: 100,
  columns: {
    dimension: { label: 'foodWaste.csv.dimension', csv: (row, { t }) => t(`legacy.fields.${row.field}`) },
    value: {
      label: 'foodWaste.csv.value',
      csv: (row, { t }) => (row.refId === null ? t('legacy.events.notSaid') : (row.refName ?? String(row.refId))),
    },
    weighings: { label: 'foodWaste.csv.weighings', csv: (row) => row.txn },
    weight: {
      label: 'foodWaste.csv.weight',
      unit: ({ unit }) => unit.abbr,
      csv: (row, { unit }) => Number((row.g / unit.gramsPerUnit).toFixed(3)),
    },
    share: { label: 'foodWaste.csv.share', csv: (row) => Number((row.share * 100).toFixed(2)) },
    cost: { label: 'foodWaste.csv.cost', csv: (row) => row.cost },
    currency: { label: 'foodWaste.filters.currency', csv: (row) => row.currency },
  },
});

const fileName = 'Food Waste.csv';

type Values = { [F in ReferenceField]?: number | typeof notSaid | undefined };

function whereOf(query: Values): ElementValues {
  return Object.fromEntries(
    referenceFields.flatMap(([field, element]) => {
      const value = query[field];
      return value === undefined ? [] : [[element, value === notSaid ? null : value]];
    }),
  );
}

const placeOf = ({ siteId, locationId, countryCode, regionName, segmentName }: PlaceFilter): PlaceFilter => ({
  siteId,
  locationId,
  countryCode,
  regionName,
  segmentName,
});

const valuesIn = (query: Values) => Object.fromEntries(referenceFields.map(([field]) => [field, query[field]]));

/** As they stand in an address: what is not said takes no room there. */
const parametersOf = <Value,>(said: Record<string, Value | undefined>) =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value ?? null]));

/** What of an address stays when another comparison is asked for. */
const keptIn = (url: string): Record<string, string> =>
  Object.fromEntries(
    [...new URL(url, 'http://tare.invalid').searchParams].filter(([name]) => !name.startsWith('compare')),
  );

/** The export of what is shown. */
function exportHref(query: FoodWasteQuery, { start, end, stageId, place }: FoodWasteQuestion): string {
  const narrowed = { ...place, ...valuesIn(query) };
  return withParameters(`/rest/v1${path}/export`, {
    startDate: start,
    endDate: end,
    wasteStageId: stageId ?? null,
    ...parametersOf(narrowed),
  });
}

/** A goal for what is shown; of which location is asked there where the page is of several. */
const goalHref = (query: FoodWasteQuery, { stageId, place }: FoodWasteQuestion): string =>
  withParameters('/goals/new', {
    locationId: place.locationId ?? null,
    wasteStageId: stageId ?? null,
    metric: query.measure,
    ...parametersOf(valuesIn(query)),
  });

/** An alert on weighings of what is shown. */
const alertHref = (query: FoodWasteQuery, { place, stageId }: FoodWasteQuestion): string =>
  withParameters('/alerts', {
    new: query.measure,
    atSiteId: place.siteId ?? null,
    atLocationId: place.locationId ?? null,
    wasteStageId: stageId ?? null,
    ...Object.fromEntries(
      Object.entries(valuesIn(query)).map(([name, value]) => [name, typeof value === 'number' ? value : null]),
    ),
  });

/** Where to look for figures when these days hold none. */
async function noData({ stageId, place, where }: FoodWasteQuestion, { db, viewer, url }: KeptContext) {
  const stages = stageId === undefined ? await listStages(db, viewer.scope) : [{ wasteStageId: stageId }];
  const found = await Promise.all(
    stages.map(({ wasteStageId }) => findDataSpan(db, viewer.scope, { ...place, stageId: wasteStageId })),
  );
  const spans = found.flatMap((span) => span ?? []);
  const [first] = spans.map((span) => span.first).sort();
  const last = spans
    .map((span) => span.last)
    .sort()
    .at(-1);
  const isNarrowed = Object.keys(where).length > 0;
  return {
    kind: 'noData' as const,
    any: first !== undefined,
    latest:
      first === undefined || last === undefined || isNarrowed
        ? null
        : latestWeeks({ first, last }, { today: viewer.today, url }),
  };
}

/** What the comparison's form holds, and what is wrong with its days. */
function comparedIn({ compareStart, compareEnd, compareSiteId: siteId }: FoodWasteQuery, today: string) {
  const given = compareStart !== undefined || compareEnd !== undefined;
  const span = given ? { start: compareStart ?? '', end: compareEnd ?? '' } : usualComparison(today);
  const problems = rangeProblems({ ...span, today, grain: 'day' });
  return { given, span, siteId, problems: hasProblem(problems) ? problems : null };
}

const hasProblem = ({ start, end }: RangeProblems) => start !== null || end !== null;

interface Asked {
  query: FoodWasteQuery;
  question: FoodWasteQuestion;
  compared: ReturnType<typeof comparedIn>;
}

async function contentOf(
  { query, question, compared: { given, span, siteId, problems } }: Asked,
  context: KeptContext,
): Promise<{ status: number; content: FoodWasteContent }> {
  const { db, viewer, locale } = context;
  const { start, end, place } = question;
  if (hasProblem(rangeProblems({ start, end, today: viewer.today, grain: 'day' })))
    return { status: 422, content: { kind: 'invalid' } };
  // The place of the page, where the form names none.
  const other =
    given && problems === null ? { ...question, ...span, place: siteId === undefined ? place : { siteId } } : null;
  try {
    const [figures, perCover] = await Promise.all([
      loadFoodWaste(db, viewer, { question, other, look: query, locale }),
      loadPerCover(db, viewer, question),
    ]);
    return {
      status: 200,
      content: figures.total.grams > 0 ? { kind: 'report', figures, perCover } : await noData(question, context),
    };
  } catch (error) {
    return reportFailure(error, context, 'food waste dashboard');
  }
}

export const foodWasteRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?measure=cost&range=last13Weeks&show=itemId`, `${path}?wasteStageId=all&itemId=none`],
    fresh: 'data',
    query: foodWasteQuery,
    async handle({ query }, context) {
      const { t, db, viewer, locale, url } = context;
      const { scope, today, organisation, unit } = viewer;
      const [stages, stored, sites] = await Promise.all([
        listStages(db, scope),
        listFilterOptions(db, scope),
        listPlaces(db, scope),
      ]);
      if (isRegionElsewhere(stored, query)) return reply.redirect(withParameters(url, { regionName: null }));
      const stageId = chosenStage(query.wasteStageId, stages);
      const { startDate: start, endDate: end } = datesOf(query, today, 'last7Days');
      const question = { start, end, stageId: stageId ?? undefined, place: placeOf(query), where: whereOf(query) };
      const compared = comparedIn(query, today);
      const { status, content } =
        stageId === null
          ? { status: 200, content: { kind: 'noStage' } as const }
          : await contentOf({ query, question, compared }, context);
      const figures = content.kind === 'report' ? content.figures : null;
      const ids = Object.values(question.where).flatMap((value) => value ?? []);
      const filters = foodWasteFilters.bar({
        action: path,
        url,
        values: query,
        offer: {
          t,
          today,
          stages,
          ...stored,
          countries: countriesIn(locale, stored.countries),
          sites,
          timeFrame: figures?.timeFrame ?? query.timeFrame ?? 'day',
          currencies: query.measure === 'cost' ? (figures?.currencies ?? []) : [],
          currency: figures?.currency ?? null,
          names: await findValueNames(db, { organisationId: scope.organisationId, ids, locale }),
        },
      });
      const page = (
        <FoodWastePage
          {...{ t, locale, unit, filters, content }}
          timeZone={organisation.timeZone}
          forms={organisation.forms}
          simulated={organisation.simulated}
          shown={question}
          narrowed={valuesIn(query)}
          hrefWith={(changes) => withParameters(url, changes)}
          csvHref={exportHref(query, question)}
          goalHref={may(viewer, 'EDIT_GOALS') ? goalHref(query, question) : null}
          alertHref={may(viewer, 'EDIT_NOTIFICATIONS') ? alertHref(query, question) : null}
          forecastHref={withParameters(`${path}/forecast`, {
            siteId: question.place.siteId ?? null,
            locationId: question.place.locationId ?? null,
            wasteStageId: stageId ?? null,
          })}
          seesBaselines={may(viewer, 'VIEW_BASE_LPO_PAGE')}
          compare={{ ...compared, action: path, kept: keptIn(url), sites }}
        />
      );
      return reply.page(page, { title: t('foodWaste.title'), status });
    },
  }),
  defineCall({
    method: 'get',
    path: `${path}/export`,
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    query: exportQuery,
    answerType: 'text/csv',
    summary: 'Export what was thrown away by item, reason, source, destination, daypart and container as CSV.',
    async handle({ query }, { t, db, viewer, locale }) {
      const { startDate: start, endDate: end, wasteStageId: stageId } = query;
      const fields = fieldProblems(rangeProblems({ start, end, today: viewer.today, grain: 'day' }));
      if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
      const question = { start, end, stageId, place: placeOf(query), where: whereOf(query) };
      const rows = await listFoodWaste(db, viewer, { question, locale });
      return reply.csv(foodWasteTable.file(fileName, rows, { t, permissions: viewer.permissions, unit: viewer.unit }));
    },
  }),
];
