import type { LocalDate } from '../../platform/time';
import type { RecostSums } from './recost.contract';

/** What an event's cost follows from. */
export interface PricedEvent {
  siteId: number;
  itemId: number | null;
  categoryIds: readonly number[];
  day: LocalDate;
  netCentigrams: number;
  /** The site's, with its number of decimals. */
  currency: string;
  exponent: number;
  costAmount: string | null;
  costCurrency: string | null;
  costRuleId: number | null;
}

export interface NewCost {
  costAmount: string | null;
  costCurrency: string | null;
  costRuleId: number | null;
}

/** A cost that nobody reckoned by a rule stays. */
const isLeft = ({ costAmount, costRuleId }: Pick<PricedEvent, 'costAmount' | 'costRuleId'>) =>
  costAmount !== null && costRuleId === null;

/**
 * What becomes of an event's cost; null where it stays as it is.
 * @param byRules as an event that comes in now would get it; null where no rule prices it
 */
export function recostOf(
  event: Pick<PricedEvent, 'currency' | 'costAmount' | 'costCurrency' | 'costRuleId'>,
  byRules: { amount: string; ruleId: number } | null,
): NewCost | null {
  if (isLeft(event)) return null;
  const costCurrency = byRules && event.currency;
  const same =
    costCurrency === event.costCurrency && tenThousandths(byRules?.amount ?? null) === tenThousandths(event.costAmount);
  return same ? null : { costAmount: byRules?.amount ?? null, costCurrency, costRuleId: byRules?.ruleId ?? null };
}

export const noSums: RecostSums = { events: 0, changed: 0, gained: 0, lost: 0, left: 0, currencies: [] };

/** The sums with further events, each with its new cost, or null where it stays. */
export function addUp(
  sums: RecostSums,
  events: readonly { event: Pick<PricedEvent, 'costAmount' | 'costCurrency' | 'costRuleId'>; cost: NewCost | null }[],
): RecostSums {
  const totals = new Map(
    sums.currencies.map(({ currency, before, after }) => [
      currency,
      { before: tenThousandths(before), after: tenThousandths(after) },
    ]),
  );
  const add = (
    side: 'before' | 'after',
    { costAmount, costCurrency }: Pick<NewCost, 'costAmount' | 'costCurrency'>,
  ) => {
    if (costCurrency === null) return;
    const total = totals.get(costCurrency) ?? { before: 0n, after: 0n };
    totals.set(costCurrency, { ...total, [side]: total[side] + tenThousandths(costAmount) });
  };
  const done = { ...sums, events: sums.events + events.length };
  for (const { event, cost } of events) {
    if (isLeft(event)) {
      done.left += 1;
      continue;
    }
    add('before', event);
    add('after', cost ?? event);
    if (!cost) continue;
    done.changed += 1;
    if (event.costAmount === null) done.gained += 1;
    if (cost.costAmount === null) done.lost += 1;
  }
  const currencies = [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { before, after }]) => ({ currency, before: decimal(before), after: decimal(after) }));
  return { ...done, currencies };
}

/** Of a decimal with at most four places. */
function tenThousandths(amount: string | null): bigint {
  if (amount === null) return 0n;
  const [whole = '0', places = ''] = amount.split('.');
  return BigInt(whole) * 10_000n + BigInt(places.padEnd(4, '0'));
}

function decimal(value: bigint): string {
  const digits = value.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
