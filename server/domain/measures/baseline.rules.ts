import { changeOf } from '../../platform/fraction.rules';
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
  /** Empty: the week passes, where it has an open day. */
  issues: ReadinessIssue[];
}

/** A week without an open day is skipped by everything that follows weeks, whatever lies in it: its neighbours are consecutive. */
export const hasOpenDay = ({ openDays }: { openDays: number }) => openDays > 0;

interface Evaluation {
  /** Every week from the first event's to the evaluated one, in order. */
  weeks: readonly WeekFigures[];
  /** The Monday of the location's latest data week. It follows the data, never today's clock. */
  evaluatedMonday: LocalDate;
}

/**
 * Holds each week against the readiness criteria; the prior week is the last one with an open day. A week that has events
 * but no open day is kept in the list, unjudged.
 */
export function judgeWeeks(
  { weeks, evaluatedMonday }: Evaluation,
  criteria: ReadinessCriteria = readinessCriteria,
): JudgedWeek[] {
  const first = weeks[0];
  if (!first) return [];
  const tooEarly = daysBetween(first.weekStart, evaluatedMonday) < criteria.weeksSinceFirst * 7;
  let prior: WeekFigures | null = null;
  const judged: JudgedWeek[] = [];
  for (const week of weeks.filter((one) => hasOpenDay(one) || one.txn > 0)) {
    if (!hasOpenDay(week)) {
      judged.push(unjudged(week));
      continue;
    }
    const weight = compare(inUnits(week, 'g'), prior && inUnits(prior, 'g'), criteria);
    const cost = compare(inUnits(week, 'cost'), prior && inUnits(prior, 'cost'), criteria);
    const issues: ReadinessIssue[] = [];
    if (tooEarly) issues.push('NOT_ENOUGH_WEEKS_ELAPSED');
    if (week.txn < criteria.minTransactions) issues.push('NOT_ENOUGH_TRANSACTIONS');
    if (weight.fluctuates) issues.push('TOO_MUCH_WEIGHT_FLUCTUATION');
    if (cost.fluctuates) issues.push('TOO_MUCH_COST_FLUCTUATION');
    judged.push({
      ...week,
      priorOpenDays: prior?.openDays ?? null,
      gDelta: weight.delta,
      costDelta: cost.delta,
      issues,
    });
    prior = week;
  }
  return judged;
}

const unjudged = (week: WeekFigures): JudgedWeek => ({
  ...week,
  priorOpenDays: null,
  gDelta: null,
  costDelta: null,
  issues: [],
});

interface Amount {
  /** A whole number of the smallest units, so that limits are met exactly. */
  amount: number;
  openDays: number;
}

const smallestUnits = { g: 100, cost: 10_000 };

function inUnits(week: WeekFigures, measure: 'g' | 'cost'): Amount {
  return { amount: Math.round(week[measure] * smallestUnits[measure]), openDays: week.openDays };
}

function compare(
  now: Amount,
  prior: Amount | null,
  criteria: ReadinessCriteria,
): { delta: number | null; fluctuates: boolean } {
  if (!prior) return { delta: null, fluctuates: false };
  if (prior.amount === 0) return { delta: null, fluctuates: now.amount > 0 };
  const actual = now.amount * prior.openDays;
  const before = prior.amount * now.openDays;
  const fluctuates = actual >= before * (1 + criteria.maxIncrease) || actual <= before * (1 - criteria.maxDecrease);
  return { delta: changeOf(actual, before), fluctuates };
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
export function chooseBaseline(
  judged: readonly JudgedWeek[],
  evaluatedMonday: LocalDate,
  criteria: ReadinessCriteria = readinessCriteria,
): BaselineFigures | null {
  const first = judged[0];
  if (!first) return null;
  let run: JudgedWeek[] = [];
  for (const week of judged.filter((one) => hasOpenDay(one) && one.weekStart < evaluatedMonday)) {
    run = week.issues.length === 0 ? [...run, week] : [];
    if (run.length === criteria.consecutiveWeeks) return baselineOf(run, first.weekStart, criteria);
  }
  return null;
}

/**
 * Sums over the weeks that have an open day, divided by their open days; null when there is none.
 * @param weeks in order, at least one
 * @param firstEventWeek no reduction begins before three weeks have passed since it
 */
export function baselineOf(
  weeks: readonly JudgedWeek[],
  firstEventWeek: LocalDate,
  criteria: ReadinessCriteria = readinessCriteria,
): BaselineFigures | null {
  const [first, last] = [weeks[0], weeks.at(-1)];
  const open = weeks.filter(hasOpenDay);
  const openDays = sum(open, (week) => week.openDays);
  if (!first || !last || openDays === 0) return null;
  const afterwards = addDays(last.weekStart, 7);
  const earliest = addDays(firstEventWeek, criteria.weeksSinceFirst * 7);
  return {
    firstWeek: first.weekStart,
    lastWeek: last.weekStart,
    reductionFrom: afterwards > earliest ? afterwards : earliest,
    openDays,
    gPerOpenDay: sum(open, (week) => inUnits(week, 'g').amount) / smallestUnits.g / openDays,
    costPerOpenDay: sum(open, (week) => inUnits(week, 'cost').amount) / smallestUnits.cost / openDays,
    txnPerOpenDay: sum(open, (week) => week.txn) / openDays,
    weeks: [...weeks],
  };
}

interface WeeksNow {
  /** Every week of the location and stage that has an open day or an event. */
  judged: readonly JudgedWeek[];
  /** The Monday of the first event. */
  firstWeek: LocalDate;
}

/**
 * A baseline of chosen weeks with the figures that they have now: a person fixes weeks, not figures. A week that has nothing
 * any more stays one of them. null when no event, or no open day, is left in them.
 * @param mondays in order
 */
export function sameWeeksNow(mondays: readonly LocalDate[], { judged, firstWeek }: WeeksNow): BaselineFigures | null {
  const known = new Map(judged.map((week) => [week.weekStart, week]));
  const weeks = mondays.map(
    (weekStart) => known.get(weekStart) ?? unjudged({ weekStart, openDays: 0, txn: 0, g: 0, cost: 0 }),
  );
  const figures = baselineOf(weeks, firstWeek);
  return figures && figures.txnPerOpenDay > 0 ? figures : null;
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((total, row) => total + value(row), 0);
