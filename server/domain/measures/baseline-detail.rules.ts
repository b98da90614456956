import { changeOf } from '../../platform/fraction.rules';
import { addDays, type LocalDate } from '../../platform/time';
import { hasOpenDay } from './baseline.rules';

interface PerOpenDay {
  g: number | null;
  cost: number | null;
  txn: number | null;
}

export interface WeekSums {
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  /** Whether every open day has an event and the week enough of them. */
  compliant: boolean;
  txn: number;
  g: number;
  /** Of `g`, estimated from servings. */
  estimatedG: number;
  cost: number;
  /** Of `cost`, worked out by a rule. */
  derivedCost: number;
}

/** A sum over open days; null when there was none. */
export const perOpenDay = (sum: number, openDays: number) => (openDays > 0 ? sum / openDays : null);

export function changesAgainst(actual: PerOpenDay, baseline: PerOpenDay) {
  return {
    weightVsBaseline: changeOf(actual.g, baseline.g),
    valueVsBaseline: changeOf(actual.cost, baseline.cost),
    transactionsVsBaseline: changeOf(actual.txn, baseline.txn),
  };
}

/** Whether the week from this Monday has a day that is not over on `today`. */
export const isRunning = (weekStart: LocalDate, today: LocalDate) => addDays(weekStart, 6) >= today;

/** Sums of the weeks that are over. Open days without an event count as open, as everywhere. */
export function sumUp(weeks: readonly WeekSums[], today: LocalDate) {
  const total = {
    openDays: 0,
    trackedDays: 0,
    txn: 0,
    g: 0,
    estimatedG: 0,
    cost: 0,
    derivedCost: 0,
    scoredWeeks: 0,
    compliantWeeks: 0,
  };
  for (const week of weeks.filter((one) => !isRunning(one.weekStart, today))) {
    for (const key of ['openDays', 'trackedDays', 'txn', 'g', 'estimatedG', 'cost', 'derivedCost'] as const)
      total[key] += week[key];
    if (week.openDays > 0) total.scoredWeeks += 1;
    if (week.openDays > 0 && week.compliant) total.compliantWeeks += 1;
  }
  const { openDays } = total;
  return {
    ...total,
    perOpenDay: {
      g: perOpenDay(total.g, openDays),
      cost: perOpenDay(total.cost, openDays),
      txn: perOpenDay(total.txn, openDays),
    },
  };
}

/**
 * How many weeks in a row meet the criteria, up to the newest that counts. The newest data week itself never does: a
 * baseline is chosen from the weeks before it. Weeks without an open day are passed over.
 * @param weeks in order of time
 */
export function passingRun(
  weeks: readonly { weekStart: LocalDate; openDays: number; issues: readonly string[] }[],
  newestWeek: LocalDate | null,
): number {
  const counted = weeks.filter((week) => hasOpenDay(week) && (newestWeek === null || week.weekStart < newestWeek));
  const lastFailure = counted.findLastIndex((week) => week.issues.length > 0);
  return counted.length - 1 - lastFailure;
}
