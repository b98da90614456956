const CLOCK =
  /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?|\s?h)?\s?(a\.?\s?m\.?|p\.?\s?m\.?|uhr|h)?$/i;
const FOUR_DIGITS = /^(\d{2})(\d{2})$/;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * A time of day as people write it in a column of its own: `9:05`, `09:05:30`, `9.05`, `9h05`, `1:05 PM`, `9 am`, `9:05 Uhr`, `0905`.
 * @returns `HH:mm:ss` (24:00 as it stands), or null where it is none
 */
export function readClock(text: string): string | null {
  const [, hours, minutes, seconds = '0', mark = ''] = CLOCK.exec(text) ?? FOUR_DIGITS.exec(text) ?? [];
  // A number alone may be anything.
  if (hours === undefined || (minutes === undefined && mark === '' && !/h$/i.test(text))) return null;
  const half = /^[ap]/i.exec(mark)?.[0].toLowerCase();
  const stated = Number(hours);
  if (half !== undefined && (stated < 1 || stated > 12)) return null;
  const hour = half === undefined ? stated : (stated % 12) + (half === 'p' ? 12 : 0);
  const [minute, second] = [Number(minutes ?? 0), Number(seconds)];
  const exists = (hour < 24 && minute < 60 && second < 60) || (hour === 24 && minute === 0 && second === 0);
  return exists ? [hour, minute, second].map(twoDigits).join(':') : null;
}
