import { describe, expect, it } from 'vitest';
import { filterOptions, moveMark } from './combo-box.rules';

const options = [
  { value: '1', label: 'Hôtel du Lac' },
  { value: '2', label: 'Harbour Hotel', hint: 'Zürich' },
  { value: '3', label: 'Grand Hotel Harbour' },
];

describe('filterOptions', () => {
  it.each([
    ['', ['1', '2', '3']],
    ['   ', ['1', '2', '3']],
    ['hotel', ['1', '2', '3']],
    ['HÔTEL DU', ['1']],
    ['harbour', ['2', '3']],
    ['hotel harb', ['2', '3']],
    ['zurich', ['2']],
    ['(a+)+$', []],
  ])('%j finds %j', (query, values) => {
    expect(filterOptions(options, query).map((option) => option.value)).toEqual(values);
  });

  it('puts what begins with the query first', () => {
    expect(filterOptions([options[2]!, options[1]!], 'harb').map((option) => option.value)).toEqual(['2', '3']);
  });
});

describe('moveMark', () => {
  it.each([
    ['ArrowDown', -1, 3, 0],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', -1, 3, 2],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', 2, 3, 1],
    ['PageDown', 1, 30, 9],
    ['PageDown', 28, 30, 29],
    ['PageUp', 3, 30, 0],
    ['Enter', 0, 3, null],
    ['ArrowDown', -1, 0, null],
  ])('%s from %d of %d goes to %s', (key, at, count, to) => {
    expect(moveMark({ key, at, count })).toBe(to);
  });
});
