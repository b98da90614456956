import type { TreeValue, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { heightOf, mostLevels, pathOf } from '../../../server/domain/catalogue/hierarchies.rules';

export interface Branch {
  value: TreeValue;
  below: Branch[];
}

const nodesOf = (values: readonly TreeValue[]) => new Map(values.map((one) => [one.valueId, one]));

/** The names of what a value lies in, from the top, and its own. */
export function pathNames(values: readonly TreeValue[], valueId: number): string[] {
  const nodes = nodesOf(values);
  return pathOf(nodes, valueId)
    .reverse()
    .flatMap((id) => nodes.get(id)?.name ?? []);
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();

/** The values that fit, in whatever language, with what they lie in. */
export function narrowed(
  values: readonly TreeValue[],
  { text, status }: { text: string; status: string },
): TreeValue[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && status === '') return [...values];
  const nodes = nodesOf(values);
  const kept = new Set<number>();
  for (const value of values) {
    const names = fold([value.name, ...Object.values(value.translations)].join(' '));
    if ((status === '' || value.status === status) && words.every((word) => names.includes(word)))
      for (const id of pathOf(nodes, value.valueId)) kept.add(id);
  }
  return values.filter((one) => kept.has(one.valueId));
}

/** The values of one hierarchy as they lie in each other, in their order. */
export function branchesOf(values: readonly TreeValue[], hierarchyId: number): Branch[] {
  const branches = new Map(
    values
      .filter((one) => one.hierarchyId === hierarchyId)
      .map((value): [number, Branch] => [value.valueId, { value, below: [] }]),
  );
  const top: Branch[] = [];
  for (const branch of branches.values()) (branches.get(branch.value.parentId ?? 0)?.below ?? top).push(branch);
  return top;
}

export function findBranch(branches: readonly Branch[], valueId: number): Branch | undefined {
  for (const branch of branches) {
    const found = branch.value.valueId === valueId ? branch : findBranch(branch.below, valueId);
    if (found) return found;
  }
  return undefined;
}

export const countOf = ({ below }: Branch): number => below.reduce((sum, one) => sum + 1 + countOf(one), 0);

/** Where a value may stand: `list` at the top of a hierarchy, `list/parent` below another value. */
export interface Place {
  key: string;
  hierarchyId: number;
  parentId: number | null;
  names: string[];
}

/** Every place for a value, or for a new one: in use, not within itself, and not too deep. */
export function placesFor(
  { hierarchies, values }: Pick<ValueTree, 'hierarchies' | 'values'>,
  moving?: TreeValue,
): Place[] {
  const nodes = nodesOf(values);
  const height = moving ? heightOf(nodes, moving.valueId) : 1;
  return hierarchies.flatMap(({ hierarchyId, hierarchyName }): Place[] => {
    const inside = values
      .filter((one) => one.hierarchyId === hierarchyId && one.status === 'A')
      .flatMap((one): Place[] => {
        const path = pathOf(nodes, one.valueId);
        if (path.length + height > mostLevels || (moving && path.includes(moving.valueId))) return [];
        return [
          {
            key: `${hierarchyId}/${one.valueId}`,
            hierarchyId,
            parentId: one.valueId,
            names: [hierarchyName, ...pathNames(values, one.valueId)],
          },
        ];
      });
    return [{ key: String(hierarchyId), hierarchyId, parentId: null, names: [hierarchyName] }, ...inside];
  });
}

export const placeKey = ({ hierarchyId, parentId }: { hierarchyId: number; parentId: number | null }) =>
  parentId === null ? String(hierarchyId) : `${hierarchyId}/${parentId}`;

/** As the calls take it. */
export function placeOf(key: string): { hierarchyId: number; parentId: number | null } {
  const [hierarchyId, parentId] = key.split('/').map(Number);
  return { hierarchyId: hierarchyId ?? 0, parentId: parentId ?? null };
}
