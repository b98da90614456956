import { z } from 'zod';
import type { ReferenceField } from '../../domain/events/reference-fields.rules';
import type { UnreliableReason } from '../../domain/measures/reliability.rules';

/** What the dashboard is made of. Weights in grams, local dates, money by its currency and never added over two. */

export const measures = ['weight', 'cost'] as const;
export type Measure = (typeof measures)[number];

export const timeFrames = ['day', 'week', 'month'] as const;
export type TimeFrame = (typeof timeFrames)[number];

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);
/** Stands for what names no value. */
export const notSaid = 'none';
const reference = z
  .union([z.literal(notSaid), id])
  .optional()
  .describe('The id of a value, or `none` for what names no value.');
const name = z.string().min(1).max(100).optional();

/** Of the file. */
export const exportQuery = z.strictObject({
  startDate: z.string().max(40),
  endDate: z.string().max(40),
  wasteStageId: z.coerce.number().int().positive().max(2_147_483_647).optional().describe('All stages without it.'),
  siteId: id.optional(),
  locationId: id.optional(),
  countryCode: name,
  regionName: name,
  segmentName: name,
  itemId: reference,
  reasonId: reference,
  sourceId: reference,
  sinkId: reference,
  daypartId: reference,
  containerId: reference,
});

export interface Cost {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

export interface Sums {
  txn: number;
  grams: number;
  estimatedGrams: number;
  /** In the order of the currencies; only those in which something was recorded. */
  costs: Cost[];
}

/** Days of locations, whatever values the figures are narrowed to; of a cost, of those with its currency. */
export interface TrackedDays {
  openDays: number;
  trackedDays: number;
}

/** A bar of the trend. */
export interface Period extends TrackedDays {
  /** First and last day, both within the range. */
  start: string;
  end: string;
  /** Grams, or money; null where open days went by without a weighing. */
  value: number | null;
  /** Of `value`, estimated from servings or derived by a cost rule. */
  unmeasured: number;
  /** What the baselines give on the same open days; kitchens without one are taken to be unchanged. null where there is none. */
  expected: number | null;
}

export interface RankedValue {
  /** null: what names no value. */
  refId: number | null;
  name: string | null;
  grams: number;
  costs: Cost[];
  /** Grams, or money: what it is ranked by. */
  value: number;
  /** Fraction of all that the ranking is of. */
  share: number;
}

export interface Ranking {
  field: ReferenceField;
  /** Whether it was asked for in full. */
  full: boolean;
  /** The largest first, no more than the page has room for. */
  named: RankedValue[];
  unnamed: RankedValue | null;
  /** Values that were named at all. */
  count: number;
  /** The fewest of them that make up four fifths of everything; null where even all named ones do not. */
  vital: number | null;
}

/** A location's part of a comparison with the baseline, in the measure that is shown. */
export interface BaselinePart {
  siteName: string;
  locationId: number;
  locationName: string;
  /** The first day that is compared: of the range, or after its baseline. */
  from: string;
  openDays: number;
  perOpenDay: number;
  expected: number;
  actual: number;
}

export interface AgainstBaseline {
  /** Fraction; null where nothing can be compared. */
  change: number | null;
  unreliable: UnreliableReason | null;
  /** In the measure that is shown: what was, and what the baselines give. */
  actual: number;
  expected: number;
  /** Those that differ most first, no more than the page has room for. */
  parts: BaselinePart[];
  /** Locations that are compared. */
  count: number;
}

/** Why there is no comparison with the baseline. */
export type NoBaseline = 'narrowed' | 'allStages' | 'none';

/** What an item came to per open day, here and in the other set. */
export interface ChangedValue {
  refId: number;
  name: string | null;
  /** Grams, or money. */
  here: number;
  there: number;
}

/** A second set of days and places beside the one that the page shows. */
export interface Comparison {
  start: string;
  end: string;
  total: Sums;
  days: TrackedDays;
  /** From there to here, per open day, as a fraction; null where either was tracked too little. */
  change: number | null;
  /** By calendar month. */
  periods: Period[];
  /** The items that differ most per open day, in either direction. */
  items: ChangedValue[];
}

export interface FoodWaste {
  measure: Measure;
  /** Of the costs that are ranked and drawn; null where only weights are. */
  currency: string | null;
  /** All currencies of the figures. */
  currencies: string[];
  timeFrame: TimeFrame;
  total: Sums;
  days: TrackedDays;
  before: { start: string; end: string; total: Sums };
  /** From the days before, per open day, as a fraction; null where either span was tracked too little. */
  change: number | null;
  baseline: AgainstBaseline | NoBaseline;
  periods: Period[];
  /** Whether what was tracked hangs on opening days that nobody has confirmed. */
  waits: boolean;
  /** Fraction of open days that a result needs. */
  limit: number;
  rankings: Ranking[];
  /** What was thrown away most, and mainly why. */
  finding: { item: RankedValue; reason: RankedValue | null } | null;
  comparison: Comparison | null;
}

/** What was recorded of a value in one currency. */
export interface FoodWasteRow {
  field: ReferenceField;
  /** null: what names no value. */
  refId: number | null;
  refName: string | null;
  txn: number;
  /** Grams. */
  g: number;
  /** Fraction of the weight of all values in all currencies. */
  share: number;
  cost: number;
  currency: string;
}
