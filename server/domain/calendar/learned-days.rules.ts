/** A whole week of a location, from Monday to Sunday. */
export interface WeekOfDays {
  /** As its calendar has them. */
  open: readonly boolean[];
  /** With a weighing. */
  tracked: readonly boolean[];
}

/** The opening days that weighings show. */
export interface LearnedDays {
  /** Monday to Sunday. */
  openDays: boolean[];
  /** Weeks with a weighing, and those of them without one on another day. */
  weeks: number;
  matchingWeeks: number;
}

const leastWeeks = 2;
/** Whoever weighs on fewer days a week may as well take samples. */
const leastOpenDays = 3;
/** Of the days of a weekday: from which share on it is open, and to which it is closed. Between them nobody knows. */
const openFrom = 1 / 2;
const closedTo = 1 / 4;

/**
 * The weekdays on which a location seems to be open, where they differ from its calendar and are clear. A week without any
 * weighing says that nobody weighed, so it does not count.
 */
export function learnedDaysOf(weeks: readonly WeekOfDays[]): LearnedDays | null {
  const used = weeks.filter(({ tracked }) => tracked.some(Boolean));
  if (used.length < leastWeeks) return null;
  const openDays: boolean[] = [];
  for (let at = 0; at < 7; at++) {
    const open = isOpen(at, used);
    if (open === null) return null;
    openDays.push(open);
  }
  if (openDays.every(Boolean) || openDays.filter(Boolean).length < leastOpenDays) return null;
  const matching = used.filter(({ tracked }) => tracked.every((one, at) => !one || openDays[at]));
  return { openDays, weeks: used.length, matchingWeeks: matching.length };
}

/** null: not clear. What the calendar closed, such as a holiday, says nothing of its weekday. */
function isOpen(at: number, weeks: readonly WeekOfDays[]): boolean | null {
  const tracked = weeks.filter((week) => week.tracked[at]).length;
  const days = weeks.filter((week) => week.open[at] || week.tracked[at]).length;
  const stray = isWeekend(at) && tracked === 1 && days > 1;
  if (days > 0 && tracked >= openFrom * days && !stray) return true;
  return days > 1 && (stray || tracked <= closedTo * days) ? false : null;
}

const isWeekend = (at: number) => at >= 5;

/** Whether two patterns open the same weekdays. */
export const sameDays = (one: readonly boolean[], other: readonly boolean[]) =>
  one.length === other.length && one.every((open, at) => open === other[at]);
