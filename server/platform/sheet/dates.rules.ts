import { tz } from '@date-fns/tz';
import { format, parse } from 'date-fns';
import { instantOfWallTime, wallTimeOf } from '../zone-clock.rules';
import { hasIsoShape, readIsoDate, type ParsedMoment } from './iso-date.rules';
import { isOtherThan, readNumberDate } from './number-dates.rules';
import { readNumber } from './numbers.rules';
import type { DatePrecision } from './sheet.contract';
import { failed, read, type Read } from './values.rules';
import { isWordPattern, readWordDate } from './word-dates.rules';

export interface DateRules {
  patterns: readonly string[];
  precision: DatePrecision;
  /** The clock that the sheet was written by: the site's own, UTC, or a named IANA zone. */
  timeZone: string;
  /** Of texts that state none. Without it they are refused: nothing is ever taken to be of some year. */
  year?: number;
}

/** A day on the site's own calendar; `localTime` only where the sheet states a time and the mapping wants it. */
export interface LocalMoment {
  localDate: string;
  localTime?: string;
  /** Milliseconds since 1970 UTC, where the clock shows this time twice and the sheet says that it is the second. */
  instant?: number;
  precision: DatePrecision;
}

export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2100;
const LONGEST_TEXT = 64;
const DAY_MS = 86_400_000;
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const REFERENCE_YEAR = 2000;
const REFERENCE = new Date(Date.UTC(REFERENCE_YEAR, 0, 1));
const SAMPLE_YEAR = 2001;
const IN_UTC = { in: tz('UTC') };
const OFFSET_TOKEN = /[XxtT]/;
const TIME_TOKEN = /[HhKkmsStTXxp]/;
const YEAR_TOKEN = /[yuRtTP]/;

/**
 * Reads a date by the patterns in their order (date-fns patterns, `iso`, those of `word-dates.rules`, or `excel-serial`: days
 * since 1899-12-30). Days that do not exist and years outside 2000 to 2100 are refused.
 * `siteZone` is the site's IANA zone; a moment stated in another zone or with an offset is moved into it.
 */
export function readDate(raw: string, rules: DateRules, siteZone: string): Read<LocalMoment> {
  const text = raw.trim();
  if (text === '') return failed('import.missingValue');
  const expected = () => ({ expected: rules.patterns.join(', ') });
  if (text.length > LONGEST_TEXT) return failed('import.notADate', expected());
  let otherYear: number | undefined;
  let yearMissing = false;
  for (const pattern of rules.patterns) {
    const parsed = parseByPattern(text, pattern, rules.year);
    if (parsed === 'yearMissing') yearMissing = true;
    if (!parsed || parsed === 'yearMissing') continue;
    const year = new Date(parsed.ms).getUTCFullYear();
    if (year >= FIRST_YEAR && year <= LAST_YEAR) return toLocal(parsed, rules, siteZone);
    otherYear ??= year;
  }
  if (otherYear !== undefined)
    return failed('import.yearOutOfRange', { year: otherYear, first: FIRST_YEAR, last: LAST_YEAR });
  if (yearMissing) return failed('import.yearMissing');
  const shaped = rules.patterns.some((pattern) => hasShapeOf(text, pattern));
  return failed(shaped ? 'import.noSuchDate' : 'import.notADate', expected());
}

/** Whether the date library understands the pattern both ways, so that it can fail on a sheet but never on itself. */
export function isDatePattern(pattern: string): boolean {
  if (pattern === 'iso' || pattern === 'excel-serial' || isWordPattern(pattern)) return true;
  // Week years and days of the year (`YYYY`, `DD`) are what people write by mistake for `yyyy` and `dd`.
  if (/[YD]/.test(withoutQuotedText(pattern))) return false;
  try {
    const printed = format(REFERENCE, pattern, IN_UTC);
    return /\d/.test(printed) && parseByPattern(printed, pattern, REFERENCE_YEAR) !== null;
  } catch {
    return false;
  }
}

/** Whether texts of this pattern say their year; those of months, weeks and named months may or may not. */
export const statesYear = (pattern: string): boolean =>
  pattern === 'iso' ||
  pattern === 'excel-serial' ||
  isWordPattern(pattern) ||
  YEAR_TOKEN.test(withoutQuotedText(pattern));

/** Two patterns that read the same text as different days, such as `d/M/yyyy` beside `M/d/yyyy`. */
export function findAmbiguousPatterns(patterns: readonly string[]): [string, string] | null {
  const printable = patterns.filter(
    (pattern) => pattern !== 'iso' && pattern !== 'excel-serial' && !isWordPattern(pattern),
  );
  const sample = new Date(Date.UTC(SAMPLE_YEAR, 1, 3));
  const parseSample = (text: string, pattern: string) => {
    const parsed = parseByPattern(text, pattern, SAMPLE_YEAR);
    return parsed === 'yearMissing' ? null : parsed;
  };
  for (const pattern of printable) {
    const printed = format(sample, pattern, IN_UTC);
    const own = parseSample(printed, pattern);
    const rival = printable.find((other) => {
      const reading = parseSample(printed, other);
      const plausible = reading && new Date(reading.ms).getUTCFullYear() >= FIRST_YEAR;
      return plausible && own && Math.floor(reading.ms / DAY_MS) !== Math.floor(own.ms / DAY_MS);
    });
    if (rival) return [pattern, rival];
  }
  return null;
}

function parseByPattern(text: string, pattern: string, year: number | undefined): ParsedMoment | 'yearMissing' | null {
  if (pattern === 'iso') return readIsoDate(text);
  if (pattern === 'excel-serial') return parseSerial(text);
  if (isWordPattern(pattern)) {
    const found = readWordDate(text, pattern, year);
    return found === null || found === 'yearMissing' ? found : { ...found, kind: 'wall', hasTime: false };
  }
  const plain = readNumberDate(text, pattern);
  if (plain !== null) return { ms: plain, kind: 'wall', hasTime: TIME_TOKEN.test(pattern) };
  if (isOtherThan(text, pattern)) return null;
  const tokens = withoutQuotedText(pattern);
  const needsYear = !YEAR_TOKEN.test(tokens);
  // The library takes what a text leaves out from its reference: a leap year, so that 29 February is told from no day at all.
  const ms = parse(
    text,
    pattern,
    needsYear ? new Date(Date.UTC(year ?? REFERENCE_YEAR, 0, 1)) : REFERENCE,
    IN_UTC,
  ).getTime();
  if (Number.isNaN(ms)) return null;
  if (needsYear && year === undefined) return 'yearMissing';
  return { ms, kind: OFFSET_TOKEN.test(tokens) ? 'instant' : 'wall', hasTime: TIME_TOKEN.test(tokens) };
}

function parseSerial(text: string): ParsedMoment | null {
  if (!/^\d{5}([.,]\d+)?$/.test(text)) return null;
  const serial = readNumber(text.replace(',', '.'), '.');
  if (!serial.ok) return null;
  const ms = EXCEL_EPOCH + Math.round(serial.value.value * 86_400) * 1000;
  return { ms, kind: 'wall', hasTime: !Number.isInteger(serial.value.value) };
}

function toLocal(parsed: ParsedMoment, rules: DateRules, siteZone: string): Read<LocalMoment> {
  const sheetZone = rules.timeZone === 'site' ? siteZone : rules.timeZone;
  const moves = parsed.kind === 'instant' || (parsed.hasTime && sheetZone !== siteZone);
  const checked = parsed.kind === 'wall' && parsed.hasTime && (moves || rules.precision === 'datetime');
  const instant = checked ? instantOfWallTime(parsed.ms, sheetZone) : parsed.ms;
  if (instant === null) return failed('import.noSuchTime', { zone: sheetZone });
  const shown = moves ? wallTimeOf(instant, siteZone) : parsed.ms;
  const localDate = dayOf(shown);
  if (rules.precision === 'month') return read({ localDate: `${localDate.slice(0, 7)}-01`, precision: 'month' });
  if (rules.precision === 'day' || !parsed.hasTime) return read({ localDate, precision: 'day' });
  const second = parsed.kind === 'instant' && instantOfWallTime(shown, siteZone) !== instant;
  return read({ localDate, localTime: timeOf(shown), ...(second && { instant }), precision: 'datetime' });
}

const knownDays = new Map<number, string>();
const REMEMBERED_DAYS = 5_000;

function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  const known = knownDays.get(number);
  if (known !== undefined) return known;
  if (knownDays.size >= REMEMBERED_DAYS) knownDays.clear();
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
  knownDays.set(number, day);
  return day;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function timeOf(ms: number): string {
  const seconds = Math.floor((ms - Math.floor(ms / DAY_MS) * DAY_MS) / 1000);
  return `${twoDigits[Math.floor(seconds / 3600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}`;
}

function hasShapeOf(text: string, pattern: string): boolean {
  if (pattern === 'iso') return hasIsoShape(text);
  return pattern !== 'excel-serial' && !isWordPattern(pattern) && shapeOf(text) === shapeOfPattern(pattern);
}

const knownShapes = new Map<string, string>();
const REMEMBERED_SHAPES = 200;

function shapeOfPattern(pattern: string): string {
  const known = knownShapes.get(pattern);
  if (known !== undefined) return known;
  if (knownShapes.size >= REMEMBERED_SHAPES) knownShapes.clear();
  const shape = shapeOf(format(REFERENCE, pattern, IN_UTC));
  knownShapes.set(pattern, shape);
  return shape;
}

const shapeOf = (text: string) => text.replace(/\d+/g, '9');
const withoutQuotedText = (pattern: string) => pattern.replace(/'[^']*'/g, '');
