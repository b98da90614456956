/** A sum of money; amounts of two currencies are never added. */
interface CostSum {
  currency: string;
  amount: number;
  /** Of it, worked out by a rule. */
  derived: number;
}

/** What events come to. Weights in grams. */
export interface EventSums {
  events: number;
  grams: number;
  /** Of them, estimated from servings. */
  estimatedGrams: number;
  /** In alphabetical order; a currency without an amount has no part. */
  costs: CostSum[];
}
