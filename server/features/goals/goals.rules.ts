import { isTracked } from '../../domain/measures/reliability.rules';
import { judgedWeeks, lineAt } from '../../domain/measures/target-line.rules';
import { changeOf } from '../../platform/fraction.rules';
import { weeksProblems } from '../../platform/table/week-range.rules';
import { addDays, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import { goalLimits } from './goal-limits.rules';
import type { Goal, GoalTerms, GoalWeek, Progress, Standing } from './goals.contract';

/** Weeks that a forecast goes on from, and the fewest that it needs. */
const forecastWeeks = { most: 4, least: 2 } as const;

/** Divisions leave noise behind their last digit; a target that is met to a billionth is met. */
const noise = 1e-9;

interface Measured {
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  /** Grams, or money of the goal's currency. */
  value: number;
}

interface ProgressOf {
  goal: Pick<
    Goal,
    | 'targetKind'
    | 'target'
    | 'startWeek'
    | 'endWeek'
    | 'baselineWeeks'
    | 'metric'
    | 'currency'
    | 'siteCurrency'
    | 'result'
    | 'ramp'
    | 'state'
  >;
  /** Weeks of the calendar from the first of the baseline on, whatever lies between. */
  weeks: readonly Measured[];
  /** Local date of the location. */
  today: LocalDate;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** What a target allows per open day, in the unit of the baseline. */
export const allowedOf = (
  { targetKind, target }: Pick<Goal, 'targetKind' | 'target'>,
  basePerOpenDay: number,
): number => (targetKind === 'percent' ? basePerOpenDay * (1 - target) : target);

/** Σ value / Σ open days of the baseline's weeks; null where they have no open day left. */
export function basePerOpenDayOf(weeks: readonly Measured[], mondays: readonly LocalDate[]): number | null {
  const own = weeks.filter(({ weekStart }) => mondays.includes(weekStart));
  const openDays = sum(own, (week) => week.openDays);
  return openDays > 0 ? sum(own, (week) => week.value) / openDays : null;
}

/**
 * How far a goal has come: what was recorded in its weeks that are over against its baseline per open day × their open days, as
 * everywhere. The forecast goes on with the last four of those weeks per open day, over as many open days a week as there were.
 */
export function progressOf({ goal, weeks, today: now, limit }: ProgressOf): Progress {
  // What came after a goal was closed is no part of it.
  const today = goal.state === 'closed' && goal.result && goal.result.closedOn < now ? goal.result.closedOn : now;
  const sameCurrency = goal.metric === 'weight' || goal.currency === goal.siteCurrency;
  const base = sameCurrency ? basePerOpenDayOf(weeks, goal.baselineWeeks) : null;
  const allowed = base === null ? null : allowedOf(goal, base);
  const allowedIn = (weekStart: LocalDate) =>
    onLine(goal) && base !== null ? base * (1 - goal.target * lineAt(goal, weekStart)) : (allowed ?? 0);
  const own = weeks
    .filter(({ weekStart }) => weekStart >= goal.startWeek && weekStart <= goal.endWeek)
    .sort((one, other) => (one.weekStart < other.weekStart ? -1 : 1))
    .map(({ weekStart, openDays, trackedDays, value }): GoalWeek => ({
      weekStart,
      openDays,
      trackedDays,
      actual: sameCurrency ? value : 0,
      expected: (base ?? 0) * openDays,
      allowed: allowedIn(weekStart) * openDays,
      over: addDays(weekStart, 6) < today,
    }));
  const over = own.filter((week) => week.over);
  const actual = sum(over, (week) => week.actual);
  const expected = sum(over, (week) => week.expected);
  const openDays = sum(over, (week) => week.openDays);
  const weeksAll = daysBetween(goal.startWeek, goal.endWeek) / 7 + 1;
  const weeksOver = Math.min(weeksAll, Math.max(0, Math.floor(daysBetween(goal.startWeek, today) / 7)));
  const figures = {
    basePerOpenDay: base,
    allowedPerOpenDay: allowed,
    weeksOver,
    weeksAll,
    openDays,
    trackedDays: sum(over, (week) => week.trackedDays),
    actual,
    expected,
    change: changeOf(actual, expected),
    forecast: forecastOf({ over, rest: weeksAll - weeksOver, base }),
    weeks: own,
  };
  const standing =
    goal.state === 'closed' && goal.result
      ? goal.result.standing
      : standingOf(goal, { ...figures, sameCurrency, today, limit });
  return { standing, ...figures };
}

/** Whether its target is reached along a line: an amount per open day has none. */
const onLine = ({ ramp, targetKind }: ProgressOf['goal']) => ramp && targetKind === 'percent';

/** The change over all weeks of the goal. */
function forecastOf({
  over,
  rest: weeksLeft,
  base,
}: {
  over: readonly GoalWeek[];
  /** Weeks that are still to come, or run. */
  rest: number;
  base: number | null;
}): number | null {
  const open = over.filter((week) => week.openDays > 0);
  const recent = open.slice(-forecastWeeks.most);
  if (base === null || open.length === 0) return null;
  if (recent.length < Math.min(forecastWeeks.least, over.length + weeksLeft)) return null;
  const openDays = sum(open, (week) => week.openDays);
  const rest = (weeksLeft * openDays) / open.length;
  const perOpenDay = sum(recent, (week) => week.actual) / sum(recent, (week) => week.openDays);
  const end = sum(over, (week) => week.actual) + perOpenDay * rest;
  return changeOf(end, base * (openDays + rest));
}

type Judged = Omit<Progress, 'standing'> & { sameCurrency: boolean; today: LocalDate; limit: number };

function standingOf(goal: ProgressOf['goal'], figures: Judged): Standing {
  const { basePerOpenDay, allowedPerOpenDay, openDays, actual, expected, forecast, weeks, today, limit } = figures;
  if (!figures.sameCurrency) return 'otherCurrency';
  if (basePerOpenDay === null || allowedPerOpenDay === null || basePerOpenDay <= 0) return 'noFigures';
  if (today < goal.startWeek) return 'notStarted';
  if (figures.weeksOver === 0) return 'tooEarly';
  // The calendar ends with the newest data, so weeks in which nothing was weighed any more are in no row.
  const over = weeks.filter((week) => week.over);
  if (over.length === 0 || !isTracked({ openDays: figures.weeksOver, trackedDays: over.length }, limit))
    return 'notTracked';
  if (openDays === 0) return 'noFigures';
  if (!isTracked(figures, limit)) return 'notTracked';
  const ended = addDays(goal.endWeek, 6) < today || goal.state === 'closed';
  const said = (meets: boolean): Standing => (ended ? (meets ? 'met' : 'missed') : meets ? 'onTrack' : 'offTrack');
  if (onLine(goal)) {
    const last = over.slice(-judgedWeeks);
    const line = sum(last, (week) => week.allowed);
    return said(sum(last, (week) => week.actual) <= line * (1 + noise) + noise);
  }
  const meets = (change: number) => (change + 1) * basePerOpenDay <= allowedPerOpenDay * (1 + noise) + noise;
  if (ended) return said(meets(changeOf(actual, expected) ?? 0));
  return forecast === null ? 'tooEarly' : said(meets(forecast));
}

export type TermsProblem = { field: keyof GoalTerms; code: TermsCode; params?: Record<string, string | number> };
type TermsCode =
  | 'errors.nonMondayStartDate'
  | 'errors.nonSundayEndDate'
  | 'errors.endDateBeforeStartDate'
  | 'goals.error.percent'
  | 'goals.error.amount'
  | 'goals.error.noReduction'
  | 'goals.error.tooLong'
  | 'goals.error.inBaseline';

interface CheckedTerms {
  terms: Pick<GoalTerms, 'targetKind' | 'target' | 'startDate' | 'endDate'>;
  /** Grams or money; null where it is not known. */
  basePerOpenDay: number | null;
  /** The Monday from which weeks are compared with the baseline. */
  reductionFrom: LocalDate;
}

/** Targets are stored with six decimals. */
const least = 1e-6;

/** What is wrong with the terms of a goal, by field. */
export function termsProblems({
  terms: { targetKind, target, startDate, endDate },
  basePerOpenDay,
  reductionFrom,
}: CheckedTerms): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const { start, end } = weeksProblems({ start: startDate, end: endDate, mostWeeks: goalLimits.weeks });
  if (start) problems.push({ field: 'startDate', code: `errors.${start}` });
  else if (startDate < reductionFrom) problems.push({ field: 'startDate', code: 'goals.error.inBaseline' });
  if (end === 'tooLong')
    problems.push({ field: 'endDate', code: 'goals.error.tooLong', params: { weeks: goalLimits.weeks } });
  else if (end) problems.push({ field: 'endDate', code: `errors.${end}` });
  if (targetKind === 'percent') {
    if (!(target >= least && target <= 1)) problems.push({ field: 'target', code: 'goals.error.percent' });
  } else if (!(target >= least && target < 1e9)) problems.push({ field: 'target', code: 'goals.error.amount' });
  else if (basePerOpenDay !== null && target >= basePerOpenDay)
    problems.push({ field: 'target', code: 'goals.error.noReduction' });
  return problems;
}

/** What a suggestion is made of: its weeks, the part that it would cut, and the weeks for which that is told. */
export const suggestion = { weeks: 4, cut: 0.2, told: 13, most: 5 } as const;

/** The last whole weeks before a day, which a suggestion is made from: a Monday and a Sunday. */
export function suggestionDays(today: LocalDate): { startDate: LocalDate; endDate: LocalDate } {
  const monday = weekStartOf(today);
  return { startDate: addDays(monday, -7 * suggestion.weeks), endDate: addDays(monday, -1) };
}

/** What such a cut comes to, of what four weeks came to. */
export const avoidableOf = (amount: number) => ((amount * suggestion.cut) / suggestion.weeks) * suggestion.told;

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((total, row) => total + value(row), 0);
