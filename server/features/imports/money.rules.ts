import { readNumber, type DecimalSign } from '../../platform/sheet/numbers.rules';
import { failed, read, type Read } from '../../platform/sheet/values.rules';
import type { ImportCode } from './import-codes.contract';

/** Currencies that a sign may stand for; a sign that fits none of ours is another currency, never converted. */
const CURRENCIES_OF_SIGN: Record<string, readonly string[]> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'BRL', 'CLP', 'COP', 'ARS', 'TWD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  FR: ['CHF'],
  ZŁ: ['PLN'],
};
const LONGEST_TEXT = 64;
const SIGNED =
  /^([+\-\u2212]?)\s*(\p{Sc}|[\p{L}]{2,3}\.?)?\s*([+\-\u2212]?)\s*([\d.,][\d.,'\u2019\s]*?)\s*(\p{Sc}|[\p{L}]{2,3}\.?)?$/u;

/**
 * Reads an amount of money as exact decimal text (point, no grouping), e.g. `1,20 €` in EUR as `1.20`.
 * An amount that names another currency than `currency` (ISO 4217) is refused.
 */
export function readMoney(raw: string, currency: string, decimal: DecimalSign): Read<string, ImportCode> {
  const trimmed = raw.trim();
  if (trimmed === '') return failed('import.missingValue');
  if (trimmed.length > LONGEST_TEXT) return failed('import.notANumber');
  const [, before = '', leading = '', after = '', digits = '', trailing = ''] = SIGNED.exec(trimmed) ?? [];
  if (digits === '' || (before !== '' && after !== '')) return readNumberText(trimmed, decimal);
  for (const sign of [leading, trailing]) {
    if (sign !== '' && !meansCurrency(sign, currency)) return failed('import.otherCurrency', { found: sign, currency });
  }
  return readNumberText(`${before}${after}${digits}`, decimal);
}

function readNumberText(text: string, decimal: DecimalSign): Read<string, ImportCode> {
  const number = readNumber(text, decimal);
  if (!number.ok) return number;
  if (number.value.suffix !== '') return failed('import.notANumber');
  return number.value.value < 0 ? failed('import.negativeCost') : read(number.value.text);
}

function meansCurrency(sign: string, currency: string): boolean {
  const word = sign.toUpperCase().replace(/\.$/, '');
  return word === currency || (Object.hasOwn(CURRENCIES_OF_SIGN, word) && CURRENCIES_OF_SIGN[word]!.includes(currency));
}
