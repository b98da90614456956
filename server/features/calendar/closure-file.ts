import type { closureFormats } from '../../domain/calendar/calendar.contract';
import { fail, type Failure } from '../../platform/errors';
import { packageOf } from '../../platform/sheet/encoding.rules';
import type { SheetForm } from '../../platform/sheet/sheet.contract';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { openText } from '../../platform/sheet/sheet.text';
import type { LocalDate } from '../../platform/time';
import { readIcs } from './closure-ics';
import type { Answer, Question } from './closure-questions.rules';
import { noStartColumn, readClosureSheet } from './closure-sheet';
import { closureLimits, type Closure, type KitchenName, type Refused } from './closures.rules';

export type ClosureFormat = (typeof closureFormats)[number];

export interface ClosureFile {
  content: Buffer | string;
  format?: ClosureFormat;
  /** What values of columns that decide mean. */
  answers?: readonly Answer[];
}

export interface ReadClosures {
  format: ClosureFormat;
  closures: Closure[];
  /** The first of them. */
  refused: Refused[];
  refusedTotal: number;
  /** Of a sheet with columns that decide. */
  questions: Question[];
  /** Lines that say open, and change nothing. */
  openLines: number;
  /** Lines whose value nobody has said the meaning of, by the kitchen that they name. */
  waiting: (KitchenName | undefined)[];
}

/** Of the location whose calendar it is. */
export interface CalendarPlace {
  timeZone: string;
  today: LocalDate;
}

/**
 * Reads a file of closures, giving others their turn. Lines that cannot be used are refused with their reason; the others
 * stand.
 * @throws 413; 422 calendar.import.empty, notText, noRanges, tooManyRanges, tooManyEntries, and what the format's reader throws
 */
export async function readClosures(
  { content, format, answers = [] }: ClosureFile,
  place: CalendarPlace,
): Promise<ReadClosures> {
  const encoding: SheetForm['encoding'] = typeof content === 'string' ? 'utf-8' : 'auto';
  const bytes = Buffer.from(content as Buffer);
  try {
    const read =
      packageOf(bytes) === null
        ? await readText(bytes, { encoding, format, answers, place })
        : await readSheetOf(bytes, { encoding, answers, format: 'xlsx' });
    if (read.closures.length + read.refused.length + read.questions.length === 0)
      throw fail.unprocessable('calendar.import.noRanges');
    return read;
  } catch (error) {
    throw error instanceof SheetError ? failureOf(error) : error;
  }
}

interface TextOf {
  encoding: SheetForm['encoding'];
  format: ClosureFormat | undefined;
  answers: readonly Answer[];
  place: CalendarPlace;
}

async function readText(bytes: Buffer, { encoding, format, answers, place }: TextOf): Promise<ReadClosures> {
  const text = await openText(once(bytes), { encoding, limits: closureLimits });
  if ((format ?? (/^\s*BEGIN:VCALENDAR/i.test(text.sample) ? 'ics' : 'csv')) === 'ics') {
    const { closures, refused, refusedTotal } = await readIcs(text.pieces, place);
    return { format: 'ics', closures, refused, refusedTotal, questions: [], openLines: 0, waiting: [] };
  }
  await text.close();
  return readSheetOf(bytes, { encoding, answers, format: 'csv' });
}

async function readSheetOf(
  bytes: Buffer,
  { encoding, answers, format }: Omit<TextOf, 'place'> & { format: ClosureFormat },
): Promise<ReadClosures> {
  const {
    list: { refused, refusedTotal },
    ...read
  } = await readClosureSheet(() => once(bytes), { encoding, answers });
  return { format, refused, refusedTotal, ...read };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

function failureOf({ code }: SheetError): Failure {
  switch (code) {
    case 'import.notText':
    case 'import.markup':
      return fail.unprocessable('calendar.import.notText');
    case 'import.emptyFile':
      return fail.unprocessable('calendar.import.empty');
    case 'import.fileTooLarge':
      return fail.tooLarge('errors.tooLarge', { params: { max: `${closureLimits.bytes / 1_048_576} MB` } });
    case 'import.tooManyLines':
      return fail.unprocessable('calendar.import.tooManyEntries', { params: { max: closureLimits.lines } });
    case 'import.endsInTheMiddle':
      return fail.unprocessable('calendar.import.endsInTheMiddle');
    case 'import.noRows':
      return fail.unprocessable('calendar.import.noRanges');
    case 'import.notAWorkbook':
      return fail.unprocessable('calendar.import.notAWorkbook');
    case 'import.oldWorkbook':
      return fail.unprocessable('calendar.import.oldWorkbook');
    case 'import.workbookTooLarge':
    case 'import.mergedTooLarge':
      return fail.unprocessable('calendar.import.workbookTooLarge');
    case 'import.noTable':
      return fail.unprocessable('calendar.import.noRanges');
    case 'import.missingColumn':
      return noStartColumn([]);
    default:
      return fail.unprocessable('calendar.import.unreadable');
  }
}
