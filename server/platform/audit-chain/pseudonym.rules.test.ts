import { expect, it } from 'vitest';
import { jsonWithoutNames, withoutNames } from './pseudonym.rules';

const names = { names: ['ann@kitchen.test', 'ann', 'ann müller'], pseudonym: 'deleted user 7' };

it.each([
  ['ann@kitchen.test', 'deleted user 7'],
  ['Ann@Kitchen.test', 'deleted user 7'],
  ['mailed to ANN@kitchen.test.', 'mailed to deleted user 7.'],
  ['<ann@kitchen.test>, bea@kitchen.test', '<deleted user 7>, bea@kitchen.test'],
  [' Ann Müller ', 'deleted user 7'],
  ['Ann', 'deleted user 7'],
  ['joann@kitchen.test', 'joann@kitchen.test'],
  ['ann@kitchen.test-lab', 'ann@kitchen.test-lab'],
  ['Ann’s kitchen', 'Ann’s kitchen'],
  ['banana', 'banana'],
  ['', ''],
])('%j becomes %j', (text, becomes) => expect(withoutNames(text, names)).toBe(becomes));

it('goes through whatever JSON holds, and leaves its keys', () =>
  expect(jsonWithoutNames({ ann: ['Ann', 4, null, { to: 'ann@kitchen.test' }] }, names)).toEqual({
    ann: ['deleted user 7', 4, null, { to: 'deleted user 7' }],
  }));
