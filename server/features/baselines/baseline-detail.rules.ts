import { addDays, type LocalDate } from '../../platform/time';

interface PerOpenDay {
  g: number | null;
  cost: number | null;
  txn: number | null;
}

interface WeekSums {
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  txn: number;
  g: number;
  cost: number;
}

/** (actual − baseline) / baseline, both per open day; null where there is nothing to divide by. */
export function changeAgainst(actual: number | null, baseline: number | null): number | null {
  return actual === null || baseline === null || baseline === 0 ? null : actual / baseline - 1;
}

/** A sum over open days; null when there was none. */
export const perOpenDay = (sum: number, openDays: number) => (openDays > 0 ? sum / openDays : null);

export function changesAgainst(actual: PerOpenDay, baseline: PerOpenDay) {
  return { weightVsBaseline: changeAgainst(actual.g, baseline.g), valueVsBaseline: changeAgainst(actual.cost, baseline.cost), transactionsVsBaseline: changeAgainst(actual.txn, baseline.txn) };
}

/** Whether the week from this Monday has a day that is not over on `today`. */
export const isRunning = (weekStart: LocalDate, today: LocalDate) => addDays(weekStart, 6) >= today;

/** Sums of the weeks that are over. Open days without an event count as open, as everywhere. */
export function sumUp(weeks: readonly WeekSums[], today: LocalDate) {
  const total = { openDays: 0, trackedDays: 0, txn: 0, g: 0, cost: 0 };
  for (const week of weeks.filter((one) => !isRunning(one.weekStart, today))) {
    for (const key of ['openDays', 'trackedDays', 'txn', 'g', 'cost'] as const) total[key] += week[key];
  }
  const { openDays } = total;
  return { ...total, perOpenDay: { g: perOpenDay(total.g, openDays), cost: perOpenDay(total.cost, openDays), txn: perOpenDay(total.txn, openDays) } };
}

/**
 * How many weeks in a row meet the criteria, up to the newest that counts. The newest data week itself never does: a
 * baseline is chosen from the weeks before it.
 * @param weeks in order of time
 */
export function passingRun(weeks: readonly { weekStart: LocalDate; issues: readonly string[] }[], newestWeek: LocalDate | null): number {
  const counted = weeks.filter((week) => newestWeek === null || week.weekStart < newestWeek);
  const lastFailure = counted.findLastIndex((week) => week.issues.length > 0);
  return counted.length - 1 - lastFailure;
}
