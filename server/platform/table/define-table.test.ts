import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '../i18n/messages';
import type { Permission } from '../permissions';
import { csvPieces } from './csv';
import { defineTable, type Reader } from './define-table';

interface Kitchen {
  id: number;
  name: string;
  grams: number | null;
  score: number;
}

interface KitchenReader extends Reader {
  view: 'short' | 'long';
}

const kitchens = defineTable<Kitchen, KitchenReader>()({
  key: (row) => [row.id],
  size: { offered: [2, 4], usual: 2 },
  columns: {
    id: { label: 'legacy.fields.eventId', screen: false, csv: (row) => row.id },
    grams: {
      label: 'legacy.fields.netGrams',
      unit: () => 'kg',
      numeric: true,
      place: 'side',
      sort: (row) => row.grams,
      csv: (row) => row.grams,
    },
    name: {
      label: 'imports.file',
      screen: 'first',
      place: (reader) => (reader.view === 'long' ? 'lead' : 'rest'),
      sort: (row) => row.name,
      usual: 'asc',
      csv: (row) => row.name,
    },
    score: {
      label: 'performance.column.compliance',
      csvLabel: 'performance.csv.complianceScore',
      needs: 'VIEW_ENGAGEMENT_SCORE',
      sort: (row) => row.score,
      csv: (row) => row.score,
    },
    more: { label: 'deploymentStatus.columns.details', when: ({ view }) => view === 'long' },
  },
});

const reader = (view: KitchenReader['view'], ...permissions: Permission[]): KitchenReader => ({
  t: translator('en_US'),
  permissions: new Set(permissions),
  view,
});
const rows: Kitchen[] = [
  { id: 1, name: 'kitchen 10', grams: 5, score: 2 },
  { id: 2, name: 'Kitchen 9', grams: null, score: 2 },
  { id: 3, name: 'Bar', grams: 7, score: 1 },
  { id: 4, name: 'Annex', grams: 5, score: 3 },
  { id: 5, name: 'Cellar', grams: null, score: 9 },
];
const query = z.object({ q: z.string().optional(), ...kitchens.query('Left') });

/** The table at an address, as the reader sees it. */
function at(search: string, who: KitchenReader, of: readonly Kitchen[] = rows) {
  const state = kitchens.state(query.parse(Object.fromEntries(new URLSearchParams(search))), {
    reader: who,
    suffix: 'Left',
  });
  return kitchens.view({ reader: who, url: `/k${search}`, suffix: 'Left', ...kitchens.paged(of, state) });
}

const ids = (search: string, who = reader('long', 'VIEW_ENGAGEMENT_SCORE')) =>
  at(search, who).rows.map((row) => row.id);

describe('rows', () => {
  it.each([
    ['', [4, 3]],
    ['?sizeLeft=4', [4, 3, 5, 2]],
    ['?sizeLeft=4&sortLeft=grams', [1, 4, 3, 2]],
    ['?sizeLeft=4&sortLeft=-grams', [3, 1, 4, 2]],
    ['?sizeLeft=4&sortLeft=-grams&pageLeft=2', [5]],
    ['?pageLeft=999', [1]],
    ['?pageLeft=-3&sizeLeft=3&sortLeft=nonsense', [4, 3]],
    ['?sizeLeft=4&sortLeft=-score', [5, 4, 1, 2]],
  ])('%s', (search, expected) => {
    expect(ids(search)).toEqual(expected);
  });

  it('are in the usual order where the sort would tell of a column that the reader does not see', () => {
    const blind = reader('long');
    expect(ids('?sizeLeft=4&sortLeft=-score', blind)).toEqual([4, 3, 5, 2]);
    expect(at('?sortLeft=-score', blind).columns.find(({ key }) => key === 'name')?.sorted).toBe('asc');
  });
});

describe('columns', () => {
  it.each([
    ['short', [], ['name', 'grams']],
    ['long', [], ['name', 'grams', 'more']],
    ['long', ['VIEW_ENGAGEMENT_SCORE'], ['name', 'grams', 'score', 'more']],
  ] as const)('%s with %j', (view, permissions, expected) => {
    expect(at('', reader(view, ...permissions)).columns.map(({ key }) => key)).toEqual(expected);
  });

  it('have their words, unit and place, and links that keep the rest of the address', () => {
    const [name, grams, , more] = at(
      '?q=x&pageLeft=2&sortLeft=-grams',
      reader('long', 'VIEW_ENGAGEMENT_SCORE'),
    ).columns;
    expect(name).toEqual({
      key: 'name',
      label: 'File',
      unit: undefined,
      numeric: false,
      place: 'lead',
      sorted: null,
      sortHref: '/k?q=x',
    });
    expect(grams).toMatchObject({
      unit: 'kg',
      numeric: true,
      place: 'side',
      sorted: 'desc',
      sortHref: '/k?q=x&sortLeft=grams',
    });
    expect(more).toMatchObject({ place: 'rest', sorted: null, sortHref: undefined });
  });

  it('offer no sort for a single row', () => {
    expect(
      at('', reader('long'), rows.slice(0, 1)).columns.every(
        ({ sortHref, sorted }) => sortHref === undefined && sorted === null,
      ),
    ).toBe(true);
  });
});

it('gives a list that is made in the browser its columns and the usual order', () => {
  expect(kitchens.head(reader('long'))).toEqual({
    sort: 'name',
    columns: [
      { key: 'name', label: 'File', unit: undefined, numeric: false, place: 'lead', sortable: true },
      { key: 'grams', label: 'Net weight', unit: 'kg', numeric: true, place: 'side', sortable: true },
      {
        key: 'more',
        label: translator('en_US')('deploymentStatus.columns.details'),
        unit: undefined,
        numeric: false,
        place: 'rest',
        sortable: false,
      },
    ],
  });
});

describe('pages', () => {
  it.each([
    ['', rows, { from: 1, to: 2, previousHref: undefined, nextHref: '/k?pageLeft=2' }],
    ['?q=x&pageLeft=2', rows, { from: 3, to: 4, previousHref: '/k?q=x', nextHref: '/k?q=x&pageLeft=3' }],
    ['?pageLeft=3', rows, { from: 5, to: 5, previousHref: '/k?pageLeft=2', nextHref: undefined }],
    ['?pageLeft=3', [], { from: 0, to: 0, previousHref: undefined, nextHref: undefined }],
  ] as const)('%s of %j', (search, of, expected) => {
    expect(at(search, reader('long'), of).pager).toMatchObject({ ...expected, total: of.length });
  });

  it('may be of another size, from the first', () => {
    expect(at('?sizeLeft=4&pageLeft=2', reader('long')).pager.sizes).toEqual([
      { size: 2, href: '/k', current: false },
      { size: 4, href: '/k?sizeLeft=4', current: true },
    ]);
  });
});

describe('the file', () => {
  it.each([
    [[], 'Event,Net weight (kg),File\r\n1,5,kitchen 10\r\n2,,Kitchen 9\r\n'],
    [
      ['VIEW_ENGAGEMENT_SCORE'],
      'Event,Net weight (kg),File,Compliance score (%)\r\n1,5,kitchen 10,2\r\n2,,Kitchen 9,2\r\n',
    ],
  ] as const)('with %j', async (permissions, expected) => {
    const file = kitchens.file('Kitchens.csv', rows.slice(0, 2), reader('short', ...permissions));
    let text = '';
    for await (const piece of csvPieces(file)) text += piece;
    expect(text.replace('\ufeff', '')).toBe(expected);
  });
});
