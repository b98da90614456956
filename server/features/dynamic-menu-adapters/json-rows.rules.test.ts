import { expect, it } from 'vitest';
import { tableOfJson } from './json-rows.rules';

const tableOf = (json: unknown, mostRows: number) => tableOfJson(json, mostRows, () => undefined);

it.each([
  ['a list', [{ date: '2026-03-18', dish: 'Soup' }], ['date', 'dish'], [{ date: '2026-03-18', dish: 'Soup' }]],
  [
    'a list within',
    { meta: { v: 1 }, data: { menus: [{ day: 1, dish: null }] } },
    ['day', 'dish'],
    [{ day: '1', dish: '' }],
  ],
  [
    'days with dishes',
    [{ day: 'd', kitchen: { name: 'Main' }, items: [{ name: 'Soup', portions: 4 }, { name: 'Rice' }] }],
    ['day', 'kitchen.name', 'items.name', 'items.portions'],
    [
      { day: 'd', 'kitchen.name': 'Main', 'items.name': 'Soup', 'items.portions': '4' },
      { day: 'd', 'kitchen.name': 'Main', 'items.name': 'Rice' },
    ],
  ],
  [
    'days with the names of dishes',
    [{ day: 'd', dishes: ['Soup', 'Rice'] }],
    ['day', 'dishes'],
    [
      { day: 'd', dishes: 'Soup' },
      { day: 'd', dishes: 'Rice' },
    ],
  ],
  [
    'days with meals with dishes',
    [{ day: 'd', meals: [{ meal: 'Lunch', dishes: ['Soup'] }] }],
    ['day', 'meals.meal', 'meals.dishes'],
    [{ day: 'd', 'meals.meal': 'Lunch', 'meals.dishes': 'Soup' }],
  ],
])('reads %s', async (_, json, columns, rows) => {
  expect(await tableOf(json, 10)).toEqual({ columns, rows: rows.map((cells, at) => ({ line: at + 1, cells })) });
});

it.each([[[]], [{}], ['text'], [null], [[1, 2]], [{ a: { b: { c: { d: { e: { f: [{ g: 1 }] } } } } } }]])(
  'finds nothing in %j',
  async (json) => expect(await tableOf(json, 10)).toBeNull(),
);

it('stops at the most rows', async () => {
  expect(await tableOf([{ a: 1, list: Array.from({ length: 9 }, (_, at) => at) }], 8)).toBe('tooMany');
});

it('keeps nothing that no database holds', async () => {
  expect(await tableOf([{ 'a\u0000': `x\u0000y\ud800`, b: `${'x'.repeat(1_999)}😀` }], 2)).toEqual({
    columns: ['a', 'b'],
    rows: [{ line: 1, cells: { a: 'x y ', b: `${'x'.repeat(1_999)} ` } }],
  });
});

// Every row of the list repeats what stands around it.
it('holds so many cells in a row, and gives turns among the rows of one entry', async () => {
  const around = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
  const list = Array.from({ length: 20_000 }, () => ({ dish: 'Soup' }));
  let turns = 0;
  const table = await tableOfJson([{ ...around, list }], 20_000, () => {
    turns += 1;
    return undefined;
  });
  if (table === null || table === 'tooMany') throw new Error('no table');
  expect([turns, table.rows.length, table.columns.length]).toEqual([20_000, 20_000, 200]);
  expect(Object.keys(table.rows.at(-1)?.cells ?? {})).toHaveLength(200);
  const nested = await tableOf([{ a: around, b: around, list: ['Soup'] }], 10);
  expect(nested).toMatchObject({ columns: { length: 200 }, rows: [{ line: 1 }] });
});
