import { expect, it } from 'vitest';
import { followed } from './followed-profile.rules';

const account = { email: 'kim@a.example', name: 'Kim Novak' };
const before = { email: 'kim@a.example', name: 'Kim Novak' };

it.each([
  ['nothing, where nothing is new', account, before, before, {}],
  ['an address that is new', account, before, { ...before, email: 'novak@a.example' }, { email: 'novak@a.example' }],
  ['a name that is new', account, before, { ...before, name: 'Kim Berg' }, { name: 'Kim Berg' }],
  ['nothing that is not said', account, before, { email: null, name: null }, {}],
  [
    'no name that was edited here, while the provider says what it said',
    { ...account, name: 'Kimmy' },
    before,
    before,
    {},
  ],
  [
    'a name that was edited here, once the provider says another',
    { ...account, name: 'Kimmy' },
    before,
    { ...before, name: 'Kim Berg' },
    { name: 'Kim Berg' },
  ],
  [
    'no address that was edited here, while the provider says what it said',
    { ...account, email: 'other@a.example' },
    before,
    before,
    {},
  ],
  [
    'the address and not the name of somebody of whom nothing was kept',
    account,
    { email: null, name: null },
    { email: 'novak@a.example', name: 'Kim Berg' },
    { email: 'novak@a.example' },
  ],
  [
    'nothing that the account has already',
    { email: 'Novak@a.example', name: 'Kim Berg' },
    before,
    { email: 'novak@a.example', name: 'Kim Berg' },
    {},
  ],
])('a profile follows in %s', (_what, here, heard, said, changes) => {
  expect(followed({ account: here, before: heard, said })).toEqual(changes);
});
