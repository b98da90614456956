import { isMoney, volumeKinds, type VolumeKind } from '../../domain/volumes/volumes.rules';
import { readNumber, type DecimalSign } from '../../platform/sheet/numbers.rules';

/** The days of the longest month; 0 stands for the month's total. */
export const cellDays = Array.from({ length: 32 }, (_, at) => at);

type CellKind = Lowercase<VolumeKind>;
const cellKind = (kind: VolumeKind) => kind.toLowerCase() as CellKind;

/** The name of the field in which a volume is typed. */
export const cellName = (kind: VolumeKind, day: number) => `${cellKind(kind)}${day}`;
export const estimatedName = (day: number) => `estimated${day}`;

export const cellNames = cellDays.flatMap((day) => volumeKinds.map((kind) => cellName(kind, day)));

/** How the decimal sign of a language is written. */
export const signOf = (locale: string): ',' | '.' =>
  new Intl.NumberFormat(locale.replace('_', '-')).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ===
  ','
    ? ','
    : '.';

/** An exact decimal as it is typed again. */
export const typedDecimal = (text: string, sign: ',' | '.') => text.replace('.', sign);

export type ReadCell = { value: string } | { code: 'notANumber' | 'unit' };

/** The decimal sign that the numbers of a sheet show by themselves; null where they show none, or both. */
export function signIn(texts: readonly string[]): ',' | '.' | null {
  const shows = (sign: RegExp) => texts.some((text) => sign.test(text.trim()));
  const [comma, point] = [shows(/\d,\d{1,2}$|\.\d{3},\d+$/), shows(/\d\.\d{1,2}$|,\d{3}\.\d+$/)];
  return comma === point ? null : comma ? ',' : '.';
}

interface Reading {
  volume: VolumeKind;
  /** What the cell says of itself. */
  decimal?: DecimalSign;
  /** Of the sheet, or of the reader's language. */
  sign: ',' | '.';
}

/**
 * A number as it was typed or pasted, with either sign of decimals. What can be read in two ways, such as `1,250`, is a whole
 * number where things are counted, which have no third decimal. What stands behind it is refused, but for a currency.
 */
export function readCell(raw: string, { volume, decimal = 'auto', sign }: Reading): ReadCell {
  const text = raw.replace(/^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu, '');
  const first = readNumber(text, decimal);
  const found =
    !first.ok && first.code === 'import.ambiguousNumber' ? readNumber(text, otherwise(text, volume, sign)) : first;
  if (!found.ok) return { code: 'notANumber' };
  if (found.value.suffix !== '' && !/^[A-Z]{3}$/.test(found.value.suffix)) return { code: 'unit' };
  return { value: found.value.text };
}

const otherwise = (text: string, volume: VolumeKind, sign: ',' | '.'): ',' | '.' =>
  isMoney(volume) ? sign : text.includes(',') ? '.' : ',';
