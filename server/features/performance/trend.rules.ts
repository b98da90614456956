import type { TrendWeek, WeekSums } from './report.contract';

/** More bars than this can not be told apart. */
const mostBars = 80;

/** The weekly bars of the weight, over all currencies, in order of time. */
export function weightTrend(weeks: readonly WeekSums[]): TrendWeek[] {
  const all = new Map<string, WeekSums>();
  for (const week of weeks) {
    const known = all.get(week.weekStart);
    all.set(week.weekStart, known ? joined(known, week) : week);
  }
  return bars([...all.values()], (week) => ({ actual: week.g, expected: week.expectedG }));
}

/** The same of the value in one currency. */
export function valueTrend(weeks: readonly WeekSums[], currency: string): TrendWeek[] {
  return bars(weeks.filter((week) => week.currency === currency), (week) => ({ actual: week.cost, expected: week.expectedCost }));
}

function joined(a: WeekSums, b: WeekSums): WeekSums {
  return {
    ...a,
    openDays: a.openDays + b.openDays,
    trackedDays: a.trackedDays + b.trackedDays,
    g: a.g + b.g,
    expectedG: a.expectedG + b.expectedG,
    cost: a.cost + b.cost,
    expectedCost: a.expectedCost + b.expectedCost,
    compared: a.compared || b.compared,
  };
}

function bars(weeks: WeekSums[], measure: (week: WeekSums) => { actual: number; expected: number }): TrendWeek[] {
  const inOrder = [...weeks].sort((a, b) => (a.weekStart < b.weekStart ? -1 : 1));
  const size = Math.max(1, Math.ceil(inOrder.length / mostBars));
  return Array.from({ length: Math.ceil(inOrder.length / size) }, (_, at) => {
    const group = inOrder.slice(at * size, (at + 1) * size);
    const week = group.reduce(joined);
    const { actual, expected } = measure(week);
    const state = week.openDays === 0 && actual === 0 ? 'closed' : week.trackedDays === 0 && actual === 0 ? 'untracked' : week.compared ? 'compared' : 'baseline';
    return { weekStart: week.weekStart, weeks: group.length, actual: state === 'untracked' || state === 'closed' ? null : actual, expected, state };
  });
}
