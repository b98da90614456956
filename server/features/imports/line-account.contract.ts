import { z } from 'zod';

/** What became of a line of a sheet: always exactly one of these. */
export type LineOutcome = 'taken' | 'replaced' | 'known' | 'refused' | 'leftOut';

/**
 * Why a line that has nothing wrong is left out: it adds others up, its measures are empty, all of them are zero, a row rule
 * of the mapping takes it out, it is the title of a block or repeats the column names, an earlier line has the same record ID, the workbook hides it, its weight is implausible, or it was imported before with other values; the last of these is said
 * by itself where somebody has changed or voided the event since.
 */
export const leftOutReasons = [
  'total',
  'empty',
  'zero',
  'filtered',
  'title',
  'repeated',
  'hidden',
  'outlier',
  'changed',
  'edited',
  'voided',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A cell that holds a word such as `closed` where one of several measures would stand. */
export interface WordCell {
  column: string;
  raw: string;
}

const parts = z.object({
  taken: z.number(),
  replaced: z.number().default(0),
  known: z.number(),
  refused: z.number(),
  leftOut: z.number(),
});
export type Parts = z.output<typeof parts>;

/** Of one measure, or of its cost, in one unit: what the sheet states, by what became of it. Whole ten-thousandths. */
const amountSum = z.object({
  measure: z.string(),
  column: z.string(),
  /** A unit of weight, `serving`, or the ISO 4217 code of a cost; null: cells that hold something that is no amount. */
  unit: z.string().nullable(),
  cells: z.number(),
  value: parts,
  /** Null for a cost, and where nobody knows what a serving weighs. */
  grams: parts.nullable(),
});
export type AmountSum = z.output<typeof amountSum>;

const replacedSum = z.object({ grams: z.number(), costs: z.record(z.string(), z.string()) });
/** Corrected lines, the events that they replaced, and what these add up to: grams, and decimal amounts by ISO 4217 code. */
const replaced = z.object({ lines: z.number(), events: z.number(), before: replacedSum, after: replacedSum });
export type Replaced = z.output<typeof replaced>;
export const noneReplaced: Replaced = {
  lines: 0,
  events: 0,
  before: { grams: 0, costs: {} },
  after: { grams: 0, costs: {} },
};

/** What became of all lines: taken + replaced + known + refused + all left out = lines read. A line is taken where an event of it is. */
export const lineAccount = z.object({
  taken: z.number(),
  replaced: replaced.default(noneReplaced),
  known: z.number(),
  refused: z.number(),
  /** Of the lines above: those that a workbook hides. */
  hidden: z.number().optional(),
  /** Cells of lines that are not refused: they hold a word in place of a measure. */
  words: z.number().optional(),
  leftOut: z.partialRecord(z.enum(leftOutReasons), z.number()),
  sums: z.array(amountSum),
});
export type LineAccount = z.output<typeof lineAccount>;
