import type { KeptEvent } from './outbox.rules';

/** What a day adds up to on this tablet. Amounts of two currencies are never added. */
export interface Totals {
  day: string;
  events: number;
  grams: number;
  costs: Record<string, number>;
}

export const nothing = (day: string): Totals => ({ day, events: 0, grams: 0, costs: {} });

const counts = ({ state }: KeptEvent) => state !== 'refused' && state !== 'foreign';

function moved({ day, events, grams, costs }: Totals, event: KeptEvent, by: 1 | -1): Totals {
  if (event.day !== day || !counts(event)) return { day, events, grams, costs };
  const { cost, currency } = event;
  return {
    day,
    events: events + by,
    grams: grams + by * event.netGrams,
    costs: cost === null || currency === null ? costs : { ...costs, [currency]: (costs[currency] ?? 0) + by * cost },
  };
}

export const plus = (totals: Totals, event: KeptEvent): Totals => moved(totals, event, 1);
export const minus = (totals: Totals, event: KeptEvent): Totals => moved(totals, event, -1);

export const totalsOf = (day: string, events: readonly KeptEvent[]): Totals => events.reduce(plus, nothing(day));
