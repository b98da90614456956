import type { LocalDate } from '../../platform/time';
import type { PlaceFilter } from '../places/place.contract';

/**
 * What was weighed with a donation as its destination, whether it counts as waste or not: figures that no other measure has,
 * because those are of waste alone. Weights in grams, costs in the currency of the site.
 */
export interface DonatedQuery extends PlaceFilter {
  /** Any days, both included. */
  start: LocalDate;
  end: LocalDate;
}

export interface DonatedDay {
  day: LocalDate;
  stageId: number;
  currency: string;
  txn: number;
  g: number;
  /** Of `g`, what counts as waste too. */
  countedG: number;
  /** Of `g`, estimated from servings. */
  estimatedG: number;
  cost: number;
}

export interface DonatedItem {
  /** null: what names no item. */
  itemId: number | null;
  itemName: string | null;
  currency: string;
  g: number;
  cost: number;
}

/** Days of a location, both included. */
export interface LocationDays {
  locationId: number;
  from: LocalDate;
  to: LocalDate;
}

export interface DonatedSpan {
  g: number;
  /** In the currency of the site. */
  cost: number;
}
