/** Numbers that look random and are the same for the same seed. Not for secrets. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Mean 0, standard deviation 1, never beyond ±3. */
  normal(): number;
}

/** A stream of its own for every list of whole numbers, so that no draw depends on the order in which streams are read. */
export function randomOf(...seed: number[]): Random {
  let state = 0x9e3779b9;
  for (const part of seed) state = scramble((state ^ part) + Math.imul(state, 31));
  // mulberry32 by Tommy Ettinger, 2017 (public domain).
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    // Irwin and Hall: the sum of twelve uniform draws is close to normal.
    normal: () => {
      let sum = -6;
      for (let draw = 0; draw < 12; draw += 1) sum += next();
      return Math.max(-3, Math.min(3, sum));
    },
  };
}

/** Finalizer of MurmurHash3. */
function scramble(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

export interface Choice<T> {
  draw(random: Random): T;
}

/** Draws in proportion to the weights; at least one must be above 0. */
export function choiceOf<T>(weighted: readonly (readonly [T, number])[]): Choice<T> {
  const values: T[] = [];
  const ends: number[] = [];
  let total = 0;
  for (const [value, weight] of weighted) {
    if (weight <= 0) continue;
    total += weight;
    values.push(value);
    ends.push(total);
  }
  return {
    draw(random) {
      const at = random.next() * total;
      let low = 0;
      let high = ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] as number) > at) high = middle;
        else low = middle + 1;
      }
      return values[low] as T;
    },
  };
}
