import { z } from 'zod';
import type { LocalDate } from '../../platform/time';
import {
  disposalSetNames,
  foodCategories,
  productionSetNames,
  type DisposalSetName,
  type FoodCategory,
  type ProductionSetName,
} from './factor-sets.rules';
import type { CategoryWeight, DestinationWeight, Footprint } from './footprint.rules';

export interface CategorizedItem {
  itemId: number;
  name: string;
  category: FoodCategory | null;
  /** What its name speaks for, while it has none. */
  suggested: FoodCategory | null;
  /** Of the last 13 weeks. */
  grams: number;
}

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);
const category = z.preprocess((value) => (value === '' ? null : value), z.enum(foodCategories).nullable());

/** A form names the items with `item-12`. */
export const categoriesForm = z.record(z.string().regex(/^item-\d{1,15}$/), category);
export const categoryChanges = z.strictObject({
  items: z
    .array(z.strictObject({ itemId: id, category }))
    .min(1)
    .max(2_000),
});
export type CategoryChanges = z.infer<typeof categoryChanges>['items'];

export const productionSet = z.enum(productionSetNames);
export const disposalSet = z.enum(disposalSetNames);

/** A site's part. Grams, and money of its currency; a result only where nothing speaks against it. */
export interface ImpactSite {
  siteId: number;
  siteName: string;
  currency: string;
  actual: number;
  expected: number;
  /** expected − actual. */
  prevented: number;
  /** null without a cost in its baseline. */
  money: number | null;
}

/** Everything that a statement is computed from, and what comes of it. */
export interface ImpactFigures {
  start: LocalDate;
  end: LocalDate;
  productionSet: ProductionSetName;
  disposalSet: DisposalSetName;
  sites: ImpactSite[];
  /** Names of sites that have no result, by the reason. */
  leftOut: { siteName: string; reason: 'noBaseline' | 'notTracked' | 'stopped' }[];
  /** Grams. */
  prevented: number;
  expected: number;
  money: { currency: string; amount: number }[];
  openDays: number;
  trackedDays: number;
  categories: CategoryWeight[];
  destinations: DestinationWeight[];
  footprint: Footprint;
  /** The same with the other production set: how far sources lie apart. */
  other: Footprint;
}
