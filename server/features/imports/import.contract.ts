import { z } from 'zod';
import { DELIMITERS } from '../../platform/sheet/delimiter.rules';
import { ENCODINGS } from '../../platform/sheet/encoding.rules';
import { linesOfText } from '../../platform/text-input';
import { leftOutReasons, lineAccount } from './line-account.contract';
import { answer } from './question.contract';

const importStates = ['UPLOADED', 'CHECKING', 'CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'UNDONE'] as const;
export type ImportState = (typeof importStates)[number];

/** Of an uploaded sheet. */
export const largestFileBytes = 50 * 1_048_576;
/** Of a sheet from wherever it comes; the command line reads larger ones than may be uploaded. */
export const largestSheet = { bytes: 8 * 1_073_741_824, lines: 50_000_000 };
export const largestMappingBytes = 100_000;
/** An uploaded file is kept in parts of this size. */
export const filePartBytes = 256 * 1_024;
/** A check shows what kind of errors there are; a run names each, up to a number that a person can still work through. */
export const keptErrors = { check: 200, run: 10_000 };
export const longestReason = 500;
/** A worker that was silent this long is taken for gone. A batch takes a second or two. */
export const silentMs = 60_000;

const actedBy = z.object({
  userId: z.number().nullable(),
  login: z.string(),
  requestId: z.string().optional(),
  behind: z.object({ userId: z.number(), login: z.string() }).optional(),
});
export type ActedBy = z.output<typeof actedBy>;

/** Decimal amounts by ISO 4217 code. */
const costs = z.record(z.string(), z.string());

const outlierAnswers = ['take', 'leaveOut', 'otherSign'] as const;
export type OutlierAnswer = (typeof outlierAnswers)[number];

const outliers = z.object({
  limitGrams: z.number(),
  lines: z.number(),
  heaviestGrams: z.number(),
  answer: z.enum(outlierAnswers).nullable(),
});

export const correctionAnswers = ['leave', 'replace'] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

const corrections = z.object({ lines: z.number(), answer: z.enum(correctionAnswers).nullable() });

/** Events that equal some that are there, by the import that brought those in; `locationId` and `itemId` where all have the same. */
const beforeWay = z.object({
  importId: z.number().nullable(),
  events: z.number(),
  grams: z.number(),
  firstDay: z.string(),
  lastDay: z.string(),
  locationId: z.number().nullable(),
  itemId: z.number().nullable(),
});
const enteredBefore = z.object({
  events: z.number(),
  grams: z.number(),
  atLeast: z.boolean(),
  ways: z.array(beforeWay),
});
export type EnteredBefore = z.output<typeof enteredBefore>;

/** What `import_batch.totals` holds beside the columns. */
export const importTotals = z.object({
  /** Size of the file, 0 where it was not uploaded. */
  bytes: z.number().default(0),
  bytesRead: z.number().default(0),
  /** Of the sheet, as the last check has counted them; 0 before it. */
  lines: z.number().default(0),
  /** The last sign of life of a check or run, an ISO instant. */
  aliveAt: z.string().nullable().default(null),
  /** Runs that ended without any progress. */
  attempts: z.number().default(0),
  uploadedBy: z.string().nullable().default(null),
  actedBy: actedBy.nullable().default(null),
  /** Sites that the organisation did not have when the file was checked; of many only the first names. */
  unknownSites: z.object({ count: z.number(), names: z.array(z.string()) }).default({ count: 0, names: [] }),
  sitesCreated: z.number().default(0),
  locationsCreated: z.number().default(0),
  /** Net weight of the events taken, or that would be taken. */
  grams: z.number().default(0),
  costs: costs.default({}),
  firstDay: z.string().nullable().default(null),
  lastDay: z.string().nullable().default(null),
  /** Null of imports from before lines were accounted for, and until a check or run has begun. */
  account: lineAccount.nullable().default(null),
  /** What the check asks about implausible weights; null where it found none. */
  outliers: outliers.nullable().default(null),
  /** What the check asks about lines that were imported before with other values; null where it found none that may be replaced. */
  corrections: corrections.nullable().default(null),
  /** What would be there twice, by the last check; null where it found nothing. */
  enteredBefore: enteredBefore.nullable().default(null),
  /** How its events are known again; releases before went by the cells of their lines. */
  identity: z.enum(['cells', 'meaning']).default('cells'),
  /** What somebody has answered before the file could be read. */
  answers: z.array(answer).default([]),
  undoneEvents: z.number().default(0),
  /** Replaced events that the undo gave their figures back, and those that it left, because they had been changed since. */
  putBack: z.object({ events: z.number(), left: z.number() }).nullable().default(null),
  undoReason: z.string().nullable().default(null),
});
export type ImportTotals = z.output<typeof importTotals>;

export const importParams = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** Another sheet of a workbook, or another line of column names, to be looked at before columns are assigned. */
export const mappingQuery = z.object({
  sheet: z.string().max(100).optional(),
  header: z.coerce.number().int().min(1).max(100).optional(),
  headerLines: z.literal(['1', '2']).optional(),
  delimiter: z.enum(['auto', ...DELIMITERS]).optional(),
  encoding: z.enum(['auto', ...ENCODINGS]).optional(),
  /** The kept mapping that it is to be read by. */
  as: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Whatever mapping was recognised is put aside. */
  anew: z.literal('1').optional(),
});
export type MappingQuery = z.output<typeof mappingQuery>;

const reason = linesOfText(longestReason).min(1);
export const undoBody = z.strictObject({ reason });

/** `mapping` is JSON and may also be a file; `mappingName` a shipped mapping, `kept:3` for one that is kept, or `import:12` for that of an earlier import. */
export const uploadForm = z.strictObject({
  mapping: z.string().max(largestMappingBytes).optional(),
  mappingName: z.string().max(100).optional(),
});

/** What a person says of lines without a fault; what is not named stays as it is. */
export const importChoices = z.strictObject({
  zeroWeights: z.enum(['leaveOut', 'keep']).optional(),
  totalLines: z.enum(['leaveOut', 'keep']).optional(),
  hiddenLines: z.enum(['leaveOut', 'keep']).optional(),
  repeatedRecords: z.enum(['leaveOut', 'keep']).optional(),
  /** Of weights that are implausible for one weighing: as they are, not at all, or with the other decimal sign where that makes them plausible. */
  outliers: z.enum(outlierAnswers).optional(),
  /** Of corrected lines: the events that are there stay as they are, or get the values of the lines. */
  corrections: z.enum(correctionAnswers).optional(),
});
export type ImportChoices = z.output<typeof importChoices>;

const amount = z.strictObject({ value: z.string(), grams: z.string().nullable() });
/** What a measure, or its cost, adds up to: decimal texts in `unit` and in grams. `sheet` is exactly the sum of the others. */
const columnSum = z.strictObject({
  measure: z.string(),
  column: z.string(),
  unit: z.string(),
  sheet: amount,
  taken: amount,
  replaced: amount,
  known: amount,
  refused: amount,
  leftOut: amount,
});
export type ColumnSum = z.output<typeof columnSum>;

const shownCosts = z.array(z.strictObject({ currency: z.string(), amount: z.string() }));
const replacedSum = z.strictObject({ netGrams: z.number(), costs: shownCosts });

export const importView = z.strictObject({
  id: z.number(),
  state: z.enum(importStates),
  fileName: z.string(),
  fileBytes: z.number(),
  mappingName: z.string(),
  uploadedBy: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  undoReason: z.string().nullable(),
  /** Of the replaced events, once the import was undone. */
  putBack: z.strictObject({ events: z.number(), left: z.number() }).nullable(),
  /** 0 to 1 while a check or run is under way. */
  progress: z.number().nullable(),
  linesRead: z.number(),
  linesRefused: z.number(),
  /** What became of every line: `taken + replaced + known + refused + left out = read`. Null of imports from before lines were accounted for. */
  lines: z
    .strictObject({
      taken: z.number(),
      replaced: z.number(),
      known: z.number(),
      refused: z.number(),
      /** Of these: lines that a workbook hides. */
      hidden: z.number().optional(),
      /** Cells of rows that go in, which hold a word such as `closed` in place of a measure: they are left out. */
      words: z.number().optional(),
      leftOut: z.number(),
      reasons: z.array(z.strictObject({ reason: z.enum(leftOutReasons), lines: z.number() })),
    })
    .nullable(),
  sums: z.array(columnSum),
  /** Cells of measures and costs that hold no amount, and so are in no sum. */
  unreadableCells: z.number(),
  /** Taken by the run; before it, those that would be taken. */
  eventsTaken: z.number(),
  /** Already there, from an earlier import. */
  eventsKnown: z.number(),
  /** Events that got, or would get, the values of corrected lines, with their sums before and after. */
  replaced: z.strictObject({ events: z.number(), before: replacedSum, after: replacedSum }),
  netGrams: z.number(),
  costs: shownCosts,
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  unknownSites: z.strictObject({ count: z.number(), names: z.array(z.string()), created: z.boolean() }),
  sitesCreated: z.number(),
  /** Once the run has ended: weeks that dashboards and reports do not show as they are now, because their figures are still to be rebuilt. */
  weeksWaiting: z.number(),
  /** What was said of lines that need somebody's word, or the usual answer. */
  choices: importChoices.omit({ outliers: true, corrections: true }).required(),
  /** Lines with an implausible weight; the run waits for an answer. Null where there are none. */
  outliers: outliers.strict().nullable(),
  /** Lines that were imported before with other values and may replace what is there; the run waits for an answer. Null where there are none. */
  corrections: corrections.strict().nullable(),
  /**
   * Of the events that would be taken, those that equal some that are there by location, local date, item and net weight:
   * the sheet was probably entered before, by hand, from another file or by another mapping. `importId` is null where a person,
   * a device or a program sent them. `atLeast`: there was too much to compare. Null where there are none.
   */
  enteredBefore: z
    .strictObject({
      events: z.number(),
      netGrams: z.number(),
      atLeast: z.boolean(),
      ways: z.array(
        beforeWay.omit({ grams: true }).extend({ fileName: z.string().nullable(), netGrams: z.number() }).strict(),
      ),
    })
    .nullable(),
  /** Why the whole file was refused. */
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** An import of the very same file that was not undone. */
  sameFile: z.strictObject({ id: z.number(), fileName: z.string(), finishedAt: z.string() }).nullable(),
  /** Problems that are listed. */
  errorsKept: z.number(),
  /** Lines left out that are listed. */
  leftOutKept: z.number(),
  /** Events that are listed with their values before and after. */
  replacedKept: z.number(),
});
export type ImportView = z.output<typeof importView>;
