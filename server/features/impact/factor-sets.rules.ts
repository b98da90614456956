/**
 * What a kilogram of food has cost the climate and the water before it was thrown away, and what its disposal costs. Figures are as
 * published; which product or typology stands for a kitchen category is our choice and stands beside it. Two sets differ by up to
 * four times: they are never added, and every claim names its own.
 */
export const foodCategories = [
  'beef',
  'lamb',
  'pork',
  'poultry',
  'fish',
  'shellfish',
  'eggs',
  'milk',
  'cheese',
  'yogurt',
  'butter',
  'bread',
  'pasta',
  'rice',
  'potatoes',
  'vegetables',
  'tomatoes',
  'fruit',
  'pulses',
  'tofu',
  'nuts',
  'oil',
  'sugar',
  'biscuits',
  'chocolate',
  'coffee',
  'juice',
] as const;
export type FoodCategory = (typeof foodCategories)[number];

interface Production {
  /** What of the source stands for the category. */
  product: string;
  /** kg CO2e per kg. */
  co2e: number;
  /** Litres per kg. */
  water: number;
}

interface FactorSource {
  name: string;
  year: number;
  licence: string;
  url: string;
}

export interface ProductionSet extends FactorSource {
  /** Of the litres. */
  waterMeans: 'freshwater' | 'footprint';
  factors: Partial<Record<FoodCategory, Production>>;
}

export const productionSetNames = ['sel2021', 'pn2018'] as const;
export type ProductionSetName = (typeof productionSetNames)[number];

export const productionSets: Record<ProductionSetName, ProductionSet> = {
  sel2021: {
    name: 'SU-EATABLE LIFE',
    year: 2021,
    licence: 'CC BY 4.0',
    url: 'https://doi.org/10.1038/s41597-021-00909-8',
    waterMeans: 'footprint',
    factors: {
      beef: { product: 'Beef bone free meat', co2e: 25.75, water: 15139 },
      lamb: { product: 'Lamb bone free meat', co2e: 25.2326, water: 10412 },
      pork: { product: 'Pork bone free meat', co2e: 5.71674, water: 6299 },
      poultry: { product: 'Poultry bone free meat', co2e: 3.8806, water: 4325 },
      fish: { product: 'Fish', co2e: 5.194, water: 2313 },
      shellfish: { product: 'Shellfish', co2e: 5.67, water: 1856 },
      eggs: { product: 'Eggs', co2e: 3.2, water: 3270 },
      milk: { product: 'Milk', co2e: 1.437, water: 1599 },
      cheese: { product: 'Cheese hard & semi-hard', co2e: 9.59, water: 5253 },
      yogurt: { product: 'Yogurt', co2e: 2.55, water: 1540 },
      butter: { product: 'Butter', co2e: 8.48, water: 5659 },
      bread: { product: 'Bread', co2e: 0.86, water: 902 },
      pasta: { product: 'Pasta', co2e: 1.21, water: 1508 },
      rice: { product: 'Rice', co2e: 2.19, water: 1618 },
      potatoes: { product: 'Starchy tubers', co2e: 0.27, water: 555 },
      vegetables: { product: 'Vegetables openfield', co2e: 0.33, water: 336 },
      tomatoes: { product: 'Vegetables not heated greenhouse', co2e: 1.18, water: 336 },
      fruit: { product: 'Fruit openfield', co2e: 0.4, water: 748 },
      pulses: { product: 'Legumes', co2e: 0.52, water: 4615 },
      tofu: { product: 'Vegetal proteins', co2e: 2.27, water: 1724 },
      nuts: { product: 'Nuts', co2e: 1.11, water: 11264 },
      oil: { product: 'Oil', co2e: 2.11, water: 6792 },
      sugar: { product: 'Sugar', co2e: 0.78, water: 1294 },
      biscuits: { product: 'Biscuits', co2e: 1.47, water: 1870 },
      chocolate: { product: 'Chocolate', co2e: 3.16, water: 20717 },
      coffee: { product: 'Coffee ground & parchment', co2e: 6.71, water: 19956 },
      juice: { product: 'Fruit juice local', co2e: 0.48, water: 1019 },
    },
  },
  pn2018: {
    name: 'Poore & Nemecek',
    year: 2018,
    licence: 'CC BY 4.0',
    url: 'https://doi.org/10.1126/science.aaq0216',
    waterMeans: 'freshwater',
    factors: {
      beef: { product: 'Beef (beef herd)', co2e: 99.48, water: 1451.2 },
      lamb: { product: 'Lamb & Mutton', co2e: 39.72, water: 1802.8 },
      pork: { product: 'Pig Meat', co2e: 12.31, water: 1795.8 },
      poultry: { product: 'Poultry Meat', co2e: 9.87, water: 660 },
      fish: { product: 'Fish (farmed)', co2e: 13.63, water: 3691.3 },
      shellfish: { product: 'Prawns (farmed)', co2e: 26.87, water: 3515.4 },
      eggs: { product: 'Eggs', co2e: 4.67, water: 577.7 },
      milk: { product: 'Milk', co2e: 3.15, water: 628.2 },
      cheese: { product: 'Cheese', co2e: 23.88, water: 5605.2 },
      bread: { product: 'Wheat & Rye', co2e: 1.57, water: 647.5 },
      pasta: { product: 'Wheat & Rye', co2e: 1.57, water: 647.5 },
      rice: { product: 'Rice', co2e: 4.45, water: 2248.4 },
      potatoes: { product: 'Potatoes', co2e: 0.46, water: 59.1 },
      vegetables: { product: 'Other Vegetables', co2e: 0.53, water: 102.5 },
      tomatoes: { product: 'Tomatoes', co2e: 2.09, water: 369.8 },
      fruit: { product: 'Other Fruit', co2e: 1.05, water: 153.5 },
      pulses: { product: 'Other Pulses', co2e: 1.79, water: 435.7 },
      tofu: { product: 'Tofu', co2e: 3.16, water: 148.6 },
      nuts: { product: 'Nuts', co2e: 0.43, water: 4133.8 },
      sugar: { product: 'Beet Sugar', co2e: 1.81, water: 217.7 },
      chocolate: { product: 'Dark Chocolate', co2e: 46.65, water: 540.6 },
      coffee: { product: 'Coffee', co2e: 28.53, water: 25.9 },
    },
  },
};

export type DisposalRoute = 'landfill' | 'composting' | 'digestion' | 'combustion';

export interface DisposalSet extends FactorSource {
  /** kg CO2e per kg of food waste. */
  factors: Partial<Record<DisposalRoute, number>>;
}

export const disposalSetNames = ['epa2026', 'uk2024'] as const;
export type DisposalSetName = (typeof disposalSetNames)[number];

export const disposalSets: Record<DisposalSetName, DisposalSet> = {
  // Mixed food waste; digestion is published for food other than meat, with wet curing.
  epa2026: {
    name: 'US EPA GHG Emission Factors Hub, Table 9',
    year: 2026,
    licence: 'US federal work',
    url: 'https://www.epa.gov/climateleadership/ghg-emission-factors-hub',
    factors: { landfill: 0.7496, composting: 0.1213, digestion: 0.1213, combustion: 0.0551 },
  },
  // Organic: food and drink waste. Digestion is not published for it.
  uk2024: {
    name: 'UK Government GHG conversion factors',
    year: 2024,
    licence: 'Open Government Licence 3.0',
    url: 'https://www.gov.uk/government/collections/government-conversion-factors-for-company-reporting',
    factors: { landfill: 0.70021, composting: 0.008884, combustion: 0.006411 },
  },
};

/** Kilograms of food that are counted as a meal. WRAP Courtauld 2025 working group (2018), and ReFED after USDA: 1.2 lb. */
export const mealKilograms = { wrap: 0.42, refed: 0.5443 } as const;
