import { describe, expect, it } from 'vitest';
import { blocksAmong, statesUnits } from './guess-blocks.rules';
import type { Column } from './guess-columns.rules';

const columnOf = (texts: string[], place: number): Column => ({
  name: `column ${place}`,
  place,
  cells: texts.flatMap((text, at) =>
    text.trim() === '' ? [] : [{ text: text.trim(), line: at + 2, kind: undefined }],
  ),
});

/** Dates and kilograms side by side: `2026-03-02 1`, `- 2`. */
function sheet(lines: string[]) {
  const rows = lines.map((line, at) => ({ line: at + 2, cells: line.split('|') }));
  const texts = (place: number) => rows.map(({ cells }) => cells[place] ?? '');
  return { date: columnOf(texts(0), 0), rows, amounts: [columnOf(texts(1), 1)] };
}

describe('blocksAmong', () => {
  it.each<[string, string[], boolean]>([
    ['blocks of three lines', ['Mon|1', '|2', '|3', 'Tue|4', '|5', '|6'], true],
    ['a value on every line', ['Mon|1', 'Mon|2', 'Tue|3', 'Tue|4'], false],
    ['one forgotten cell', ['Mon|1', 'Mon|2', '|3', 'Tue|4', 'Tue|5'], false],
    ['a list with two forgotten cells', ['Mon|1', 'Mon|2', '|3', 'Tue|4', 'Tue|5', '|6'], false],
    ['a first line without a value', ['|1', 'Mon|2', '|3', '|4'], false],
    ['sums below each block', ['Mon|1', '|2', 'Total|3', 'Tue|4', '|5', 'Total|9'], true],
    ['blank lines between', ['Mon|1', '|2', '|', 'Tue|4', '|5', '|'], true],
    ['nothing at all', ['|1', '|2'], false],
  ])('%s', (_what, lines, expected) => {
    const { date, ...rest } = sheet(lines);
    expect(blocksAmong([date], rest)).toEqual(expected ? [date] : []);
  });
});

it('has the same kitchen of each block begin with the block', () => {
  const lines = ['Mon|Nord|1', '||2', 'Tue|Nord|3', '||4', 'Wed|Nord|5', '||6'];
  const rows = lines.map((line, at) => ({ line: at + 2, cells: line.split('|') }));
  const [date, site, amount] = [0, 1, 2].map((place) =>
    columnOf(
      rows.map(({ cells }) => cells[place] ?? ''),
      place,
    ),
  ) as [Column, Column, Column];
  expect(blocksAmong([date, site], { rows, amounts: [amount] })).toEqual([date, site]);
  expect(blocksAmong([site], { rows, amounts: [amount] })).toEqual([]);
});

it.each<[string[], boolean]>([
  [['1.5 kg', '300 g', '2kg'], true],
  [['1.5', '2'], false],
  [['3 trays', '2 boxes'], false],
  [['12 lb.', '3 oz'], true],
])('%j states units: %s', (texts, expected) => {
  expect(statesUnits(columnOf(texts, 0))).toBe(expected);
});
