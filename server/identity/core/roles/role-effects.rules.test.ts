import { expect, it } from 'vitest';
import { changesOfGroups, changesOfRole, effectsOf, type RightsChange } from './role-effects.rules';

const permissions = new Map<number, readonly string[]>([
  [1, ['VIEW_A', 'EDIT_A']],
  [2, ['VIEW_A']],
  [3, ['fe.*']],
]);
const shown = (changes: RightsChange[]) => effectsOf(changes).map(({ key, gain, lose }) => [key, gain, lose]);

it.each([
  ['nothing changes', ['VIEW_A', 'EDIT_A'], []],
  ['what another role gives stays', ['EDIT_A'], [['VIEW_A', 0, 5]]],
  ['what is new is gained', ['VIEW_A', 'EDIT_A', 'VIEW_B'], [['VIEW_B', 7, 0]]],
  [
    'what another role covers is no gain',
    ['VIEW_A', 'EDIT_A', 'fe.secure.read.users'],
    [['fe.secure.read.users', 6, 0]],
  ],
  [
    'a role that holds nothing any more takes all with it, what most people lose first',
    [],
    [
      ['EDIT_A', 0, 7],
      ['VIEW_A', 0, 5],
    ],
  ],
])('of a role: %s', (_what, after, expected) => {
  const holders = [
    { roles: [1], people: 4 },
    { roles: [1, 2], people: 2 },
    { roles: [1, 3], people: 1 },
    { roles: [2], people: 9 },
  ];
  expect(shown(changesOfRole(holders, permissions, { role: 1, after }))).toEqual(expected);
});

it.each([
  ['nothing changes', [[10, [1]]], []],
  ['a role that the group gives is gained by those who hold it in no other way', [[10, [1, 3]]], [['fe.*', 6, 0]]],
  [
    'what another group, or they themselves, hold stays',
    [
      [10, []],
      [11, [2]],
    ],
    [
      ['EDIT_A', 0, 5],
      ['VIEW_A', 0, 4],
    ],
  ],
  [
    'groups that give nothing take what came through them',
    [],
    [
      ['EDIT_A', 0, 5],
      ['VIEW_A', 0, 4],
    ],
  ],
] as [string, [number, number[]][], unknown[]][])('of groups: %s', (_what, after, expected) => {
  const holders = [
    { own: [], groups: [10], people: 4 },
    { own: [2], groups: [10], people: 1 },
    { own: [1], groups: [10], people: 1 },
    { own: [3], groups: [], people: 9 },
  ];
  expect(shown(changesOfGroups(holders, permissions, { before: new Map([[10, [1]]]), after: new Map(after) }))).toEqual(
    expected,
  );
});
