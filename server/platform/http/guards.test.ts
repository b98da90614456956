import { describe, expect, it } from 'vitest';
import type { Actor } from '../actor';
import { guardPage, judge, knownTo } from './guards';
import { nobody, type Authenticated, type Authentication } from './principals';

const who = (over: Partial<Authentication> = {}, ssoUser = false): Authenticated => ({
  credential: 'session',
  sessionId: 'session',
  who: {
    actor: {
      permissions: new Set(['VIEW_BASE_LPO_PAGE']),
      organisation: { switchedOff: ['sheet-imports'] },
      ssoUser,
    } as unknown as Actor,
    privacyAccepted: true,
    passwordResetRequired: false,
    ...over,
  },
});
const page = { method: 'get', access: 'VIEW_BASE_LPO_PAGE' } as const;
const secret = { method: 'get', access: 'EDIT_SITES' } as const;

describe('guardPage keeps the order of its checks', () => {
  // Spec 4: Route access: cached redirect, logged-in, privacy policy, password reset, in this order
  it.each([
    [
      'anonymous',
      { route: page, url: '/a?x=1', target: null, authenticated: nobody },
      { go: 'to', url: '/login', remember: true },
    ],
    [
      'a remembered target differs',
      { route: page, url: '/home', target: '/a', authenticated: who() },
      { go: 'to', url: '/a', clearTarget: true },
    ],
    [
      'the target is checked before signing in',
      { route: page, url: '/b', target: '/a', authenticated: nobody },
      { go: 'to', url: '/a', clearTarget: true },
    ],
    [
      'the remembered target is reached',
      { route: page, url: '/a', target: '/a', authenticated: who() },
      { go: 'on', clearTarget: true },
    ],
    [
      'privacy comes before the reset',
      {
        route: page,
        url: '/a',
        target: null,
        authenticated: who({ privacyAccepted: false, passwordResetRequired: true }),
      },
      { go: 'to', url: '/privacy-policy', remember: true },
    ],
    [
      'reset is forced',
      { route: page, url: '/a', target: null, authenticated: who({ passwordResetRequired: true }) },
      { go: 'to', url: '/password-reset/force', remember: true },
    ],
    [
      'but not on SSO users',
      { route: page, url: '/a', target: null, authenticated: who({ passwordResetRequired: true }, true) },
      { go: 'on' },
    ],
    [
      'permission comes last',
      { route: secret, url: '/s', target: null, authenticated: who() },
      { go: 'to', url: '/home', because: 'refused' },
    ],
    [
      'what is switched off is as what may not be seen',
      { route: { ...page, flag: 'sheet-imports' }, url: '/s', target: null, authenticated: who() },
      { go: 'to', url: '/home', because: 'refused' },
    ],
    [
      'what is not switched off is open',
      { route: { ...page, flag: 'enter-waste' }, url: '/s', target: null, authenticated: who() },
      { go: 'on' },
    ],
    [
      'a target that may not be opened is forgotten, or home would lead back to it',
      { route: secret, url: '/s', target: '/s', authenticated: who() },
      { go: 'to', url: '/home', because: 'refused', clearTarget: true },
    ],
    [
      'reset before permission',
      { route: secret, url: '/s', target: null, authenticated: who({ passwordResetRequired: true }) },
      { go: 'to', url: '/password-reset/force', remember: true },
    ],
    [
      'a change is never remembered',
      { route: { ...page, method: 'post' }, url: '/a', target: '/b', authenticated: nobody },
      { go: 'to', url: '/login' },
    ],
    [
      'nobody is led to where a sign-in begins here',
      { route: page, url: '/a', target: null, authenticated: nobody, loginUrl: '/account/hosted-login' },
      { go: 'to', url: '/account/hosted-login', remember: true },
    ],
    [
      'public pages are open',
      { route: { method: 'get', access: 'public' }, url: '/login', target: '/b', authenticated: nobody },
      { go: 'on' },
    ],
  ] as const)('%s', (_name, input, expected) => {
    expect(guardPage({ loginUrl: '/login', ...input })).toEqual(expected);
  });
});

const view = {
  actor: {
    permissions: new Set(['VIEW_BASE_LPO_PAGE', 'EDIT_USERS']),
    organisation: { switchedOff: [] },
    clientView: { id: 'view' },
  } as unknown as Actor,
};
const ended: Authenticated = { credential: 'endedView', begunIn: 'own' };

describe('a client view', () => {
  it.each([
    ['a page', page, who(view), { go: 'on' }],
    [
      'a page that is the person’s own',
      { ...page, notInClientView: true as const },
      who(view),
      { go: 'to', url: '/home', because: 'clientView' },
    ],
    [
      'a change of accounts',
      { method: 'post', access: 'EDIT_USERS' } as const,
      who(view),
      { go: 'to', url: '/home', because: 'clientView' },
    ],
    ['the list of accounts', { method: 'get', access: 'EDIT_USERS' } as const, who(view), { go: 'on' }],
    [
      'a change of accounts by themselves',
      { method: 'post', access: 'EDIT_USERS' } as const,
      who({ actor: { ...view.actor, clientView: null } }),
      { go: 'on' },
    ],
    [
      'any page once it is over',
      page,
      ended,
      { go: 'to', url: '/client-view?clientViewSessionEnded=true', enter: 'own' },
    ],
    ['a public page once it is over', { method: 'get', access: 'public' } as const, ended, { go: 'on' }],
  ] as const)('%s', (_name, route, authenticated, step) => {
    expect(guardPage({ route, url: '/a', target: null, authenticated, loginUrl: '/login' })).toEqual(step);
  });

  it.each([
    ['signed-in', 'viewEnded'],
    ['device', 'viewEnded'],
    ['public', 'granted'],
  ] as const)('that is over is, to what asks for %s, %s', (access, verdict) => {
    expect(judge({ access }, ended)).toBe(verdict);
  });
});

const device: Authenticated = { credential: 'deviceKey', device: { organisationId: 7, deviceId: 1, locationId: null } };
const tenant: Authenticated = { credential: 'tenantToken', tenant: { tenantId: 't', organisationId: 7 } };
/** Made for a program, with the permissions of its roles. */
const program: Authenticated = {
  credential: 'tenantToken',
  tenant: { tenantId: 't', organisationId: 7, actor: { ...view.actor, clientView: null } },
};
const opens = { programs: true } as const;
const never = { says: 'Nobody.', holds: () => false };

describe('judge tells what a credential opens', () => {
  it.each([
    ['nobody', { access: 'public' }, nobody, 'granted'],
    ['nobody', { access: 'signed-in' }, nobody, 'unauthenticated'],
    ['nobody', { access: 'device' }, nobody, 'unauthenticated'],
    ['a person', { access: 'signed-in' }, who(), 'granted'],
    ['a person without the permission', { access: 'EDIT_SITES' }, who(), 'forbidden'],
    [
      'a person for whom the condition does not hold',
      { access: 'VIEW_BASE_LPO_PAGE', condition: never },
      who(),
      'forbidden',
    ],
    ['a person who must wait', { access: 'EDIT_SITES' }, who({ privacyAccepted: false }), 'waiting'],
    [
      'a person who must wait, on an early route',
      { access: 'signed-in', early: true },
      who({ privacyAccepted: false }),
      'granted',
    ],
    ['a person at a device’s route', { access: 'device' }, who(), 'unauthenticated'],
    ['a device', { access: 'device' }, device, 'granted'],
    [
      'a person whose organization has it switched off',
      { access: 'VIEW_BASE_LPO_PAGE', flag: 'sheet-imports' },
      who(),
      'switchedOff',
    ],
    [
      'a person without the permission for what is switched off',
      { access: 'EDIT_SITES', flag: 'sheet-imports' },
      who(),
      'forbidden',
    ],
    ['a device at a person’s route', { access: 'signed-in' }, device, 'forbidden'],
    ['a device at a tenant’s route', { access: 'tenant' }, device, 'unauthenticated'],
    ['a tenant', { access: 'tenant' }, tenant, 'granted'],
    ['a program of a tenant', { access: 'tenant' }, program, 'forbidden'],
    ['a program of a tenant with the permission', { access: 'VIEW_BASE_LPO_PAGE', opens }, program, 'granted'],
    ['a program of a tenant without the permission', { access: 'EDIT_SITES', opens }, program, 'forbidden'],
    [
      'a program of a tenant with the permission, where no token is let in',
      { access: 'VIEW_BASE_LPO_PAGE' },
      program,
      'needsPerson',
    ],
    ['a program of a tenant where a person is asked for', { access: 'signed-in', opens }, program, 'needsPerson'],
    ['a program of somebody', { access: 'VIEW_BASE_LPO_PAGE', opens }, who({ byOwnToken: true }), 'granted'],
    [
      'a program of somebody, where no token is let in',
      { access: 'VIEW_BASE_LPO_PAGE' },
      who({ byOwnToken: true }),
      'needsPerson',
    ],
    [
      'a program of somebody, where a client with a scope is',
      { access: 'VIEW_BASE_LPO_PAGE', opens: { scopes: ['waste:read'] } },
      who({ byOwnToken: true }),
      'needsPerson',
    ],
    [
      'a client with the scope',
      { access: 'VIEW_BASE_LPO_PAGE', opens: { scopes: ['waste:read'] } },
      who({ scopes: ['openid', 'waste:read'] }),
      'granted',
    ],
    [
      'a client with the scope, of somebody without the permission',
      { access: 'EDIT_SITES', opens: { scopes: ['waste:read'] } },
      who({ scopes: ['waste:read'] }),
      'forbidden',
    ],
    [
      'a client with another scope',
      { access: 'VIEW_BASE_LPO_PAGE', opens: { scopes: ['waste:read'] } },
      who({ scopes: ['openid'] }),
      'needsScope',
    ],
    [
      'a client with any scope, where programs are let in',
      { access: 'VIEW_BASE_LPO_PAGE', opens },
      who({ scopes: ['waste:read'] }),
      'needsScope',
    ],
    [
      'a client with any scope, where devices are let in',
      { access: 'device' },
      who({ scopes: ['waste:read', 'waste:write'] }),
      'needsScope',
    ],
    [
      'a client with any scope, where nobody else is let in',
      { access: 'signed-in' },
      who({ scopes: ['waste:read'] }),
      'needsScope',
    ],
    ['a tenant at a person’s route', { access: 'VIEW_BASE_LPO_PAGE' }, tenant, 'forbidden'],
  ] as const)('%s at %o', (_name, route, authenticated, verdict) => {
    expect(judge(route, authenticated)).toBe(verdict);
  });

  it.each([
    ['a program', program, false],
    ['a program of somebody', who({ byOwnToken: true }), false],
    ['a client', who({ scopes: ['openid'] }), false],
    ['a person', who(), true],
  ] as const)('where anybody may come, %s is somebody: %#', (_name, authenticated, known) => {
    expect(knownTo({ access: 'public' }, authenticated)).toBe(known ? authenticated : nobody);
  });
});
