import type { DayValue, TestedWeek } from '../../domain/measures/forecast.contract';
import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import type { PastWeek } from './forecast.contract';

/** Drawn before the week that is forecast, the running one among them. */
const drawnWeeks = 13;

interface Drawn {
  monday: LocalDate;
  /** Everything that was recorded, on closed days, too. */
  recorded: readonly DayValue[];
  tested: readonly TestedWeek[];
}

/** The weeks before one, each beside what was forecast of it; from the first on in which something was recorded. */
export function pastWeeks({ monday, recorded, tested }: Drawn): PastWeek[] {
  const sums = new Map<LocalDate, number>();
  for (const { day, value } of recorded) {
    const week = weekStartOf(day);
    sums.set(week, (sums.get(week) ?? 0) + value);
  }
  const expected = new Map(
    tested.map(({ weekStart, days }) => [weekStart, days.reduce((sum, day) => sum + day.expected, 0)]),
  );
  const running = addDays(monday, -7);
  const weeks = Array.from({ length: drawnWeeks }, (_, at) => addDays(monday, (at - drawnWeeks) * 7));
  const first = weeks.findIndex((week) => sums.has(week));
  return weeks.slice(first === -1 ? drawnWeeks : first).map((weekStart) => ({
    weekStart,
    running: weekStart === running,
    value: sums.get(weekStart) ?? null,
    expected: weekStart === running ? null : (expected.get(weekStart) ?? null),
  }));
}

interface Held {
  total: number | null;
  /** Of which something is said. */
  openDays: number;
  past: readonly DayValue[];
  monday: LocalDate;
}

/** An open day of the week against those of the four weeks before that are over, as a fraction of these; null without any. */
export function againstBefore({ total, openDays, past, monday }: Held): number | null {
  const before = past.filter(({ day }) => day >= addDays(monday, -35) && day < addDays(monday, -7));
  const usual = before.reduce((sum, { value }) => sum + value, 0) / before.length;
  return total === null || openDays === 0 || !(usual > 0) ? null : total / openDays / usual - 1;
}
