import { failed, read, type Read } from './values.rules';

export type DecimalSign = 'auto' | ',' | '.';

export interface ReadNumber {
  value: number;
  /** The same number, exact: optional minus, digits, optional point and digits. */
  text: string;
  /** What stood behind the number, e.g. `kg` in `8.31 kg`. */
  suffix: string;
}

const MAX_LENGTH = 64;
const MAX_INTEGER_DIGITS = 12;

const NUMBER = /^([+\-\u2212]?)\s?([\d.,][\d.,'\u2019\u00b4\s]*)(\p{L}[\p{L}.]*)?$/u;
/** What most cells hold, and what needs no looking at its parts: without groups, and to be read in one way only. */
const PLAIN: Record<DecimalSign, RegExp> = {
  '.': /^(?:0|[1-9]\d{0,11})(?:\.\d{1,40})?$/,
  ',': /^(?:0|[1-9]\d{0,11})(?:,\d{1,40})?$/,
  auto: /^(?:(?:0|[1-9]\d{0,11})(?:[.,](?:\d{1,2}|\d{4,40}))?|(?:0|[1-9]\d{3,11})[.,]\d{3})$/,
};
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GROUPING_MARKS = "'\u2019\u00b4 \u00a0\u2009\u202f";
/** Digits and signs as East Asian keyboards give them. */
const FULL_WIDTH = /[\uff00-\uff5e]/;

/**
 * Reads a number as people and spreadsheets print it: either decimal sign, thousands marked by point, comma,
 * (thin, no-break) space or apostrophe, and a unit behind it. Exponents, percents and words are refused.
 * With `decimal: 'auto'` a number such as `1,234`, which may be read in two ways, is refused too.
 */
export function readNumber(raw: string, decimal: DecimalSign): Read<ReadNumber> {
  const trimmed = (FULL_WIDTH.test(raw) ? raw.normalize('NFKC') : raw).trim();
  if (trimmed === '') return failed('import.missingValue');
  if (PLAIN[decimal].test(trimmed)) {
    const text = trimmed.replace(',', '.');
    return read({ value: Number(text), text, suffix: '' });
  }
  if (decimal === 'auto' && AMBIGUOUS.test(trimmed)) return failed('import.ambiguousNumber', bothReadings(trimmed));
  if (trimmed.length > MAX_LENGTH) return failed('import.notANumber');
  if (trimmed.endsWith('%')) return failed('import.percent');
  const [, sign = '', body = '', suffix = ''] = NUMBER.exec(trimmed) ?? [];
  const digits = body.trim();
  if (digits === '') return failed('import.notANumber');

  const mark = decimal === 'auto' ? guessDecimal(digits) : decimal;
  if (mark === 'ambiguous') return failed('import.ambiguousNumber', bothReadings(digits));
  const parts = splitAt(digits, mark);
  const integer = parts && ungroup(parts.integer, mark);
  if (!parts || integer === null || integer === undefined) return failed('import.notANumber');
  if (integer.length > MAX_INTEGER_DIGITS)
    return failed('import.tooLarge', { max: `1${'0'.repeat(MAX_INTEGER_DIGITS)}` });

  const unsigned = parts.fraction === '' ? integer : `${integer}.${parts.fraction}`;
  const negative = sign !== '' && sign !== '+' && Number(unsigned) !== 0;
  const text = negative ? `-${unsigned}` : unsigned;
  return read({ value: Number(text), text, suffix });
}

function guessDecimal(digits: string): ',' | '.' | 'ambiguous' {
  const points = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (points > 0 && commas > 0) return digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  if (points + commas === 0) return '.';
  const mark = commas > 0 ? ',' : '.';
  if (points + commas > 1) return mark === ',' ? '.' : ',';
  return AMBIGUOUS.test(digits) ? 'ambiguous' : mark;
}

function bothReadings(digits: string) {
  return { whole: digits.replace(/[.,]/, ''), fraction: digits.replace(/[.,]/, '.') };
}

function splitAt(digits: string, mark: ',' | '.'): { integer: string; fraction: string } | null {
  const [integer = '', fraction, ...more] = digits.split(mark);
  if (more.length > 0) return null;
  if (fraction === undefined) return { integer, fraction: '' };
  return /^\d+$/.test(fraction) ? { integer: integer === '' ? '0' : integer, fraction } : null;
}

function ungroup(integer: string, decimalMark: ',' | '.'): string | null {
  const plain = /^\d+$/.test(integer) ? integer : withoutGroups(integer, decimalMark);
  return plain === null ? null : plain.replace(/^0+(?=\d)/, '');
}

function withoutGroups(integer: string, decimalMark: ',' | '.'): string | null {
  const [, first = '', separator = '', rest = ''] = /^([1-9]\d{0,2})(\D)(.*)$/su.exec(integer) ?? [];
  const allowed = GROUPING_MARKS + (decimalMark === ',' ? '.' : ',');
  if (separator === '' || !allowed.includes(separator)) return null;
  const groups = rest.split(separator);
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : null;
}
