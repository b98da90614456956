import { z } from 'zod';
import { linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { code, column, name } from './mapping-parts.contract';
import { headRoles, isHeadValue, mostWideColumns } from './wide-heads.rules';

/** A line with this many measures, each spread over the days of a month, is as much as goes in at once. */
export const mostSpreadColumns = 32;

const wideColumn = z.strictObject({
  column,
  /** What the column's name means: the item, the daypart, the weekday … of the events below it. */
  value: name,
  /** Beside a weight, the cost of the same. */
  costColumn: column.optional(),
});

/**
 * Columns side by side that hold the same measure: one for each kind, meal, weekday, month or place. `measure` says how their
 * cells are read.
 */
export const wideOf = <Measure extends z.ZodType>(measure: Measure) =>
  z
    .strictObject({ heads: z.enum(headRoles), columns: z.array(wideColumn).min(1).max(mostWideColumns), measure })
    .superRefine(({ heads, columns }, context) => {
      const seen = new Set<string>();
      columns.forEach((one, index) => {
        const report = (message: Parameters<typeof code>[0], key: string) => context.addIssue({ code: 'custom', path: ['columns', index, key], message: code(message) });
        if (!isHeadValue(heads, one.value) || (heads === 'day' && !isLocalDate(one.value))) report('import.mapping.headValue', 'value');
        if (seen.has(one.column)) report('import.mapping.sameMeasureName', 'column');
        seen.add(one.column);
      });
    });

/** A column that adds up the others of its line: never taken, and compared with their sum. */
export const totalColumn = z.strictObject({
  column,
  /** What becomes of a line whose parts add up to something else. */
  otherwise: z.enum(['refuse', 'take']).default('refuse'),
});

/** Lines that are left out: those whose cell is, or is not, one of the values; letter case and white space around do not count. */
export const filter = z.strictObject({
  column,
  leaveOut: z.enum(['these', 'others']).default('these'),
  values: z.array(linesOfText(200)).min(1).max(200),
});

export const skippedLines = z.strictObject({
  /** Lines below the column names, blank ones not counted. */
  first: z.number().int().min(0).max(1000).default(0),
  last: z.number().int().min(0).max(1000).default(0),
});
