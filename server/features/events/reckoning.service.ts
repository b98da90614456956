import { selectEvents, type EventConditions } from '../../domain/events';
import { findWeekStep, listBaselineWeeks, sumEvents } from '../../domain/measures';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { withParameters } from '../../platform/table/table-query';
import { addDays } from '../../platform/time';
import { loadBar, loadCompared } from '../performance';
import type { EventsFilter } from './events.contract';
import { isStep, type ComparedFigure } from './figure-address.rules';
import { endOf } from './figure.rules';
import type { Half, Reckoning } from './reckoning.contract';
import { barSpans, daysOf, isChange, partOfStep, rangeSpans, reckon, weekSpans } from './reckoning.rules';

const isMoney = (kind: ComparedFigure['kind']) => kind === 'value' || kind === 'valueStep';

interface Asking {
  figure: ComparedFigure;
  filter: EventsFilter;
  /** Path and query of the page. */
  url: string;
}

interface Reckoned {
  reckoning: Reckoning;
  conditions: EventConditions;
}

const currencyOf = (figures: readonly { currency: string }[]) =>
  new Set(figures.map((one) => one.currency)).size === 1 ? (figures[0]?.currency ?? null) : null;

async function sumHalf(db: Db, viewer: Viewer, conditions: EventConditions) {
  return sumEvents(db, viewer.scope, {
    filter: conditions,
    selection: await selectEvents(db, viewer.scope, conditions),
  });
}

/** One bar of the chart of a figure, and the events of its weeks. */
export async function reckonBar(
  db: Db,
  viewer: Viewer,
  { figure, filter, url }: Asking & { filter: { week: string } },
): Promise<Reckoned> {
  const { kind, place, stageId, start } = figure;
  const { countryCode, regionName, segmentName, currency, week, weeks } = filter;
  const where = { stageId, countryCode, regionName, segmentName };
  const all = await loadCompared(db, viewer, {
    question: { ...where, start, end: endOf(figure) },
    place,
    threshold: filter.reductionExclusionThreshold,
  });
  const end = endOf({ start: week, weeks });
  const spans = barSpans(
    Array.from({ length: weeks }, (_, at) => addDays(week, at * 7)),
    all,
  );
  const ofCurrency = new Set(
    all.filter((one) => currency === undefined || one.currency === currency).map((one) => one.locationId),
  );
  const shown = spans.filter((span) => ofCurrency.has(span.locationId));
  const conditions: EventConditions = { wasteStageId: stageId, counts: true, ...daysOf(shown), spans: shown };
  const money = isMoney(kind) ? (currency ?? currencyOf(all)) : null;
  const bar = {
    start: week,
    end,
    ...(await loadBar(db, viewer, { question: { ...where, start: week, end }, counted: all, currency: money })),
  };
  const reckoning: Reckoning = {
    figure,
    value: null,
    ...bar,
    openDays: 0,
    parts: [],
    partCount: new Set(shown.map((span) => span.locationId)).size,
    currency: money,
    halves: { range: { sums: await sumHalf(db, viewer, conditions), href: url }, baseline: null },
    half: 'range',
    bar,
  };
  return { reckoning, conditions };
}

/** The figure with its own numbers, and the events of the half that was asked for. */
export async function reckonFigure(db: Db, viewer: Viewer, { figure, filter, url }: Asking): Promise<Reckoned> {
  const { kind, place, stageId, start } = figure;
  const { countryCode, regionName, segmentName, currency } = filter;
  const question = { stageId, start, end: endOf(figure), countryCode, regionName, segmentName };
  const step =
    isStep(kind) && typeof place !== 'string' && 'locationId' in place
      ? await findWeekStep(db, viewer.scope, { locationId: place.locationId, stageId, weekStart: start })
      : null;
  const all = step
    ? [partOfStep(step)]
    : isStep(kind)
      ? []
      : await loadCompared(db, viewer, { question, place, threshold: filter.reductionExclusionThreshold });
  const figures = currency === undefined ? all : all.filter((one) => one.currency === currency);
  const withBaseline = isChange(kind)
    ? figures.filter((one) => one.baselineStart !== null && one.comparedOpenDays > 0)
    : [];
  const weeks = step
    ? [step.prior]
    : await listBaselineWeeks(db, viewer.scope, { stageId, locationIds: withBaseline.map((one) => one.locationId) });
  const halves = { range: rangeSpans(figure, figures), baseline: weekSpans(weeks) };
  const half = isChange(kind) ? filter.half : 'range';
  const conditionsOf = (name: keyof typeof halves): EventConditions => ({
    wasteStageId: stageId,
    counts: true,
    ...daysOf(halves[name]),
    spans: halves[name],
  });
  const halfOf = async (name: keyof typeof halves): Promise<Half> => {
    return {
      sums: await sumHalf(db, viewer, conditionsOf(name)),
      href: withParameters(url, { half: name === 'range' ? null : name, page: null }),
    };
  };
  const reckoning: Reckoning = {
    figure,
    ...reckon(kind, figures, weeks),
    bar: null,
    currency: currency ?? (isMoney(kind) ? currencyOf(figures) : null),
    halves: { range: await halfOf('range'), baseline: isChange(kind) ? await halfOf('baseline') : null },
    half,
  };
  return { reckoning, conditions: conditionsOf(half) };
}
