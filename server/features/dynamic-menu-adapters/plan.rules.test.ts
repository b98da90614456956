import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { SourceColumns } from './columns.rules';
import { exactNames } from './matching.rules';
import { createPlan, type PlanTerms } from './plan.rules';
import { readTable } from './source.service';

const known = (values: Record<string, number>, confirmed: Record<string, number | null> = {}) => ({
  exact: exactNames(Object.entries(values).map(([name, id]) => ({ id, names: [name] }))),
  confirmed: new Map(Object.entries(confirmed)),
});
const columns: SourceColumns = {
  date: 'date',
  dish: 'dish',
  location: 'kitchen',
  daypart: 'meal',
  portions: 'portions',
  order: 'auto',
  locationIds: [],
};
const terms: PlanTerms = {
  columns,
  order: null,
  locations: known({ Main: 10 }, { annex: null }),
  dishes: known({ Soup: 1, Rice: 2 }, { bread: null, broth: 1 }),
  dayparts: known({ Lunch: 5 }),
  itemNames: new Map([
    [1, 'Soup'],
    [2, 'Rice'],
  ]),
};

function planned(lines: string[], more: Partial<PlanTerms> = {}) {
  const plan = createPlan({ ...terms, ...more });
  lines.forEach((text, at) => {
    const [date = '', kitchen = '', meal = '', dish = '', portions = ''] = text.split('|');
    plan.add({ line: at + 2, cells: { date, kitchen, meal, dish, portions } });
  });
  return plan.end();
}

it('makes menus of what is known, and says what is not', () => {
  const { result, items, days } = planned([
    '2026-03-18|Main|Lunch|Soup|40',
    // The same dish by another name.
    '2026-03-18|Main|Lunch|Broth|5',
    '2026-03-18|Main||Rice|',
    '2026-03-18|Main|Lunch|Bread|9',
    '2026-03-18|Main|Lunch|Cake|9',
    '2026-03-18|Main|Brunch|Rice|9',
    '2026-03-19|Main|Lunch|Cake|9',
    '2026-03-18|Annex|Lunch|Pie|9',
    '2026-03-18|Bar|Lunch|Soup|9',
    '2026-03-18|Main|Lunch|-|',
    'never|Main|Lunch|Soup|',
  ]);
  expect(items).toEqual([
    { locationId: 10, date: '2026-03-18', itemId: 1, daypartId: 5, plannedPortions: 45 },
    { locationId: 10, date: '2026-03-18', itemId: 2, daypartId: null, plannedPortions: null },
  ]);
  expect(days).toEqual([{ locationId: 10, date: '2026-03-18' }]);
  expect(result).toMatchObject({
    rows: 11,
    empty: 1,
    faulty: 1,
    menus: 2,
    days: 1,
    daysLeft: 1,
    locations: 1,
    first: '2026-03-18',
    last: '2026-03-19',
    outcomes: { written: 3, notWeighed: 1, unknownDish: 2, unknownDaypart: 1, leftOut: 1, unknownLocation: 1 },
    problems: [{ line: 12, code: 'notADate', raw: 'never' }],
    unknown: {
      dishes: [{ name: 'Cake', count: 2 }],
      dayparts: [{ name: 'Brunch', count: 1 }],
      locations: [{ name: 'Bar', count: 1 }],
    },
  });
});

it.each([
  ['no dish is known', ['2026-03-18|Main|Lunch|Cake|9', '2026-03-19|Main|Lunch|Pie|9'], [], 2],
  ['no daypart is known', ['2026-03-18|Main|Brunch|Soup|9'], [], 1],
  ['one dish is known', ['2026-03-18|Main|Lunch|Cake|9', '2026-03-18|Main|Lunch|Soup|9'], ['10 2026-03-18'], 0],
  ['nothing is weighed', ['2026-03-18|Main|Brunch|Bread|9'], ['10 2026-03-18'], 0],
  ['it is known elsewhere', ['2026-03-18|Main||Soup|', '2026-03-18|Bar||Cake|'], ['10 2026-03-18'], 1],
])('covers days of which something is understood, and leaves the others: %s', (_, lines, covered, left) => {
  const { days, result } = planned(lines, { locations: known({ Main: 10, Bar: 11 }) });
  expect([days.map(({ locationId, date }) => `${locationId} ${date}`), result.daysLeft]).toEqual([covered, left]);
});

it('is for the chosen locations where the source names none', () => {
  const { items, result } = planned(['2026-03-18|||Soup|40'], {
    columns: { ...columns, location: null, locationIds: [7, 8] },
  });
  expect(items.map(({ locationId }) => locationId)).toEqual([7, 8]);
  expect(result.locations).toBe(2);
  const unchosen = planned(['2026-03-18|||Soup|40'], { columns: { ...columns, location: null } });
  expect([unchosen.items, unchosen.result.outcomes.unknownLocation]).toEqual([[], 1]);
});

const nantes = new URL('../../../../shared/data/nantes_menus.csv', import.meta.url);
it.skipIf(!existsSync(fileURLToPath(nantes)))('reads the menus of the canteens of Nantes', async () => {
  const { columns: names, rows } = await readTable(readFileSync(nantes));
  expect([names, rows.length]).toEqual([['date', 'course_rank', 'dish_fr'], 513]);
  const plan = createPlan({
    ...terms,
    columns: {
      date: 'date',
      dish: 'dish_fr',
      location: null,
      daypart: null,
      portions: null,
      order: 'auto',
      locationIds: [7],
    },
    dishes: known({ 'Hachis parmentier': 1, 'SALADE VERTE': 2, Melon: 3 }),
  });
  for (const row of rows) plan.add(row);
  const { result, items } = plan.end();
  expect(result).toMatchObject({ rows: 513, faulty: 0, first: '2016-09-01', last: '2017-02-10' });
  expect(result.empty).toBeGreaterThan(0);
  expect(items.filter(({ date }) => date === '2016-09-01').map(({ itemId }) => itemId)).toEqual([3, 1, 2]);
});
