import { describe, expect, it } from 'vitest';
import { addressDomain, issuerNames, rolesFor, speaksFor, vouchedBySaml } from './vouched.rules';

const told = { issuer: 'https://idp.example', subject: 'kim@a.example', attributes: {} as Record<string, string[]> };
const base = { issuer: told.issuer, subject: told.subject, email: 'kim@a.example', name: 'kim@a.example', groups: [] };

describe('whom a provider vouches for', () => {
  it.each([
    ['its subject, where that is an address', {}, base],
    ['an address of its own name, before the subject', { Mail: ['Kim.Novak@A.example'] }, { ...base, email: 'kim.novak@a.example', name: 'kim.novak@a.example' }],
    ['a name', { displayName: ['Kim Novak'], givenName: ['Other'] }, { ...base, name: 'Kim Novak' }],
    ['a name in two parts', { 'urn:oid:2.5.4.42': ['Kim'], sn: ['Novak'] }, { ...base, name: 'Kim Novak' }],
    ['groups of several names, each once', { groups: ['a', 'b'], memberOf: ['b', 'c'] }, { ...base, groups: ['a', 'b', 'c'] }],
    ['what Microsoft calls them', { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['x@a.example'], 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['g'] }, { ...base, email: 'x@a.example', name: 'x@a.example', groups: ['g'] }],
    ['the subject, where its address is none', { email: ['nonsense'] }, base],
  ] as [string, Record<string, string[]>, object][])('is known by %s', (_what, attributes, vouched) => {
    expect(vouchedBySaml({ ...told, attributes })).toEqual(vouched);
  });

  it('is nobody without an address', () => {
    expect(vouchedBySaml({ ...told, subject: 'kim' })).toBeNull();
  });
});

it.each([
  ['kim@A.example', 'a.example'], ['kim@München.example', 'xn--mnchen-3ya.example'], ['a.example', null], [' kim@a.example ', 'a.example'], ['kim', null], ['kim@', null], ['kim@a', null], ['a@b.example@c.example', null], ['kim@a..example', null], ['kim @a.example', null], ['kim@-a.example', null], ['<kim@a.example>', null],
])('the domain of %s is %s', (email, domain) => {
  expect(addressDomain(email)).toBe(domain);
});

it.each([['kim@a.example', true], ['kim@A.EXAMPLE', true], ['kim@b.example', false], ['kim@sub.a.example', false], ['kim@a.example.evil.test', false], ['kim', false]])('speaks for %s: %s', (email, speaks) => {
  expect(speaksFor({ domains: [{ domain: 'a.example', validatedAt: new Date(0) }, { domain: 'b.example', validatedAt: null }] }, email)).toBe(speaks);
});

it.each([
  [[], ['1'], ['2', '3']], [['Kitchen'], ['1', '2'], ['3']], [['Kitchen', 'Buyers'], ['1', '2', '3'], []], [['kitchen'], ['1'], ['2', '3']],
])('people of %j get %j and lose %j', (of, given, taken) => {
  expect(rolesFor({ roleIds: ['1'], groups: [{ group: 'Kitchen', roleIds: ['2', '1'] }, { group: 'Buyers', roleIds: ['2', '3'] }] }, of)).toEqual({ given, taken });
});

describe('the names of an issuer', () => {
  it.each([
    ['what a provider says that has said who it is, and what it was before that', { type: 'saml' as const, idpEntityId: 'the name' }, ['the name', 'the name id']],
    ['of an OpenID provider, its own', { type: 'oidc' as const, idpEntityId: '' }, ['the name', 'the name id']],
    ['of a provider that was entered by hand, one that no other can have', { type: 'saml' as const, idpEntityId: '' }, ['the name id']],
  ])('are %s', (_what, provider, names) => {
    expect(issuerNames({ id: 'id', ...provider }, 'the name')).toEqual(names);
  });
});
