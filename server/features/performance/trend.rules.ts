import type { ComparedWeek } from '../../domain/measures/measure.contract';
import { isTracked } from '../../domain/measures/reliability.rules';
import type { TrendWeek } from './report.contract';

/** More bars than this cannot be told apart. */
const mostBars = 80;

/** The weekly bars of the weight, over all currencies, in order of time. `limit`: the share of open days that a comparison needs. */
export function weightTrend(weeks: readonly ComparedWeek[], limit: number): TrendWeek[] {
  const all = new Map<string, ComparedWeek>();
  for (const week of weeks) {
    const known = all.get(week.weekStart);
    all.set(week.weekStart, known ? joined(known, week) : week);
  }
  return bars([...all.values()], limit, (week) => ({
    actual: week.g,
    expected: week.expectedG,
    estimated: week.estimatedG,
  }));
}

/** The same of the value in one currency. */
export function valueTrend(weeks: readonly ComparedWeek[], currency: string, limit: number): TrendWeek[] {
  return bars(
    weeks.filter((week) => week.currency === currency),
    limit,
    (week) => ({ actual: week.cost, expected: week.expectedCost, estimated: week.derivedCost }),
  );
}

function joined(a: ComparedWeek, b: ComparedWeek): ComparedWeek {
  return {
    ...a,
    openDays: a.openDays + b.openDays,
    trackedDays: a.trackedDays + b.trackedDays,
    g: a.g + b.g,
    expectedG: a.expectedG + b.expectedG,
    cost: a.cost + b.cost,
    expectedCost: a.expectedCost + b.expectedCost,
    estimatedG: a.estimatedG + b.estimatedG,
    derivedCost: a.derivedCost + b.derivedCost,
    compared: a.compared || b.compared,
  };
}

function bars(
  weeks: ComparedWeek[],
  limit: number,
  measure: (week: ComparedWeek) => { actual: number; expected: number; estimated: number },
): TrendWeek[] {
  const inOrder = [...weeks].sort((a, b) => (a.weekStart < b.weekStart ? -1 : 1));
  const size = Math.max(1, Math.ceil(inOrder.length / mostBars));
  return Array.from({ length: Math.ceil(inOrder.length / size) }, (_, at) => {
    const group = inOrder.slice(at * size, (at + 1) * size);
    const week = group.reduce(joined);
    const { actual, expected, estimated } = measure(week);
    const state = stateOf(week, actual, limit);
    return {
      weekStart: week.weekStart,
      weeks: group.length,
      actual: state === 'untracked' || state === 'closed' ? null : actual,
      expected,
      estimated,
      openDays: week.openDays,
      state,
    };
  });
}

function stateOf(week: ComparedWeek, actual: number, limit: number): TrendWeek['state'] {
  if (actual === 0 && week.openDays === 0) return 'closed';
  if (actual === 0 && week.trackedDays === 0) return 'untracked';
  if (!week.compared) return 'baseline';
  return isTracked(week, limit) ? 'compared' : 'partly';
}
