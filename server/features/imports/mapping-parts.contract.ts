import { z } from 'zod';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { FIRST_YEAR, LAST_YEAR, findAmbiguousPatterns, isDatePattern, statesYear } from '../../platform/sheet/dates.rules';
import { isLocalDate } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

export const code = (value: ImportCode) => value;

export const column = lineOfText(200).normalize('NFC').min(1);
export const name = lineOfText(200).normalize('NFC').min(1);
export const comment = linesOfText(2000).optional();
export const grams = z.number().positive().max(100_000);
export const stageId = z.literal([8, 9, 23]);
export const weightUnit = z.enum(weightUnits);
export const currency = z.string().refine((value) => Intl.supportedValuesOf('currency').includes(value), {
  error: code('import.mapping.notACurrency'),
});
export const country = z.string().regex(/^[A-Z]{2}$/, { error: code('import.mapping.notACountry') });
export const timeZone = z.string().refine(isTimeZone, { error: code('import.mapping.notATimeZone') });

export const hasExactlyOne = <Key extends string>(...keys: Key[]) => ({
  check: (value: Partial<Record<Key, unknown>>) => keys.filter((key) => value[key] !== undefined).length === 1,
  because: { error: code('import.mapping.oneOf'), params: { keys: keys.join(', ') } },
});
const columnOrConstant = hasExactlyOne('column', 'constant');
const columnConstantOrHeads = hasExactlyOne('column', 'constant', 'inHeads');
const columnConstantHeadsOrSite = hasExactlyOne('column', 'constant', 'inHeads', 'sameAsSite');

/** A value that stands in a column, or is the same for the whole sheet. */
export const source = z
  .strictObject({ column: column.optional(), constant: name.optional(), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

/** `inHeads`: the columns of `wide` name the sites. */
export const site = z
  .strictObject({ column: column.optional(), constant: name.optional(), inHeads: z.literal(true).optional(), comment })
  .refine(columnConstantOrHeads.check, columnConstantOrHeads.because);

/** Where the waste went. `countsAsWaste: false` keeps the events, out of the waste figures. */
export const sink = z
  .strictObject({ column: column.optional(), constant: name.optional(), countsAsWaste: z.boolean().default(true), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

export const location = z
  .strictObject({ column: column.optional(), constant: name.optional(), inHeads: z.literal(true).optional(), sameAsSite: z.literal(true).optional(), comment })
  .refine(columnConstantHeadsOrSite.check, columnConstantHeadsOrSite.because);

/** 8 pre-consumer, 9 post-consumer, 23 consumer plate waste; `values` says which word of a column means which. */
export const stage = z
  .strictObject({ column: column.optional(), constant: stageId.optional(), values: z.record(name, stageId).optional(), comment })
  .refine(columnOrConstant.check, columnOrConstant.because);

const day = z.string().refine(isLocalDate, { error: code('import.mapping.notADay') });

export const dates = z
  .strictObject({
    column: column.optional(),
    /** The day of a sheet of one day, or of its week where `wide` has weekdays, as `2026-03-02`. */
    constant: day.optional(),
    /** The columns of `wide` name the months or days. */
    inHeads: z.literal(true).optional(),
    /** A time in a column of its own is read as if it stood behind the date, after one space. */
    timeColumn: column.optional(),
    /** date-fns patterns, `iso`, `excel-serial`, `day-month-name`, `month` or `week`, tried in order. */
    patterns: z
      .array(z.string().min(1).max(60).refine(isDatePattern, { error: code('import.mapping.notADatePattern') }))
      .min(1)
      .max(20)
      .default(['iso']),
    precision: z.enum(['month', 'day', 'datetime']).default('day'),
    /** Of dates that state no year: that of the first line. Later lines follow the months across new year, in either direction. */
    year: z.number().int().min(FIRST_YEAR).max(LAST_YEAR).optional(),
    /** Or the column in which the year stands. */
    yearColumn: column.optional(),
    /** Of a week with weekdays in the heads: whether the date is its first or its last day. */
    weekDate: z.enum(['first', 'last']).default('first'),
    /** What becomes of the total of a month: one event on its first day or its last open day, or a share on each open day, marked as estimated. */
    monthTotals: z.enum(['firstDay', 'lastOpenDay', 'spread']).default('firstDay'),
    /** The clock of the sheet: the site's own, or an IANA zone. */
    timeZone: z.union([z.literal('site'), timeZone]).default('site'),
    comment,
  })
  .refine(hasExactlyOne('column', 'constant', 'inHeads').check, hasExactlyOne('column', 'constant', 'inHeads').because)
  .superRefine(({ column: ofDates, patterns, year, yearColumn }, context) => {
    const pair = patterns.every(isDatePattern) ? findAmbiguousPatterns(patterns) : null;
    if (pair) context.addIssue({ code: 'custom', path: ['patterns'], message: code('import.mapping.ambiguousDates'), params: { first: pair[0], second: pair[1] } });
    const needsYear = ofDates !== undefined && patterns.every(isDatePattern) && patterns.some((pattern) => !statesYear(pattern));
    if (needsYear && year === undefined && yearColumn === undefined) context.addIssue({ code: 'custom', path: ['year'], message: code('import.mapping.yearMissing') });
  });

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
