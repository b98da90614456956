import type { ImportMapping } from '../mapping.contract';
import { parseMapping } from '../mapping.rules';
import fairfaxBreakfast from './fairfax-breakfast.json';
import generic from './generic.json';
import smithFoodRescue from './smith-food-rescue.json';
import sodertaljeMonthly from './sodertalje-monthly.json';

const SHIPPED = {
  generic,
  'fairfax-breakfast': fairfaxBreakfast,
  'smith-food-rescue': smithFoodRescue,
  'sodertalje-monthly': sodertaljeMonthly,
};

export type ShippedMappingName = keyof typeof SHIPPED;
export const shippedMappingNames = Object.keys(SHIPPED) as ShippedMappingName[];

/** A mapping that comes with the product. */
export function shippedMapping(name: ShippedMappingName): ImportMapping {
  const parsed = parseMapping(SHIPPED[name]);
  if (parsed.ok) return parsed.mapping;
  throw new Error(`mappings/${name}.json: ${JSON.stringify(parsed.problems)}`);
}
