import { failed, read, type Read } from '../../platform/sheet/values.rules';
import { gramsPerUnit, type WeightUnitCode } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

/** The largest weight one event may have: 100 tonnes, in grams. */
export const MAX_GRAMS = 100_000_000;

/** Headings are searched for them too, so that none may be a food: the plural of `chilo` is one. */
const WORDS: Record<WeightUnitCode, string[]> = {
  kg: [
    ...['kg', 'kgs', 'kgm', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes'],
    ...['kilogramo', 'kilogramos', 'chilo', 'chilogrammo', 'chilogrammi', 'quilo', 'quilos'],
    ...['quilograma', 'quilogramas', 'kilogrammen'],
  ],
  g: [
    ...['g', 'gr', 'grs', 'gm', 'gms', 'grm', 'gram', 'grams', 'gramm', 'gramme', 'grammes'],
    ...['gramo', 'gramos', 'grammo', 'grammi', 'grama', 'gramas', 'grammen'],
  ],
  lb: ['lb', 'lbs', 'lbr', 'pound', 'pounds'],
  oz: ['oz', 'ozs', 'onz', 'ounce', 'ounces'],
};
/** Multiples that cells state, in the unit that they are kept in. A ton is left out: it is not everywhere a metric one. */
const MULTIPLES: [words: string[], unit: WeightUnitCode, times: number][] = [
  [['hg', 'hekto', 'hectogram', 'hectograms', 'hektogram', 'etto', 'etti', 'ettogrammo'], 'g', 100],
  [['dag', 'dkg', 'deka', 'decagram', 'dekagramm'], 'g', 10],
  [['t', 'tne', 'tonne', 'tonnes', 'tonnen', 'tonelada', 'toneladas', 'tonnellata', 'tonnellate'], 'kg', 1_000],
];
const UNIT_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.map((word) => [word, unit as WeightUnitCode] as const)),
);
const MULTIPLE_OF_WORD = new Map(
  MULTIPLES.flatMap(([words, unit, times]) => words.map((word) => [word, { unit, times }] as const)),
);

const wordOf = (raw: string) => raw.trim().toLowerCase().replace(/\.$/, '');

/** The unit that a word of a sheet means, in any letter case and with or without an abbreviation's point. */
export function readUnit(raw: string): Read<WeightUnitCode, ImportCode> {
  const word = wordOf(raw);
  if (word === '') return failed('import.missingValue');
  const unit = UNIT_OF_WORD.get(word);
  return unit ? read(unit) : failed('import.unknownUnit', { unit: word.slice(0, 40) });
}

export interface CellUnit {
  unit: WeightUnitCode;
  /** So many of the unit is one of what the cell states: 100 for a hectogram in grams. */
  times: number;
}

/** As `readUnit`, and multiples of units too: `hg`, `dag`, `t`. */
export function readCellUnit(raw: string): Read<CellUnit, ImportCode> {
  const multiple = MULTIPLE_OF_WORD.get(wordOf(raw));
  if (multiple) return read(multiple);
  const unit = readUnit(raw);
  return unit.ok ? read({ unit: unit.value, times: 1 }) : unit;
}

/** Grams, rounded to the microgram, which takes the noise of binary fractions away and nothing else. */
export function toGrams(value: number, unit: WeightUnitCode): number {
  return tidyGrams(value * gramsPerUnit[unit]);
}

export function tidyGrams(grams: number): number {
  return Math.round(grams * 1e6) / 1e6;
}
