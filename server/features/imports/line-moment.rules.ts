import { weekdayOfWord } from '../../platform/sheet/calendar-words.rules';
import { readClock } from '../../platform/sheet/clock.rules';
import { readDate, type DateRules, type LocalMoment } from '../../platform/sheet/dates.rules';
import { failed, read, type Read } from '../../platform/sheet/values.rules';
import { timeBehind } from '../../platform/sheet/word-dates.rules';
import type { ImportCode } from './import-codes.contract';
import type { MappingCells } from './mapping-cells.rules';
import { dayInMonth, dayNumberOf } from './month-days.rules';
import { dayOfWeekday, type Head } from './wide.rules';

/** What the dates of a file's lines share. */
export interface DatesRead {
  /** Dates that were read before: a sheet repeats the same few. Null where this one does not. */
  dates: Map<string, Read<LocalMoment, ImportCode>> | null;
  /** How often a date was met again. */
  met: number;
  /** Of texts without a year: the month before, and how often the sheet went past new year. */
  turns: { month: number | null; years: number };
}

export const noDates = (): DatesRead => ({ dates: new Map(), met: 0, turns: { month: null, years: 0 } });

/** Times of day differ from line to line: more of them would fill the memory and hardly be met again. */
const REMEMBERED_DATES = 2_000;
const LONGEST_DATE = 100;
const DAYS_TO_1904 = 1_462;
/** A jump over more than half a year, such as December to January, is a step over new year and not one back. */
const HALF_YEAR = 6;
/** Has a 29 February: told from it is only the month. */
const LEAP_YEAR = 2004;

/** The day, and the time where the sheet says it, on the clock of a place; `head` is that of the column. What is wrong stands in `cells.errors`. */
export function readMoment(
  cells: MappingCells,
  { zone, head, read }: { zone: string; head: Head | undefined; read: DatesRead },
): LocalMoment | undefined {
  const { dates } = cells.mapping;
  if (head?.role === 'day') return { localDate: head.value, precision: 'day' };
  if (head?.role === 'month') return monthOfHead(cells, head.value);
  const moment =
    dates.constant === undefined
      ? momentOfCells(cells, zone, read)
      : { localDate: dates.constant, precision: 'day' as const };
  if (moment === undefined) return moment;
  if (dates.weekdayColumn !== undefined) return dayOfWeek(cells, dates.weekdayColumn, moment);
  if (head?.role !== 'weekday') return moment;
  return { localDate: dayOfWeekday(moment.localDate, Number(head.value), dates.weekDate), precision: 'day' };
}

function dayOfWeek(cells: MappingCells, column: string, { localDate }: LocalMoment): LocalMoment | undefined {
  const weekday = cells.isEmpty(column) ? null : weekdayOfWord(cells.raw(column));
  if (weekday === null) {
    cells.refuse(column, failed(cells.isEmpty(column) ? 'import.missingValue' : 'import.notADate'));
    return undefined;
  }
  return { localDate: dayOfWeekday(localDate, weekday, cells.mapping.dates.weekDate), precision: 'day' };
}

function monthOfHead(cells: MappingCells, value: string): LocalMoment | undefined {
  const year = value.length > 2 ? value.slice(0, 4) : yearOf(cells);
  return year === undefined ? undefined : { localDate: `${year}-${value.slice(-2)}-01`, precision: 'month' };
}

/** As stated in the year's column, else for the sheet; undefined after noting that the cell holds none. */
function yearOf(cells: MappingCells): number | undefined {
  const { year, yearColumn } = cells.mapping.dates;
  if (yearColumn === undefined) return year;
  if (cells.isEmpty(yearColumn)) {
    cells.refuse(yearColumn, failed('import.missingValue'));
    return undefined;
  }
  const read = readDate(
    cells.raw(yearColumn).trim(),
    { patterns: ['yyyy'], precision: 'day', timeZone: 'site' },
    'UTC',
  );
  const day = cells.take(
    yearColumn,
    read.ok || read.code === 'import.yearOutOfRange' ? read : failed('import.notAYear'),
  );
  return day === undefined ? undefined : Number(day.localDate.slice(0, 4));
}

function momentOfCells(cells: MappingCells, zone: string, read: DatesRead): LocalMoment | undefined {
  const { column = '', timeColumn, patterns, year, yearColumn, month } = cells.mapping.dates;
  const ofMonth = month === undefined || cells.isEmpty(column) ? null : dayOfMonth(cells, { column, month });
  if (ofMonth !== null) return cells.take(column, ofMonth);
  const kind = cells.kind(column);
  const time = timeColumn === undefined ? '' : cells.raw(timeColumn);
  const text = cells.isEmpty(column) ? '' : `${dayText(cells, column)} ${time.trim()}`.trim().slice(0, LONGEST_DATE);
  const { precision, timeZone } = cells.mapping.dates;
  const ofCell = kind === 'date' ? ['iso', ...patterns] : patterns;
  const readIn = (inYear: number | undefined) =>
    remembered(
      read,
      () => `${zone} ${kind} ${inYear} ${text}`,
      () => {
        const rules = { precision, timeZone, year: inYear, patterns: ofCell };
        const whole = readDate(text, rules, zone);
        const apart = time === '' ? timeBehind(text) : { day: dayText(cells, column), time };
        return whole.ok || apart === null ? whole : (readApart(apart.day, apart.time, { rules, zone }) ?? whole);
      },
    );
  const take = (moment: Read<LocalMoment, ImportCode>) =>
    cells.take(
      timeColumn !== undefined && !moment.ok && moment.code === 'import.notATime' ? timeColumn : column,
      moment,
    );
  if (yearColumn !== undefined) {
    const stated = yearOf(cells);
    return stated === undefined ? undefined : take(readIn(stated));
  }
  if (year === undefined) return take(readIn(undefined));
  const inLeapYear = readIn(LEAP_YEAR);
  const saysYear = inLeapYear.ok && !inLeapYear.value.localDate.startsWith(String(LEAP_YEAR));
  if (!inLeapYear.ok || saysYear) return take(inLeapYear.ok ? inLeapYear : readIn(year));
  return take(readIn(year + turned(Number(inLeapYear.value.localDate.slice(5, 7)), read.turns)));
}

/** Null where the cell holds no number of a day: it may be a whole date. */
function dayOfMonth(
  cells: MappingCells,
  { column, month }: { column: string; month: string },
): Read<LocalMoment, ImportCode> | null {
  const text = cells.raw(column);
  if (dayNumberOf(text) === null) return null;
  const localDate = dayInMonth(text, month);
  return localDate === null ? failed('import.noSuchDate') : read({ localDate, precision: 'day' });
}

/** A day and a time that no pattern reads as one; undefined where the day is none either. */
function readApart(
  day: string,
  time: string,
  { rules, zone }: { rules: DateRules; zone: string },
): Read<LocalMoment, ImportCode> | undefined {
  const read = readDate(day, { ...rules, precision: 'day' }, zone);
  if (!read.ok) return undefined;
  const clock = readClock(time.trim());
  return clock === null
    ? failed('import.notATime')
    : readDate(`${read.value.localDate} ${clock}`, { ...rules, patterns: ['iso'] }, zone);
}

/** Times of day may make each date of a sheet another one: then it costs more to remember than to read. */
function remembered(
  known: DatesRead,
  keyOf: () => string,
  readIt: () => Read<LocalMoment, ImportCode>,
): Read<LocalMoment, ImportCode> {
  if (known.dates === null) return readIt();
  const key = keyOf();
  const found = known.dates.get(key);
  if (found) {
    known.met += 1;
    return found;
  }
  if (known.dates.size >= REMEMBERED_DATES) {
    if (known.met < REMEMBERED_DATES) known.dates = null;
    else known.dates.clear();
    known.met = 0;
  }
  const result = readIt();
  known.dates?.set(key, result);
  return result;
}

/** Years after that of the first line, by the order of the months. */
function turned(month: number, turns: DatesRead['turns']): number {
  const step = turns.month === null ? 0 : month - turns.month;
  if (step < -HALF_YEAR) turns.years += 1;
  if (step > HALF_YEAR) turns.years -= 1;
  turns.month = month;
  return turns.years;
}

/** The days of a workbook that counts from 1904, as if it counted from 1899 as others do. */
function dayText(cells: MappingCells, column: string): string {
  const text = cells.raw(column).trim();
  if (cells.mapping.dates.swappedDays && cells.kind(column) === 'date')
    return text.replace(/^(\d{4})-(\d{2})-(\d{2})/, '$1-$3-$2');
  return cells.kind(column) === 'number1904' ? String(Number(text) + DAYS_TO_1904) : text;
}
