import { describe, expect, it } from 'vitest';
import { factsOf, heightOf, isFixed, mostLevels, pathOf, refuseMerge, refuseMove } from './hierarchies.rules';

const tree = (...parents: [number, number | null][]) =>
  new Map(parents.map(([valueId, parentId]) => [valueId, { valueId, parentId }]));
// 1 > 2 > 3, 1 > 4, 5; 6 and 7 in a circle that no release makes.
const nodes = tree([1, null], [2, 1], [3, 2], [4, 1], [5, null], [6, 7], [7, 6]);

it.each([
  [3, [3, 2, 1]],
  [1, [1]],
  [6, [6, 7]],
  [99, [99]],
])('the path of %s is %j', (valueId, path) => {
  expect(pathOf(nodes, valueId)).toEqual(path);
});

it.each([
  [1, 3],
  [2, 2],
  [3, 1],
  [5, 1],
])('%s is %s levels high', (valueId, height) => {
  expect(heightOf(nodes, valueId)).toBe(height);
});

describe('a move', () => {
  const chain = tree(
    ...Array.from({ length: mostLevels }, (_, at): [number, number | null] => [at + 1, at === 0 ? null : at]),
    [50, null],
    [51, 50],
  );
  it.each([
    ['to the top', nodes, 3, null, null],
    ['below a neighbour', nodes, 4, 2, null],
    ['below itself', nodes, 2, 2, 'hierarchies.belowItself'],
    ['below what lies in it', nodes, 1, 3, 'hierarchies.belowItself'],
    ['as deep as it goes', chain, 50, mostLevels - 2, null],
    ['too deep', chain, 50, mostLevels - 1, 'hierarchies.tooDeep'],
    ['of a new value below the deepest', chain, 0, mostLevels, 'hierarchies.tooDeep'],
  ])('%s', (_, among, valueId, parentId, refusal) => {
    expect(refuseMove(among, { valueId, parentId })).toBe(refusal);
  });
});

describe('a merge', () => {
  const value = (valueId: number, more: object = {}) => ({
    valueId,
    parentId: nodes.get(valueId)?.parentId ?? null,
    elementCode: 'WASTEITEM',
    status: 'A' as const,
    ...more,
  });
  it.each([
    ['into a neighbour', value(4), value(2), null],
    ['of a retired one', value(4, { status: 'I' }), value(2), null],
    ['into what it lies in', value(3), value(1), null],
    ['into itself', value(3), value(3), 'hierarchies.mergeIntoItself'],
    ['into what lies in it', value(1), value(3), 'hierarchies.mergeIntoBelow'],
    ['into a retired one', value(4), value(2, { status: 'I' }), 'hierarchies.mergeIntoRetired'],
    ['into another element', value(4), value(2, { elementCode: 'WASTESINK' }), 'hierarchies.otherElement'],
  ])('%s', (_, from, into, refusal) => {
    expect(refuseMerge(nodes, from, into)).toBe(refusal);
  });
});

it('knows the facts of an element, and that the stages are fixed', () => {
  expect(factsOf('CONTAINER')).toEqual({
    tare: true,
    countsAsWaste: false,
    flwDestination: false,
    donation: false,
    material: false,
  });
  expect(factsOf('WASTESINK')).toEqual({
    tare: false,
    countsAsWaste: true,
    flwDestination: true,
    donation: true,
    material: false,
  });
  expect(factsOf('WASTEITEM')).toEqual({
    tare: false,
    countsAsWaste: false,
    flwDestination: false,
    donation: false,
    material: true,
  });
  expect([isFixed('WASTESTAGE'), isFixed('DAYPART')]).toEqual([true, false]);
});
