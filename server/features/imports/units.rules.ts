import { failed, read, type Read } from '../../platform/sheet/values.rules';
import { gramsPerUnit, type WeightUnitCode } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

/** The largest weight one event may have: 100 tonnes, in grams. */
export const MAX_GRAMS = 100_000_000;

const WORDS: Record<WeightUnitCode, string[]> = {
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes'],
  g: ['g', 'gr', 'gm', 'gram', 'grams', 'gramm', 'gramme', 'grammes'],
  lb: ['lb', 'lbs', 'pound', 'pounds'],
  oz: ['oz', 'ozs', 'ounce', 'ounces'],
};
const UNIT_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.map((word) => [word, unit as WeightUnitCode] as const)),
);

/** The unit that a word of a sheet means, in any letter case and with or without an abbreviation's point. */
export function readUnit(raw: string): Read<WeightUnitCode, ImportCode> {
  const word = raw.trim().toLowerCase().replace(/\.$/, '');
  if (word === '') return failed('import.missingValue');
  const unit = UNIT_OF_WORD.get(word);
  return unit ? read(unit) : failed('import.unknownUnit', { unit: word.slice(0, 40) });
}

/** Grams, rounded to the microgram, which takes the noise of binary fractions away and nothing else. */
export function toGrams(value: number, unit: WeightUnitCode): number {
  return tidyGrams(value * gramsPerUnit[unit]);
}

export function tidyGrams(grams: number): number {
  return Math.round(grams * 1e6) / 1e6;
}
