import { isWeekdayWord } from '../../platform/sheet/calendar-words.rules';
import { isLocalDate, type LocalDate } from '../../platform/time';

/** `2`, `2.`, `2nd`, `Mon 2`, `2 Mo`. */
const DAY_OF_MONTH = /^(?:(\p{L}{2,10})\.?,? )?(\d{1,2})(?:\.|st|nd|rd|th|er|º)?(?: (\p{L}{2,10})\.?)?$/u;

/** The number of a day in a month, alone or beside its weekday; null where a text is none. */
export function dayNumberOf(text: string): number | null {
  const [, before, number, behind] = DAY_OF_MONTH.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  const day = Number(number);
  const areWeekdays = [before, behind].every((word) => word === undefined || isWeekdayWord(word));
  return number !== undefined && areWeekdays && day >= 1 && day <= 31 ? day : null;
}

/** The day of that number in a month such as `2026-03`; null where the text is no number, or the month has no such day. */
export function dayInMonth(text: string, month: string): LocalDate | null {
  const day = dayNumberOf(text);
  const found = day === null ? '' : `${month}-${String(day).padStart(2, '0')}`;
  return isLocalDate(found) ? found : null;
}

/** Fewer numbers side by side may be anything. */
const FEWEST_DAYS = 5;

/** Whether texts side by side count days upwards, as the headings of a month do. */
export function countDays(texts: readonly string[]): boolean {
  const days = texts.map(dayNumberOf);
  return days.length >= FEWEST_DAYS && days.every((day, at) => day !== null && (at === 0 || day > days[at - 1]!));
}
