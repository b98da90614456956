import type { ElementCode } from './refdata.contract';

/** In the order in which people think of them. */
export const elements = [
  'WASTEITEM',
  'WASTEREASON',
  'WASTESINK',
  'WASTESOURCE',
  'DAYPART',
  'CONTAINER',
  'WASTESTAGE',
  'EXPRESS_ITEM',
] as const satisfies readonly ElementCode[];

/** Where waste leads, by the Food Loss and Waste Standard. */
export const flwDestinations = [
  'ANIMAL_FEED',
  'BIOMATERIAL',
  'DIGESTION',
  'COMPOSTING',
  'COMBUSTION',
  'LAND_APPLICATION',
  'LANDFILL',
  'NOT_HARVESTED',
  'REFUSE',
  'SEWER',
] as const;
export type FlwDestination = (typeof flwDestinations)[number];
/** The material types of that standard: food, inedible parts, both. */
export const materials = ['FOOD', 'INEDIBLE', 'BOTH'] as const;
export type Material = (typeof materials)[number];
/** Languages that a value may have a name of its own in. */
export const nameLocales = ['en_US', 'de_DE', 'es_ES', 'fr_FR'] as const;

/** Which facts values of an element have beside their names. */
export const factsOf = (elementCode: ElementCode) => ({
  tare: elementCode === 'CONTAINER',
  countsAsWaste: elementCode === 'WASTESINK',
  flwDestination: elementCode === 'WASTESINK',
  donation: elementCode === 'WASTESINK',
  material: elementCode === 'WASTEITEM' || elementCode === 'EXPRESS_ITEM',
});
export type Fact = keyof ReturnType<typeof factsOf>;

/** The stages are the same for everybody. */
export const isFixed = (elementCode: ElementCode) => elementCode === 'WASTESTAGE';

/** Levels below the top of a hierarchy. */
export const mostLevels = 8;

interface Node {
  valueId: number;
  parentId: number | null;
}

/** The value and those that it lies in, nearest first; ends where a circle would begin. */
export function pathOf(nodes: ReadonlyMap<number, Node>, valueId: number): number[] {
  const path: number[] = [];
  for (let at: number | null = valueId; at !== null && !path.includes(at); at = nodes.get(at)?.parentId ?? null)
    path.push(at);
  return path;
}

/** Levels from the value to the deepest one below it; 1 where nothing is. */
export function heightOf(nodes: ReadonlyMap<number, Node>, valueId: number): number {
  let height = 1;
  for (const node of nodes.values()) {
    const far = pathOf(nodes, node.valueId).indexOf(valueId);
    if (far >= 0) height = Math.max(height, far + 1);
  }
  return height;
}

export type MoveRefusal = 'hierarchies.belowItself' | 'hierarchies.tooDeep';

/** Why a value cannot be put below another; null where it can. */
export function refuseMove(nodes: ReadonlyMap<number, Node>, { valueId, parentId }: Node): MoveRefusal | null {
  if (parentId === null) return null;
  const path = pathOf(nodes, parentId);
  if (path.includes(valueId)) return 'hierarchies.belowItself';
  const height = nodes.has(valueId) ? heightOf(nodes, valueId) : 1;
  return path.length + height > mostLevels ? 'hierarchies.tooDeep' : null;
}

interface Merging extends Node {
  elementCode: string;
  status: 'A' | 'I';
}

export type MergeRefusal =
  | 'hierarchies.mergeIntoItself'
  | 'hierarchies.otherElement'
  | 'hierarchies.mergeIntoRetired'
  | 'hierarchies.mergeIntoBelow';

/** Why one value cannot become another; null where it can. */
export function refuseMerge(nodes: ReadonlyMap<number, Node>, from: Merging, into: Merging): MergeRefusal | null {
  if (from.valueId === into.valueId) return 'hierarchies.mergeIntoItself';
  if (from.elementCode !== into.elementCode) return 'hierarchies.otherElement';
  if (into.status === 'I') return 'hierarchies.mergeIntoRetired';
  return pathOf(nodes, into.valueId).includes(from.valueId) ? 'hierarchies.mergeIntoBelow' : null;
}
