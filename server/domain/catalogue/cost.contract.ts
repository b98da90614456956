import type { LocalDate } from '../../platform/time';

/** Why one cost rule goes before another, in the order in which it is looked at. */
export const precedences = ['item', 'site', 'priority', 'validFrom', 'newest'] as const;
export type Precedence = (typeof precedences)[number];

export interface CostRule {
  id: number;
  /** null: every site. */
  siteId: number | null;
  /** An item, or a category with all items below it; null: every item. */
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
  /** What the item lies in, nearest first. */
  categoryIds?: readonly number[] | undefined;
  day: LocalDate;
  /** The site's; a rule in another currency does not apply. */
  currency: string;
}
