import { z } from 'zod';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { findAmbiguousPatterns, isDatePattern } from '../../platform/sheet/dates.rules';
import { weightUnits } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

const code = (value: ImportCode) => value;

const column = lineOfText(200).normalize('NFC').min(1);
const name = lineOfText(200).normalize('NFC').min(1);
const comment = linesOfText(2000).optional();
const grams = z.number().positive().max(100_000);
const stageId = z.literal([8, 9, 23]);
const weightUnit = z.enum(weightUnits);
const currency = z.string().refine((value) => Intl.supportedValuesOf('currency').includes(value), {
  error: code('import.mapping.notACurrency'),
});
const country = z.string().regex(/^[A-Z]{2}$/, { error: code('import.mapping.notACountry') });
const timeZone = z.string().refine(isTimeZone, { error: code('import.mapping.notATimeZone') });

const hasExactlyOne = <Key extends string>(...keys: Key[]) => ({
  check: (value: Partial<Record<Key, unknown>>) => keys.filter((key) => value[key] !== undefined).length === 1,
  because: { error: code('import.mapping.oneOf'), params: { keys: keys.join(', ') } },
});
const columnOrConstant = hasExactlyOne('column', 'constant');
const columnConstantOrSite = hasExactlyOne('column', 'constant', 'sameAsSite');
const unitOrUnitColumn = hasExactlyOne('unit', 'unitColumn');

/** A value that stands in a column, or is the same for the whole sheet. */
const source = z
  .strictObject({ column: column.optional(), constant: name.optional(), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

/** Where the waste went. `countsAsWaste: false` keeps the events, out of the waste figures. */
const sink = z
  .strictObject({ column: column.optional(), constant: name.optional(), countsAsWaste: z.boolean().default(true), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

const location = z
  .strictObject({ column: column.optional(), constant: name.optional(), sameAsSite: z.literal(true).optional(), comment })
  .refine(columnConstantOrSite.check, columnConstantOrSite.because);

/** 8 pre-consumer, 9 post-consumer, 23 consumer plate waste; `values` says which word of a column means which. */
const stage = z
  .strictObject({ column: column.optional(), constant: stageId.optional(), values: z.record(name, stageId).optional(), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

const dates = z
  .strictObject({
    column,
    /** A time in a column of its own is read as if it stood behind the date, after one space. */
    timeColumn: column.optional(),
    /** date-fns patterns, `iso` or `excel-serial`, tried in order. */
    patterns: z
      .array(z.string().min(1).max(60).refine(isDatePattern, { error: code('import.mapping.notADatePattern') }))
      .min(1)
      .max(20),
    precision: z.enum(['month', 'day', 'datetime']).default('day'),
    /** The clock of the sheet: the site's own, or an IANA zone. */
    timeZone: z.union([z.literal('site'), timeZone]).default('site'),
    comment,
  })
  .superRefine(({ patterns }, context) => {
    const pair = patterns.every(isDatePattern) ? findAmbiguousPatterns(patterns) : null;
    if (pair) context.addIssue({ code: 'custom', path: ['patterns'], message: code('import.mapping.ambiguousDates'), params: { first: pair[0], second: pair[1] } });
  });

const measureFields = {
  name,
  column,
  costColumn: column.optional(),
  currency: currency.optional(),
  stage: stage.optional(),
  item: source.optional(),
  sink: sink.optional(),
  reason: source.optional(),
  /** A zero is no event. */
  skipZero: z.boolean().default(true),
  /** What an empty cell means. Default: nothing measured in a sheet of several measures, an error in a sheet of one. */
  whenEmpty: z.enum(['skip', 'refuse']).optional(),
  comment,
};

const weightMeasure = z
  .strictObject({
    kind: z.literal('weight'),
    ...measureFields,
    unit: weightUnit.optional(),
    unitColumn: column.optional(),
    /** What the column holds. From a gross weight the tare is subtracted. */
    holds: z.enum(['net', 'gross']).default('net'),
    grossColumn: column.optional(),
    /** In the unit of the weight. */
    tareColumn: column.optional(),
    tare: z.number().nonnegative().max(100_000).optional(),
  })
  .refine(unitOrUnitColumn.check, unitOrUnitColumn.because)
  .refine((value) => value.holds === 'net' || (value.tare !== undefined) !== (value.tareColumn !== undefined), {
    error: code('import.mapping.tareMissing'),
    path: ['tare'],
  });

/** Tables are asked in their order; the first that knows the line's value answers. */
const gramsByValue = z.strictObject({
  by: z.array(z.strictObject({ column, values: z.record(name, grams), comment })).min(1).max(10),
  otherwise: grams.optional(),
});

const servingsMeasure = z.strictObject({
  kind: z.literal('servings'),
  ...measureFields,
  /** Grams in one serving: the events are marked as estimated. */
  gramsPerServing: z.union([grams, gramsByValue]),
});

const newSites = z.strictObject({ country, timeZone, currency });

/** How the lines of a sheet become waste events. Kept as JSON; `version` changes with its meaning. */
export const ImportMapping = z
  .strictObject({
    version: z.literal(1),
    name,
    notes: z.array(linesOfText(2000)).max(50).default([]),
    delimiter: z.enum(['auto', ',', ';', '\t', '|']).default('auto'),
    encoding: z.enum(['auto', 'utf-8', 'windows-1252', 'utf-16le', 'utf-16be']).default('auto'),
    decimal: z.enum(['auto', ',', '.']).default('auto'),
    /** Of a workbook, the name of the sheet that is read; default: the first with a table. */
    worksheet: lineOfText(100).min(1).optional(),
    /** The line, counted from 1, in which the column names stand. */
    headerRow: z.number().int().min(1).max(100).default(1),
    /** 2: titles of groups of columns stand in that line, and the names below them in the next. */
    headerLines: z.literal([1, 2]).default(1),
    /** Words that mean an empty cell, such as `NA`. */
    emptyWords: z.array(lineOfText(40).min(1)).max(20).default([]),
    dates,
    site: source,
    location,
    unknownSites: z.enum(['create', 'refuse']).default('refuse'),
    newSites: newSites.optional(),
    stage: stage.optional(),
    daypart: source.optional(),
    item: source.optional(),
    reason: source.optional(),
    source: source.optional(),
    sink: sink.optional(),
    container: source.optional(),
    note: z.strictObject({ column }).optional(),
    measures: z.array(z.discriminatedUnion('kind', [weightMeasure, servingsMeasure])).min(1).max(50),
    /** What makes a line the same in a repeated import; default: all its cells. */
    rowKey: z.array(column).min(1).max(50).optional(),
    /** Columns that a sheet may lack; its lines then read as if the cell were empty. */
    optionalColumns: z.array(column).max(50).default([]),
  })
  .superRefine((mapping, context) => {
    const report = (path: (string | number)[], message: ImportCode) => context.addIssue({ code: 'custom', path, message });
    if (mapping.unknownSites === 'create' && !mapping.newSites) report(['newSites'], 'import.mapping.newSitesMissing');
    mapping.measures.forEach((measure, index) => {
      if (!measure.stage && !mapping.stage) report(['measures', index, 'stage'], 'import.mapping.stageMissing');
      const hasCurrency = measure.currency ?? mapping.newSites?.currency;
      if (measure.costColumn && !hasCurrency) report(['measures', index, 'currency'], 'import.mapping.currencyMissing');
      const first = mapping.measures.findIndex((other) => other.name === measure.name);
      if (first < index) report(['measures', index, 'name'], 'import.mapping.sameMeasureName');
    });
  });

export type ImportMapping = z.output<typeof ImportMapping>;
export type Measure = ImportMapping['measures'][number];
export type WeightMeasure = Extract<Measure, { kind: 'weight' }>;
export type ServingsMeasure = Extract<Measure, { kind: 'servings' }>;
export type StageSource = z.output<typeof stage>;

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
