import type { Locale } from '../../platform/actor';
import type { LocalDate } from '../../platform/time';
import type { PlaceFilter } from '../places/place.contract';

/**
 * What can be asked of the figures, and in which shapes the answers come. Throughout: weights in grams with two decimals, of
 * what is not voided and counts as waste; money as decimals with four places in units of `currency` (ISO 4217), never added up
 * over two currencies; days and Mondays are local to the location; roll-ups follow the events a moment later.
 *
 * Where the formulas stand: what is recorded, estimated, derived, tracked or complies in `rollups.store.ts`; what is open in
 * `closedReasonOf` of the calendar; a baseline per open day in `baselineOf` of `baseline.rules.ts`; changes in
 * `compare.rules.ts`; whether a change is reliable in `unreliableOf` of the same.
 */

/** A row for each day, for each week, or one for the whole span. */
export type Grain = 'day' | 'week' | 'span';

/** Both days included. A `week` or `span` counts the weeks whose Monday lies in it, so it goes from a Monday to a Sunday. */
export interface Span {
  start: LocalDate;
  /** Absent: the newest week with data of the organisation, where calendars end. */
  end?: LocalDate | undefined;
}

/** Days of locations: a site with two open kitchens has two open days a day. */
interface Days {
  openDays: number;
  /** Open days with at least one transaction of the stage. */
  trackedDays: number;
}

interface Weights {
  txn: number;
  /** Grams. */
  g: number;
  /** Of `g`, estimated from servings. */
  estimatedG: number;
}

interface Cost {
  /** Of what was recorded in the currency of the site; other costs are in no figure. */
  cost: number;
  /** Of `cost`, worked out by a cost rule. */
  derivedCost: number;
}

/** A week scores with an open day, and complies where each open day has a transaction and the week has at least ten. */
interface Compliance {
  scoredWeeks: number;
  compliantWeeks: number;
}

interface InCurrency {
  /** ISO 4217: that of the site. */
  currency: string;
}

/** What a row is of. `organisation`: all that is seen together, of which there is no cost; `currency`: the same by currency. */
interface Keys {
  organisation: unknown;
  currency: InCurrency;
  site: { siteId: number };
  location: { siteId: number; locationId: number };
}
export type By = keyof Keys;

interface Started {
  /** The day, or the Monday. */
  start: LocalDate;
}

/** What may be asked for of a row. */
export type Figures<G extends Grain, B extends By> = Weights &
  Days &
  (B extends 'organisation' ? unknown : Cost) &
  (G extends 'day' ? unknown : Compliance);
export type Figure = keyof (Weights & Days & Cost & Compliance);

/** A row of `measure`: its key and the figures that were asked for; where cost is one of them, its currency. */
export type Measured<G extends Grain, B extends By, F extends keyof Figures<G, B>> = Keys[B] &
  Pick<Figures<G, B>, F> &
  (G extends 'span' ? unknown : Started) &
  (F & keyof Cost extends never ? unknown : InCurrency);

export interface BaseQuery<G extends Grain, B extends By, F> extends Span, PlaceFilter {
  grain: G;
  by: B;
  /** The fewer, the cheaper. */
  figures: readonly F[];
  stageId?: number | undefined;
  /** Only these. Of one alone `locationId` is cheaper. */
  locationIds?: readonly number[] | undefined;
  /**
   * `stage`: from the week of the stage's first event on, as everywhere; `calendar`: from the location's first event of any
   * stage on. Without a stage it is the calendar's.
   */
  since?: 'stage' | 'calendar';
}

/** Only days can be asked of all stages together: a week does not know on which of its days two of them fell. */
export type MeasureQuery<G extends Grain, B extends By, F> = BaseQuery<G, B, F> &
  (G extends 'day' ? unknown : { stageId: number });

/** The elements that weekly totals are kept by. */
export type Element = 'WASTEITEM' | 'WASTEREASON' | 'WASTESOURCE' | 'WASTESINK' | 'DAYPART' | 'CONTAINER';

export interface ElementQuery<G extends 'week' | 'span'> extends Span, PlaceFilter {
  grain: G;
  by: 'element';
  element: Element;
  /** All stages without it. */
  stageId?: number | undefined;
  /** Of the names. */
  locale: Locale;
}

/** A value of an element, of all that is seen, by currency. Those of an element add up to the weeks; of a day there are none. */
export type MeasuredElement<G extends 'week' | 'span'> = {
  /** null: the events that name no value of the element. */
  refId: number | null;
  refName: string | null;
  currency: string;
  txn: number;
  /** Grams. */
  g: number;
  cost: number;
} & (G extends 'span' ? unknown : Started);

/** Values of elements that a figure is narrowed to; null: what names no value of the element. */
export type ElementValues = Partial<Record<Element, number | null>>;

/** Any days, both included, of what names these values: the values of an element, or the days. */
export interface MixQuery<B extends Element | 'day'> extends Required<Span>, PlaceFilter {
  grain: 'mix';
  by: B;
  end: LocalDate;
  where: ElementValues;
  /** All stages without it. */
  stageId?: number | undefined;
  /** Of the names. */
  locale: Locale;
}

/** Only what was recorded has a row. */
export type MeasuredMix<B extends Element | 'day'> = InCurrency &
  (B extends 'day'
    ? Started & Weights & Cost
    : Pick<Weights, 'txn' | 'g'> &
        Pick<Cost, 'cost'> & {
          /** null: the events that name no value of the element. */
          refId: number | null;
          refName: string | null;
        });

/** A week of a location and stage, of what names some values. Days are those of the whole stage. */
export interface SeriesWeek extends Days {
  weekStart: LocalDate;
  /** Grams. */
  g: number;
  /** In the currency of the site. */
  cost: number;
}

/** What a value came to at a location over whole weeks. */
export interface LargestValue extends InCurrency {
  siteName: string;
  locationId: number;
  locationName: string;
  refId: number;
  refName: string;
  /** Grams. */
  g: number;
  cost: number;
}

/** A location and stage over whole weeks, beside its active baseline. Sums are since the stage's first event. */
export interface LocationFigures {
  siteId: number;
  siteName: string;
  siteStatus: 'A' | 'I';
  locationId: number;
  locationName: string;
  locationStatus: 'A' | 'I';
  /** ISO 4217, of the site. */
  currency: string;
  /** null without an active baseline, as are the figures per open day. */
  baselineStart: LocalDate | null;
  /** The Monday from which weeks are compared with it. */
  reductionFrom: LocalDate | null;
  gPerOpenDay: number | null;
  /** Of the baseline's weeks. */
  baselineOpenDays: number | null;
  /** null too where the baseline is in another currency than the site. */
  costPerOpenDay: number | null;
  txnPerOpenDay: number | null;
  /** Since the first event, within the range. */
  openDays: number;
  trackedDays: number;
  txn: number;
  /** Monday of the newest week of the range with an event. */
  newestWeek: LocalDate | null;
  /** Over the weeks of the range from the baseline's `reductionFrom` on. */
  comparedOpenDays: number;
  comparedTrackedDays: number;
  comparedG: number;
  comparedCost: number;
  comparedTxn: number;
  comparedEstimatedG: number;
  comparedDerivedCost: number;
  /** Weeks with at least one open day, and those of them that comply. */
  scoredWeeks: number;
  compliantWeeks: number;
}

/** Sums over the weeks that are compared with a baseline: what was, and what the baseline would have given. */
export interface ComparedSums {
  openDays: number;
  /** Grams. */
  g: number;
  expectedG: number;
  /** In the row's currency. */
  cost: number;
  expectedCost: number;
  txn: number;
  expectedTxn: number;
  /** Of `g`, estimated from servings; of `cost`, worked out by a rule. */
  estimatedG: number;
  derivedCost: number;
}

/** Fractions of the baseline: −0.2 is a fifth less; null where nothing can be compared. Shares: null of nothing. */
export interface Changes {
  valueVsBaseline: number | null;
  weightVsBaseline: number | null;
  transactionsVsBaseline: number | null;
  estimatedShare: number | null;
  derivedCostShare: number | null;
}

/** Why there is no change. */
export type NoChange = 'noBaseline' | 'noOpenDay' | 'zeroBaseline';

/** A site as the sum of those of its locations that are seen. */
export interface SiteFigures extends Days, Compliance, Changes {
  siteId: number;
  siteName: string;
  siteStatus: 'A' | 'I';
  currency: string;
  /** First Monday of its earliest baseline. */
  baselineStart: LocalDate | null;
  txn: number;
  /** null where none of its locations has an open day to compare. */
  compared: ComparedSums | null;
  noChange: NoChange | null;
  /** In the order of their names. */
  locations: LocationFigures[];
}

export interface CompareQuery extends Span, PlaceFilter {
  stageId: number;
  /** A Sunday. */
  end: LocalDate;
}

/** A location's baseline, as its figures have it. */
export type Against = Pick<
  LocationFigures,
  'locationId' | 'currency' | 'baselineStart' | 'reductionFrom' | 'gPerOpenDay' | 'costPerOpenDay'
>;

/** A week of locations that share a currency, beside what their baselines would have given on the same open days. */
export interface ComparedWeek {
  weekStart: LocalDate;
  currency: string;
  openDays: number;
  trackedDays: number;
  /** Grams. */
  g: number;
  expectedG: number;
  cost: number;
  expectedCost: number;
  estimatedG: number;
  derivedCost: number;
  /** false while every one of them was still collecting its baseline. */
  compared: boolean;
}

/** Days on which locations have a baseline, beside what it would have given on the open ones. */
interface ComparedDays extends Days {
  currency: string;
  /** Grams. */
  g: number;
  expectedG: number;
  cost: number;
  /** Of locations whose baseline has a cost in `currency`. */
  expectedCost: number;
}

/** A day of all locations that share a currency. */
export interface ComparedDay extends ComparedDays {
  day: LocalDate;
}

/** All days of a location. */
export interface ComparedLocation extends ComparedDays {
  siteName: string;
  locationId: number;
  locationName: string;
  /** The Monday from which days are compared. */
  reductionFrom: LocalDate;
  gPerOpenDay: number;
  /** null where the baseline is in another currency than the site. */
  costPerOpenDay: number | null;
}

/** A week of a sparkline; null where nothing was recorded. `estimated`: some of it from servings. */
export type SparkWeek = { grams: number; estimated: boolean } | null;

/** What was recorded in a week that is not over. */
export interface RunningWeek {
  stageId: number;
  weekStart: LocalDate;
  grams: number;
  /** Of them, estimated from servings. */
  estimatedGrams: number;
}
