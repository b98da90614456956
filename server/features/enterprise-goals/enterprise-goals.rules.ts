import { group } from 'd3-array';
import { isTracked } from '../../domain/measures/reliability.rules';
import { judgedWeeks, lineAt } from '../../domain/measures/target-line.rules';
import { changeOf } from '../../platform/fraction.rules';
import { weeksProblems } from '../../platform/table/week-range.rules';
import { addDays, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import type {
  Cascade,
  EnterpriseGoal,
  EnterpriseProgress,
  EnterpriseTerms,
  GoalSite,
  GoalSpan,
  SiteProgress,
  Standing,
} from './enterprise-goals.contract';
import { enterpriseLimits } from './enterprise-limits.rules';

/** More bars make no better chart. */
const mostSpans = 26;
const noise = 1e-9;

/** A week of the measured locations of a site, in grams or money. */
export interface SiteWeek {
  siteId: number;
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  actual: number;
  /** What their baselines give for their open days. */
  expected: number;
}

interface MeasuredSite extends GoalSite {
  /** Locations with a baseline that are counted, and all that are set up for the stage. */
  measuredLocations: number;
  locations: number;
  stoppedLocations: number;
  /** A week of their baselines, on average. */
  weekly: number;
  /** The first Monday on which all of them count. */
  from: LocalDate | null;
}

interface Asked {
  goal: Pick<EnterpriseGoal, 'metric' | 'currency' | 'target' | 'startWeek' | 'endWeek' | 'cascade'>;
  sites: readonly MeasuredSite[];
  weeks: readonly SiteWeek[];
  today: LocalDate;
  /** Fraction of open days that a result needs. */
  limit: number;
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((total, row) => total + value(row), 0);

/**
 * What each site that takes part is to reach. `equal`: the target; `share`: together they reach it for all, so that what exempt
 * sites leave out is spread over them by their baseline, up to everything.
 */
export function siteTarget({
  cascade,
  target,
  all,
  taking,
}: {
  cascade: Cascade;
  target: number;
  all: number;
  taking: number;
}): number {
  return cascade === 'equal' || taking <= 0 ? target : Math.min(1, (target * all) / taking);
}

/** The last weeks of a goal that are over: a Monday and the Monday of the last; null before the first is over. */
export function windowOf(
  { startWeek, endWeek }: Pick<EnterpriseGoal, 'startWeek' | 'endWeek'>,
  today: LocalDate,
): { from: LocalDate; last: LocalDate } | null {
  const over = addDays(weekStartOf(today), -7);
  const last = over < endWeek ? over : endWeek;
  if (last < startWeek) return null;
  const from = addDays(last, -7 * (judgedWeeks - 1));
  return { from: from > startWeek ? from : startWeek, last };
}

/** Sites without a location that counts. */
const unmeasured = (sites: readonly Pick<MeasuredSite, 'stoppedLocations'>[]): Standing =>
  sites.some(({ stoppedLocations }) => stoppedLocations > 0) ? 'notTracked' : 'noBaseline';

/** How far a goal and its sites have come. */
export function enterpriseProgressOf({ goal, sites, weeks, today, limit }: Asked): EnterpriseProgress {
  const inCurrency = ({ currency }: GoalSite) => goal.metric === 'weight' || currency === goal.currency;
  const counted = sites.filter(inCurrency);
  const ids = new Set(counted.map(({ siteId }) => siteId));
  const over = weeks.filter(({ siteId, weekStart }) => ids.has(siteId) && addDays(weekStart, 6) < today);
  const window = windowOf(goal, today);
  const judged = window ? over.filter(({ weekStart }) => weekStart >= window.from) : [];
  const ofSite = siteTarget({
    cascade: goal.cascade,
    target: goal.target,
    all: sum(counted, ({ weekly }) => weekly),
    taking: sum(
      counted.filter(({ exemptReason }) => exemptReason === null),
      ({ weekly }) => weekly,
    ),
  });
  const ended = addDays(goal.endWeek, 6) < today;
  // The calendar ends with the newest data, so weeks in which nothing was weighed any more are in no row.
  const awaited = window ? daysBetween(window.from, window.last) / 7 + 1 : 0;

  const judge = (own: readonly SiteWeek[], target: number) => {
    const [actual, expected] = [sum(own, (week) => week.actual), sum(own, (week) => week.expected)];
    const allowed = sum(own, (week) => week.expected * (1 - target * lineAt(goal, week.weekStart)));
    return {
      change: changeOf(actual, expected),
      required: expected > 0 ? 1 - allowed / expected : 0,
      target,
      openDays: sum(own, (week) => week.openDays),
      trackedDays: sum(own, (week) => week.trackedDays),
      actual,
      expected,
      gap: actual - allowed,
    };
  };
  const standing = (own: readonly SiteWeek[], figures: ReturnType<typeof judge>): Standing => {
    if (today < goal.startWeek) return 'notStarted';
    if (figures.expected <= 0) return 'noFigures';
    const known = new Set(own.map(({ weekStart }) => weekStart)).size;
    if (!isTracked({ openDays: awaited, trackedDays: known }, limit) || !isTracked(figures, limit)) return 'notTracked';
    const meets = figures.gap <= noise * figures.expected;
    return ended ? (meets ? 'met' : 'missed') : meets ? 'onTrack' : 'offTrack';
  };
  const weeksOf = group(judged, ({ siteId }) => siteId);
  const rows = sites.map(({ weekly: _, from, ...site }): SiteProgress => {
    const isExempt = site.exemptReason !== null;
    const own = weeksOf.get(site.siteId) ?? [];
    const figures = judge(own, isExempt ? 0 : ofSite);
    const stands = !inCurrency(site)
      ? 'otherCurrency'
      : isExempt
        ? 'exempt'
        : site.measuredLocations === 0
          ? unmeasured([site])
          : standing(own, figures);
    const whole = window !== null && from !== null && from <= window.from && site.measuredLocations === site.locations;
    return { ...site, ...figures, standing: stands, whole };
  });
  const total = judge(judged, goal.target);
  return {
    standing: sites.every(({ measuredLocations }) => measuredLocations === 0)
      ? unmeasured(sites)
      : standing(judged, total),
    ...total,
    window: window && { start: window.from, end: addDays(window.last, 6) },
    spans: spansOf(over, goal),
    sites: rows.sort((a, b) => b.gap - a.gap || a.siteId - b.siteId),
  };
}

/** The weeks of all locations, several put together where a goal is long. */
function spansOf(weeks: readonly SiteWeek[], goal: Asked['goal']): GoalSpan[] {
  const byWeek = group(weeks, ({ weekStart }) => weekStart);
  const mondays = [...byWeek.keys()].sort();
  const size = Math.max(1, Math.ceil(mondays.length / mostSpans));
  const spans: GoalSpan[] = [];
  for (let at = 0; at < mondays.length; at += size) {
    const own = mondays.slice(at, at + size);
    const rows = own.flatMap((monday) => byWeek.get(monday) ?? []);
    spans.push({
      weekStart: own[0] as LocalDate,
      weeks: own.length,
      openDays: sum(rows, (week) => week.openDays),
      trackedDays: sum(rows, (week) => week.trackedDays),
      actual: sum(rows, (week) => week.actual),
      expected: sum(rows, (week) => week.expected),
      allowed: sum(rows, (week) => week.expected * (1 - goal.target * lineAt(goal, week.weekStart))),
    });
  }
  return spans;
}

export interface TermsProblem {
  field: keyof EnterpriseTerms | 'siteIds';
  code:
    | 'errors.nonMondayStartDate'
    | 'errors.nonSundayEndDate'
    | 'errors.endDateBeforeStartDate'
    | 'goals.error.percent'
    | 'goals.error.tooLong';
  params?: Record<string, number>;
}

/** What is wrong with the terms of a goal, by field. */
export function termsProblems({
  target,
  startDate,
  endDate,
}: Pick<EnterpriseTerms, 'target' | 'startDate' | 'endDate'>): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const { start, end } = weeksProblems({ start: startDate, end: endDate, mostWeeks: enterpriseLimits.weeks });
  if (start) problems.push({ field: 'startDate', code: `errors.${start}` });
  if (end === 'tooLong')
    problems.push({ field: 'endDate', code: 'goals.error.tooLong', params: { weeks: enterpriseLimits.weeks } });
  else if (end) problems.push({ field: 'endDate', code: `errors.${end}` });
  if (!(target >= 1e-6 && target <= 1)) problems.push({ field: 'target', code: 'goals.error.percent' });
  return problems;
}
