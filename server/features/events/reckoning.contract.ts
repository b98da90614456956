import type { EventSums } from '../../domain/events/event-sums.contract';
import type { ComparedFigure } from './figure-address.rules';

/** A location's part of a figure. Weights in grams, money in its currency. */
export interface ReckonedPart {
  siteName: string;
  locationName: string;
  currency: string;
  /** Of the measure, over the weeks that are compared; of days and weeks, those that meet it. */
  actual: number;
  /** Days (or weeks, where weeks are judged) that it is held against. */
  openDays: number;
  /** What its baseline recorded on its own open days; null where nothing is compared with one. */
  before: { amount: number; openDays: number } | null;
  /** What the baseline would have given on the open days of the range. */
  expected: number;
}

export interface Half {
  /** null: too many events to be added up. */
  sums: EventSums | null;
  href: string;
}

/** How a figure came about, with its own numbers. */
export interface Reckoning {
  figure: ComparedFigure;
  /** A fraction; null where there is nothing to divide by. */
  value: number | null;
  actual: number;
  openDays: number;
  expected: number;
  /** Of a value. */
  currency: string | null;
  /** The largest first. */
  parts: ReckonedPart[];
  /** All of them, shown or not. */
  partCount: number;
  halves: { range: Half; baseline: Half | null };
  half: 'range' | 'baseline';
  /** One bar of the figure's chart, which stands in place of all else. */
  bar: Bar | null;
}

interface Bar {
  /** Local dates of a Monday and a Sunday. */
  start: string;
  end: string;
  actual: number;
  expected: number;
}
