import { describe, expect, it } from 'vitest';
import { addressDomain, speaksFor } from '../../policies/providers/provider-domain.rules';
import { rolesFor, whyUnknown } from './vouched-groups.rules';
import { asksUserInfo, vouchedByOidc } from './vouched-oidc.rules';
import { issuerNames, provenAddress, vouchedBySaml } from './vouched.rules';

const told = { issuer: 'https://idp.example', subject: 'kim@a.example', attributes: {} as Record<string, string[]> };
const base = {
  issuer: told.issuer,
  subject: told.subject,
  addresses: [['kim@a.example']],
  name: null,
  groups: [] as string[],
  groupsUnknown: 'notSent' as string | null,
};
const ofMicrosoft = 'http://schemas.microsoft.com';

describe('whom a provider vouches for', () => {
  it.each([
    ['its subject, where that is an address', {}, base],
    [
      'an address of its own name, before the subject',
      { Mail: ['Kim.Novak@A.example'] },
      { ...base, addresses: [['kim.novak@a.example'], ['kim@a.example']] },
    ],
    [
      'both of two addresses of one name',
      { mail: ['kim@b.example', 'Kim@A.example'] },
      { ...base, addresses: [['kim@b.example', 'kim@a.example'], ['kim@a.example']] },
    ],
    [
      'an address whose domain is written in Unicode',
      { mail: ['Chef@Bücher.example'] },
      { ...base, addresses: [['chef@xn--bcher-kva.example'], ['kim@a.example']] },
    ],
    ['a name', { displayName: ['Kim Novak'], givenName: ['Other'] }, { ...base, name: 'Kim Novak' }],
    ['a name in two parts', { 'urn:oid:2.5.4.42': ['Kim'], sn: ['Novak'] }, { ...base, name: 'Kim Novak' }],
    [
      'groups of several names, each once',
      { groups: ['a', 'b'], memberOf: ['b', 'c'] },
      { ...base, groups: ['a', 'b', 'c'], groupsUnknown: null },
    ],
    ['no group, where the attribute is there without values', { groups: [] }, { ...base, groupsUnknown: null }],
    [
      'groups that it did not list',
      { [`${ofMicrosoft}/claims/groups.link`]: ['https://graph.example/groups'] },
      { ...base, groupsUnknown: 'overage' },
    ],
    [
      'what Microsoft calls them',
      {
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['x@a.example'],
        [`${ofMicrosoft}/ws/2008/06/identity/claims/groups`]: ['g'],
      },
      { ...base, addresses: [['x@a.example'], ['kim@a.example']], groups: ['g'], groupsUnknown: null },
    ],
    ['the subject, where its address is none', { email: ['nonsense'] }, base],
  ] as [string, Record<string, string[]>, object][])('is known by %s', (_what, attributes, vouched) => {
    expect(vouchedBySaml({ ...told, attributes })).toEqual(vouched);
  });

  it('is nobody without an address', () => {
    expect(vouchedBySaml({ ...told, subject: 'kim' })).toBeNull();
  });
});

describe('the address that counts', () => {
  const domains = [
    { domain: 'a.example', validatedAt: new Date(0) },
    { domain: 'b.example', validatedAt: null },
  ];
  it.each([
    ['the only one', [['kim@a.example']], ['kim@a.example']],
    ['the proven one of two', [['kim@b.example', 'kim@a.example']], ['kim@a.example']],
    [
      'of the first name that has a proven one',
      [['kim@b.example'], ['kim@a.example'], ['novak@a.example']],
      ['kim@a.example'],
    ],
    [
      'one of several proven ones, which the accounts settle',
      [['kim@a.example', 'k@b.example', 'novak@a.example']],
      ['kim@a.example', 'novak@a.example'],
    ],
    ['none, where none is proven', [['kim@b.example'], ['kim@c.example']], []],
  ])('is %s', (_what, addresses, counted) => {
    const found = provenAddress(
      { domains },
      { issuer: 'i', subject: 's', name: null, groups: [], groupsUnknown: null, addresses },
    );
    expect(found ? [found.email, ...found.otherEmails] : []).toEqual(counted);
  });
});

describe('groups of an OpenID provider', () => {
  const groupsOf = (claims: Record<string, unknown>, unanswered = false) => {
    const vouched = vouchedByOidc({
      issuer: 'i',
      subject: 's',
      claims: { email: 'kim@a.example', ...claims },
      unanswered,
    });
    return typeof vouched === 'string' ? [] : [vouched.groups, vouched.groupsUnknown];
  };
  it.each([
    ['are those that it lists', { groups: ['a', 'b'], roles: ['c'] }, [['a', 'b', 'c'], null]],
    ['may be one text', { groups: 'a' }, [['a'], null]],
    ['are none where the list is empty', { groups: [] }, [[], null]],
    ['are not known where the claim is not there', {}, [[], 'notSent']],
    ['are not known where it is null', { groups: null }, [[], 'notSent']],
    [
      'are not known where it says that they are elsewhere',
      { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
      [[], 'overage'],
    ],
    ['are not known where it says that there are some', { hasgroups: 'true' }, [[], 'overage']],
    [
      'are not known beside roles, where it says that they are elsewhere',
      { roles: ['c'], _claim_names: { groups: 'src1' } },
      [['c'], 'overage'],
    ],
    [
      'are those of the user info, which lists what the token does not',
      { groups: ['a'], hasgroups: true },
      [['a'], null],
    ],
    ['are not known where something else is elsewhere', { _claim_names: { address: 'src1' } }, [[], 'notSent']],
    ['are not known where they cannot be read', { groups: [{ name: 'a' }] }, [[], 'unreadable']],
  ] as const)('%s', (_what, claims, expected) => {
    expect(groupsOf(claims)).toEqual(expected);
  });

  it('are not known where the user info did not answer', () => {
    expect([groupsOf({}, true), groupsOf({ groups: ['a'] }, true), groupsOf({ roles: ['c'] }, true)]).toEqual([
      [[], 'noAnswer'],
      [['a'], null],
      [['c'], 'noAnswer'],
    ]);
  });

  it('is not verified of an account that Google gives to single people', () => {
    const vouchedFor = (claims: Record<string, unknown>) =>
      typeof vouchedByOidc({
        issuer: 'https://accounts.google.com',
        subject: 's',
        claims: { email: 'kim@a.example', email_verified: true, ...claims },
      }) === 'object';
    expect([vouchedFor({ hd: 'a.example' }), vouchedFor({}), vouchedFor({ hd: '' })]).toEqual([true, false, false]);
  });

  it.each([
    ['an address', { name: 'Kim' }, false, true],
    ['a name', { email: 'k' }, false, true],
    ['mapped groups', { email: 'k', name: 'Kim' }, true, true],
    ['groups that give no roles', { email: 'k', given_name: 'Kim' }, false, false],
    ['nothing', { email: 'k', name: 'Kim', groups: [] }, true, false],
  ])('the user info is asked for %s', (_what, claims, mapped, asks) => {
    expect(asksUserInfo(claims, { mapped })).toBe(asks);
  });
});

it.each([
  ['of a provider that has sent some before, are none', 'notSent', 'this', null],
  ['of a provider that has never sent any, are not known', 'notSent', null, 'notSent'],
  ['of a provider that is another than the one that has sent some, are not known', 'notSent', 'other', 'notSent'],
  ['that there are too many of, are never none', 'overage', 'this', 'overage'],
  ['that are listed, are known', null, null, null],
] as const)('groups %s', (_what, groupsUnknown, groupsIssuer, why) => {
  expect(whyUnknown({ groupsUnknown }, { issuer: 'this', groupsIssuer })).toBe(why);
});

it.each([
  ['kim@A.example', 'a.example'],
  ['kim@München.example', 'xn--mnchen-3ya.example'],
  ['a.example', null],
  [' kim@a.example ', 'a.example'],
  ['kim', null],
  ['kim@', null],
  ['kim@a', null],
  ['a@b.example@c.example', null],
  ['kim@a..example', null],
  ['kim @a.example', null],
  ['kim@-a.example', null],
  ['<kim@a.example>', null],
])('the domain of %s is %s', (email, domain) => {
  expect(addressDomain(email)).toBe(domain);
});

it.each([
  ['kim@a.example', true],
  ['kim@A.EXAMPLE', true],
  ['kim@b.example', false],
  ['kim@sub.a.example', false],
  ['kim@a.example.evil.test', false],
  ['kim', false],
])('speaks for %s: %s', (email, speaks) => {
  expect(
    speaksFor(
      {
        domains: [
          { domain: 'a.example', validatedAt: new Date(0) },
          { domain: 'b.example', validatedAt: null },
        ],
      },
      email,
    ),
  ).toBe(speaks);
});

it.each([
  [[], ['1'], ['2', '3']],
  [['Kitchen'], ['1', '2'], ['3']],
  [['Kitchen', 'Buyers'], ['1', '2', '3'], []],
  [['kitchen'], ['1'], ['2', '3']],
])('people of %j get %j and lose %j', (of, given, taken) => {
  expect(
    rolesFor(
      {
        roleIds: ['1'],
        groups: [
          { group: 'Kitchen', roleIds: ['2', '1'] },
          { group: 'Buyers', roleIds: ['2', '3'] },
        ],
      },
      { groups: [...of], groupsUnknown: null },
    ),
  ).toEqual({ given, taken });
});

it('people of groups that are not known keep what they have, and get what they are known to get', () => {
  const provider = {
    roleIds: ['1'],
    groups: [
      { group: 'Kitchen', roleIds: ['2'] },
      { group: 'Buyers', roleIds: ['3'] },
    ],
  };
  expect(rolesFor(provider, { groups: ['Kitchen'], groupsUnknown: 'overage' })).toEqual({
    given: ['1', '2'],
    taken: [],
  });
});

describe('the names of an issuer', () => {
  it.each([
    [
      'what a provider says that has said who it is, and what it was before that',
      { type: 'saml' as const, idpEntityId: 'the name' },
      ['the name', 'the name id'],
    ],
    ['of an OpenID provider, its own', { type: 'oidc' as const, idpEntityId: '' }, ['the name', 'the name id']],
    [
      'of a provider that was entered by hand, one that no other can have',
      { type: 'saml' as const, idpEntityId: '' },
      ['the name id'],
    ],
  ])('are %s', (_what, provider, names) => {
    expect(issuerNames({ id: 'id', ...provider }, 'the name')).toEqual(names);
  });
});
