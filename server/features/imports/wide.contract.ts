import { z } from 'zod';
import { linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { code, column, name, stageId } from './mapping-parts.contract';
import { headRoles, isHeadValue, mostWideColumns } from './wide-heads.rules';

/** A line with this many measures, each spread over the days of a month, is as much as goes in at once. */
export const mostSpreadColumns = 32;

const wideColumn = z.strictObject({
  column,
  value: name.describe(
    'What the column name means: the item, daypart, weekday (1 for Monday to 7), month (2026-03 or 03), day … of the events below it.',
  ),
  costColumn: column.describe('The cost column, in addition to a weight.').optional(),
  stage: stageId.describe('The stage of the events below it, if the column name states it too.').optional(),
  item: name.describe('The item of the events below it, if the column name states it too.').optional(),
  daypart: name.describe('The daypart of the events below it, if the column name states it too.').optional(),
});

/**
 * Columns side by side that hold the same measure: one for each kind, meal, weekday, month or place. `measure` says how their
 * cells are read.
 */
export const wideOf = <Measure extends z.ZodType>(measure: Measure) =>
  z
    .strictObject({
      heads: z.enum(headRoles).describe('What the column names mean.'),
      columns: z.array(wideColumn).min(1).max(mostWideColumns).describe('The side-by-side columns.'),
      measure: measure.describe('How their cells are read.'),
    })
    .superRefine(({ heads, columns }, context) => {
      const seen = new Set<string>();
      columns.forEach((one, index) => {
        const report = (message: Parameters<typeof code>[0], key: string) =>
          context.addIssue({ code: 'custom', path: ['columns', index, key], message: code(message) });
        if (!isHeadValue(heads, one.value) || (heads === 'day' && !isLocalDate(one.value)))
          report('import.mapping.headValue', 'value');
        if (seen.has(one.column)) report('import.mapping.sameMeasureName', 'column');
        seen.add(one.column);
      });
    })
    .describe('Side-by-side columns with the same measure: one per kind, meal, weekday, month or place.');

export const totalColumn = z
  .strictObject({
    column,
    otherwise: z
      .enum(['refuse', 'take'])
      .default('refuse')
      .describe('What to do with a row whose parts do not add up to the total.'),
  })
  .describe('A column with the total of the other columns: not imported, but compared with their sum.');

export const recordId = z
  .strictObject({
    column,
    repeats: z
      .enum(['leaveOut', 'keep'])
      .default('leaveOut')
      .describe('What to do with a row that repeats the ID of an earlier row of the same sheet.'),
  })
  .describe('A column whose value no two rows share. It does not identify rows in repeat imports; see `rowKey`.');

export const filter = z
  .strictObject({
    column,
    leaveOut: z
      .enum(['these', 'others'])
      .default('these')
      .describe('Whether to leave out rows with one of the values, or all other rows.'),
    values: z
      .array(linesOfText(200))
      .min(1)
      .max(200)
      .describe('Ignores letter case and surrounding white space. An empty text matches an empty cell.'),
  })
  .describe('Rows left out by cell value.');

export const skippedLines = z
  .strictObject({
    first: z
      .number()
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Number of rows to leave out below the column names, ignoring blank rows.'),
    last: z.number().int().min(0).max(1000).default(0).describe('Number of rows to leave out at the end of the sheet.'),
  })
  .describe('Rows left out by position.');
