import { gramsPerUnit, weightUnits, type WeightUnitCode } from '../../server/platform/weight-units.rules';

/** Digits that a thumb can type and a kitchen scale can show. */
const mostDigits = 6;
const mostDecimals: Record<WeightUnitCode, number> = { kg: 3, g: 0, lb: 3, oz: 2 };

/** The text of a keypad after a key; a key that would make it no weight changes nothing. */
export function typed(text: string, key: string, unit: WeightUnitCode): string {
  if (key === 'delete') return text.slice(0, -1);
  if (key === '.') return mostDecimals[unit] === 0 || text.includes('.') ? text : `${text || '0'}.`;
  if (!/^\d$/.test(key)) return text;
  const [whole = '', decimals] = text.split('.');
  if (decimals !== undefined) return decimals.length < mostDecimals[unit] ? text + key : text;
  if (whole === '0') return key;
  return whole.length < mostDigits ? text + key : text;
}

export const valueOf = (text: string): number => (text === '' || text === '.' ? 0 : Number(text));

export const nextUnit = (unit: WeightUnitCode): WeightUnitCode =>
  weightUnits[(weightUnits.indexOf(unit) + 1) % weightUnits.length] ?? 'kg';

export interface Weighed {
  weight: number;
  unit: WeightUnitCode;
  tareGrams: number;
  /** Decimal; null where there is none. */
  pricePerKg: string | null;
}

export interface Reckoned {
  grossGrams: number;
  netGrams: number;
  cost: number | null;
  problem: 'nothing' | 'tooMuchTare' | null;
}

/** The server reckons in hundredths of a gram. */
const hundredths = (grams: number) => Math.round(grams * 100) / 100;

/** Net weight and cost, as the server will reckon them. */
export function reckon({ weight, unit, tareGrams, pricePerKg }: Weighed): Reckoned {
  const grossGrams = hundredths(weight * gramsPerUnit[unit]);
  const netGrams = hundredths(grossGrams - tareGrams);
  const problem = grossGrams <= 0 ? 'nothing' : netGrams <= 0 ? 'tooMuchTare' : null;
  const cost = pricePerKg === null || problem ? null : (netGrams / 1_000) * Number(pricePerKg);
  return { grossGrams, netGrams, cost, problem };
}

/** How many decimals a weight is shown with: grams none, kilograms as a scale shows them. */
export const decimalsOf = (unit: WeightUnitCode): number => mostDecimals[unit];

/** How a row of names is searched: every word of the text somewhere in the name, whatever its case and accents. */
export function fits(name: string, text: string): boolean {
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const within = plain(name);
  return plain(text)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
