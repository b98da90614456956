import { z } from 'zod';
import {
  FIRST_YEAR,
  LAST_YEAR,
  findAmbiguousPatterns,
  isDatePattern,
  statesYear,
} from '../../platform/sheet/dates.rules';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import type { ImportCode } from './import-codes.contract';
import { sheetUnits } from './units.rules';

/** What a row between two blocks of a sheet can say about the rows below it. */
export const blockSubjects = ['site', 'day'] as const;
export type BlockSubject = (typeof blockSubjects)[number];

export const code = (value: ImportCode) => value;

export const column = lineOfText(200)
  .normalize('NFC')
  .min(1)
  .describe('A column name in the sheet. Ignores letter case and white space.');
export const name = lineOfText(200).normalize('NFC').min(1).describe('A name as shown in Tare.');
export const comment = linesOfText(2000).describe('A note for readers of the mapping. Tare ignores it.').optional();
export const grams = z.number().positive().max(100_000).describe('Grams.');
export const stageId = z.literal([8, 9, 23]).describe('8: pre-consumer, 9: post-consumer, 23: consumer plate waste.');
export const weightUnit = z.enum(sheetUnits).describe('The unit of all weights in the column; `t` is a metric ton.');
export const currency = z
  .string()
  .refine((value) => Intl.supportedValuesOf('currency').includes(value), {
    error: code('import.mapping.notACurrency'),
  })
  .describe('An ISO 4217 code, such as EUR.');
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: code('import.mapping.notACountry') })
  .describe('An ISO 3166 code, such as DE.');
export const timeZone = z
  .string()
  .refine(isTimeZone, { error: code('import.mapping.notATimeZone') })
  .describe('An IANA time zone, such as Europe/Berlin.');

export const hasExactlyOne = <Key extends string>(...keys: Key[]) => ({
  check: (value: Partial<Record<Key, unknown>>) => keys.filter((key) => value[key] !== undefined).length === 1,
  because: { error: code('import.mapping.oneOf'), params: { keys: keys.join(', ') } },
});
const columnOrConstant = hasExactlyOne('column', 'constant');
const columnConstantHeadsOrSheet = hasExactlyOne('column', 'constant', 'inHeads', 'worksheet');
const columnConstantHeadsOrSite = hasExactlyOne('column', 'constant', 'inHeads', 'sameAsSite');

const constant = name.describe('The same for every row.').optional();
const inHeads = z.literal(true).describe('The columns of `wide` name it.').optional();

export const source = z
  .strictObject({ column: column.optional(), constant, comment })
  .refine(columnOrConstant.check, columnOrConstant.because)
  .describe('A value from a column, or the same for the whole sheet.');

export const site = z
  .strictObject({
    column: column.optional(),
    constant,
    inHeads,
    worksheet: z.literal(true).describe('For workbooks: the name of the worksheet.').optional(),
    comment,
  })
  .refine(columnConstantHeadsOrSheet.check, columnConstantHeadsOrSheet.because)
  .describe('The site of each row.');

export const sink = z
  .strictObject({
    column: column.optional(),
    constant,
    countsAsWaste: z.boolean().default(true).describe('`false` keeps the events, out of the waste figures.'),
    comment,
  })
  .refine(columnOrConstant.check, columnOrConstant.because)
  .describe('Where the waste went.');

export const location = z
  .strictObject({
    column: column.optional(),
    constant,
    inHeads,
    sameAsSite: z.literal(true).describe('Each site has one location, of the same name.').optional(),
    comment,
  })
  .refine(columnConstantHeadsOrSite.check, columnConstantHeadsOrSite.because)
  .describe('The location of each row within its site.');

export const stage = z
  .strictObject({
    column: column.optional(),
    constant: stageId.optional(),
    values: z.record(name, stageId).describe('Column values and the stages they mean.').optional(),
    otherwise: stageId.describe('The stage of words that are not listed. Default: their rows are refused.').optional(),
    comment,
  })
  .refine(columnOrConstant.check, columnOrConstant.because)
  .describe('The stage at which the waste arose.');

const day = z.string().refine(isLocalDate, { error: code('import.mapping.notADay') });

export const dates = z
  .strictObject({
    column: column.optional(),
    constant: day
      .describe('The day of a sheet of one day, or of its week where `wide` has weekdays, as `2026-03-02`.')
      .optional(),
    inHeads,
    timeColumn: column.describe('A separate time column. Its value is appended to the date after a space.').optional(),
    patterns: z
      .array(
        z
          .string()
          .min(1)
          .max(60)
          .refine(isDatePattern, { error: code('import.mapping.notADatePattern') }),
      )
      .min(1)
      .max(20)
      .default(['iso'])
      .describe('date-fns patterns, `iso`, `excel-serial`, `day-month-name`, `month` or `week`, tried in order.'),
    precision: z.enum(['month', 'day', 'datetime']).default('day').describe('The precision of the dates.'),
    year: z
      .number()
      .int()
      .min(FIRST_YEAR)
      .max(LAST_YEAR)
      .describe(
        'For dates without a year: the year of the first row. Later rows continue into the next or previous year.',
      )
      .optional(),
    yearColumn: column.describe('Or the year column.').optional(),
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: code('import.mapping.notADay') })
      .describe('For a column with the numbers of the days of one month: the month, as `2026-03`.')
      .optional(),
    swappedDays: z
      .boolean()
      .describe('Whether to swap day and month of workbook dates. Text dates are not affected.')
      .optional(),
    weekdayColumn: column.describe('The weekday column: the day of each row within the week of the date.').optional(),
    weekDate: z
      .enum(['first', 'last'])
      .default('first')
      .describe('For weeks with weekdays in the headings or in a column: whether the date is the first or last day.'),
    monthTotals: z
      .enum(['firstDay', 'lastOpenDay', 'spread'])
      .default('firstDay')
      .describe(
        'What to do with monthly totals: one event on the first day or the last open day, or a share on each open day, marked as estimated.',
      ),
    timeZone: z
      .union([z.literal('site'), timeZone])
      .default('site')
      .describe('The clock of the sheet: `site` for the site’s own, or an IANA zone.'),
    comment,
  })
  .refine(hasExactlyOne('column', 'constant', 'inHeads').check, hasExactlyOne('column', 'constant', 'inHeads').because)
  .superRefine(({ column: ofDates, patterns, year, yearColumn }, context) => {
    const pair = patterns.every(isDatePattern) ? findAmbiguousPatterns(patterns) : null;
    if (pair)
      context.addIssue({
        code: 'custom',
        path: ['patterns'],
        message: code('import.mapping.ambiguousDates'),
        params: { first: pair[0], second: pair[1] },
      });
    const needsYear =
      ofDates !== undefined && patterns.every(isDatePattern) && patterns.some((pattern) => !statesYear(pattern));
    if (needsYear && year === undefined && yearColumn === undefined)
      context.addIssue({ code: 'custom', path: ['year'], message: code('import.mapping.yearMissing') });
  })
  .describe('The day of each row.');

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
