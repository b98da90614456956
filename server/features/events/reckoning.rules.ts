import { changeOf, shareOf } from '../../platform/fraction.rules';
import { addDays, type LocalDate } from '../../platform/time';
import type { ComparedFigure, ComparedMeasure } from './figure-address.rules';
import { endOf } from './figure.rules';
import type { ReckonedPart, Reckoning } from './reckoning.contract';

/** A location's sums over the range, as the dashboard compares them, and those of its baseline. */
export interface PartFigures {
  siteName: string;
  locationId: number;
  locationName: string;
  currency: string;
  baselineStart: LocalDate | null;
  reductionFrom: LocalDate | null;
  gPerOpenDay: number | null;
  costPerOpenDay: number | null;
  txnPerOpenDay: number | null;
  openDays: number;
  trackedDays: number;
  comparedOpenDays: number;
  comparedG: number;
  comparedCost: number;
  comparedTxn: number;
  scoredWeeks: number;
  compliantWeeks: number;
}

export interface BeforeWeek {
  locationId: number;
  weekStart: LocalDate;
  openDays: number;
  g: number;
  cost: number;
  txn: number;
}

const compared = {
  weight: {
    actual: (one: PartFigures) => one.comparedG,
    perOpenDay: (one: PartFigures) => one.gPerOpenDay,
    before: (week: BeforeWeek) => week.g,
  },
  value: {
    actual: (one: PartFigures) => one.comparedCost,
    perOpenDay: (one: PartFigures) => one.costPerOpenDay,
    before: (week: BeforeWeek) => week.cost,
  },
  transactions: {
    actual: (one: PartFigures) => one.comparedTxn,
    perOpenDay: (one: PartFigures) => one.txnPerOpenDay,
    before: (week: BeforeWeek) => week.txn,
  },
};

const measureOf = {
  weight: 'weight',
  value: 'value',
  transactions: 'transactions',
  weightStep: 'weight',
  valueStep: 'value',
} as const;

export const isChange = (kind: ComparedMeasure): kind is keyof typeof measureOf => kind in measureOf;

const sum = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((total, one) => total + value(one), 0);

function partOf(kind: ComparedMeasure, one: PartFigures, weeks: readonly BeforeWeek[]): ReckonedPart[] {
  const { siteName, locationName, currency } = one;
  const place = { siteName, locationName, currency };
  if (kind === 'tracking')
    return one.openDays > 0
      ? [{ ...place, actual: one.trackedDays, openDays: one.openDays, before: null, expected: one.openDays }]
      : [];
  if (kind === 'compliance')
    return one.scoredWeeks > 0
      ? [{ ...place, actual: one.compliantWeeks, openDays: one.scoredWeeks, before: null, expected: one.scoredWeeks }]
      : [];
  if (one.baselineStart === null || one.comparedOpenDays === 0) return [];
  const { actual, perOpenDay, before } = compared[measureOf[kind]];
  return [
    {
      ...place,
      actual: actual(one),
      openDays: one.comparedOpenDays,
      before: { amount: sum(weeks, before), openDays: sum(weeks, (week) => week.openDays) },
      expected: (perOpenDay(one) ?? 0) * one.comparedOpenDays,
    },
  ];
}

interface Step {
  siteName: string;
  locationId: number;
  locationName: string;
  currency: string;
  week: BeforeWeek;
  prior: BeforeWeek;
}

/** A week and the one before it, as a range and its baseline. */
export function partOfStep({ siteName, locationId, locationName, currency, week, prior }: Step): PartFigures {
  const perOpenDay = (amount: number) => (prior.openDays > 0 ? amount / prior.openDays : null);
  return {
    siteName,
    locationId,
    locationName,
    currency,
    baselineStart: prior.weekStart,
    reductionFrom: week.weekStart,
    gPerOpenDay: perOpenDay(prior.g),
    costPerOpenDay: perOpenDay(prior.cost),
    txnPerOpenDay: perOpenDay(prior.txn),
    openDays: week.openDays,
    trackedDays: 0,
    comparedOpenDays: week.openDays,
    comparedG: week.g,
    comparedCost: week.cost,
    comparedTxn: week.txn,
    scoredWeeks: 0,
    compliantWeeks: 0,
  };
}

interface Reckoned extends Pick<Reckoning, 'value' | 'actual' | 'openDays' | 'expected' | 'parts' | 'partCount'> {}

/** More parts help nobody; the rest is in the sums. */
const mostParts = 50;

/** The figure from the parts of its locations: Σ actual / Σ expected, less 1 where it is a change. */
export function reckon(kind: ComparedMeasure, figures: readonly PartFigures[], weeks: readonly BeforeWeek[]): Reckoned {
  const weeksOf = new Map<number, BeforeWeek[]>();
  for (const week of weeks) weeksOf.set(week.locationId, [...(weeksOf.get(week.locationId) ?? []), week]);
  const parts = figures.flatMap((one) => partOf(kind, one, weeksOf.get(one.locationId) ?? []));
  const [actual, expected] = [sum(parts, (one) => one.actual), sum(parts, (one) => one.expected)];
  // Amounts of two currencies are never added.
  const mixed = isChange(kind) && measureOf[kind] === 'value' && new Set(parts.map((one) => one.currency)).size > 1;
  return {
    value: mixed ? null : isChange(kind) ? changeOf(actual, expected) : shareOf(actual, expected),
    actual,
    expected,
    openDays: sum(parts, (one) => one.openDays),
    parts: [...parts].sort((a, b) => b.expected - a.expected).slice(0, mostParts),
    partCount: parts.length,
  };
}

export interface WeekSpan {
  locationId: number;
  from: LocalDate;
  to: LocalDate;
}

/** The first and the last day of the spans, so that no more of the events is read than lies between them. */
export function daysOf(spans: readonly WeekSpan[]): { startDate?: LocalDate; endDate?: LocalDate } {
  const [startDate, endDate] = [
    spans.map(({ from }) => from).sort()[0],
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1),
  ];
  return startDate === undefined || endDate === undefined ? {} : { startDate, endDate };
}

/** The weeks of the range that the figure is made of, for each location. */
export function rangeSpans(figure: ComparedFigure, figures: readonly PartFigures[]): WeekSpan[] {
  const [start, to] = [figure.start, endOf(figure)];
  return figures.flatMap(({ locationId, baselineStart, reductionFrom, comparedOpenDays }) => {
    if (!isChange(figure.kind)) return [{ locationId, from: start, to }];
    if (baselineStart === null || reductionFrom === null || comparedOpenDays === 0) return [];
    const from = reductionFrom > start ? reductionFrom : start;
    return from < to ? [{ locationId, from, to }] : [];
  });
}

/** The weeks of one bar: of those locations that are measured against their baseline, or of all while none is. `mondays`: its weeks. */
export function barSpans(mondays: readonly LocalDate[], figures: readonly PartFigures[]): WeekSpan[] {
  const weeks = mondays.flatMap((weekStart) => {
    const known = figures.filter(({ baselineStart }) => baselineStart !== null && baselineStart <= weekStart);
    const measured = known.filter(({ reductionFrom }) => reductionFrom !== null && reductionFrom <= weekStart);
    return (measured.length > 0 ? measured : known).map(({ locationId }) => ({ locationId, weekStart }));
  });
  return weekSpans(weeks.sort((a, b) => a.locationId - b.locationId || (a.weekStart < b.weekStart ? -1 : 1)));
}

/** Weeks that follow each other as one span. `weeks`: by location and in order. */
export function weekSpans(weeks: readonly Pick<BeforeWeek, 'locationId' | 'weekStart'>[]): WeekSpan[] {
  const spans: WeekSpan[] = [];
  for (const { locationId, weekStart } of weeks) {
    const last = spans.at(-1);
    if (last?.locationId === locationId && addDays(last.to, 1) === weekStart) last.to = addDays(weekStart, 6);
    else spans.push({ locationId, from: weekStart, to: addDays(weekStart, 6) });
  }
  return spans;
}
