import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextSort, sortParameter, sortRows, withParameters } from './table-query';

const columns = ['name', 'weight'] as const;
const usual = { column: 'name', direction: 'asc' } as const;

describe('sortParameter', () => {
  it.each([
    ['weight', { column: 'weight', direction: 'asc' }],
    ['-weight', { column: 'weight', direction: 'desc' }],
    ['nonsense', usual],
    [undefined, usual],
    ['--weight', usual],
    [['weight', 'name'], usual],
  ])('%j', (text, expected) => {
    expect(sortParameter(columns, usual).parse(text)).toEqual(expected);
  });
});

it('describes what can be sorted by', () => {
  expect(z.toJSONSchema(sortParameter(columns, usual), { io: 'input' })).toMatchObject({
    type: 'string',
    examples: ['name', '-name', 'weight', '-weight'],
  });
});

describe('nextSort toggles', () => {
  it.each([
    ['weight', usual, 'asc'],
    ['name', usual, 'desc'],
    ['name', { column: 'name', direction: 'desc' } as const, 'asc'],
  ] as const)('%s after %j', (column, current, direction) => {
    expect(nextSort(column, current)).toEqual({ column, direction });
  });
});

describe('sortRows', () => {
  const rows = [
    { id: 1, v: 2 },
    { id: 2, v: null },
    { id: 3, v: 10 },
    { id: 4, v: 2 },
    { id: 5, v: null },
  ];
  it.each([
    ['asc', [1, 4, 3, 2, 5]],
    ['desc', [3, 1, 4, 2, 5]],
  ] as const)('%s: null last, equal rows by key', (direction, ids) => {
    expect(sortRows(rows, { value: (row) => row.v, direction, key: (row) => [row.id] }).map((row) => row.id)).toEqual(
      ids,
    );
  });

  it('reads numbers in names as numbers and ignores case', () => {
    const names = ['kitchen 10', 'Kitchen 9', 'Bar'].map((name) => ({ name }));
    expect(
      sortRows(names, { value: (row) => row.name, direction: 'asc', key: (row) => [row.name] }).map((row) => row.name),
    ).toEqual(['Bar', 'Kitchen 9', 'kitchen 10']);
  });
});

describe('withParameters', () => {
  it.each([
    ['/a?x=1&page=3', { page: null, sort: '-x' }, '/a?x=1&sort=-x'],
    ['/a', { q: 'ä b' }, '/a?q=%C3%A4+b'],
    ['/a?q=1', { q: '' }, '/a'],
  ])('%s with %j', (url, changes, expected) => {
    expect(withParameters(url, changes)).toBe(expected);
  });
});
