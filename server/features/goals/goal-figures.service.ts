import { group } from 'd3-array';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import {
  compare,
  findActiveBaseline,
  findStagePlace,
  listBaselineWeeks,
  listLargest,
  listSeries,
  type SeriesQuery,
} from '../../domain/measures';
import { effectOf, effectWeeks, type Effect, type NoEffect } from '../../domain/measures/effect.rules';
import type { ElementValues, LargestValue, SeriesWeek } from '../../domain/measures/measure.contract';
import { listStages } from '../../domain/places';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, lastSundayBefore, localDateOf, weekStartOf, type LocalDate } from '../../platform/time';
import { notNamed } from './goal-limits.rules';
import type { ActionFields, CopyTarget, Goal, GoalMetric, GoalValues, Progress, Subject } from './goals.contract';
import { basePerOpenDayOf, progressOf, suggestion, suggestionDays } from './goals.rules';
import { listGoalItems } from './goals.store';

/** The element values of a goal. */
export const whereOf = (values: GoalValues): ElementValues =>
  Object.fromEntries(
    referenceFields.flatMap(([field, element]) => {
      const value = values[field];
      return value === undefined ? [] : [[element, value === notNamed ? null : value]];
    }),
  );

const inMetric =
  (metric: GoalMetric) =>
  ({ weekStart, openDays, trackedDays, g, cost }: SeriesWeek) => ({
    weekStart,
    openDays,
    trackedDays,
    value: metric === 'weight' ? g : cost,
  });

interface Clock {
  now: Date;
  /** Fraction of open days that a result needs. */
  limit: number;
}

type Measured = Pick<
  Goal,
  | 'locationId'
  | 'stageId'
  | 'values'
  | 'baselineWeeks'
  | 'startWeek'
  | 'endWeek'
  | 'metric'
  | 'targetKind'
  | 'target'
  | 'currency'
  | 'siteCurrency'
  | 'state'
  | 'result'
  | 'timeZone'
  | 'ramp'
>;

/** How far each goal has come, in their order. */
export async function loadProgress(
  db: Db | Trx,
  scope: Scope,
  { goals, now, limit }: Clock & { goals: readonly Measured[] },
): Promise<Progress[]> {
  const asked = goals.flatMap(({ locationId, stageId, values, baselineWeeks, startWeek, endWeek }): SeriesQuery[] => {
    const of = { locationId, stageId, where: whereOf(values) };
    const [first = startWeek, last = startWeek] = [baselineWeeks[0], baselineWeeks.at(-1)];
    return [
      { ...of, start: first, end: addDays(last, 6) },
      { ...of, start: startWeek, end: addDays(endWeek, 6) },
    ];
  });
  const series = await listSeries(db, scope, asked);
  return goals.map((goal, at) => {
    const [baseline = [], own = []] = [series[2 * at], series[2 * at + 1]];
    // A rebased goal may have weeks of its baseline among its own.
    const mondays = new Set(baseline.map(({ weekStart }) => weekStart));
    const weeks = [...baseline, ...own.filter(({ weekStart }) => !mondays.has(weekStart))].map(inMetric(goal.metric));
    return progressOf({ goal, weeks, today: localDateOf(now, goal.timeZone), limit });
  });
}

interface SubjectOf {
  locationId: number;
  stageId: number;
  values: GoalValues;
}

/** @throws 404 where the location is not seen, or there is no such stage */
export async function findSubject(db: Db | Trx, scope: Scope, of: SubjectOf): Promise<Subject> {
  const subject = await lookUpSubject(db, scope, of);
  if (!subject) throw fail.notFound('goals.error.unknownPlace');
  return subject;
}

/** null where the location is not seen, or there is no such stage. */
export async function lookUpSubject(
  db: Db | Trx,
  scope: Scope,
  { locationId, stageId, values }: SubjectOf,
): Promise<Subject | null> {
  const place = await findStagePlace(db, scope, { locationId, stageId });
  if (!place || place.stageId === null) return null;
  const { organisationId } = scope;
  const active = await findActiveBaseline(db, { organisationId, locationId, stageId });
  const rows = active ? await listBaselineWeeks(db, scope, { stageId, locationIds: [locationId] }) : [];
  const weeks = rows.map(({ weekStart }) => weekStart);
  const [first, last] = [weeks[0], weeks.at(-1)];
  const { siteId, siteName, locationName, locationStatus, timeZone, currency } = place;
  const subject = { siteId, siteName, locationId, locationName, locationStatus, timeZone, stageId, currency };
  if (!active || first === undefined || last === undefined) return { ...subject, baseline: null };
  const [series = []] = await listSeries(db, scope, [
    { locationId, stageId, where: whereOf(values), start: first, end: addDays(last, 6) },
  ]);
  const [grams, cost] = (['weight', 'cost'] as const).map((metric) =>
    basePerOpenDayOf(series.map(inMetric(metric)), weeks),
  );
  return {
    ...subject,
    baseline: {
      weeks,
      reductionFrom: active.reductionFrom,
      openDays: active.openDays,
      grams: grams ?? 0,
      cost: cost ?? 0,
    },
  };
}

/** Weeks on either side of an action that are looked at, so that enough of them were tracked. */
const looked = effectWeeks.most + 4;

/**
 * What each action did, in their order: the goal's waste after against before, set against the location's other waste of the stage,
 * or its other stages where the goal is of the whole stage. The week in which something began belongs to neither side.
 */
export async function loadEffects(
  db: Db,
  scope: Scope,
  { goal, actions, now, limit }: Clock & { goal: Measured; actions: readonly ActionFields[] },
): Promise<(Effect | NoEffect)[]> {
  if (actions.length === 0) return [];
  const { locationId, stageId, metric } = goal;
  const where = whereOf(goal.values);
  const whole = Object.keys(where).length === 0;
  const others = whole
    ? (await listStages(db, scope)).flatMap(({ wasteStageId }) => (wasteStageId === stageId ? [] : [wasteStageId]))
    : [stageId];
  const lastOver = lastSundayBefore(localDateOf(now, goal.timeZone));
  const sides = actions.map(({ startedOn, endedOn }) => {
    const began = weekStartOf(startedOn);
    const after = began === startedOn ? began : addDays(began, 7);
    const lastDay = endedOn !== null && endedOn < lastOver ? endedOn : lastOver;
    return {
      before: { start: addDays(began, -7 * looked), end: addDays(began, -1) },
      after: { start: after, end: addDays(weekStartOf(addDays(lastDay, 1)), -1) },
    };
  });
  const asked = sides.flatMap(({ before, after }) =>
    [before, after].flatMap((span): SeriesQuery[] => [
      { locationId, stageId, where, ...span },
      ...others.map((other) => ({ locationId, stageId: other, where: {}, ...span })),
    ]),
  );
  const series = await listSeries(db, scope, asked);
  const each = 1 + others.length;
  const sideAt = (at: number) => {
    const [own = [], ...rest] = series.slice(at * each, (at + 1) * each);
    const value = inMetric(metric);
    const control = new Map<LocalDate, number>();
    for (const week of rest.flat().map(value))
      control.set(week.weekStart, (control.get(week.weekStart) ?? 0) + week.value);
    return own.map(value).map(({ weekStart, openDays, trackedDays, value: treated }) => {
      const all = control.get(weekStart);
      return {
        openDays,
        trackedDays,
        treated,
        control: all === undefined ? null : whole ? all : all - treated,
      };
    });
  };
  return actions.map((_, at) => effectOf({ before: sideAt(2 * at), after: sideAt(2 * at + 1), limit }));
}

/**
 * What cost most in the last whole weeks, of which no running goal is yet and which the baseline's weeks hold too, so that a goal
 * can be set for it; of each currency the largest first.
 */
export async function listSuggestions(
  db: Db,
  scope: Scope,
  { stageId, now, today, locale }: { stageId: number; now: Date; today: LocalDate; locale: Locale },
): Promise<LargestValue[]> {
  const { startDate: start, endDate: end } = suggestionDays(today);
  const taken = await listGoalItems(db, scope, { stageId, now });
  const largest = await listLargest(db, scope, {
    element: 'WASTEITEM',
    stageId,
    start,
    end,
    most: suggestion.most * 3 + taken.length,
    locale,
  });
  const open = largest.filter(
    ({ locationId, refId }) => !taken.some((goal) => goal.locationId === locationId && goal.itemId === refId),
  );
  const reducible = await withBaselineOf(db, scope, { stageId, open });
  const shown = new Map<string, number>();
  return reducible.filter(({ currency }) => {
    const count = (shown.get(currency) ?? 0) + 1;
    shown.set(currency, count);
    return count <= suggestion.most;
  });
}

/** Those that cost something in the weeks of their location's baseline. */
async function withBaselineOf(
  db: Db,
  scope: Scope,
  { stageId, open }: { stageId: number; open: readonly LargestValue[] },
): Promise<LargestValue[]> {
  const locationIds = [...new Set(open.map(({ locationId }) => locationId))];
  const weeks = group(await listBaselineWeeks(db, scope, { stageId, locationIds }), ({ locationId }) => locationId);
  const mondaysOf = ({ locationId }: LargestValue) => (weeks.get(locationId) ?? []).map(({ weekStart }) => weekStart);
  const series = await listSeries(
    db,
    scope,
    open.map((one) => {
      const mondays = mondaysOf(one);
      const [first = noWeek, last = noWeek] = [mondays[0], mondays.at(-1)];
      const { locationId, refId } = one;
      return { locationId, stageId, where: { WASTEITEM: refId }, start: first, end: addDays(last, 6) };
    }),
  );
  return open.filter((one, at) => {
    const base = basePerOpenDayOf((series[at] ?? []).map(inMetric('cost')), mondaysOf(one));
    return base !== null && base > 0;
  });
}

/** A week in which nothing was recorded. */
const noWeek = '2000-01-03';

/** Other open locations that have a baseline for the stage, by site and name. */
export async function listCopyTargets(
  db: Db,
  scope: Scope,
  { locationId, stageId, today }: { locationId: number; stageId: number; today: LocalDate },
): Promise<CopyTarget[]> {
  const monday = weekStartOf(today);
  const rows = await compare(db, scope, { by: 'location', stageId, start: monday, end: addDays(monday, 6) });
  return rows
    .filter(
      (row) =>
        row.locationId !== locationId &&
        row.baselineStart !== null &&
        row.locationStatus === 'A' &&
        row.siteStatus === 'A',
    )
    .map(({ siteName, locationId: id, locationName }) => ({ siteName, locationId: id, locationName }));
}
