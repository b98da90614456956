import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  countsOf,
  inCell,
  linesFrom,
  linesOf,
  planOf,
  unknownHeads,
  type Known,
  type SheetLine,
} from './user-sheet.rules';

const everything = { roles: 'Viewer', name: 'Ada Byron', access: 'Everything', active: '', language: '' };
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
    ['twin role', null],
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
    { siteId: 13, siteName: 'East; "old" > new', locations: [{ locationId: 130, locationName: 'Hall' }] },
  ],
  words: { everything: new Set(['everything']), yes: new Set(['yes']), no: new Set(['no']) },
  locales: new Map([
    ['en', 'en_US'],
    ['de_de', 'de_DE'],
  ]),
  isAddress: (text) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(text),
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
      { email: 'BO@example.com', roles: 'Manager', access: '' },
      { kind: 'change', userId: 7, roleIds: { before: [1], after: [2] } },
    ],
    [
      'lifts a limit',
      { email: 'bo@example.com', roles: '', access: 'Everything' },
      { kind: 'change', userId: 7, items: { before: { siteIds: [10], locationIds: [] }, after: null } },
    ],
    [
      'deactivates',
      { email: 'bo@example.com', roles: '', access: '', active: 'No' },
      { kind: 'change', userId: 7, active: false },
    ],
    ['reactivates', { email: 'off@example.com', active: 'yes' }, { kind: 'change', userId: 9, active: true }],
    [
      'changes nothing',
      { email: 'bo@example.com', name: 'Other', access: 'north', active: 'yes' },
      { kind: 'same', userId: 7 },
    ],
    [
      'leaves with empty cells',
      { email: 'bo@example.com', name: '', roles: '', access: '' },
      { kind: 'same', userId: 7 },
    ],
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
    ['a role name that two roles have', { roles: 'Twin role' }, { kind: 'refused', code: 'roleNotUnique' }],
    ['somebody new without access', { access: '' }, { kind: 'refused', code: 'accessMissing' }],
    ['a cell that is too long', { name: 'x'.repeat(10_001) }, { kind: 'refused', code: 'cellTooLong' }],
    [
      'a site whose name holds what separates',
      { access: '"East; ""old"" > new" > Hall' },
      { kind: 'add', items: { siteIds: [], locationIds: [130] } },
    ],
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

it('writes names so that they can be read again', () => {
  expect(['North', 'East; "old" > new'].map(inCell)).toEqual(['North', '"East; ""old"" > new"']);
});

it('names columns that it would have to leave out', () => {
  expect(unknownHeads(['Email', 'Sites', ' ', 'Can see'])).toEqual(['Sites']);
});
