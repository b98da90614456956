import type { Format } from '../../client/ui/format';
import type { FoodWaste } from '../../server/features/food-waste-dashboard/food-waste.contract';

/** Writes what the page shows: weights, or money of the chosen currency. */
export function amountsIn(format: Format, { currency }: Pick<FoodWaste, 'currency'>) {
  // Only costs are of a currency.
  return currency === null
    ? {
        rounded: (grams: number) => format.weight(grams),
        precise: (grams: number, decimals = 1) => format.weight(grams, { decimals }),
        tick: (grams: number, decimals = 0) => format.weight(grams, { decimals, unit: false }),
        perUnit: format.unit.gramsPerUnit,
      }
    : {
        rounded: (amount: number) => format.money(amount, currency, { decimals: 0 }),
        precise: (amount: number) => format.money(amount, currency),
        tick: (amount: number, decimals = 0) => format.number(amount, decimals),
        perUnit: 1,
      };
}
