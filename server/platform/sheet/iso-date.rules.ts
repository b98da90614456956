/** `wall`: as the sheet's clock showed it, kept in the fields of a UTC instant. `instant`: the sheet named an offset. */
export interface ParsedMoment {
  ms: number;
  kind: 'wall' | 'instant';
  hasTime: boolean;
}

const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?)?$/;
const BASIC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;
/** 24:00 is the end of a day, and still that day. */
const LAST_SECOND = { hour: 23, minute: 59, second: 59 };

/**
 * Reads ISO 8601 in the forms that sheets hold: `2019-01`, `2019-01-31`, `2019-01-31 08:15[:30[.123]]`, with `T`,
 * with `Z` or an offset (`+01`, `+0100`, `+01:00`), and `20190131T081530`. Null where it is none, or the day or time does not
 * exist. Fractions of a second are dropped; 24:00 is the last second of its day.
 */
export function readIsoDate(text: string): ParsedMoment | null {
  const match = ISO.exec(text) ?? BASIC.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 1, statedHour = 0, statedMinute = 0, statedSecond = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const isEnd = statedHour === 24 && statedMinute === 0 && statedSecond === 0;
  const { hour, minute, second } = isEnd
    ? LAST_SECOND
    : { hour: statedHour, minute: statedMinute, second: statedSecond };
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const exists =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    minute < 60 &&
    second < 60;
  if (!exists) return null;
  const hasTime = match[4] !== undefined;
  const offset = match[7];
  if (offset === undefined) return { ms: date.getTime(), kind: 'wall', hasTime };
  const minutes = offsetMinutes(offset);
  return minutes === null ? null : { ms: date.getTime() - minutes * 60_000, kind: 'instant', hasTime };
}

export const hasIsoShape = (text: string) => ISO.test(text) || BASIC.test(text);

function offsetMinutes(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  if (hours > 14 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
