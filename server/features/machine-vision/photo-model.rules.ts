import { hashBits, hashDistance } from '../../platform/pictures/difference-hash.rules';

/** What is known of a weighing before somebody says what it is. */
export interface Evidence {
  /** Of the photo; null without one. */
  hash: Uint8Array | null;
  netGrams: number;
  daypartId: number | null;
  locationId: number;
}

/** A weighing of which a published answer says what it was. */
export interface Labelled extends Evidence {
  itemId: number;
}

interface Suggestion {
  itemId: number;
  /** The share of the neighbors that say so, from 0 to 1. */
  confidence: number;
}

/** Whatever suggests what is on a photo. The embedded one is `nearestNeighbours`. */
export interface PhotoModel {
  /** Stands beside what it suggests. */
  version: string;
  /** The best first; none where it knows nothing alike. */
  suggest(asked: Evidence, labelled: readonly Labelled[]): Suggestion[];
}

/** So many labelled photos at most are looked at, the newest. */
export const mostLabelled = 2_000;
export const mostSuggestions = 5;

const neighbours = 7;
/** Beyond it, nothing is alike. */
const farthest = 0.45;
const weights = { hash: 0.55, grams: 0.2, daypart: 0.1, location: 0.15 };
/** Four times as heavy, or a quarter, is as far as weights can be apart. */
const farGrams = Math.log(4);
/** Unlike pictures differ in about half of their bits. */
const unlike = hashBits / 2;

/** 0 for what is the same in all respects, 1 for what is alike in none. */
export function distanceOf(one: Evidence, other: Evidence): number {
  // A picture that is not there is neither like nor unlike another.
  const hash = one.hash && other.hash ? Math.min(1, hashDistance(one.hash, other.hash) / unlike) : 0.5;
  const grams =
    one.netGrams > 0 && other.netGrams > 0
      ? Math.min(1, Math.abs(Math.log(one.netGrams / other.netGrams)) / farGrams)
      : 1;
  return (
    weights.hash * hash +
    weights.grams * grams +
    weights.daypart * (one.daypartId === other.daypartId ? 0 : 1) +
    weights.location * (one.locationId === other.locationId ? 0 : 1)
  );
}

/** Asks the nearest labelled weighings of the organization; each has one vote. */
export const nearestNeighbours: PhotoModel = {
  version: 'neighbors-1',
  suggest(asked, labelled) {
    const near = labelled
      .map((one) => ({ itemId: one.itemId, distance: distanceOf(asked, one) }))
      .filter(({ distance }) => distance <= farthest)
      .sort((one, other) => one.distance - other.distance)
      .slice(0, neighbours);
    const votes = new Map<number, { votes: number; nearest: number }>();
    for (const { itemId, distance } of near) {
      const known = votes.get(itemId);
      votes.set(itemId, { votes: (known?.votes ?? 0) + 1, nearest: known?.nearest ?? distance });
    }
    return [...votes]
      .sort(([, one], [, other]) => other.votes - one.votes || one.nearest - other.nearest)
      .slice(0, mostSuggestions)
      .map(([itemId, one]) => ({ itemId, confidence: one.votes / near.length }));
  },
};
