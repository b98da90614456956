import { expect, it } from 'vitest';
import { effectsOf } from './role-effects.rules';

const permissions = new Map<number, readonly string[]>([
  [1, ['VIEW_A', 'EDIT_A']],
  [2, ['VIEW_A']],
  [3, ['fe.*']],
]);
const holders = [
  { roles: [1], people: 4 },
  { roles: [1, 2], people: 2 },
  { roles: [1, 3], people: 1 },
  { roles: [2], people: 9 },
];

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
    'a role that is gone takes all with it, what most people lose first',
    null,
    [
      ['EDIT_A', 0, 7],
      ['VIEW_A', 0, 5],
    ],
  ],
])('%s', (_what, after, expected) => {
  expect(effectsOf(holders, permissions, { role: 1, after }).map(({ key, gain, lose }) => [key, gain, lose])).toEqual(
    expected,
  );
});
