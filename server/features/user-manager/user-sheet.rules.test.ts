import { describe, expect, it } from 'vitest';
import { columnsOf, countsOf, linesFrom, linesOf, planOf, type Known, type SheetLine } from './user-sheet.rules';

const everything = { roles: 'Viewer', name: 'Ada Byron', access: '', active: '', language: '' };
const line = (wish: Partial<SheetLine>): SheetLine => ({ line: 2, email: 'ada@example.com', ...everything, ...wish });

const known: Known<'en_US' | 'de_DE', 'yourself'> = {
  people: new Map([
    [
      'bo@example.com',
      { userId: 7, roleIds: [1], items: { siteIds: [10], locationIds: [] }, active: true, refused: {} },
    ],
    [
      'me@example.com',
      { userId: 8, roleIds: [1, 3], items: null, active: true, refused: { roles: 'yourself', state: 'yourself' } },
    ],
    ['off@example.com', { userId: 9, roleIds: [1], items: null, active: false, refused: {} }],
  ]),
  roles: new Map([
    ['viewer', { roleId: 1, grantable: true }],
    ['manager', { roleId: 2, grantable: true }],
    ['owner', { roleId: 3, grantable: false }],
  ]),
  sites: [
    {
      siteId: 10,
      siteName: 'North',
      locations: [
        { locationId: 100, locationName: 'Kitchen' },
        { locationId: 101, locationName: 'Bar' },
      ],
    },
    { siteId: 11, siteName: 'Twin', locations: [] },
    { siteId: 12, siteName: 'twin', locations: [] },
  ],
  words: { everything: new Set(['everything']), yes: new Set(['yes']), no: new Set(['no']) },
  locales: new Map([
    ['en', 'en_US'],
    ['de_de', 'de_DE'],
  ]),
  isAddress: (text) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text),
  taken: new Set(['held@example.com']),
};

describe('a line', () => {
  it.each<[string, Partial<SheetLine>, object]>([
    ['adds somebody', {}, { kind: 'add', name: 'Ada Byron', roleIds: [1], items: null, locale: null }],
    [
      'adds with places and a language',
      { roles: 'manager; Viewer', access: 'North; North > Bar', language: 'de_DE' },
      { kind: 'add', roleIds: [1, 2], items: { siteIds: [10], locationIds: [101] }, locale: 'de_DE' },
    ],
    [
      'changes roles',
      { email: 'BO@example.com', roles: 'Manager' },
      { kind: 'change', userId: 7, roleIds: { before: [1], after: [2] } },
    ],
    [
      'lifts a limit',
      { email: 'bo@example.com', roles: '', access: 'Everything' },
      { kind: 'change', userId: 7, items: { before: { siteIds: [10], locationIds: [] }, after: null } },
    ],
    ['deactivates', { email: 'bo@example.com', roles: '', active: 'No' }, { kind: 'change', userId: 7, active: false }],
    ['reactivates', { email: 'off@example.com', active: 'yes' }, { kind: 'change', userId: 9, active: true }],
    [
      'changes nothing',
      { email: 'bo@example.com', name: 'Other', access: 'north', active: 'yes' },
      { kind: 'same', userId: 7 },
    ],
    ['leaves with empty cells', { email: 'bo@example.com', name: '', roles: '' }, { kind: 'same', userId: 7 }],
    [
      'of somebody who may not be changed',
      { email: 'me@example.com', roles: 'viewer; manager; owner' },
      { kind: 'forbidden', refusal: 'yourself' },
    ],
    [
      'takes no role away that is beyond yours',
      { email: 'me@example.com', roles: 'viewer' },
      { kind: 'refused', code: 'roleBeyondYours' },
    ],
    [
      'gives no role that is beyond yours',
      { roles: 'Owner' },
      { kind: 'refused', code: 'roleBeyondYours', raw: 'Owner' },
    ],
    ['unknown role', { roles: 'Chef' }, { kind: 'refused', code: 'unknownRole', raw: 'Chef' }],
    ['unknown site', { access: 'South' }, { kind: 'refused', code: 'unknownPlace', raw: 'South' }],
    ['unknown location', { access: 'North > Cellar' }, { kind: 'refused', code: 'unknownPlace' }],
    ['a name that two sites have', { access: 'Twin' }, { kind: 'refused', code: 'placeNotUnique' }],
    ['no address', { email: 'ada' }, { kind: 'refused', code: 'badEmail' }],
    ['no name', { name: '' }, { kind: 'refused', code: 'nameMissing' }],
    ['no roles', { roles: '' }, { kind: 'refused', code: 'rolesMissing' }],
    ['neither yes nor no', { active: 'perhaps' }, { kind: 'refused', code: 'badActive' }],
    ['a new person who is inactive', { active: 'no' }, { kind: 'refused', code: 'newInactive' }],
    ['unknown language', { language: 'tlh' }, { kind: 'refused', code: 'unknownLanguage' }],
    ['an address of another account', { email: 'held@example.com' }, { kind: 'refused', code: 'taken' }],
    ['a formula', { name: '=HYPERLINK("x")' }, { kind: 'refused', code: 'formula' }],
    ['a formula by a minus', { name: '-1+2' }, { kind: 'refused', code: 'formula' }],
    ['a text that Tare’s own file made harmless', { name: "'=Ada" }, { kind: 'add', name: '=Ada' }],
  ])('%s', (_name, wish, expected) => {
    expect(planOf([line(wish)], known)).toEqual([expect.objectContaining(expected)]);
  });

  it('names somebody once', () => {
    const plan = planOf([line({}), line({ line: 3, email: 'ADA@example.com' })], known);
    expect(plan).toEqual([
      expect.objectContaining({ kind: 'add' }),
      expect.objectContaining({ line: 3, kind: 'refused', code: 'twice' }),
    ]);
    expect(countsOf(plan)).toEqual({ add: 1, change: 0, same: 0, refused: 1 });
  });
});

describe('columns', () => {
  it.each([
    [['Email', 'Name', 'Roles', 'Can see', 'Active', 'Language'], 6],
    [['E-Mail', 'Name', 'Rollen', 'Zugriff', 'Aktiv', 'Sprache'], 6],
    [['E-mail', 'Nom', 'Rôles', 'Accès', 'Actif', 'Langue'], 6],
    [['Correo electrónico', 'Nombre', 'Roles', 'Acceso', 'Activo', 'Idioma'], 6],
    [['Roles', 'Notes', 'email'], 2],
  ])('%j', (header, found) => {
    expect(Object.keys(columnsOf(header))).toHaveLength(found);
  });

  it('need an address', () => {
    expect(linesOf([{ line: 1, cells: ['Name'] }])).toBeNull();
    expect(
      linesOf([
        { line: 1, cells: ['Email'] },
        { line: 2, cells: [' a@b.org '] },
      ]),
    ).toEqual([{ line: 2, email: 'a@b.org', name: '', roles: '', access: '', active: '', language: '' }]);
  });
});

it.each([['no JSON'], ['{}'], ['[{"line":"2"}]'], [JSON.stringify(Array.from({ length: 501 }, () => line({})))]])(
  'reads no lines from %.20s',
  (text) => expect(linesFrom(text)).toBeNull(),
);
