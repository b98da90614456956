import { describe, expect, it } from 'vitest';
import { Failure } from '../../../platform/errors';
import { groupChange } from './scim-group-patch';
import { patched, readOperations } from './scim-patch';
import { enterpriseSchema, users, type Resource } from './scim-schema';

const before = (): Resource => ({
  userName: 'kim',
  active: true,
  title: 'Cook',
  name: { givenName: 'Kim', familyName: 'Doe' },
  emails: [
    { value: 'kim@a.test', type: 'work', primary: true },
    { value: 'kim@home.test', type: 'home' },
  ],
});
const changed = (...Operations: unknown[]) => patched(before(), readOperations({ Operations }), users);

describe('a PATCH of somebody', () => {
  it.each<[string, object, Resource]>([
    // Okta: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/ , "Update a specific User (PATCH)".
    ['as Okta switches off', { op: 'replace', value: { active: false } }, { active: false }],
    // Microsoft: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups .
    ['as Entra ID switches off', { op: 'Replace', path: 'active', value: false }, { active: false }],
    // Microsoft: https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility .
    ['with a word for false', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'with a word for false in small and great letters',
      { op: 'REPLACE', path: 'Active', value: 'fALSE' },
      { active: false },
    ],
    [
      'with dotted names and no path',
      { op: 'replace', value: { 'name.givenName': 'Ada', displayName: 'Ada Doe' } },
      { name: { givenName: 'Ada', familyName: 'Doe' }, displayName: 'Ada Doe' },
    ],
    [
      'of the extension without a path',
      { op: 'Add', value: { [`${enterpriseSchema}:department`]: 'Sales' } },
      { [enterpriseSchema]: { department: 'Sales' } },
    ],
    [
      'of the extension by its path',
      { op: 'Add', path: `${enterpriseSchema}:manager`, value: '42' },
      { [enterpriseSchema]: { manager: { value: '42' } } },
    ],
    [
      'of a row by its type',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@a.test' },
      {
        emails: [
          { value: 'ada@a.test', type: 'work', primary: true },
          { value: 'kim@home.test', type: 'home' },
        ],
      },
    ],
    [
      'of a row that there is not yet',
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555' },
      { phoneNumbers: [{ type: 'work', value: '+1 555' }] },
    ],
    [
      'that adds a first address',
      { op: 'add', path: 'emails', value: [{ value: 'new@a.test', type: 'other', primary: 'True' }] },
      {
        emails: [
          { value: 'kim@a.test', type: 'work', primary: false },
          { value: 'kim@home.test', type: 'home' },
          { value: 'new@a.test', type: 'other', primary: true },
        ],
      },
    ],
    [
      'that takes a row away',
      { op: 'remove', path: 'emails[type eq "home"]' },
      { emails: [{ value: 'kim@a.test', type: 'work', primary: true }] },
    ],
    ['that takes a value away', { op: 'Remove', path: 'title' }, { title: undefined }],
    ['that takes a part away', { op: 'remove', path: 'name.givenName' }, { name: { familyName: 'Doe' } }],
    [
      'with the name of the schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:TITLE', value: 'Chef' },
      { title: 'Chef' },
    ],
    [
      'that merges what has parts',
      { op: 'add', path: 'name', value: { givenName: 'Ada' } },
      { name: { givenName: 'Ada', familyName: 'Doe' } },
    ],
    [
      'with what is the server’s, without a path',
      { op: 'replace', value: { id: '7', schemas: [], title: 'Chef' } },
      { title: 'Chef' },
    ],
  ])('%s', (_what, operation, expected) => {
    expect(changed(operation)).toEqual(JSON.parse(JSON.stringify({ ...before(), ...expected })));
  });

  it.each<[string, unknown, string]>([
    ['no operations', {}, 'invalidSyntax'],
    ['an empty list of them', { Operations: [] }, 'invalidSyntax'],
    ['another word', { Operations: [{ op: 'move', path: 'title' }] }, 'invalidSyntax'],
    ['an unknown path', { Operations: [{ op: 'replace', path: 'shoeSize', value: 7 }] }, 'invalidPath'],
    ['an unknown part', { Operations: [{ op: 'replace', path: 'name.nick', value: 'x' }] }, 'invalidPath'],
    ['an unknown name without a path', { Operations: [{ op: 'replace', value: { shoeSize: 7 } }] }, 'invalidPath'],
    ['what is the server’s', { Operations: [{ op: 'replace', path: 'id', value: '7' }] }, 'mutability'],
    [
      'groups, which are changed by themselves',
      { Operations: [{ op: 'add', path: 'groups', value: [] }] },
      'mutability',
    ],
    [
      'two managers',
      { Operations: [{ op: 'add', path: 'manager', value: [{ value: 'a' }, { value: 'b' }] }] },
      'invalidValue',
    ],
    ['a path of nothing but brackets', { Operations: [{ op: 'replace', path: '[][][]', value: 'x' }] }, 'invalidPath'],
    ['another word for true', { Operations: [{ op: 'replace', path: 'active', value: 'yes' }] }, 'invalidValue'],
    ['nothing to take away', { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['a number for true', { Operations: [{ op: 'replace', path: 'active', value: 1 }] }, 'invalidValue'],
    ['NUL', { Operations: [{ op: 'replace', path: 'title', value: 'a\0b' }] }, 'invalidValue'],
    [
      'rows of what has none',
      { Operations: [{ op: 'replace', path: 'title[type eq "x"]', value: 'x' }] },
      'invalidPath',
    ],
  ])('with %s is refused', (_what, body, scimType) => {
    const send = () => patched(before(), readOperations(body as object), users);
    expect(send).toThrow(Failure);
    try {
      send();
    } catch (error) {
      expect((error as Failure).options.wire?.scimType).toBe(scimType);
    }
  });
});

describe('a PATCH of a group', () => {
  const members = (...Operations: unknown[]) => {
    const { clears, added, removed } = groupChange(readOperations({ Operations })).members;
    return { clears, added: [...added], removed: [...removed] };
  };

  it.each<[string, object[], object]>([
    [
      'adds as Entra ID does',
      [{ op: 'Add', path: 'members', value: [{ value: 'A' }] }],
      { clears: false, added: ['a'], removed: [] },
    ],
    [
      'takes out by a path',
      [{ op: 'remove', path: 'members[value eq "A"]' }],
      { clears: false, added: [], removed: ['a'] },
    ],
    [
      'takes out by a value, as Entra ID does',
      [{ op: 'Remove', path: 'members', value: [{ value: 'a' }, { value: 'b' }] }],
      { clears: false, added: [], removed: ['a', 'b'] },
    ],
    ['takes everybody out', [{ op: 'remove', path: 'members' }], { clears: true, added: [], removed: [] }],
    [
      'replaces everybody',
      [{ op: 'replace', path: 'members', value: [{ value: 'a' }] }],
      { clears: true, added: ['a'], removed: [] },
    ],
    [
      'in the order of its operations',
      [
        { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
        { op: 'remove', path: 'members[value eq "a"]' },
      ],
      { clears: false, added: ['b'], removed: ['a'] },
    ],
  ])('%s', (_what, operations, expected) => {
    expect(members(...operations)).toEqual(expected);
  });

  it('renames as Okta does, with its own id beside the name', () => {
    const change = groupChange(
      readOperations({ Operations: [{ op: 'replace', value: { id: 'x', displayName: 'Chefs' } }] }),
    );
    expect([change.name, change.externalId]).toEqual(['Chefs', undefined]);
  });
});
