import type { FlwDestination } from '../../domain/catalogue/hierarchies.rules';
import {
  disposalSets,
  productionSets,
  type DisposalRoute,
  type DisposalSetName,
  type FoodCategory,
  type ProductionSetName,
} from './factor-sets.rules';

/** What was thrown away of a category; null: of items that are in none. */
export interface CategoryWeight {
  category: FoodCategory | null;
  grams: number;
}

/** What went to a destination; null where none of the standard is named. */
export interface DestinationWeight {
  destination: FlwDestination | null;
  grams: number;
}

interface Average {
  /** Per kilogram. */
  perKilogram: number;
  /** Fraction of the weight for which there is no factor, which is taken to be like the rest. */
  unknownShare: number;
}

const routeOf: Partial<Record<FlwDestination, DisposalRoute>> = {
  LANDFILL: 'landfill',
  COMPOSTING: 'composting',
  DIGESTION: 'digestion',
  COMBUSTION: 'combustion',
};

/** Σ grams × factor / Σ grams, of what has a factor; null where nothing has one. */
function averageOf<T extends { grams: number }>(
  rows: readonly T[],
  factorOf: (row: T) => number | undefined,
): Average | null {
  let [all, known, weighted] = [0, 0, 0];
  for (const row of rows) {
    const factor = factorOf(row);
    all += row.grams;
    if (factor === undefined) continue;
    known += row.grams;
    weighted += row.grams * factor;
  }
  return known <= 0 ? null : { perKilogram: weighted / known, unknownShare: 1 - known / all };
}

export const averageProduction = (
  mix: readonly CategoryWeight[],
  set: ProductionSetName,
  figure: 'co2e' | 'water',
): Average | null =>
  averageOf(mix, ({ category }) => (category === null ? undefined : productionSets[set].factors[category]?.[figure]));

export const averageDisposal = (mix: readonly DestinationWeight[], set: DisposalSetName): Average | null =>
  averageOf(mix, ({ destination }) => {
    const route = destination === null ? undefined : routeOf[destination];
    return route === undefined ? undefined : disposalSets[set].factors[route];
  });

export interface Footprint {
  /** kg CO2e. */
  production: number | null;
  disposal: number | null;
  /** Both, as far as they are known; null where production is not. */
  total: number | null;
  /** Litres. */
  water: number | null;
  /** Fractions of the weight without a factor. */
  unknownFood: number;
  unknownDisposal: number;
}

interface Asked {
  /** Of what was prevented; below zero where more was thrown away. */
  grams: number;
  categories: readonly CategoryWeight[];
  destinations: readonly DestinationWeight[];
  productionSet: ProductionSetName;
  disposalSet: DisposalSetName;
}

/**
 * What food that was not thrown away has spared: what its production would have caused, and its disposal. It is taken to have been
 * like what was thrown away in the same weeks.
 */
export function footprintOf({ grams, categories, destinations, productionSet, disposalSet }: Asked): Footprint {
  const kilograms = grams / 1_000;
  const co2e = averageProduction(categories, productionSet, 'co2e');
  const water = averageProduction(categories, productionSet, 'water');
  const disposal = averageDisposal(destinations, disposalSet);
  const times = (average: Average | null) => (average === null ? null : average.perKilogram * kilograms);
  const [production, disposed] = [times(co2e), times(disposal)];
  return {
    production,
    disposal: disposed,
    total: production === null ? null : production + (disposed ?? 0),
    water: times(water),
    unknownFood: co2e?.unknownShare ?? 1,
    unknownDisposal: disposal?.unknownShare ?? 1,
  };
}

/** Two significant digits: more would claim to be known. */
export function rounded(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(2));
}
