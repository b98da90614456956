/** Letters that a decomposition leaves whole, as they are written without them. */
const spelledOut: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const longestKey = 200;

/** A name as it is compared: without case, accents, signs and doubled spaces. Empty for what names nothing, such as a dash. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßœæøłđı]/g, (letter) => spelledOut[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longestKey)
    .trim();
}

interface Named {
  id: number;
  /** In every language. */
  names: readonly string[];
}

/** What names mean: of two values of one name neither, so that nobody’s choice is guessed. */
export function exactNames(values: readonly Named[]): Map<string, number> {
  const found = new Map<string, number | null>();
  for (const { id, names } of values)
    for (const key of new Set(names.map(foldName))) {
      if (key === '') continue;
      const other = found.get(key);
      found.set(key, other === undefined || other === id ? id : null);
    }
  return new Map([...found].flatMap(([key, id]) => (id === null ? [] : [[key, id] as const])));
}

/** `none`: said to mean nothing that is weighed, or no special daypart. */
export type Meaning = { id: number; how: 'exact' | 'confirmed' } | { id: null; how: 'none' };

interface Known {
  exact: ReadonlyMap<string, number>;
  /** What people have confirmed; it goes before a name that fits. */
  confirmed: ReadonlyMap<string, number | null>;
}

/** What a name of a source means; null where somebody has to say. */
export function meaningOf(key: string, { exact, confirmed }: Known): Meaning | null {
  const said = confirmed.get(key);
  if (said === null) return { id: null, how: 'none' };
  if (said !== undefined) return { id: said, how: 'confirmed' };
  const id = exact.get(key);
  return id === undefined ? null : { id, how: 'exact' };
}

function gramsOf(key: string): Set<string> {
  const grams = new Set<string>();
  for (const word of key.split(' ')) {
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}

export interface Suggestion {
  id: number;
  /** 0 to 1. */
  likeness: number;
}

/** Below this, what is alike is chance. */
const leastLikeness = 0.25;
/** From here on a suggestion is worth being confirmed together with others. */
export const strongLikeness = 0.5;

/** Finds the values whose names share the most groups of three letters with a name (Sørensen and Dice); the index is made once for many names. */
export function nearestNames(values: readonly Named[], most: number): (name: string) => Suggestion[] {
  const byGram = new Map<string, number[]>();
  const entries: { id: number; size: number }[] = [];
  for (const { id, names } of values)
    for (const key of new Set(names.map(foldName))) {
      if (key === '') continue;
      const grams = gramsOf(key);
      const at = entries.push({ id, size: grams.size }) - 1;
      for (const gram of grams) {
        const holding = byGram.get(gram);
        if (holding) holding.push(at);
        else byGram.set(gram, [at]);
      }
    }
  return (name) => {
    const grams = gramsOf(foldName(name));
    const shared = new Map<number, number>();
    for (const gram of grams) for (const at of byGram.get(gram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    const best = new Map<number, number>();
    for (const [at, count] of shared) {
      const { id, size } = entries[at]!;
      const likeness = (2 * count) / (grams.size + size);
      if (likeness >= leastLikeness && likeness > (best.get(id) ?? 0)) best.set(id, likeness);
    }
    return [...best]
      .map(([id, likeness]) => ({ id, likeness }))
      .sort((one, other) => other.likeness - one.likeness || one.id - other.id)
      .slice(0, most);
  };
}
