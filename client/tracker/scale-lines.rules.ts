import type { WeightUnitCode } from '../../server/platform/weight-units.rules';

/** What a scale says in a line. */
export type Reading =
  | { kind: 'weight'; value: number; unit: WeightUnitCode; stable: boolean; net: boolean }
  | { kind: 'overload' }
  /** It cannot give a stable weight now. */
  | { kind: 'busy' };

const units: Record<string, WeightUnitCode> = {
  kg: 'kg',
  kgs: 'kg',
  k: 'kg',
  g: 'g',
  gr: 'g',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
};

const number = /([+-]?)\s*(\d+(?:[.,]\d+)?)\s*([a-z]{1,3})?/i;

/** Pounds and ounces in one line: `2lb 3.5oz`. */
const poundsAndOunces = /([+-]?)\s*(\d+)\s*lbs?[\s:]+(\d+(?:\.\d+)?)\s*oz/i;

/**
 * Reads a line of either of the two ways in which scales send text: `ST,GS,+  1.234kg` of those that send by themselves (ST stable,
 * US unstable, OL overload; GS gross, NT net), and `S S      1.234 kg` of those that are asked (S stable, D dynamic, + and -
 * out of range, I busy). A bare `1.234 kg` counts as stable, one with a `?` behind it does not.
 * @returns null for a line that says nothing
 */
export function readLine(line: string): Reading | null {
  const text = line.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
  if (text === '') return null;
  if (/^OL\b|^(?:S|SI)\s*[+-]$|^[-=^]{3,}$|over ?load/i.test(text)) return { kind: 'overload' };
  if (/^(?:S|SI)\s+[IL]$|^E[SLT]$/i.test(text)) return { kind: 'busy' };
  const both = poundsAndOunces.exec(text);
  const unstable = /^US\b|^(?:S|SI)\s+D\b|\?\s*$|\bUS\b|^SD\b/i.test(text);
  const net = /\bNT\b|\bN\s*$|\bNET\b/i.test(text);
  if (both) {
    const [, sign, pounds, ounces] = both;
    const value = (sign === '-' ? -1 : 1) * (Number(pounds) + Number(ounces) / 16);
    return { kind: 'weight', value, unit: 'lb', stable: !unstable, net };
  }
  // The signs before the number are of its kind: none of them has a digit.
  const found = number.exec(text.replace(/^[A-Z]{1,3}[ ,]+/i, '').replace(/^(?:[A-Z]{1,2}[ ,]+)+/i, ''));
  if (!found) return null;
  const [, sign, digits = '', abbr = ''] = found;
  const unit = units[abbr.toLowerCase()];
  if (unit === undefined) return null;
  const value = (sign === '-' ? -1 : 1) * Number(digits.replace(',', '.'));
  return { kind: 'weight', value, unit, stable: !unstable, net };
}

/** Cuts what has come so far into lines. @returns them, and what is left of the last */
export function linesIn(text: string): { lines: string[]; rest: string } {
  const parts = text.split(/\r\n|\r|\n/);
  return { lines: parts.slice(0, -1), rest: (parts.at(-1) ?? '').slice(-200) };
}
