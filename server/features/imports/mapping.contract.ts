import { z } from 'zod';
import { ENCODINGS } from '../../platform/sheet/encoding.rules';
import { lineOfText, linesOfText } from '../../platform/text-input';
import type { ImportCode } from './import-codes.contract';
import {
  blockSubjects,
  code,
  column,
  comment,
  country,
  currency,
  dates,
  grams,
  hasExactlyOne,
  location,
  name,
  site,
  sink,
  source,
  stage,
  timeZone,
  weightUnit,
} from './mapping-parts.contract';
import { filter, mostSpreadColumns, recordId, skippedLines, totalColumn, wideOf } from './wide.contract';

/** A month each for five years. */
export const mostWorksheets = 60;

const unitOrUnitColumn = hasExactlyOne('unit', 'unitColumn');

/** What the measure of one column and that of columns side by side both state. */
const sharedFields = {
  currency: currency.optional(),
  stage: stage.optional(),
  item: source.optional(),
  sink: sink.optional(),
  reason: source.optional(),
  skipZero: z
    .boolean()
    .default(true)
    .describe('A zero is no event: its line is left out, counted and listed. `false` keeps it as a weighing of 0 g.'),
  comment,
};

const measureFields = {
  name,
  column,
  costColumn: column.describe('The cost column.').optional(),
  ...sharedFields,
  whenEmpty: z
    .enum(['skip', 'refuse'])
    .describe(
      'What an empty cell means. Default: nothing measured in a sheet of several measures, an error in a sheet of one.',
    )
    .optional(),
};

const weightFields = {
  unit: weightUnit.optional(),
  unitColumn: column.describe('Instead of `unit`: the column in which the unit of each weight stands.').optional(),
  holds: z
    .enum(['net', 'gross'])
    .default('net')
    .describe('What the column contains. The tare is subtracted from a gross weight.'),
  tare: z.number().nonnegative().max(100_000).describe('For every weighing, in the unit of the weight.').optional(),
};

const weightKind = z.literal('weight').describe('The cells are weights.');
const servingsKind = z.literal('servings').describe('The cells are numbers of servings; their weights are estimated.');

const weightMeasure = z
  .strictObject({
    kind: weightKind,
    ...measureFields,
    ...weightFields,
    grossColumn: column.describe('The gross weight column, in addition to a net weight.').optional(),
    tareColumn: column.describe('The tare column, in the unit of the weight.').optional(),
    timesColumn: column.describe('The column with the number of bags or containers of this weight each.').optional(),
    finer: z
      .strictObject({ column, unit: weightUnit })
      .describe('The column of the remainder in a smaller unit, such as ounces in addition to pounds.')
      .optional(),
  })
  .refine(unitOrUnitColumn.check, unitOrUnitColumn.because)
  .refine((value) => value.holds === 'net' || (value.tare !== undefined) !== (value.tareColumn !== undefined), {
    error: code('import.mapping.tareMissing'),
    path: ['tare'],
  });

const gramsByValue = z.strictObject({
  by: z
    .array(z.strictObject({ column, values: z.record(name, grams).describe('Grams by column value.'), comment }))
    .min(1)
    .max(10)
    .describe('Tables in order. The first with a value for the row applies.'),
  otherwise: grams.describe('Grams if no table matches.').optional(),
});

const gramsPerServing = z.union([grams, gramsByValue]).describe('Grams per serving. Events are marked as estimated.');

const servingsMeasure = z.strictObject({ kind: servingsKind, ...measureFields, gramsPerServing });

/** How the cells of columns side by side are read; an empty one was not measured. */
const wideMeasure = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: weightKind, ...sharedFields, ...weightFields })
    .refine(unitOrUnitColumn.check, unitOrUnitColumn.because)
    .refine((value) => value.holds === 'net' || value.tare !== undefined, {
      error: code('import.mapping.tareMissing'),
      path: ['tare'],
    }),
  z.strictObject({ kind: servingsKind, ...sharedFields, gramsPerServing }),
]);

const newSites = z
  .strictObject({ country, timeZone, currency })
  .describe('The location of sites that the import creates. Its currency applies to costs without one.');

const openingFields = {
  delimiter: z
    .enum(['auto', ',', ';', '\t', '|'])
    .default('auto')
    .describe('The separator between cells in a text file.'),
  encoding: z
    .enum(['auto', ...ENCODINGS])
    .default('auto')
    .describe('For text files.'),
  worksheet: lineOfText(100)
    .min(1)
    .describe('For workbooks: the name of the worksheet. Default: the first with a table.')
    .optional(),
  moreWorksheets: z
    .array(lineOfText(100).min(1))
    .max(mostWorksheets)
    .describe('Worksheets with the same column names in the same row, appended to the first.')
    .optional(),
  headerRow: z.number().int().min(1).max(100).default(1).describe('The row with the column names, counted from 1.'),
  headerLines: z
    .literal([1, 2])
    .default(1)
    .describe('2: that row contains the titles of column groups, and the next row the column names.'),
};
/** Where a mapping finds the sheet and its column names. */
export const sheetOpening = z.object(openingFields);

/** How the lines of a sheet become waste events. Kept as JSON; `version` changes with its meaning. */
export const ImportMapping = z
  .strictObject({
    version: z.literal(1).describe('Version of the mapping format.'),
    name: name.describe('The mapping’s name.'),
    notes: z
      .array(linesOfText(2000))
      .max(50)
      .default([])
      .describe('A note for readers of the mapping. Tare ignores it.'),
    ...openingFields,
    decimal: z
      .enum(['auto', ',', '.'])
      .default('auto')
      .describe('The decimal sign; with `auto`, numbers that can be read in two ways are refused.'),
    emptyWords: z
      .array(lineOfText(40).min(1))
      .max(20)
      .default([])
      .describe('Words that mean an empty cell, such as `NA`.'),
    skipLines: skippedLines.optional(),
    filters: z.array(filter).max(20).default([]).describe('Rules for leaving out rows.'),
    totalLines: z
      .enum(['leaveOut', 'keep'])
      .default('leaveOut')
      .describe('Lines that add up others are left out; `keep` reads them like all others.'),
    hiddenLines: z
      .enum(['leaveOut', 'keep'])
      .default('keep')
      .describe('Rows that a workbook hides, by a filter or by hand; `keep` reads them like all others.'),
    dates,
    site,
    location,
    fillDown: z
      .array(column)
      .min(1)
      .max(50)
      .describe('Columns with a value only in the first row of a block. Empty cells below repeat it.')
      .optional(),
    blockTitles: z
      .array(z.enum(blockSubjects))
      .min(1)
      .max(blockSubjects.length)
      .describe(
        'What rows between blocks say about the rows below them, such as `Week 38`. Replaces the constant of `site` or `dates`.',
      )
      .optional(),
    unknownSites: z
      .enum(['create', 'refuse'])
      .default('refuse')
      .describe('What to do with rows for sites that do not exist in Tare.'),
    newSites: newSites.optional(),
    stage: stage.optional(),
    daypart: source.optional(),
    item: source.optional(),
    reason: source.optional(),
    source: source.optional(),
    sink: sink.optional(),
    container: source.optional(),
    note: z.strictObject({ column }).describe('The note column.').optional(),
    measures: z
      .array(z.discriminatedUnion('kind', [weightMeasure, servingsMeasure]))
      .max(50)
      .describe('The columns that hold a weight or servings: at least one, or `wide`.'),
    wide: wideOf(wideMeasure).optional(),
    total: totalColumn.optional(),
    recordId: recordId.optional(),
    rowKey: z
      .array(column)
      .min(1)
      .max(50)
      .describe('Columns that identify a row in repeat imports. Default: the values of the row.')
      .optional(),
    optionalColumns: z
      .array(column)
      .max(50)
      .default([])
      .describe('Columns that may be missing from a sheet. Their cells are then read as empty.'),
  })
  .superRefine((mapping, context) => {
    const report = (path: (string | number)[], message: ImportCode) =>
      context.addIssue({ code: 'custom', path, message });
    if (mapping.unknownSites === 'create' && !mapping.newSites) report(['newSites'], 'import.mapping.newSitesMissing');
    if (mapping.measures.length === 0 && !mapping.wide) report(['measures'], 'import.mapping.measureMissing');
    checkHeads(mapping, report);
    const spread =
      mapping.dates.monthTotals === 'spread' ? mapping.measures.length + (mapping.wide?.columns.length ?? 0) : 0;
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

type Report = (path: (string | number)[], message: ImportCode) => void;

/** What stands in the heads must be said to stand there, and the other way round. */
function checkHeads(
  {
    wide,
    dates,
    site,
    location,
    stage,
    newSites,
  }: Pick<ImportMapping, 'wide' | 'dates' | 'site' | 'location' | 'stage' | 'newSites'>,
  report: Report,
): void {
  const heads = wide?.heads;
  const inHeads = {
    dates: heads === 'month' || heads === 'day',
    site: heads === 'site',
    location: heads === 'location',
  };
  if ((dates.inHeads === true) !== inHeads.dates) report(['dates', 'inHeads'], 'import.mapping.inHeads');
  if ((site.inHeads === true) !== inHeads.site) report(['site', 'inHeads'], 'import.mapping.inHeads');
  if ((location.inHeads === true) !== inHeads.location) report(['location', 'inHeads'], 'import.mapping.inHeads');
  if (!wide) return;
  if (heads !== 'stage' && !wide.measure.stage && !stage)
    report(['wide', 'measure', 'stage'], 'import.mapping.stageMissing');
  const needsYear = heads === 'month' && wide.columns.some(({ value }) => value.length === 2);
  if (needsYear && dates.year === undefined && dates.yearColumn === undefined)
    report(['dates', 'year'], 'import.mapping.yearMissing');
  const hasCost = wide.columns.some(({ costColumn }) => costColumn !== undefined);
  if (hasCost && !(wide.measure.currency ?? newSites?.currency))
    report(['wide', 'measure', 'currency'], 'import.mapping.currencyMissing');
}
