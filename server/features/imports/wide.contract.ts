import { z } from 'zod';
import { linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { code, column, name } from './mapping-parts.contract';
import { headRoles, isHeadValue, mostWideColumns } from './wide-heads.rules';

/** A line with this many measures, each spread over the days of a month, is as much as goes in at once. */
export const mostSpreadColumns = 32;

const wideColumn = z.strictObject({
  column,
  value: name.describe(
    'What the name of the column means: the item, the daypart, the weekday (1 Monday to 7), the month (2026-03 or 03), the day … of the events below it.',
  ),
  costColumn: column.describe('Beside a weight, the column with the cost of the same.').optional(),
});

/**
 * Columns side by side that hold the same measure: one for each kind, meal, weekday, month or place. `measure` says how their
 * cells are read.
 */
export const wideOf = <Measure extends z.ZodType>(measure: Measure) =>
  z
    .strictObject({
      heads: z.enum(headRoles).describe('What the names of the columns are.'),
      columns: z.array(wideColumn).min(1).max(mostWideColumns).describe('The columns side by side.'),
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
    .describe('Columns side by side that hold the same measure: one for each kind, meal, weekday, month or place.');

export const totalColumn = z
  .strictObject({
    column,
    otherwise: z
      .enum(['refuse', 'take'])
      .default('refuse')
      .describe('What becomes of a line whose parts add up to something else.'),
  })
  .describe('A column that adds up the others of its line: never taken, and compared with their sum.');

export const filter = z
  .strictObject({
    column,
    leaveOut: z
      .enum(['these', 'others'])
      .default('these')
      .describe('Whether lines with one of the values are left out, or all others.'),
    values: z
      .array(linesOfText(200))
      .min(1)
      .max(200)
      .describe('Letter case and white space around do not count; an empty text is an empty cell.'),
  })
  .describe('Lines that are left out by what a cell holds.');

export const skippedLines = z
  .strictObject({
    first: z
      .number()
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe('So many lines below the column names, blank ones not counted.'),
    last: z.number().int().min(0).max(1000).default(0).describe('So many lines at the end of the sheet.'),
  })
  .describe('Lines that are left out by their place.');
