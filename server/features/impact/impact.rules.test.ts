import { describe, expect, it, test } from 'vitest';
import { suggestCategory } from './category-words.rules';
import { averageDisposal, averageProduction, footprintOf, rounded } from './footprint.rules';

test.each([
  ['Root vegetables', 'vegetables'],
  ['Leafy salad', 'vegetables'],
  ['Bread and rolls', 'bread'],
  ['Käsespätzle', 'pasta'],
  ['Apples, pears, bananas', 'fruit'],
  ['Pommes de terre', 'potatoes'],
  ['Œufs brouillés', 'eggs'],
  ['Bratwurst', 'pork'],
  ['White fish', 'fish'],
  ['Stew and curry', null],
  ['Soup', null],
  // Dry coffee is no grounds: its footprint is of beans.
  ['Coffee grounds', null],
  ['=1+1', null],
])('%s is offered %s', (name, category) => {
  expect(suggestCategory(name)).toBe(category);
});

const categories = [
  { category: 'beef' as const, grams: 1_000 },
  { category: 'rice' as const, grams: 3_000 },
  { category: null, grams: 1_000 },
];
const destinations = [
  { destination: 'LANDFILL' as const, grams: 2_000 },
  { destination: 'COMPOSTING' as const, grams: 2_000 },
  { destination: 'SEWER' as const, grams: 1_000 },
];

describe('a footprint', () => {
  it('is the weighted average of what has a factor, and says of how much there is none', () => {
    // (25.75 + 3 × 2.19) / 4
    expect(averageProduction(categories, 'sel2021', 'co2e')).toEqual({
      perKilogram: expect.closeTo(8.08, 6),
      unknownShare: expect.closeTo(0.2, 6),
    });
    // (0.7496 + 0.1213) / 2
    expect(averageDisposal(destinations, 'epa2026')).toEqual({
      perKilogram: expect.closeTo(0.43545, 6),
      unknownShare: expect.closeTo(0.2, 6),
    });
  });

  it('adds production and disposal of one set each, and shows a rise as a rise', () => {
    const of = { categories, destinations, productionSet: 'sel2021', disposalSet: 'epa2026' } as const;
    expect(footprintOf({ ...of, grams: 10_000 })).toMatchObject({
      production: expect.closeTo(80.8, 6),
      disposal: expect.closeTo(4.3545, 6),
      total: expect.closeTo(85.1545, 6),
    });
    expect(footprintOf({ ...of, grams: -10_000 }).total).toBeCloseTo(-85.1545, 6);
  });

  it('is unknown where no item has a category, and not 0', () => {
    const of = { destinations: [], productionSet: 'pn2018', disposalSet: 'uk2024' } as const;
    expect(footprintOf({ ...of, grams: 1_000, categories: [{ category: null, grams: 5 }] })).toEqual({
      production: null,
      disposal: null,
      total: null,
      water: null,
      unknownFood: 1,
      unknownDisposal: 1,
    });
  });
});

test.each([
  [85.1545, 85],
  [1234.5, 1200],
  [-0.0456, -0.046],
  [0, 0],
])('%d has two digits: %d', (value, expected) => {
  expect(rounded(value)).toBe(expected);
});
