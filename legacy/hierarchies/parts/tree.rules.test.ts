import { expect, it } from 'vitest';
import type { TreeValue } from '../../../server/domain/catalogue/hierarchies.contract';
import { branchesOf, countOf, narrowed, pathNames, placeKey, placeOf, placesFor } from './tree.rules';

const value = (
  valueId: number,
  name: string,
  parentId: number | null = null,
  more: Partial<TreeValue> = {},
): TreeValue => ({
  valueId,
  name,
  parentId,
  hierarchyId: 1,
  translations: {},
  status: 'A',
  tareGrams: null,
  countsAsWaste: true,
  flwDestination: null,
  donation: false,
  material: null,
  version: 1,
  ...more,
});
const values = [
  value(1, 'Vegetables'),
  value(2, 'Roots', 1, { translations: { de_DE: 'Wurzelgemüse' } }),
  value(3, 'Carrots', 2),
  value(4, 'Meat', null, { status: 'I' }),
  value(5, 'Other', null, { hierarchyId: 2 }),
];
const hierarchies = [
  { hierarchyId: 1, hierarchyName: 'Items' },
  { hierarchyId: 2, hierarchyName: 'Imported' },
];
const ids = (of: TreeValue[]) => of.map(({ valueId }) => valueId);

it('lays values into each other', () => {
  const [vegetables, meat] = branchesOf(values, 1);
  expect([vegetables && countOf(vegetables), meat && countOf(meat), branchesOf(values, 2).length]).toEqual([2, 0, 1]);
  expect(pathNames(values, 3)).toEqual(['Vegetables', 'Roots', 'Carrots']);
});

it.each([
  ['', '', [1, 2, 3, 4, 5]],
  ['CARR', '', [1, 2, 3]],
  ['wurzelgemuse', '', [1, 2]],
  ['', 'I', [4]],
  ['meat', 'A', []],
])('finds %s in state %s', (text, status, found) => {
  expect(ids(narrowed(values, { text, status }))).toEqual(found);
});

it('offers places in use, none within the value itself', () => {
  expect(placesFor({ hierarchies, values }).map(({ key }) => key)).toEqual(['1', '1/1', '1/2', '1/3', '2', '2/5']);
  expect(placesFor({ hierarchies, values }, values[1]).map(({ key }) => key)).toEqual(['1', '1/1', '2', '2/5']);
  expect([placeOf('1'), placeOf('1/2'), placeKey(placeOf('1/2'))]).toEqual([
    { hierarchyId: 1, parentId: null },
    { hierarchyId: 1, parentId: 2 },
    '1/2',
  ]);
});
