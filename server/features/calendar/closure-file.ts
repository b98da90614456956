import iconv from 'iconv-lite';
import { fail } from '../../platform/errors';
import type { closureFormats } from './calendar.contract';
import { readCsv } from './closure-csv';
import { readIcs } from './closure-ics.rules';
import { mostRanges, type ReadClosures } from './closures.rules';

export type ClosureFormat = (typeof closureFormats)[number];

/**
 * Reads a file of closures. Lines that can not be used are refused with their reason; the others stand.
 * @throws 422 calendar.import.empty, notText, noRanges, tooManyRanges, and what the format's reader throws
 */
export function readClosures(content: Buffer | string, format?: ClosureFormat): ReadClosures & { format: ClosureFormat } {
  const text = (typeof content === 'string' ? content : decode(content)).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw fail.unprocessable('calendar.import.empty');
  if (text.includes('\0') || text.startsWith('%PDF-')) throw fail.unprocessable('calendar.import.notText');
  const kind = format ?? (/^\s*BEGIN:VCALENDAR/i.test(text) ? 'ics' : 'csv');
  const read = kind === 'ics' ? readIcs(text) : readCsv(text);
  if (read.closures.length + read.refused.length === 0) throw fail.unprocessable('calendar.import.noRanges');
  if (read.closures.length > mostRanges) throw fail.unprocessable('calendar.import.tooManyRanges', { params: { count: read.closures.length, max: mostRanges } });
  return { ...read, format: kind };
}

/** By the byte-order mark, else UTF-8 where that is what it is, else what old spreadsheets write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, 'windows-1252');
  }
}
