import { describe, expect, it } from 'vitest';
import {
  holdsForAll,
  isDateFormat,
  MergedCells,
  momentOfSerial,
  numberText,
  rangeOf,
  typedCell,
  type TypedCell,
} from './workbook.rules';

it.each<[number, string | null, boolean]>([
  [0, null, false],
  [2, null, false],
  [14, null, true],
  [22, null, true],
  [45, null, true],
  [49, null, false],
  [164, 'yyyy-mm-dd', true],
  [164, 'dd.mm.yyyy hh:mm', true],
  [164, '[$-407]d. mmmm yyyy', true],
  [164, '[h]:mm', true],
  [164, '0.00', false],
  [164, '#,##0.0 "kg (dry)"', false],
  [164, '[Red]0.0;[Blue]-0.0', false],
  [164, 'General', false],
  [164, '0.0\\d', false],
  [164, '0_d', false],
  [164, '0;"days" d', false],
])('takes format %d %j for one of dates: %j', (id, code, expected) => {
  expect(isDateFormat({ id, code })).toBe(expected);
});

it.each<[number, boolean, TypedCell | null]>([
  [46_084, false, { text: '2026-03-03', kind: 'date' }],
  [46_084.5, false, { text: '2026-03-03 12:00:00', kind: 'date' }],
  [44_622, true, { text: '2026-03-03', kind: 'date' }],
  [1, false, { text: '1900-01-01', kind: 'date' }],
  [59.5, false, { text: '1900-02-28 12:00:00', kind: 'date' }],
  [60, false, { text: '1900-02-29', kind: 'date' }],
  [61, false, { text: '1900-03-01', kind: 'date' }],
  [60, true, { text: '1904-03-01', kind: 'date' }],
  [46_083.999_999_9, false, { text: '2026-03-03', kind: 'date' }],
  [0.75, false, { text: '18:00:00', kind: 'time' }],
  [-1, false, null],
  [3_000_000, false, null],
  [Number.NaN, false, null],
])('reads serial %d (1904: %j)', (serial, date1904, expected) => {
  expect(momentOfSerial(serial, date1904)).toEqual(expected);
});

it.each([
  [1.1000000000000001, '1.1'],
  [0.30000000000000004, '0.3'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [-2.5, '-2.5'],
  [1234.567, '1234.567'],
])('writes %d as %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

describe('typedCell', () => {
  const book = { dates: [false, true], date1904: false };
  it.each<[Parameters<typeof typedCell>[0], TypedCell]>([
    [['s', '1,234', 0], { text: '1,234' }],
    [['n', '1234.567', 0], { text: '1234.567', kind: 'number' }],
    [['n', '46084', 1], { text: '2026-03-03', kind: 'date' }],
    [['d', '2026-03-03T10:15:00.000Z', 0], { text: '2026-03-03 10:15:00', kind: 'date' }],
    [['d', '2026-03-03T00:00:00', 0], { text: '2026-03-03', kind: 'date' }],
    [['s', 'Rice_x0020_bowl', 0], { text: 'Rice bowl' }],
    [['s', 'Code _x005F_x0041_ tray', 0], { text: 'Code _x0041_ tray' }],
    [['s', 'Rice\u200b', 0], { text: 'Rice' }],
    [['b', '1', 0], { text: 'TRUE' }],
    [['e', '#REF!', 0], { text: '#REF!', fault: 'import.errorCell' }],
    [['f', '', 0], { text: '', fault: 'import.formulaWithoutValue' }],
  ])('%j', (cell, expected) => {
    expect(typedCell(cell, book)).toEqual(expected);
  });

  it('says of a number in a workbook of 1904 that it counts from there', () => {
    expect(typedCell(['n', '44622', 0], { dates: [], date1904: true })).toEqual({ text: '44622', kind: 'number1904' });
  });
});

it.each([
  ['B2:C4', { top: 2, bottom: 4, left: 1, right: 2 }],
  ['$A$1:$AA$1', { top: 1, bottom: 1, left: 0, right: 26 }],
  ['A1', null],
  ['A:A', null],
  ['', null],
])('reads the range %j', (ref, range) => {
  expect(rangeOf(ref)).toEqual(range);
});

it.each<[TypedCell, boolean]>([
  [{ text: 'Nord' }, true],
  [{ text: '2026-03-03', kind: 'date' }, true],
  [{ text: '12', kind: 'number' }, false],
  [{ text: '1,5 kg' }, false],
  [{ text: '' }, false],
  [{ text: '', fault: 'import.formulaWithoutValue' }, false],
])('a merged %j holds for all its lines: %j', (cell, expected) => {
  expect(holdsForAll(cell)).toBe(expected);
});

it('fills merged names from above, and leaves merged figures in their first cell', () => {
  const merged = new MergedCells(['A2:A3', 'B2:B3', 'A5:B5']);
  const rows: [number, (TypedCell | undefined)[]][] = [
    [1, [{ text: 'site' }, { text: 'kg' }]],
    [2, [{ text: 'Nord' }, { text: '4', kind: 'number' }]],
    [3, [undefined, undefined]],
    [4, [undefined]],
    [5, [{ text: 'Ost' }]],
  ];
  for (const [line, cells] of rows) merged.fill(line, cells);
  expect(rows.map(([, cells]) => Array.from(cells, (cell) => cell?.text ?? ''))).toEqual([
    ['site', 'kg'],
    ['Nord', '4'],
    ['Nord', ''],
    [''],
    ['Ost', 'Ost'],
  ]);
});
