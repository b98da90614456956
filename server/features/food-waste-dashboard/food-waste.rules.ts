import { inGrams, inMoney } from '../../domain/events/event-sums.rules';
import type { ComparedDay, ComparedLocation } from '../../domain/measures/measure.contract';
import { unreliableReasonOf } from '../../domain/measures/reliability.rules';
import { changeOf, shareOf } from '../../platform/fraction.rules';
import { addDays, addMonths, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import type {
  AgainstBaseline,
  BaselinePart,
  ChangedValue,
  Cost,
  Measure,
  Period,
  RankedValue,
  Ranking,
  Sums,
  TimeFrame,
  TrackedDays,
} from './food-waste.contract';

interface Span {
  start: LocalDate;
  end: LocalDate;
}

const plusGrams = (a: number, b: number) => (inGrams(a) + inGrams(b)) / 100;
const plusMoney = (a: number, b: number) => (inMoney(a) + inMoney(b)) / 10_000;

/** The span of the same length that ends the day before. */
export function spanBefore({ start, end }: Span): Span {
  return { start: addDays(start, -(daysBetween(start, end) + 1)), end: addDays(start, -1) };
}

/** More bars than a chart can tell apart. */
const mostPeriods = 100;
const days: Record<TimeFrame, number> = { day: 1, week: 7, month: 30 };

/** The chosen time frame, or the one that suits the range; a coarser one where it would be too many bars. */
export function timeFrameOf(asked: TimeFrame | undefined, { start, end }: Span): TimeFrame {
  const length = daysBetween(start, end) + 1;
  const suits = length <= 31 ? 'day' : length <= 26 * 7 ? 'week' : 'month';
  const frame = asked ?? suits;
  if (length / days[frame] <= mostPeriods) return frame;
  return frame === 'day' && length / days.week <= mostPeriods ? 'week' : 'month';
}

const nextOf: Record<TimeFrame, (day: LocalDate) => LocalDate> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(weekStartOf(day), 7),
  month: (day) => addMonths(`${day.slice(0, 7)}-01`, 1),
};

/** Days, weeks from Monday or calendar months; the first and last are cut to the range. */
export function spansOf({ start, end }: Span, frame: TimeFrame): Span[] {
  const spans: Span[] = [];
  for (let from = start; from <= end; from = nextOf[frame](from)) {
    const last = addDays(nextOf[frame](from), -1);
    spans.push({ start: from, end: last < end ? last : end });
  }
  return spans;
}

export interface Recorded {
  currency: string;
  txn: number;
  g: number;
  estimatedG: number;
  cost: number;
  derivedCost: number;
}

function addCost(costs: Cost[], currency: string, amount: number): void {
  if (amount === 0) return;
  const known = costs.find((cost) => cost.currency === currency);
  if (known) known.amount = plusMoney(known.amount, amount);
  else costs.push({ currency, amount });
}

/** What nobody recorded a cost of has none, which is not a cost of 0. */
export function sumsOf(rows: readonly Recorded[]): Sums {
  const sums: Sums = { txn: 0, grams: 0, estimatedGrams: 0, costs: [] };
  for (const { currency, txn, g, estimatedG, cost } of rows) {
    sums.txn += txn;
    sums.grams = plusGrams(sums.grams, g);
    sums.estimatedGrams = plusGrams(sums.estimatedGrams, estimatedG);
    addCost(sums.costs, currency, cost);
  }
  sums.costs.sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return sums;
}

/** What is drawn and ranked: weight, or the cost in one currency. */
export interface Shown {
  measure: Measure;
  currency: string | null;
}

type Amounts = Pick<Recorded, 'currency' | 'g' | 'cost'>;

const ofShown = ({ measure, currency }: Shown) =>
  measure === 'weight'
    ? { of: (row: Amounts) => row.g, unmeasured: (row: Recorded) => row.estimatedG, plus: plusGrams }
    : {
        of: (row: Amounts) => (row.currency === currency ? row.cost : 0),
        unmeasured: (row: Recorded) => (row.currency === currency ? row.derivedCost : 0),
        plus: plusMoney,
      };

interface RecordedDay extends Recorded {
  start: LocalDate;
}

interface Drawn {
  span: Span;
  frame: TimeFrame;
  shown: Shown;
  recorded: readonly RecordedDay[];
  calendar: readonly (TrackedDays & { start: LocalDate })[];
  /** Empty where nothing is compared. */
  compared: readonly ComparedDay[];
}

/**
 * The bars of the trend. Before the first open or recorded day there are none. `expected` is the baseline of the kitchens that
 * have one, and what the others recorded, so that the distance from bar to line is what changed.
 */
export function periodsOf({ span, frame, shown, recorded, calendar, compared }: Drawn): Period[] {
  const { of, unmeasured, plus } = ofShown(shown);
  const spans = spansOf(span, frame);
  const periods: (Period & { actual: number; baseline: number; comparedActual: number; isCompared: boolean })[] =
    spans.map((one) => ({
      ...one,
      openDays: 0,
      trackedDays: 0,
      value: null,
      unmeasured: 0,
      expected: null,
      actual: 0,
      baseline: 0,
      comparedActual: 0,
      isCompared: false,
    }));
  const at = (day: LocalDate) => periods.findLast((one) => one.start <= day && day <= one.end);
  for (const row of calendar) {
    const period = at(row.start);
    if (!period) continue;
    period.openDays += row.openDays;
    period.trackedDays += row.trackedDays;
  }
  for (const row of recorded) {
    const period = at(row.start);
    if (!period) continue;
    period.actual = plus(period.actual, of(row));
    period.unmeasured = plus(period.unmeasured, unmeasured(row));
  }
  for (const row of compared) {
    const period = at(row.day);
    if (!period || (shown.measure === 'cost' && row.currency !== shown.currency)) continue;
    const cost = shown.measure === 'cost';
    period.isCompared ||= row.openDays > 0;
    period.baseline += cost ? row.expectedCost : row.expectedG;
    period.comparedActual = plus(period.comparedActual, cost ? row.cost : row.g);
  }
  const first = periods.findIndex((one) => one.openDays > 0 || one.actual > 0);
  return (first < 0 ? [] : periods.slice(first)).map(({ actual, baseline, comparedActual, isCompared, ...period }) => ({
    ...period,
    value: actual > 0 || period.trackedDays > 0 || period.openDays === 0 ? actual : null,
    expected: isCompared ? baseline + (actual - comparedActual) : null,
  }));
}

interface Against {
  /** The first day of the range. */
  start: LocalDate;
  compared: readonly ComparedLocation[];
  shown: Shown;
  /** Fraction of open days that a result needs. */
  limit: number;
  /** Parts that are named. */
  most: number;
}

/** All compared locations together; null where none was open. */
export function againstBaseline({ start, compared, shown, limit, most }: Against): AgainstBaseline | null {
  const cost = shown.measure === 'cost';
  const rows = compared.filter((row) => row.openDays > 0 && (!cost || row.currency === shown.currency));
  if (rows.length === 0) return null;
  const sum = (of: (row: ComparedLocation) => number) => rows.reduce((total, row) => total + of(row), 0);
  const parts = rows.map((row) => ({
    siteName: row.siteName,
    locationId: row.locationId,
    locationName: row.locationName,
    from: row.reductionFrom > start ? row.reductionFrom : start,
    openDays: row.openDays,
    perOpenDay: cost ? (row.costPerOpenDay ?? 0) : row.gPerOpenDay,
    expected: cost ? row.expectedCost : row.expectedG,
    actual: cost ? row.cost : row.g,
  }));
  const [actual, expected] = [
    sum((row) => (cost ? row.cost : row.g)),
    sum((row) => (cost ? row.expectedCost : row.expectedG)),
  ];
  const distance = (part: BaselinePart) => Math.abs(part.actual - part.expected);
  return {
    actual,
    expected,
    change: changeOf(actual, expected),
    unreliable: unreliableReasonOf(
      {
        weightChange: changeOf(
          sum((row) => row.g),
          sum((row) => row.expectedG),
        ),
        scoredWeeks: 0,
        compliantWeeks: 0,
        spans: [{ openDays: sum((row) => row.openDays), trackedDays: sum((row) => row.trackedDays) }],
      },
      limit,
    ),
    parts: parts.sort((a, b) => distance(b) - distance(a) || a.locationId - b.locationId).slice(0, most),
    count: parts.length,
  };
}

/** The amount of a total that is shown. */
export const shownOf = (sums: Sums, { measure, currency }: Shown): number =>
  measure === 'weight' ? sums.grams : (sums.costs.find((cost) => cost.currency === currency)?.amount ?? 0);

interface RecordedValue extends Amounts {
  refId: number | null;
  refName: string | null;
}

/** The values of an element, the largest first, each with its share of everything. */
export function rankedOf(rows: readonly RecordedValue[], shown: Shown): RankedValue[] {
  const { of, plus } = ofShown(shown);
  const all = new Map<number | null, RankedValue>();
  for (const row of rows) {
    const known = all.get(row.refId) ?? {
      refId: row.refId,
      name: row.refName,
      grams: 0,
      costs: [],
      value: 0,
      share: 0,
    };
    known.grams = plusGrams(known.grams, row.g);
    known.value = plus(known.value, of(row));
    addCost(known.costs, row.currency, row.cost);
    all.set(row.refId, known);
  }
  const values = [...all.values()];
  const total = values.reduce((sum, { value }) => plus(sum, value), 0);
  return values
    .filter(({ value }) => value > 0)
    .map((value) => ({ ...value, share: shareOf(value.value, total) ?? 0 }))
    .sort((a, b) => b.value - a.value || (a.refId ?? 0) - (b.refId ?? 0));
}

/** The share that the vital few make up (J. M. Juran, Quality Control Handbook, 1951). */
const vitalShare = 0.8;

/** How many values of a ranking the page has room for, and where a list in full would no longer be read. */
const mostValues = { usual: 7, full: 100 };

export function rankingOf(field: Ranking['field'], ranked: readonly RankedValue[], full = false): Ranking {
  const named = ranked.filter(({ refId }) => refId !== null);
  let sum = 0;
  const vital = named.findIndex(({ share }) => (sum += share) >= vitalShare - 1e-9);
  return {
    field,
    full,
    named: named.slice(0, full ? mostValues.full : mostValues.usual),
    unnamed: ranked.find(({ refId }) => refId === null) ?? null,
    count: named.length,
    vital: vital < 0 ? null : vital + 1,
  };
}

/** The three calendar months before last month, which a comparison starts with (specification of the product, 9). */
export function usualComparison(today: LocalDate): Span {
  const lastMonth = addMonths(`${today.slice(0, 7)}-01`, -1);
  return { start: addMonths(lastMonth, -3), end: addDays(lastMonth, -1) };
}

interface Side {
  ranked: readonly RankedValue[];
  openDays: number;
}

/** The named values that differ most per open day, in either direction; none where a side has no open day. */
export function changedMost({ here, there, most }: { here: Side; there: Side; most: number }): ChangedValue[] {
  if (here.openDays === 0 || there.openDays === 0) return [];
  const all = new Map<number, ChangedValue>();
  for (const [name, side] of [
    ['here', here],
    ['there', there],
  ] as const)
    for (const value of side.ranked) {
      if (value.refId === null) continue;
      const known = all.get(value.refId) ?? { refId: value.refId, name: value.name, here: 0, there: 0 };
      known[name] = value.value / side.openDays;
      all.set(value.refId, known);
    }
  const distance = (one: ChangedValue) => Math.abs(one.here - one.there);
  return [...all.values()].sort((a, b) => distance(b) - distance(a) || a.refId - b.refId).slice(0, most);
}
