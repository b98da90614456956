import { daysBetween, type LocalDate } from '../../platform/time';

/** Weeks by which a long goal is judged: a season, so that a single bad week decides nothing. */
export const judgedWeeks = 13;

/** From a Monday to the Monday of the last week. */
interface Weeks {
  startWeek: LocalDate;
  endWeek: LocalDate;
}

const weeksBetween = (from: LocalDate, to: LocalDate) => daysBetween(from, to) / 7;

/** The share of the way to a target that a straight line has gone at the end of a week: 0 before the first, 1 in the last. */
export function lineAt({ startWeek, endWeek }: Weeks, weekStart: LocalDate): number {
  const all = weeksBetween(startWeek, endWeek) + 1;
  return Math.min(1, Math.max(0, (weeksBetween(startWeek, weekStart) + 1) / all));
}
