interface NumberPattern {
  shape: RegExp;
  /** What each group of the shape holds. */
  fields: readonly (keyof Fields)[];
}

interface Fields {
  y: number;
  M: number;
  d: number;
  H: number;
  m: number;
  s: number;
}

/** Tokens of date-fns that stand for digits alone, each with the digits that everybody reads alike. */
const digits: Record<string, string> = {
  yyyy: '(\\d{4})',
  MM: '(\\d{2})',
  M: '(\\d{1,2})',
  dd: '(\\d{2})',
  d: '(\\d{1,2})',
  HH: '(\\d{2})',
  H: '(\\d{1,2})',
  mm: '(\\d{2})',
  ss: '(\\d{2})',
};
const token = /([A-Za-z])\1*|[^A-Za-z]/g;
const literal = /[.*+?^${}()|[\]\\]/g;
/** One of each, with a day, and no minutes without hours. */
const whole = /^(yMd|yMdH|yMdHm|yMdHms)$/;

const known = new Map<string, NumberPattern | null>();
const rememberedPatterns = 200;

/**
 * The time that a text of digits states by a date-fns pattern of digits (such as `d.M.yyyy HH:mm`), in milliseconds since 1970
 * as if the clock went by UTC. The library takes a hundred times as long. Null where this is not the whole answer: other
 * patterns, texts that the library reads with more patience, and days that do not exist are for the library.
 */
export function readNumberDate(text: string, pattern: string): number | null {
  const read = understood(pattern);
  const found = read?.shape.exec(text);
  if (!read || !found) return null;
  const fields: Fields = { y: 0, M: 0, d: 0, H: 0, m: 0, s: 0 };
  for (let at = 0; at < read.fields.length; at += 1) fields[read.fields[at]!] = Number(found[at + 1]);
  const { y, M, d } = fields;
  // 24:00 is the end of a day, and still that day.
  const isEnd = fields.H === 24 && fields.m === 0 && fields.s === 0;
  const { H, m, s } = isEnd ? { H: 23, m: 59, s: 59 } : fields;
  // Years before 100 are others to `Date.UTC`.
  const exists = y >= 100 && M >= 1 && M <= 12 && d >= 1 && d <= daysOfMonth(y, M) && H < 24 && m < 60 && s < 60;
  return exists ? Date.UTC(y, M - 1, d, H, m, s) : null;
}

/** Whether the library, too, finds no such date in the text: it takes more or fewer digits, and spaces behind them, but nothing else. */
export function isOtherThan(text: string, pattern: string): boolean {
  let between = betweenDigits.get(pattern);
  if (between === undefined) {
    if (betweenDigits.size >= rememberedPatterns) betweenDigits.clear();
    betweenDigits.set(pattern, (between = betweenOf(pattern)));
  }
  return between !== null && text.replace(/\d+/g, '').trimEnd() !== between;
}

const betweenDigits = new Map<string, string | null>();

/** What stands between the digits of a pattern; null where it has something else than digits. */
function betweenOf(pattern: string): string | null {
  const tokens = pattern.match(token) ?? [];
  const isDigits = (part: string) => part in digits || part === 'yy';
  if (!tokens.every((part) => isDigits(part) || /^[^A-Za-z'\d]$/.test(part))) return null;
  return tokens
    .filter((part) => !isDigits(part))
    .join('')
    .trimEnd();
}

function understood(pattern: string): NumberPattern | null {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  if (known.size >= rememberedPatterns) known.clear();
  const read = understand(pattern);
  known.set(pattern, read);
  return read;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOfMonth = (year: number, month: number) => (month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1]!);

function understand(pattern: string): NumberPattern | null {
  const tokens = pattern.match(token) ?? [];
  const fields = tokens.filter((part) => part in digits).map((part) => part.charAt(0) as keyof Fields);
  const inOrder = [...'yMdHms'].filter((field) => fields.includes(field as keyof Fields)).join('');
  // The library does not give back a digit that it took for a day when the year behind it lacks one.
  const isGreedy = (part: string, next: string | undefined) =>
    part.length === 1 && part in digits && next !== undefined && (next in digits || /\d/.test(next));
  const isPlain = tokens.every(
    (part, at) => (part in digits || /^[^A-Za-z']$/.test(part)) && !isGreedy(part, tokens[at + 1]),
  );
  if (!isPlain || fields.length !== inOrder.length || !whole.test(inOrder)) return null;
  return {
    shape: new RegExp(`^${tokens.map((part) => digits[part] ?? part.replace(literal, '\\$&')).join('')}$`),
    fields,
  };
}
