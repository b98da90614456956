import { describe, expect, it } from 'vitest';
import { isWithin, scopeOf, scopesOf } from './oauth-scopes.rules';

const both = ['waste:read', 'waste:write'];

describe('what a client asks for', () => {
  it.each([
    ['profile openid email', [], 'openid email profile'],
    ['openid waste:read', [], 'openid'],
    ['openid waste:read', ['waste:write'], 'openid'],
    ['openid waste:write waste:read', both, 'openid waste:read waste:write'],
    ['openid  openid admin waste:* WASTE:READ waste:read,waste:write', both, 'openid'],
    ['', both, ''],
  ])('%j, where it may ask for %j, is %j', (asked, allowed, scope) => {
    expect(scopeOf(asked, allowed)).toBe(scope);
  });
});

describe('what a token opens', () => {
  it.each([
    ['openid waste:read', 'openid waste:read waste:write', both, ['openid', 'waste:read']],
    ['openid waste:read waste:write', 'openid waste:read', both, ['openid', 'waste:read']],
    ['openid waste:read', 'openid waste:read', [], ['openid']],
    ['openid waste:read', 'openid waste:read', null, []],
    ['', 'openid waste:read', both, []],
  ])('that names %j, of a grant of %j, of a client that may ask for %j: %j', (named, scope, allowed, opens) => {
    expect(scopesOf(named, { scope, allowed })).toEqual(opens);
  });
});

describe('a scope within another', () => {
  it.each([
    ['', 'openid', true],
    ['openid', 'openid email', true],
    ['email openid', 'openid email', true],
    ['openid waste:read', 'openid', false],
    ['openid', '', false],
  ])('%j within %j: %j', (asked, given, within) => {
    expect(isWithin(asked, given)).toBe(within);
  });
});
