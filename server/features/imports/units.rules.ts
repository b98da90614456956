import { failed, read, type Read } from '../../platform/sheet/values.rules';
import { gramsPerUnit, weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

/** The largest weight one event may have: 100 tonnes, in grams. */
export const MAX_GRAMS = 100_000_000;

/** Headings are searched for them too, so that none may be a food: the plural of `chilo` is one. */
const WORDS: Record<WeightUnitCode, string[]> = {
  kg: [
    ...['kg', 'kgs', 'kgm', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes'],
    ...['kilogramo', 'kilogramos', 'chilo', 'chilogrammo', 'chilogrammi', 'quilo', 'quilos'],
    ...['quilograma', 'quilogramas', 'kilogrammen', 'kilogramy', 'kilogramów', 'kilogramow'],
    ...['kiloina', 'kiloa', 'kilogrammaa', 'kilogrammoina'],
  ],
  g: [
    ...['g', 'gr', 'grs', 'gm', 'gms', 'grm', 'gram', 'grams', 'gramm', 'gramme', 'grammes'],
    ...['gramo', 'gramos', 'grammo', 'grammi', 'grama', 'gramas', 'grammen'],
    ...['gramy', 'gramów', 'gramow', 'grammaa', 'grammoina'],
  ],
  lb: ['lb', 'lbs', 'lbr', 'pound', 'pounds'],
  oz: ['oz', 'ozs', 'onz', 'ounce', 'ounces'],
};
/** Multiples that sheets state, in the unit that they are kept in. A ton is left out: where English is spoken it may be a short or a long one. */
const MULTIPLES = {
  hg: {
    words: ['hg', 'hekto', 'hectogram', 'hectograms', 'hektogram', 'etto', 'etti', 'ettogrammo'],
    unit: 'g',
    times: 100,
  },
  dag: { words: ['dag', 'dkg', 'deka', 'deko', 'decagram', 'dekagram', 'dekagramm'], unit: 'g', times: 10 },
  t: {
    words: [
      't',
      'tne',
      'tonne',
      'tonnes',
      'tonnen',
      'tonelada',
      'toneladas',
      'tonnellata',
      'tonnellate',
      'tona',
      'tony',
    ],
    unit: 'kg',
    times: 1_000,
  },
} as const;
type Multiple = keyof typeof MULTIPLES;
/** What the weights of a column may be in: units that events are kept in, and multiples of them. */
export const sheetUnits = [...weightUnits, 'hg', 'dag', 't'] as const;
export type SheetUnit = (typeof sheetUnits)[number];

const UNIT_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.map((word) => [word, unit as WeightUnitCode] as const)),
);
const MULTIPLE_OF_WORD = new Map<string, Multiple>(
  Object.entries(MULTIPLES).flatMap(([name, { words }]) => words.map((word) => [word, name as Multiple] as const)),
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

export const cellUnitOf = (unit: SheetUnit): CellUnit =>
  unit in MULTIPLES
    ? { unit: MULTIPLES[unit as Multiple].unit, times: MULTIPLES[unit as Multiple].times }
    : { unit: unit as WeightUnitCode, times: 1 };

/** As `readUnit`, and multiples of units too: `hg`, `dag`, `t`. */
export function readSheetUnit(raw: string): Read<SheetUnit, ImportCode> {
  const multiple = MULTIPLE_OF_WORD.get(wordOf(raw));
  return multiple ? read(multiple) : readUnit(raw);
}

export function readCellUnit(raw: string): Read<CellUnit, ImportCode> {
  const unit = readSheetUnit(raw);
  return unit.ok ? read(cellUnitOf(unit.value)) : unit;
}

/** Words for a weight in languages whose `ton` is a metric one. */
const METRIC_WORDS =
  /^(gewicht|vikt|vaegt|vekt|massa|mangd|maengde|mengde|hoeveelheid|afval|avfall|affald|swill|svinn)/;

/** A unit among the words of a heading or a title. A `t` is one only by itself or in brackets: words are split at apostrophes. */
export function unitAmong(words: readonly string[], text: string): { word: string; unit: SheetUnit } | undefined {
  if (words.includes('ton') && words.some((word) => METRIC_WORDS.test(word))) return { word: 'ton', unit: 't' };
  for (const word of words) {
    const unit = word === 't' && !/(^|[\s([])t\s*($|[)\]])/i.test(text) ? undefined : readSheetUnit(word);
    if (unit?.ok) return { word, unit: unit.value };
  }
  return undefined;
}

/** Grams, rounded to the microgram, which takes the noise of binary fractions away and nothing else. */
export function toGrams(value: number, unit: WeightUnitCode): number {
  return tidyGrams(value * gramsPerUnit[unit]);
}

export function tidyGrams(grams: number): number {
  return Math.round(grams * 1e6) / 1e6;
}
