import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import { readinessCriteria, type ReadinessCriteria, type ReadinessIssue } from './readiness.contract';

/** One week of a location and stage. */
export interface WeekFigures {
  /** A Monday. */
  weekStart: LocalDate;
  openDays: number;
  txn: number;
  /** Grams, at most two decimals. */
  g: number;
  /** In the site's currency, at most four decimals. */
  cost: number;
}

export interface JudgedWeek extends WeekFigures {
  /** Open days of the week that this one is compared with; null when there is none. */
  priorOpenDays: number | null;
  /** (this week per open day − prior per open day) / prior per open day; null when there is nothing to divide by. */
  gDelta: number | null;
  costDelta: number | null;
  /** Empty: the week passes. */
  issues: ReadinessIssue[];
}

interface Evaluation {
  /** Every week from the first event's to the evaluated one, in order. */
  weeks: readonly WeekFigures[];
  /** The Monday of the location's latest data week. It follows the data, never today's clock. */
  evaluatedMonday: LocalDate;
}

/**
 * Holds each week against the readiness criteria. A week without open day and event is left out of the sequence. One with
 * events but no open day has no figure per open day: it counts as fluctuating, and nothing is compared with it.
 */
export function judgeWeeks({ weeks, evaluatedMonday }: Evaluation, criteria: ReadinessCriteria = readinessCriteria): JudgedWeek[] {
  const first = weeks[0];
  if (!first) return [];
  const tooEarly = daysBetween(first.weekStart, evaluatedMonday) < criteria.weeksSinceFirst * 7;
  let prior: WeekFigures | null = null;
  const judged: JudgedWeek[] = [];
  for (const week of weeks.filter((one) => one.openDays > 0 || one.txn > 0)) {
    const weight = compare(inUnits(week, 'g'), prior && inUnits(prior, 'g'), criteria);
    const cost = compare(inUnits(week, 'cost'), prior && inUnits(prior, 'cost'), criteria);
    const issues: ReadinessIssue[] = [];
    if (tooEarly) issues.push('NOT_ENOUGH_WEEKS_ELAPSED');
    if (week.txn < criteria.minTransactions) issues.push('NOT_ENOUGH_TRANSACTIONS');
    if (weight.fluctuates || week.openDays === 0) issues.push('TOO_MUCH_WEIGHT_FLUCTUATION');
    if (cost.fluctuates) issues.push('TOO_MUCH_COST_FLUCTUATION');
    judged.push({ ...week, priorOpenDays: prior?.openDays ?? null, gDelta: weight.delta, costDelta: cost.delta, issues });
    if (week.openDays > 0) prior = week;
  }
  return judged;
}

interface Amount {
  /** A whole number of the smallest units, so that limits are met exactly. */
  amount: number;
  openDays: number;
}

const smallestUnits = { g: 100, cost: 10_000 };

function inUnits(week: WeekFigures, measure: 'g' | 'cost'): Amount {
  return { amount: Math.round(week[measure] * smallestUnits[measure]), openDays: week.openDays };
}

function compare(now: Amount, prior: Amount | null, criteria: ReadinessCriteria): { delta: number | null; fluctuates: boolean } {
  if (!prior || now.openDays === 0) return { delta: null, fluctuates: false };
  if (prior.amount === 0) return { delta: null, fluctuates: now.amount > 0 };
  const actual = now.amount * prior.openDays;
  const before = prior.amount * now.openDays;
  const fluctuates = actual >= before * (1 + criteria.maxIncrease) || actual <= before * (1 - criteria.maxDecrease);
  return { delta: actual / before - 1, fluctuates };
}

export interface BaselineFigures {
  firstWeek: LocalDate;
  lastWeek: LocalDate;
  /** The Monday from which weeks are compared with the baseline. */
  reductionFrom: LocalDate;
  openDays: number;
  gPerOpenDay: number;
  costPerOpenDay: number;
  txnPerOpenDay: number;
  weeks: JudgedWeek[];
}

/** The earliest run of passing weeks that ended before the evaluated Monday, or null. */
export function chooseBaseline(judged: readonly JudgedWeek[], evaluatedMonday: LocalDate, criteria: ReadinessCriteria = readinessCriteria): BaselineFigures | null {
  const first = judged[0];
  if (!first) return null;
  let run: JudgedWeek[] = [];
  for (const week of judged.filter((one) => one.weekStart < evaluatedMonday)) {
    run = week.issues.length === 0 ? [...run, week] : [];
    if (run.length === criteria.consecutiveWeeks) return baselineOf(run, first.weekStart, criteria);
  }
  return null;
}

/**
 * Sums over the weeks divided by their open days; null when none of them has an open day.
 * @param weeks in order, at least one
 * @param firstEventWeek no reduction begins before three weeks have passed since it
 */
export function baselineOf(weeks: readonly JudgedWeek[], firstEventWeek: LocalDate, criteria: ReadinessCriteria = readinessCriteria): BaselineFigures | null {
  const [first, last] = [weeks[0], weeks.at(-1)];
  const openDays = sum(weeks, (week) => week.openDays);
  if (!first || !last || openDays === 0) return null;
  const afterwards = addDays(last.weekStart, 7);
  const earliest = addDays(firstEventWeek, criteria.weeksSinceFirst * 7);
  return {
    firstWeek: first.weekStart,
    lastWeek: last.weekStart,
    reductionFrom: afterwards > earliest ? afterwards : earliest,
    openDays,
    gPerOpenDay: sum(weeks, (week) => inUnits(week, 'g').amount) / smallestUnits.g / openDays,
    costPerOpenDay: sum(weeks, (week) => inUnits(week, 'cost').amount) / smallestUnits.cost / openDays,
    txnPerOpenDay: sum(weeks, (week) => week.txn) / openDays,
    weeks: [...weeks],
  };
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((total, row) => total + value(row), 0);
