import type { CountryCode } from './places.rules';

export type StageId = 8 | 9 | 23;

export interface ItemShape {
  name: string;
  category: string;
  /** Cost of a kilogram in pounds sterling. */
  gbpPerKg: number;
  /** How often it is weighed before consumption, and after it. */
  before: number;
  after: number;
}

const item = (category: string, name: string, [gbpPerKg, before, after]: [number, number, number]): ItemShape => ({
  category,
  name,
  gbpPerKg,
  before,
  after,
});

export const items: readonly ItemShape[] = [
  item('Vegetables', 'Leafy salad', [4.6, 7, 5]),
  item('Vegetables', 'Root vegetables', [1.3, 9, 4]),
  item('Vegetables', 'Cabbage and broccoli', [1.9, 6, 4]),
  item('Vegetables', 'Tomatoes and peppers', [3.1, 6, 3]),
  item('Vegetables', 'Onions and leeks', [1.1, 6, 1]),
  item('Vegetables', 'Cooked vegetables, mixed', [2.7, 5, 7]),
  item('Fruit', 'Melon and pineapple', [2.2, 6, 2]),
  item('Fruit', 'Berries', [8.9, 3, 1]),
  item('Fruit', 'Apples, pears, bananas', [1.8, 5, 3]),
  item('Fruit', 'Fruit salad', [4.2, 3, 3]),
  item('Meat', 'Beef', [10.4, 3, 3]),
  item('Meat', 'Pork', [6.2, 3, 3]),
  item('Meat', 'Chicken', [5.6, 6, 6]),
  item('Meat', 'Cold cuts and sausage', [8.1, 3, 2]),
  item('Fish', 'White fish', [9.8, 2, 2]),
  item('Fish', 'Salmon', [15.2, 1, 1]),
  item('Dairy and eggs', 'Milk and cream', [1.4, 3, 2]),
  item('Dairy and eggs', 'Cheese', [8.6, 2, 1]),
  item('Dairy and eggs', 'Yogurt', [2.9, 2, 2]),
  item('Dairy and eggs', 'Scrambled and boiled eggs', [4.4, 3, 2]),
  item('Bakery', 'Bread and rolls', [2.6, 8, 7]),
  item('Bakery', 'Croissants and Danish pastry', [6.8, 4, 2]),
  item('Bakery', 'Sandwiches and wraps', [7.4, 5, 3]),
  item('Bakery', 'Pizza', [5.1, 2, 4]),
  item('Starches', 'Boiled potatoes', [1.2, 5, 6]),
  item('Starches', 'French fries', [2.1, 3, 6]),
  item('Starches', 'Rice', [1.5, 7, 8]),
  item('Starches', 'Pasta', [1.7, 7, 8]),
  item('Starches', 'Käsespätzle', [3.6, 1, 1]),
  item('Soups and sauces', 'Soup', [2.3, 5, 3]),
  item('Soups and sauces', 'Gravy and sauces', [2.8, 5, 3]),
  item('Soups and sauces', 'Jalapeño relish', [6.4, 1, 0]),
  item('Prepared dishes', 'Stew and curry', [5.9, 5, 5]),
  item('Prepared dishes', 'Lasagne and gratins', [5.3, 4, 4]),
  item('Prepared dishes', 'Vegetarian bowls', [4.9, 4, 4]),
  item('Prepared dishes', 'Pulses and tofu', [3.2, 3, 3]),
  item('Desserts', 'Cake and cookies', [5.8, 3, 2]),
  item('Desserts', 'Crème brûlée', [6.9, 1, 1]),
  item('Desserts', 'Pudding and custard', [3.3, 2, 3]),
  item('Drinks', 'Coffee grounds', [0.9, 4, 0]),
  item('Drinks', 'Juice', [1.9, 1, 2]),
];

/** Cost of a kilogram of what nobody has named. */
export const otherGbpPerKg = 3.2;

/** Rates of exchange of the simulation, and what a kilogram costs more there. */
export const priceLevel: Record<CountryCode, number> = { GB: 1, DE: 1.12, US: 1.34 };

export interface ValueShape {
  name: string;
  code: string;
  /** How often, by stage; none means never. */
  share: Partial<Record<StageId, number>>;
}

export const reasons: readonly ValueShape[] = [
  { name: 'Overproduction', code: 'OVR', share: { 8: 36, 9: 55 } },
  { name: 'Trimmings', code: 'TRM', share: { 8: 30 } },
  { name: 'Spoilage', code: 'SPL', share: { 8: 12 } },
  { name: 'Expired', code: 'EXP', share: { 8: 8, 9: 4 } },
  { name: 'Cooking error', code: 'CKE', share: { 8: 7 } },
  { name: 'Dropped or contaminated', code: 'DRP', share: { 8: 4, 9: 3 } },
  { name: 'Quality below standard', code: 'QLT', share: { 8: 3 } },
  { name: 'Returned untouched', code: 'RTN', share: { 9: 38 } },
  { name: 'Plate waste', code: 'PLT', share: { 23: 100 } },
];

/** The reason whose food may be given away. */
export const surplus = 'Overproduction';

export const sources: readonly ValueShape[] = [
  { name: 'Cold preparation', code: 'COLD', share: { 8: 28 } },
  { name: 'Hot kitchen', code: 'HOT', share: { 8: 34 } },
  { name: 'Bakery and pastry', code: 'BAKE', share: { 8: 10 } },
  { name: 'Store room and cold store', code: 'STORE', share: { 8: 12 } },
  { name: 'Salad bar', code: 'SALAD', share: { 8: 8, 9: 25 } },
  { name: 'Serving counter', code: 'SERVE', share: { 8: 8, 9: 50 } },
  { name: 'Tray return', code: 'TRAY', share: { 9: 25, 23: 88 } },
  { name: 'Dish room', code: 'DISH', share: { 23: 12 } },
];

export interface SinkShape {
  name: string;
  code: string;
  /** Food that people eat is no waste: Food Loss and Waste Standard, version 1.0, chapter 6. */
  countsAsWaste: boolean;
  /** By the same standard; a donation is none of its destinations. */
  flwDestination?: 'COMPOSTING' | 'DIGESTION' | 'LANDFILL';
  donation?: true;
  share: Record<CountryCode, number>;
}

/** Bones, skins and peel are thrown away with these. */
export const withInedibleParts = new Set([
  'Root vegetables',
  'Onions and leeks',
  'Melon and pineapple',
  'Apples, pears, bananas',
  'Chicken',
  'White fish',
]);

export const sinks: readonly SinkShape[] = [
  {
    name: 'Compost',
    code: 'COMP',
    countsAsWaste: true,
    flwDestination: 'COMPOSTING',
    share: { GB: 25, DE: 20, US: 55 },
  },
  {
    name: 'Anaerobic digestion',
    code: 'DIGE',
    countsAsWaste: true,
    flwDestination: 'DIGESTION',
    share: { GB: 65, DE: 78, US: 10 },
  },
  { name: 'Landfill', code: 'LAND', countsAsWaste: true, flwDestination: 'LANDFILL', share: { GB: 10, DE: 2, US: 35 } },
  { name: 'Donation', code: 'DONA', countsAsWaste: false, donation: true, share: { GB: 0, DE: 0, US: 0 } },
];
export const donation = 'Donation';

export interface DaypartShape {
  name: string;
  code: string;
  /** Seconds after midnight, local time. */
  from: number;
  to: number;
}

const hours = (from: number, to: number) => ({ from: from * 3600, to: to * 3600 });
export const dayparts: readonly DaypartShape[] = [
  { name: 'Breakfast', code: 'BRK', ...hours(6.5, 10.5) },
  { name: 'Lunch', code: 'LUN', ...hours(10.5, 14.75) },
  { name: 'Afternoon', code: 'AFT', ...hours(14.75, 17) },
  { name: 'Dinner', code: 'DIN', ...hours(17, 20.75) },
];

export interface ContainerShape {
  name: string;
  code: string;
  tareGrams: number;
  /** Net grams that it is used for. */
  upTo: number;
}

/** In the order of their size. */
export const containers: readonly ContainerShape[] = [
  { name: 'Bowl', code: 'BOWL', tareGrams: 180, upTo: 900 },
  { name: 'Half pan GN 1/2', code: 'GN12', tareGrams: 640, upTo: 3_500 },
  { name: 'Full pan GN 1/1', code: 'GN11', tareGrams: 1_190, upTo: 7_000 },
  { name: 'Bucket, 20 l', code: 'B20', tareGrams: 870, upTo: 14_000 },
  { name: 'Bin, 60 l', code: 'B60', tareGrams: 3_150, upTo: Number.POSITIVE_INFINITY },
];

/** Keys of those that every organisation has. */
export const checkweightReferences = [
  'binEmptied',
  'scaleOutOfOrder',
  'forgotten',
  'otherKitchen',
  'recountConfirmed',
] as const;
