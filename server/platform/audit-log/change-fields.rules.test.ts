import { expect, it } from 'vitest';
import { fieldsOfChange } from './change-fields.rules';

it.each([
  ['nothing', null, undefined, []],
  ['what is new', null, { name: 'Rye' }, [['name', null, 'Rye']]],
  ['what is gone', { name: 'Rye' }, null, [['name', 'Rye', null]]],
  [
    'what differs before what stays',
    { id: 3, name: 'Rye', on: true },
    { id: 3, name: 'Oat', on: true, sites: [1, 2] },
    [
      ['name', 'Rye', 'Oat'],
      ['sites', null, '[1,2]'],
      ['id', '3', '3'],
      ['on', 'true', 'true'],
    ],
  ],
  ['a list', ['a'], ['b'], [['', '["a"]', '["b"]']]],
])('shows %s', (_what, before, after, shown) => {
  expect(fieldsOfChange(before, after).map((field) => [field.name, field.before, field.after])).toEqual(shown);
});
