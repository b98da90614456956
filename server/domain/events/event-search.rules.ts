/** An inclusive range of ids. */
export interface IdRange {
  from: number;
  to: number;
}

/** So many digits of an id may be unknown before there are more ranges than are worth looking up. */
const mostUnknownDigits = 3;

/**
 * The ids up to `largest` whose decimal digits contain `digits`, as ranges; null where these are so many that every few
 * hundred ids there is one, and walking finds them sooner.
 * @param digits 1 to 15 of 0-9
 */
export function idsContaining(digits: string, largest: number): IdRange[] | null {
  const unknown = String(largest).length - digits.length;
  if (unknown > mostUnknownDigits) return null;
  const ranges: IdRange[] = [];
  for (let after = 0; after <= unknown; after += 1) {
    const width = 10 ** after;
    const step = 10 ** (after + digits.length);
    for (let before = 0; before < 10 ** (unknown - after); before += 1) {
      // A leading zero is no digit of an id.
      if (before === 0 && digits.startsWith('0')) continue;
      const from = before * step + Number(digits) * width;
      if (from <= largest) ranges.push({ from, to: Math.min(from + width - 1, largest) });
    }
  }
  return ranges;
}

const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The UUIDs that begin with the text, as the lowest and the highest of them; null where the text begins none. */
export function uuidsBeginningWith(text: string): { from: string; to: string } | null {
  const begins = text.toLowerCase();
  if (begins.length === 0 || begins.length > lowest.length) return null;
  const isUuid = [...begins].every((letter, at) => (lowest[at] === '-' ? letter === '-' : /[0-9a-f]/.test(letter)));
  return isUuid ? { from: begins + lowest.slice(begins.length), to: begins + highest.slice(begins.length) } : null;
}

/** Long enough, and no number alone, to be meant as a part of a UUID. */
export const isPartOfUuid = (text: string) => /^(?=.*[a-f-])[0-9a-f-]{4,36}$/i.test(text);
