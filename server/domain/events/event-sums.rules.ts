import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import type { EventSums } from './event-sums.contract';

export interface SumPart {
  /** null: without cost. */
  currency: string | null;
  events: number;
  grams: number;
  estimatedGrams: number;
  amount: number;
  derived: number;
}

/** Stored weights have two decimals and amounts four: whole hundredths and ten-thousandths add up exactly. */
export const inGrams = (value: number) => Math.round(value * 100);
export const inMoney = (value: number) => Math.round(value * 10_000);

export function addParts(parts: readonly SumPart[]): EventSums {
  const costs = new Map<string, { amount: number; derived: number }>();
  const sums = { events: 0, grams: 0, estimatedGrams: 0 };
  for (const part of parts) {
    sums.events += part.events;
    sums.grams += inGrams(part.grams);
    sums.estimatedGrams += inGrams(part.estimatedGrams);
    if (part.currency === null) continue;
    const cost = costs.get(part.currency) ?? { amount: 0, derived: 0 };
    costs.set(part.currency, {
      amount: cost.amount + inMoney(part.amount),
      derived: cost.derived + inMoney(part.derived),
    });
  }
  return {
    events: sums.events,
    grams: sums.grams / 100,
    estimatedGrams: sums.estimatedGrams / 100,
    costs: [...costs]
      .filter(([, { amount }]) => amount !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { amount, derived }]) => ({ currency, amount: amount / 10_000, derived: derived / 10_000 })),
  };
}

export interface DayRange {
  from: LocalDate;
  to: LocalDate;
}

/** A range as its whole weeks and the days before and after them; an open end belongs to the weeks. */
export function weeksAndDays({
  startDate,
  endDate,
}: {
  startDate?: LocalDate | undefined;
  endDate?: LocalDate | undefined;
}): { weeks: { from: LocalDate | null; to: LocalDate | null } | null; days: DayRange[] } {
  const firstMonday = startDate === undefined ? null : weekStartOf(addDays(startDate, 6));
  const lastSunday = endDate === undefined ? null : addDays(weekStartOf(addDays(endDate, 1)), -1);
  if (
    startDate !== undefined &&
    endDate !== undefined &&
    firstMonday !== null &&
    lastSunday !== null &&
    lastSunday < firstMonday
  ) {
    return { weeks: null, days: [{ from: startDate, to: endDate }] };
  }
  return {
    weeks: { from: firstMonday, to: lastSunday },
    days: [
      ...(startDate !== undefined && firstMonday !== null && startDate < firstMonday
        ? [{ from: startDate, to: addDays(firstMonday, -1) }]
        : []),
      ...(endDate !== undefined && lastSunday !== null && lastSunday < endDate
        ? [{ from: addDays(lastSunday, 1), to: endDate }]
        : []),
    ],
  };
}
