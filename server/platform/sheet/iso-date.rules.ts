/** `wall`: as the sheet's clock showed it, kept in the fields of a UTC instant. `instant`: the sheet named an offset. */
export interface ParsedMoment {
  ms: number;
  kind: 'wall' | 'instant';
  hasTime: boolean;
}

const ISO = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/**
 * Reads ISO 8601 in the forms that sheets hold: `2019-01`, `2019-01-31`, `2019-01-31 08:15[:30[.123]]`, with `T`,
 * with `Z` or an offset. Null where it is none, or the day or time does not exist. Fractions of a second are dropped.
 */
export function readIsoDate(text: string): ParsedMoment | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
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

export const hasIsoShape = (text: string) => ISO.test(text);

function offsetMinutes(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
