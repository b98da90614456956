import { describe, expect, it } from 'vitest';
import type { Actor } from '../actor';
import { guardPage, type Authentication } from './guards';

const who = (over: Partial<Authentication> = {}, ssoUser = false): Authentication => ({
  actor: { permissions: new Set(['VIEW_BASE_LPO_PAGE']), ssoUser } as unknown as Actor,
  privacyAccepted: true,
  passwordResetRequired: false,
  ...over,
});
const page = { method: 'get', access: 'VIEW_BASE_LPO_PAGE' } as const;
const secret = { method: 'get', access: 'EDIT_SITES' } as const;

describe('guardPage keeps the order of the specification', () => {
  it.each([
    ['anonymous', { route: page, url: '/a?x=1', target: null, who: null }, { go: 'to', url: '/login', remember: true }],
    ['a remembered target differs', { route: page, url: '/home', target: '/a', who: who() }, { go: 'to', url: '/a', clearTarget: true }],
    ['the target is checked before signing in', { route: page, url: '/b', target: '/a', who: null }, { go: 'to', url: '/a', clearTarget: true }],
    ['the remembered target is reached', { route: page, url: '/a', target: '/a', who: who() }, { go: 'on', clearTarget: true }],
    ['privacy comes before the reset', { route: page, url: '/a', target: null, who: who({ privacyAccepted: false, passwordResetRequired: true }) }, { go: 'to', url: '/privacy-policy', remember: true }],
    ['reset is forced', { route: page, url: '/a', target: null, who: who({ passwordResetRequired: true }) }, { go: 'to', url: '/password-reset/force', remember: true }],
    ['but not on SSO users', { route: page, url: '/a', target: null, who: who({ passwordResetRequired: true }, true) }, { go: 'on' }],
    ['permission comes last', { route: secret, url: '/s', target: null, who: who() }, { go: 'to', url: '/home' }],
    ['a target that may not be opened is forgotten, or home would lead back to it', { route: secret, url: '/s', target: '/s', who: who() }, { go: 'to', url: '/home', clearTarget: true }],
    ['reset before permission', { route: secret, url: '/s', target: null, who: who({ passwordResetRequired: true }) }, { go: 'to', url: '/password-reset/force', remember: true }],
    ['a change is never remembered', { route: { ...page, method: 'post' }, url: '/a', target: '/b', who: null }, { go: 'to', url: '/login' }],
    ['public pages are open', { route: { method: 'get', access: 'public' }, url: '/login', target: '/b', who: null }, { go: 'on' }],
  ] as const)('%s', (_name, input, expected) => {
    expect(guardPage(input)).toEqual(expected);
  });
});
