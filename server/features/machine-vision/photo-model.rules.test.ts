import { describe, expect, it } from 'vitest';
import { distanceOf, mostSuggestions, nearestNeighbours, type Evidence, type Labelled } from './photo-model.rules';

const [dark, bright] = [new Uint8Array(8), new Uint8Array(8).fill(0xff)];
const asked: Evidence = { hash: dark, netGrams: 1_000, daypartId: 1, locationId: 1 };
const known = (itemId: number, more: Partial<Evidence> = {}): Labelled => ({ ...asked, itemId, ...more });

describe('distanceOf', () => {
  it.each<[string, Partial<Evidence>, number]>([
    ['itself', {}, 0],
    ['an unlike picture', { hash: bright }, 0.55],
    ['no picture', { hash: null }, 0.275],
    ['twice the weight', { netGrams: 2_000 }, 0.1],
    ['a quarter of the weight', { netGrams: 250 }, 0.2],
    ['a hundred times the weight', { netGrams: 100_000 }, 0.2],
    ['nothing weighed', { netGrams: 0 }, 0.2],
    ['another daypart', { daypartId: null }, 0.1],
    ['another location', { locationId: 2 }, 0.15],
    ['something else in all respects', { hash: bright, netGrams: 1, daypartId: 2, locationId: 2 }, 1],
  ])('from %s', (_, more, distance) => {
    expect(distanceOf(asked, { ...asked, ...more })).toBeCloseTo(distance, 10);
  });
});

describe('nearestNeighbours', () => {
  const suggest = (labelled: Labelled[], more: Partial<Evidence> = {}) =>
    nearestNeighbours.suggest({ ...asked, ...more }, labelled);

  it('suggests nothing without neighbors, nor by those that are too far', () => {
    expect(suggest([])).toEqual([]);
    expect(suggest([known(7, { hash: bright })])).toEqual([]);
  });

  it('gives each neighbor one vote, and the share of the votes as confidence', () => {
    const labelled = [known(7), known(7), known(8, { netGrams: 1_100 }), known(9, { hash: bright }), known(7)];
    expect(suggest(labelled)).toEqual([
      { itemId: 7, confidence: 0.75 },
      { itemId: 8, confidence: 0.25 },
    ]);
  });

  it('prefers the nearer of two with as many votes', () => {
    const labelled = [known(8, { locationId: 2 }), known(7, { netGrams: 1_050 })];
    expect(suggest(labelled).map(({ itemId }) => itemId)).toEqual([7, 8]);
  });

  it('goes by weight, daypart and location where there is no picture', () => {
    expect(suggest([known(7), known(8, { netGrams: 9_000, daypartId: 2 })], { hash: null })).toEqual([
      { itemId: 7, confidence: 1 },
    ]);
  });

  it('asks the seven nearest alone, and names at most five', () => {
    const near = Array.from({ length: 7 }, (_, at) => known((at % 6) + 1));
    const suggested = suggest([...near, ...Array.from({ length: 100 }, () => known(99, { netGrams: 1_500 }))]);
    expect(suggested).toHaveLength(mostSuggestions);
    expect(suggested.map(({ itemId }) => itemId)).not.toContain(99);
  });
});
