import { describe, expect, it } from 'vitest';
import { translator } from './i18n/messages';
import { nameOfRole, offeredRoles } from './role-names';

const builtIn = (key: string) => ({ key, name: `${key} of the table`, builtIn: true });
const own = { key: 'Admin', name: 'Own', builtIn: false };

describe('the roles that a screen offers', () => {
  it.each([
    ['one of the two that allow everything', ['viewer', 'administrator', 'Admin'], [], ['viewer', 'administrator']],
    ['the other one too, where it is held', ['administrator', 'Admin'], ['Admin'], ['administrator', 'Admin']],
    ['the other one, where the first is out of reach', ['viewer', 'Admin'], [], ['viewer', 'Admin']],
  ])('are %s', (_, keys, held, offered) => {
    const roles = offeredRoles(keys.map(builtIn), ({ key }) => held.includes(key));
    expect(roles.map(({ key }) => key)).toEqual(offered);
  });

  it('are all that an organization has made itself, and have the names of the reader', () => {
    expect(offeredRoles([builtIn('administrator'), own])).toHaveLength(2);
    const t = translator('de_DE');
    expect([nameOfRole(t, builtIn('viewer')), nameOfRole(t, own)]).toEqual(['Lesen', 'Own']);
  });
});
