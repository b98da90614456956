import type { LocalDate } from '../../platform/time';

export interface CostRule {
  id: number;
  /** null: every site. */
  siteId: number | null;
  /** null: every item. */
  itemId: number | null;
  /** At most four decimals. */
  amountPerKg: number;
  currency: string;
  validFrom: LocalDate;
  /** Included; null: until further notice. */
  validTo: LocalDate | null;
  priority: number;
}

export interface CostQuestion {
  siteId: number;
  itemId: number | null;
  day: LocalDate;
  /** The site's; a rule in another currency does not apply. */
  currency: string;
}

/**
 * The rule that prices an event: item and site before item before site before neither; then the higher priority, then the
 * newer validity, then the newer rule.
 */
export function chooseCostRule(rules: readonly CostRule[], question: CostQuestion): CostRule | null {
  let best: CostRule | null = null;
  for (const rule of rulesFor(rules, question.itemId)) if (applies(rule, question) && !(best && precedes(best, rule))) best = rule;
  return best;
}

/** A price list has a rule for each item and currency; most of them are of other items than the one that is asked for. */
const grouped = new WeakMap<readonly CostRule[], Map<number | null, CostRule[]>>();

function rulesFor(rules: readonly CostRule[], itemId: number | null): readonly CostRule[] {
  let byItem = grouped.get(rules);
  if (!byItem) grouped.set(rules, (byItem = new Map()));
  let found = byItem.get(itemId);
  if (!found) byItem.set(itemId, (found = rules.filter((rule) => rule.itemId === null || rule.itemId === itemId)));
  return found;
}

function applies(rule: CostRule, { siteId, itemId, day, currency }: CostQuestion): boolean {
  return (rule.itemId === null || rule.itemId === itemId) && (rule.siteId === null || rule.siteId === siteId)
    && rule.currency === currency && rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo);
}

function precedes(a: CostRule, b: CostRule): boolean {
  const difference = specificity(a) - specificity(b) || a.priority - b.priority;
  if (difference !== 0) return difference > 0;
  return a.validFrom === b.validFrom ? a.id > b.id : a.validFrom > b.validFrom;
}

const specificity = (rule: CostRule) => (rule.itemId === null ? 0 : 2) + (rule.siteId === null ? 0 : 1);

/** Decimals of the column; the currency's own and two more, as far as they fit. */
const mostDecimals = 4;

/**
 * Price per kilogram × kilograms as a decimal, rounded half up to two decimals more than the currency has.
 * @param netCentigrams whole hundredths of a gram
 */
export function costOf(rule: CostRule, netCentigrams: number, exponent: number): string {
  const decimals = Math.min(exponent + 2, mostDecimals);
  // Ten-thousandths of the currency per kilogram × 10⁻⁵ kg.
  const exact = BigInt(Math.round(rule.amountPerKg * 10_000)) * BigInt(netCentigrams);
  const step = 10n ** BigInt(9 - decimals);
  const digits = ((exact + step / 2n) / step).toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
