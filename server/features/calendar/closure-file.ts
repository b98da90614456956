import { fail, type Failure } from '../../platform/errors';
import type { SheetForm } from '../../platform/sheet/sheet.contract';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { openText } from '../../platform/sheet/sheet.text';
import type { LocalDate } from '../../platform/time';
import type { closureFormats } from './calendar.contract';
import { noStartColumn, readCsv } from './closure-csv';
import { readIcs } from './closure-ics';
import type { ReadClosures } from './closure-list';
import { closureLimits } from './closures.rules';

export type ClosureFormat = (typeof closureFormats)[number];

export interface ClosureFile {
  content: Buffer | string;
  format?: ClosureFormat;
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
export async function readClosures({ content, format }: ClosureFile, place: CalendarPlace): Promise<ReadClosures & { format: ClosureFormat }> {
  const encoding: SheetForm['encoding'] = typeof content === 'string' ? 'utf-8' : 'auto';
  const bytes = Buffer.from(content as Buffer);
  try {
    const text = await openText(once(bytes), { encoding, limits: closureLimits });
    const kind = format ?? (/^\s*BEGIN:VCALENDAR/i.test(text.sample) ? 'ics' : 'csv');
    if (kind === 'csv') await text.close();
    const { closures, refused, refusedTotal } = kind === 'ics' ? await readIcs(text.pieces, place) : await readCsv(once(bytes), encoding);
    if (closures.length + refused.length === 0) throw fail.unprocessable('calendar.import.noRanges');
    return { closures, refused, refusedTotal, format: kind };
  } catch (error) {
    throw error instanceof SheetError ? failureOf(error) : error;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

function failureOf({ code }: SheetError): Failure {
  switch (code) {
    case 'import.notText':
      return fail.unprocessable('calendar.import.notText');
    case 'import.emptyFile':
      return fail.unprocessable('calendar.import.empty');
    case 'import.fileTooLarge':
      return fail.tooLarge('errors.tooLarge', { params: { max: `${closureLimits.bytes / 1_048_576} MB` } });
    case 'import.tooManyLines':
      return fail.unprocessable('calendar.import.tooManyEntries', { params: { max: closureLimits.entries } });
    case 'import.endsInTheMiddle':
      return fail.unprocessable('calendar.import.endsInTheMiddle');
    case 'import.noRows':
      return fail.unprocessable('calendar.import.noRanges');
    case 'import.missingColumn':
      return noStartColumn([]);
    default:
      return fail.unprocessable('calendar.import.unreadable');
  }
}
