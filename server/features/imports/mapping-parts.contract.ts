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
import { weightUnits } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

export const code = (value: ImportCode) => value;

export const column = lineOfText(200)
  .normalize('NFC')
  .min(1)
  .describe('The name of a column of the sheet; letter case and white space do not count.');
export const name = lineOfText(200).normalize('NFC').min(1).describe('A name, as Tare shows it.');
export const comment = linesOfText(2000).describe('For whoever reads the mapping; Tare does not.').optional();
export const grams = z.number().positive().max(100_000).describe('Grams.');
const stageId = z.literal([8, 9, 23]).describe('8 pre-consumer, 9 post-consumer, 23 consumer plate waste.');
export const weightUnit = z.enum(weightUnits).describe('The unit of every weight of the column.');
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
const columnConstantOrHeads = hasExactlyOne('column', 'constant', 'inHeads');
const columnConstantHeadsOrSite = hasExactlyOne('column', 'constant', 'inHeads', 'sameAsSite');

const constant = name.describe('The same for every line.').optional();
const inHeads = z.literal(true).describe('The columns of `wide` name it.').optional();

export const source = z
  .strictObject({ column: column.optional(), constant, comment })
  .refine(columnOrConstant.check, columnOrConstant.because)
  .describe('A value that stands in a column, or is the same for the whole sheet.');

export const site = z
  .strictObject({ column: column.optional(), constant, inHeads, comment })
  .refine(columnConstantOrHeads.check, columnConstantOrHeads.because)
  .describe('The site of each line.');

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
  .describe('The location of each line within its site.');

export const stage = z
  .strictObject({
    column: column.optional(),
    constant: stageId.optional(),
    values: z.record(name, stageId).describe('Which word of the column means which stage.').optional(),
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
    timeColumn: column
      .describe('A time in a column of its own is read as if it stood behind the date, after one space.')
      .optional(),
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
    precision: z.enum(['month', 'day', 'datetime']).default('day').describe('What the dates state.'),
    year: z
      .number()
      .int()
      .min(FIRST_YEAR)
      .max(LAST_YEAR)
      .describe(
        'Of dates that state no year: that of the first line. Later lines follow the months across new year, in either direction.',
      )
      .optional(),
    yearColumn: column.describe('Or the column in which the year stands.').optional(),
    swappedDays: z
      .boolean()
      .describe('Whether day and month of the dates that a workbook holds are swapped; texts are not.')
      .optional(),
    weekDate: z
      .enum(['first', 'last'])
      .default('first')
      .describe('Of a week with weekdays in the heads: whether the date is its first or its last day.'),
    monthTotals: z
      .enum(['firstDay', 'lastOpenDay', 'spread'])
      .default('firstDay')
      .describe(
        'What becomes of the total of a month: one event on its first day or its last open day, or a share on each open day, marked as estimated.',
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
  .describe('The day of each line.');

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
