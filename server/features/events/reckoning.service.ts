import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { withParameters } from '../../platform/table/table-query';
import { findWeekStep, listBaselineWeeks } from '../baselines';
import { loadCompared } from '../performance';
import { selectEvents, sumEvents, type EventConditions } from '../waste-events';
import type { EventsFilter } from './events.contract';
import { isStep, type ComparedFigure } from './figure-address.rules';
import { endOf } from './figure.rules';
import { daysOf, isChange, partOfStep, rangeSpans, reckon, weekSpans } from './reckoning.rules';
import type { Half, Reckoning } from './reckoning.contract';

const isMoney = (kind: ComparedFigure['kind']) => kind === 'value' || kind === 'valueStep';

interface Asking {
  figure: ComparedFigure;
  filter: EventsFilter;
  /** Path and query of the page. */
  url: string;
}

/** The figure with its own numbers, and the events of the half that was asked for. */
export async function reckonFigure(db: Db, viewer: Viewer, { figure, filter, url }: Asking): Promise<{ reckoning: Reckoning; conditions: EventConditions }> {
  const { kind, place, stageId, start } = figure;
  const { countryCode, regionName, segmentName, currency } = filter;
  const question = { stageId, start, end: endOf(figure), countryCode, regionName, segmentName };
  const step = isStep(kind) && typeof place !== 'string' && 'locationId' in place ? await findWeekStep(db, viewer.scope, { locationId: place.locationId, stageId, weekStart: start }) : null;
  const all = step ? [partOfStep(step)] : isStep(kind) ? [] : await loadCompared(db, viewer, { question, place, threshold: filter.reductionExclusionThreshold });
  const figures = currency === undefined ? all : all.filter((one) => one.currency === currency);
  const withBaseline = isChange(kind) ? figures.filter((one) => one.baselineStart !== null && one.comparedOpenDays > 0) : [];
  const weeks = step ? [step.prior] : await listBaselineWeeks(db, viewer.scope, { stageId, locationIds: withBaseline.map((one) => one.locationId) });
  const halves = { range: rangeSpans(figure, figures), baseline: weekSpans(weeks) };
  const half = isChange(kind) ? filter.half : 'range';
  const conditionsOf = (name: keyof typeof halves): EventConditions => ({ wasteStageId: stageId, counts: true, ...daysOf(halves[name]), spans: halves[name] });
  const halfOf = async (name: keyof typeof halves): Promise<Half> => {
    const conditions = conditionsOf(name);
    const sums = await sumEvents(db, viewer.scope, { filter: conditions, selection: await selectEvents(db, viewer.scope, conditions) });
    return { sums, href: withParameters(url, { half: name === 'range' ? null : name, page: null }) };
  };
  const reckoning: Reckoning = {
    figure,
    ...reckon(kind, figures, weeks),
    currency: currency ?? (isMoney(kind) && new Set(figures.map((one) => one.currency)).size === 1 ? figures[0]?.currency ?? null : null),
    halves: { range: await halfOf('range'), baseline: isChange(kind) ? await halfOf('baseline') : null },
    half,
  };
  return { reckoning, conditions: conditionsOf(half) };
}
