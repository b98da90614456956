import { dayOrderOf, readDay, type DayOrder } from '../../platform/sheet/day.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import type { LocalDate } from '../../platform/time';
import { gramsPerUnit, weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import { donationLimits } from './donations.rules';

export const importLimits = {
  lines: 5_000,
  columns: 60,
  cell: 300,
  /** Of the file. */
  bytes: 2_000_000,
  /** Of its cells, which come again with the columns. */
  characters: 600_000,
  /** Of a form with them. */
  form: 4_000_000,
  /** Lines with a problem that a page lists. */
  shown: 50,
  /** Lines that it shows as they will go in. */
  preview: 10,
} as const;

/** What a column may hold; the first three a sheet must have. */
export const sheetFields = ['date', 'place', 'weight', 'unit', 'partner', 'item', 'value', 'note'] as const;
export type SheetField = (typeof sheetFields)[number];
export const requiredFields = ['date', 'place', 'weight'] as const satisfies readonly SheetField[];

/** The place of each column in a line, from 0; null where the sheet has none. */
export type SheetColumns = Record<SheetField, number | null>;

export interface Sheet {
  heads: string[];
  rows: { line: number; cells: string[] }[];
}

/** What a head is called in the four languages. */
const words: Record<SheetField, RegExp> = {
  date: /\b(date|day|datum|tag|fecha|d[ií]a|jour)\b/i,
  place:
    /\b(site|location|donor|hall|kitchen|place|store|standort|k[uü]che|spender|ort|cocina|centro|donante|lugar|cuisine|lieu|donateur)\b/i,
  weight: /(weight|gewicht|peso|poids|\bkg\b|\blbs?\b|pounds|gram)/i,
  unit: /\b(unit|einheit|unidad|unit[eé])\b/i,
  partner:
    /\b(partner|recipient|agency|receiver|empf[aä]nger|partenaire|socio|beneficiari[oa]|destinatario|b[eé]n[eé]ficiaire)\b/i,
  item: /\b(item|food|category|type|product|artikel|lebensmittel|kategorie|producto|alimento|categor[ií]a|produit|aliment|cat[eé]gorie|article)\b/i,
  value: /\b(value|cost|amount|wert|kosten|betrag|valor|importe|coste|valeur|montant|co[uû]t)\b/i,
  note: /\b(note|notes|description|comment|comments|notiz|bemerkung|beschreibung|nota|descripci[oó]n|comentario|remarque|commentaire)\b/i,
};

/** Underscores join words in heads. */
const spoken = (head: string) => head.replaceAll('_', ' ');

/** Each field takes the first head that sounds like it and is not taken; of weights a net one. */
export function guessColumns(heads: readonly string[]): SheetColumns {
  const taken = new Set<number>();
  const find = (field: SheetField, also: RegExp = /(?:)/) =>
    heads.findIndex((head, at) => !taken.has(at) && words[field].test(spoken(head)) && also.test(head));
  const columns = Object.fromEntries(
    sheetFields.map((field) => {
      const net = field === 'weight' ? find(field, /net|netto|neto/i) : -1;
      const at = net >= 0 ? net : find(field);
      if (at >= 0) taken.add(at);
      return [field, at >= 0 ? at : null];
    }),
  );
  return columns as SheetColumns;
}

const unitWords: [RegExp, WeightUnitCode][] = [
  [/\b(kg|kgs|kilos?|kilograms?|kilogramm|kilogramos?|kilogrammes?)\b/i, 'kg'],
  [/\b(lbs?|pounds?|pfund|libras?|livres?)\b/i, 'lb'],
  [/\b(oz|ounces?|unzen?|onzas?|onces?)\b/i, 'oz'],
  [/\b(g|gr|grams?|gramm|gramos?|grammes?)\b/i, 'g'],
];
/** A unit as people write it; undefined where it is none. */
export const unitOf = (text: string): WeightUnitCode | undefined =>
  weightUnits.find((unit) => unit === text.trim().toLowerCase()) ??
  unitWords.find(([word]) => word.test(spoken(text)))?.[1];

/** That of the head of the weights, where it names one. */
export const guessUnit = ({ heads }: Pick<Sheet, 'heads'>, { weight }: SheetColumns): WeightUnitCode | undefined =>
  weight === null ? undefined : unitOf(heads[weight] ?? '');

type LineCode =
  | 'dateMissing'
  | 'badDate'
  | 'ambiguousDate'
  | 'dateOutOfRange'
  | 'inFuture'
  | 'placeMissing'
  | 'unknownPlace'
  | 'placeNotUnique'
  | 'weightMissing'
  | 'badWeight'
  | 'noWeight'
  | 'tooHeavy'
  | 'unknownUnit'
  | 'partnerMissing'
  | 'unknownPartner'
  | 'retiredPartner'
  | 'unknownItem'
  | 'nameTooLong'
  | 'badValue';

export interface LineProblem {
  line: number;
  code: LineCode;
  /** What stood in the cell. */
  raw: string;
}

/** A line as it was read; names are still to be found. */
export interface ReadLine {
  line: number;
  day: LocalDate;
  place: string;
  grams: number;
  partner: string;
  item: string;
  value: number | null;
  note: string;
}

interface Reading {
  columns: SheetColumns;
  /** Of lines that name none. */
  unit: WeightUnitCode;
  /** A workbook's numbers always have a point. */
  decimal: 'auto' | '.' | ',';
}

/** Reads the lines one by one: a line goes in as a whole, or is named with the first thing that is wrong with it. */
export function readLines(
  { rows }: Sheet,
  { columns, unit, decimal }: Reading,
): { lines: ReadLine[]; problems: LineProblem[] } {
  const cell = (cells: readonly string[], field: SheetField) =>
    columns[field] === null ? '' : (cells[columns[field]] ?? '').trim();
  const order = dayOrderOf(rows.map(({ cells }) => cell(cells, 'date')));
  const sign = decimal === 'auto' ? decimalOf(rows.map(({ cells }) => cell(cells, 'weight'))) : decimal;
  const lines: ReadLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, cells } of rows) {
    const read = readLine((field) => cell(cells, field), { order, sign, unit });
    if ('code' in read) problems.push({ line, ...read });
    else lines.push({ line, ...read });
  }
  return { lines, problems };
}

/** The sign that the column shows where only one can be meant: a comma before one, two or more than three digits. */
const decimalOf = (texts: readonly string[]): '.' | ',' =>
  texts.some((text) => /\d,(\d{1,2}|\d{4,})\D*$/.test(text)) &&
  !texts.some((text) => /\d\.(\d{1,2}|\d{4,})\D*$/.test(text))
    ? ','
    : '.';

interface Signs {
  order: DayOrder;
  sign: '.' | ',';
  unit: WeightUnitCode;
}

type Problem = Omit<LineProblem, 'line'>;

function readLine(cell: (field: SheetField) => string, { order, sign, unit }: Signs): Omit<ReadLine, 'line'> | Problem {
  const [place, partner, item] = [cell('place'), cell('partner'), cell('item')];
  const day = dayOf(cell('date'), order);
  if (typeof day !== 'string') return day;
  if (place === '') return { code: 'placeMissing', raw: '' };
  const tooLong = [partner, item].find((name) => name.length > donationLimits.name);
  if (tooLong !== undefined) return { code: 'nameTooLong', raw: tooLong };
  const grams = gramsOf({ weight: cell('weight'), named: cell('unit') }, { sign, unit });
  if (typeof grams !== 'number') return grams;
  const value = valueOf(cell('value'), sign);
  if (typeof value === 'object' && value !== null) return value;
  return { day, place, grams, partner, item, value, note: cell('note').slice(0, donationLimits.note) };
}

function dayOf(text: string, order: DayOrder): LocalDate | Problem {
  if (text === '') return { code: 'dateMissing', raw: '' };
  const read = readDay(text, order);
  if ('day' in read) return read.day;
  const code = ({ notADate: 'badDate', ambiguousDate: 'ambiguousDate', yearOutOfRange: 'dateOutOfRange' } as const)[
    read.problem
  ];
  return { code, raw: text };
}

function gramsOf(
  { weight, named }: { weight: string; named: string },
  { sign, unit }: Pick<Signs, 'sign' | 'unit'>,
): number | Problem {
  if (weight === '') return { code: 'weightMissing', raw: '' };
  const read = readNumber(weight, sign);
  if (!read.ok) return { code: 'badWeight', raw: weight };
  const { value, suffix } = read.value;
  const said = suffix === '' ? named : suffix;
  const own = said === '' ? unit : unitOf(said);
  if (own === undefined) return { code: 'unknownUnit', raw: said };
  if (value < 0) return { code: 'badWeight', raw: weight };
  const grams = Math.round(value * gramsPerUnit[own] * 100) / 100;
  if (grams === 0) return { code: 'noWeight', raw: weight };
  return grams > donationLimits.grams ? { code: 'tooHeavy', raw: weight } : grams;
}

function valueOf(text: string, sign: '.' | ','): number | null | Problem {
  if (text === '') return null;
  const read = readNumber(text.replace(/^[^\d+\-\u2212]+|[^\d]+$/g, ''), sign);
  if (!read.ok || read.value.value < 0 || read.value.value > donationLimits.value)
    return { code: 'badValue', raw: text };
  return Number(read.value.value.toFixed(4));
}

interface Place {
  locationId: number;
  locationName: string;
  siteName: string;
}

const plain = (text: string) => text.trim().toLocaleLowerCase('en');

/** Finds a place by the name of its location, or of a site with one location, or of both with a comma between. */
export function placeFinder(places: readonly Place[]): (name: string) => number | 'unknownPlace' | 'placeNotUnique' {
  const names = new Map<string, Set<number>>();
  const add = (name: string, locationId: number) => {
    const found = names.get(plain(name)) ?? new Set();
    names.set(plain(name), found.add(locationId));
  };
  const ofSite = new Map<string, Place[]>();
  for (const place of places) ofSite.set(place.siteName, [...(ofSite.get(place.siteName) ?? []), place]);
  for (const { locationId, locationName, siteName } of places) {
    add(locationName, locationId);
    add(`${siteName}, ${locationName}`, locationId);
    add(`${locationName}, ${siteName}`, locationId);
  }
  for (const [siteName, own] of ofSite) {
    const [only] = own;
    if (own.length === 1 && only) add(siteName, only.locationId);
    else if (own.length > 1 && !names.has(plain(siteName)))
      names.set(plain(siteName), new Set(own.map((one) => one.locationId)));
  }
  return (name) => {
    const [first, ...more] = names.get(plain(name)) ?? [];
    if (first === undefined) return 'unknownPlace';
    return more.length > 0 ? 'placeNotUnique' : first;
  };
}

/** The text that a page carries on between two steps: a line a line, a tab between cells. */
export const textOf = ({ heads, rows }: Sheet): string =>
  [{ line: 0, cells: heads }, ...rows]
    .map(({ line, cells }) => [String(line), ...cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' '))].join('\t'))
    .join('\n');

/** @returns null for what `textOf` did not write */
export function sheetOf(text: string): Sheet | null {
  const [first, ...rest] = text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.split('\t'));
  if (!first || first[0] !== '0' || first.length < 2 || first.length > importLimits.columns + 1) return null;
  const rows = rest.map(([line = '', ...cells]) => ({ line: Number(line), cells }));
  if (rows.length > importLimits.lines || rows.some(({ line }) => !Number.isSafeInteger(line) || line < 1)) return null;
  return { heads: first.slice(1), rows };
}
