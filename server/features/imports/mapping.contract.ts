import { z } from 'zod';
import { lineOfText, linesOfText } from '../../platform/text-input';
import type { ImportCode } from './import-codes.contract';
import { code, column, comment, country, currency, dates, grams, hasExactlyOne, location, name, site, sink, source, stage, timeZone, weightUnit } from './mapping-parts.contract';
import { filter, mostSpreadColumns, skippedLines, totalColumn, wideOf } from './wide.contract';

const unitOrUnitColumn = hasExactlyOne('unit', 'unitColumn');

/** What the measure of one column and that of columns side by side both state. */
const sharedFields = {
  currency: currency.optional(),
  stage: stage.optional(),
  item: source.optional(),
  sink: sink.optional(),
  reason: source.optional(),
  /** A zero is no event: its line is left out, counted and listed. `false` keeps it as a weighing of 0 g. */
  skipZero: z.boolean().default(true),
  comment,
};

const measureFields = {
  name,
  column,
  costColumn: column.optional(),
  ...sharedFields,
  /** What an empty cell means. Default: nothing measured in a sheet of several measures, an error in a sheet of one. */
  whenEmpty: z.enum(['skip', 'refuse']).optional(),
};

const weightFields = {
  unit: weightUnit.optional(),
  unitColumn: column.optional(),
  /** What the column holds. From a gross weight the tare is subtracted. */
  holds: z.enum(['net', 'gross']).default('net'),
  /** In the unit of the weight. */
  tare: z.number().nonnegative().max(100_000).optional(),
};

const weightMeasure = z
  .strictObject({
    kind: z.literal('weight'),
    ...measureFields,
    ...weightFields,
    grossColumn: column.optional(),
    /** In the unit of the weight. */
    tareColumn: column.optional(),
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

/** How the cells of columns side by side are read; an empty one was not measured. */
const wideMeasure = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('weight'), ...sharedFields, ...weightFields })
    .refine(unitOrUnitColumn.check, unitOrUnitColumn.because)
    .refine((value) => value.holds === 'net' || value.tare !== undefined, { error: code('import.mapping.tareMissing'), path: ['tare'] }),
  z.strictObject({ kind: z.literal('servings'), ...sharedFields, gramsPerServing: z.union([grams, gramsByValue]) }),
]);

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
    /** Lines that are left out, by their place and by what they hold. */
    skipLines: skippedLines.optional(),
    filters: z.array(filter).max(20).default([]),
    /** Lines that add up others are left out; `keep` reads them like all others. */
    totalLines: z.enum(['leaveOut', 'keep']).default('leaveOut'),
    dates,
    site,
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
    /** At least one, or `wide`. */
    measures: z.array(z.discriminatedUnion('kind', [weightMeasure, servingsMeasure])).max(50),
    wide: wideOf(wideMeasure).optional(),
    total: totalColumn.optional(),
    /** What makes a line the same in a repeated import; default: all its cells. */
    rowKey: z.array(column).min(1).max(50).optional(),
    /** Columns that a sheet may lack; its lines then read as if the cell were empty. */
    optionalColumns: z.array(column).max(50).default([]),
  })
  .superRefine((mapping, context) => {
    const report = (path: (string | number)[], message: ImportCode) => context.addIssue({ code: 'custom', path, message });
    if (mapping.unknownSites === 'create' && !mapping.newSites) report(['newSites'], 'import.mapping.newSitesMissing');
    if (mapping.measures.length === 0 && !mapping.wide) report(['measures'], 'import.mapping.measureMissing');
    checkHeads(mapping, report);
    const spread = mapping.dates.monthTotals === 'spread' ? mapping.measures.length + (mapping.wide?.columns.length ?? 0) : 0;
    if (spread > mostSpreadColumns) report(['dates', 'monthTotals'], 'import.mapping.tooManyToSpread');
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
export type Wide = NonNullable<ImportMapping['wide']>;

type Report = (path: (string | number)[], message: ImportCode) => void;

/** What stands in the heads must be said to stand there, and the other way round. */
function checkHeads({ wide, dates, site, location, stage, newSites }: Pick<ImportMapping, 'wide' | 'dates' | 'site' | 'location' | 'stage' | 'newSites'>, report: Report): void {
  const heads = wide?.heads;
  const inHeads = { dates: heads === 'month' || heads === 'day', site: heads === 'site', location: heads === 'location' };
  if ((dates.inHeads === true) !== inHeads.dates) report(['dates', 'inHeads'], 'import.mapping.inHeads');
  if ((site.inHeads === true) !== inHeads.site) report(['site', 'inHeads'], 'import.mapping.inHeads');
  if ((location.inHeads === true) !== inHeads.location) report(['location', 'inHeads'], 'import.mapping.inHeads');
  if (!wide) return;
  if (heads !== 'stage' && !wide.measure.stage && !stage) report(['wide', 'measure', 'stage'], 'import.mapping.stageMissing');
  const needsYear = heads === 'month' && wide.columns.some(({ value }) => value.length === 2);
  if (needsYear && dates.year === undefined && dates.yearColumn === undefined) report(['dates', 'year'], 'import.mapping.yearMissing');
  const hasCost = wide.columns.some(({ costColumn }) => costColumn !== undefined);
  if (hasCost && !(wide.measure.currency ?? newSites?.currency)) report(['wide', 'measure', 'currency'], 'import.mapping.currencyMissing');
}
