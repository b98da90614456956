import { precedences, type CostQuestion, type CostRule, type Precedence } from './cost.contract';

export type { CostQuestion, CostRule };

/**
 * The rule that prices an event: the item's before a category's, the nearest first, before one for all items; among these one
 * for the site before one for all sites; then the higher priority, then the newer validity, then the newer rule.
 */
export function chooseCostRule(rules: readonly CostRule[], question: CostQuestion): CostRule | null {
  const path = pathOf(question);
  let best: CostRule | null = null;
  for (const rule of rulesFor(rules, path))
    if (applies(rule, question) && !(best && compareRules(best, rule, path) < 0)) best = rule;
  return best;
}

/** All rules that would price the event, the one that does first. */
export function rankCostRules(rules: readonly CostRule[], question: CostQuestion): CostRule[] {
  const path = pathOf(question);
  return rulesFor(rules, path)
    .filter((rule) => applies(rule, question))
    .sort((a, b) => compareRules(a, b, path));
}

/** The item and what it lies in, nearest first. */
type Path = readonly number[];

const pathOf = ({ itemId, categoryIds = [] }: CostQuestion): Path => (itemId === null ? [] : [itemId, ...categoryIds]);

/** A price list has a rule for each item and currency; most of them are of other items than the one that is asked for. */
const grouped = new WeakMap<readonly CostRule[], Map<string, CostRule[]>>();

function rulesFor(rules: readonly CostRule[], path: Path): readonly CostRule[] {
  let byPath = grouped.get(rules);
  if (!byPath) grouped.set(rules, (byPath = new Map()));
  const key = path.join();
  let found = byPath.get(key);
  if (!found) byPath.set(key, (found = rules.filter((rule) => rule.itemId === null || path.includes(rule.itemId))));
  return found;
}

function applies(rule: CostRule, { siteId, day, currency }: CostQuestion): boolean {
  return (
    (rule.siteId === null || rule.siteId === siteId) &&
    rule.currency === currency &&
    rule.validFrom <= day &&
    (rule.validTo === null || day <= rule.validTo)
  );
}

/** @returns what decides between two rules for the same event, and by how much the first goes before the second */
export function decide(a: CostRule, b: CostRule, path: Path): { by: Precedence; lead: number } {
  const apart: Record<Precedence, number> = {
    item: nearness(a, path) - nearness(b, path),
    site: Number(a.siteId !== null) - Number(b.siteId !== null),
    priority: a.priority - b.priority,
    validFrom: a.validFrom === b.validFrom ? 0 : a.validFrom > b.validFrom ? 1 : -1,
    newest: a.id - b.id,
  };
  const by = precedences.find((one) => apart[one] !== 0) ?? 'newest';
  return { by, lead: apart[by] };
}

const compareRules = (a: CostRule, b: CostRule, path: Path) => -decide(a, b, path).lead;

const nearness = (rule: CostRule, path: Path) => (rule.itemId === null ? 0 : path.length - path.indexOf(rule.itemId));

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
