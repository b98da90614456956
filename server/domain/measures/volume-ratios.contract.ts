import type { LocalDate } from '../../platform/time';
import type { PlaceFilter } from '../places/place.contract';

/** Waste for each unit of what a location did. */
export const ratioMetrics = [
  'gramsPerCover',
  'costPerCover',
  'gramsPerTransaction',
  'shareOfRevenue',
  'shareOfPurchases',
] as const;
export type RatioMetric = (typeof ratioMetrics)[number];

/** Whose ratio it is; `all`: of everything that is seen together, of which money has no ratio. */
export type RatioLevel = 'all' | 'site' | 'location';

/** `span`: a row for all the days; `baseline`: for those of the weeks of the active baselines, whenever they were. */
export type RatioGrain = 'span' | 'month' | 'week' | 'day' | 'baseline';

/** The days of locations that a ratio is made of. */
export interface RatioDays extends PlaceFilter {
  metric: RatioMetric;
  /** Their waste together; a day is tracked by a transaction of any of them. A baseline is of one. */
  stageIds: readonly number[];
  start: LocalDate;
  /** Included. */
  end: LocalDate;
  /** Only these. */
  locationIds?: readonly number[] | undefined;
  /** Only what came from this source; days are tracked by whatever was weighed. */
  sourceId?: number | undefined;
}

export interface RatioQuery extends RatioDays {
  level: RatioLevel;
  grain: RatioGrain;
}

/** What a value of an element adds to the waste of a ratio. */
export interface RatioPart {
  /** null: the events that name no value of the element. */
  refId: number | null;
  refName: string | null;
  txn: number;
  /** Grams, of all days and of those that count. */
  g: number;
  countedG: number;
}

/**
 * What a ratio is made of, exact. A day counts that is tracked (open, with at least one transaction of the stage) and has the
 * volume that the metric asks for, in the currency of the site where it is money. The total of a month counts evenly on its open
 * days, where the calendar has the whole month; sites are the sum of their locations.
 */
export interface RatioSums {
  /** Days of locations. */
  openDays: number;
  trackedDays: number;
  countedDays: number;
  /** Grams, of all days and of those that count. */
  g: number;
  countedG: number;
  /** In the currency of the site. */
  cost: number;
  countedCost: number;
  /** Of all days, and of those that count. */
  volume: number;
  countedVolume: number;
  /** Of `countedVolume`: entered as an estimate, or an even part of a month's total. */
  estimatedVolume: number;
  /** Of `countedG`, estimated from servings; of `countedCost`, worked out by a rule. */
  estimatedG: number;
  derivedCost: number;
}

export interface RatioRow extends RatioSums {
  /** 0 of everything together. */
  siteId: number;
  siteName: string;
  /** null of a site, and of everything together. */
  locationId: number | null;
  locationName: string | null;
  /** ISO 4217; null of everything together where no money is in the ratio. */
  currency: string | null;
  /** The first day of the month or week, or of the span, and the last; cut where the span begins and ends. */
  start: LocalDate;
  end: LocalDate;
}

/** Money in another currency than that of its site: in no ratio. */
export interface ForeignVolume {
  currency: string;
  /** How many were entered. */
  entries: number;
}
