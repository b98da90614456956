import { describe, expect, it } from 'vitest';
import { guessColumns, orderOf, readRow, type SourceColumns } from './columns.rules';

const none = { date: null, location: null, daypart: null, dish: null, portions: null };

describe('the columns are guessed from their names', () => {
  it.each([
    [['date', 'course_rank', 'dish_fr'], { ...none, date: 'date', dish: 'dish_fr' }],
    [
      ['Service Date', 'Site', 'Meal Period', 'Menu Item', 'Planned Qty'],
      { date: 'Service Date', location: 'Site', daypart: 'Meal Period', dish: 'Menu Item', portions: 'Planned Qty' },
    ],
    [
      ['Datum', 'Standort', 'Mahlzeit', 'Gericht', 'Portionen'],
      { date: 'Datum', location: 'Standort', daypart: 'Mahlzeit', dish: 'Gericht', portions: 'Portionen' },
    ],
    [
      ['Jour', 'Cantine', 'Repas', 'Plat', 'Portions prévues'],
      { date: 'Jour', location: 'Cantine', daypart: 'Repas', dish: 'Plat', portions: 'Portions prévues' },
    ],
    [
      ['Fecha', 'Comedor', 'Franja', 'Plato', 'Raciones'],
      { date: 'Fecha', location: 'Comedor', daypart: 'Franja', dish: 'Plato', portions: 'Raciones' },
    ],
    [
      ['menu.day', 'menu.items.name', 'menu.items.portions', 'kitchenName'],
      {
        date: 'menu.day',
        dish: 'menu.items.name',
        portions: 'menu.items.portions',
        location: 'kitchenName',
        daypart: null,
      },
    ],
    [['Date', 'Meal', 'Dish'], { ...none, date: 'Date', daypart: 'Meal', dish: 'Dish' }],
    [['Date', 'Meal'], { ...none, date: 'Date', dish: 'Meal' }],
    [['a', 'b'], none],
  ])('%j', (headings, guess) => expect(guessColumns(headings)).toEqual(guess));
});

const columns: SourceColumns = {
  date: 'day',
  dish: 'dish',
  location: 'kitchen',
  daypart: null,
  portions: 'portions',
  order: 'auto',
  locationIds: [],
};
const cells = { day: '2026-03-18', dish: 'Soup', kitchen: 'Main', portions: '40' };

describe('a row', () => {
  it.each([
    [{}, { row: { line: 2, date: '2026-03-18', dish: 'Soup', location: 'Main', daypart: '', portions: 40 } }],
    [{ day: '18.03.2026' }, { row: expect.objectContaining({ date: '2026-03-18' }) }],
    [{ day: '18/03/2026 00:00' }, { row: expect.objectContaining({ date: '2026-03-18' }) }],
    [{ day: '03/04/2026' }, { problem: 'ambiguousDate', raw: '03/04/2026' }],
    [{ day: 'Monday' }, { problem: 'notADate', raw: 'Monday' }],
    [{ day: '' }, { problem: 'notADate', raw: '' }],
    [{ portions: '' }, { row: expect.objectContaining({ portions: null }) }],
    [{ portions: '1,200' }, { row: expect.objectContaining({ portions: 1200 }) }],
    [{ portions: '1.200' }, { row: expect.objectContaining({ portions: 1200 }) }],
    [{ portions: '12.6' }, { row: expect.objectContaining({ portions: 13 }) }],
    [{ portions: '-4' }, { problem: 'notANumber', raw: '-4' }],
    [{ portions: 'many' }, { problem: 'notANumber', raw: 'many' }],
    [{ kitchen: ' ' }, { problem: 'noLocation', raw: '' }],
    // A course that nobody serves.
    [{ dish: '-' }, null],
    [{ dish: 'x'.repeat(201) }, { problem: 'dishTooLong', raw: 'x'.repeat(201) }],
  ])('%j', (change, read) => {
    expect(readRow({ line: 2, cells: { ...cells, ...change } }, columns, null)).toEqual(read);
  });

  it('lacks a column that is called like something of every object', () => {
    expect(readRow({ line: 2, cells }, { ...columns, dish: 'constructor' }, null)).toBeNull();
  });

  it('says how the dates of all are written', () => {
    const rows = ['03/04/2026', '25/04/2026'].map((day, at) => ({ line: at, cells: { ...cells, day } }));
    const order = orderOf(rows, columns);
    expect(readRow(rows[0]!, columns, order)).toMatchObject({ row: { date: '2026-04-03' } });
    expect(orderOf(rows.slice(0, 1), { ...columns, order: 'monthFirst' })).toBe('monthFirst');
  });
});
