import { describe, expect, it } from 'vitest';
import type { CellKinds, SheetLine } from '../../platform/sheet/sheet.contract';
import { mappingWith } from './imports.fixtures';
import { blockFiller } from './sheet-blocks.rules';

const mapping = (fillDown?: string[]) =>
  mappingWith({
    dates: { column: 'Date', patterns: ['iso'] },
    site: { column: 'Kitchen' },
    item: { column: 'Item' },
    fillDown,
  });

const heads = ['Date', 'Kitchen', 'Item', 'kg'];
const lineOf = (text: string, kinds?: CellKinds): SheetLine => ({
  line: 1,
  cells: Object.fromEntries(text.split(';').map((cell, at) => [heads[at], cell])),
  ...(kinds && { kinds }),
});

function filled(lines: string[], fillDown?: string[]): string[] {
  const fill = blockFiller(mapping(fillDown));
  return lines.map((line) => Object.values(fill(lineOf(line)).cells ?? {}).join(';'));
}

describe('blockFiller', () => {
  it.each<[string, string[], string[] | undefined, string[]]>([
    [
      'the date of a block to its lines',
      ['2026-03-02;Nord;Rice;1', ';Nord;Peas;2', '2026-03-03;Nord;Rice;3', ';Süd;Peas;4'],
      ['Date'],
      ['2026-03-02;Nord;Rice;1', '2026-03-02;Nord;Peas;2', '2026-03-03;Nord;Rice;3', '2026-03-03;Süd;Peas;4'],
    ],
    [
      'each column by itself',
      ['2026-03-02;Nord;Rice;1', ';Süd;Peas;2', ';;Beans;3'],
      ['Date', 'Kitchen'],
      ['2026-03-02;Nord;Rice;1', '2026-03-02;Süd;Peas;2', '2026-03-02;Süd;Beans;3'],
    ],
    [
      'blanks as nothing',
      ['2026-03-02;Nord;Rice;1', '  ;Nord;Peas;2'],
      ['Date'],
      ['2026-03-02;Nord;Rice;1', '2026-03-02;Nord;Peas;2'],
    ],
    [
      'nothing above the first block',
      [';Nord;Rice;1', '2026-03-02;Nord;Peas;2'],
      ['Date'],
      [';Nord;Rice;1', '2026-03-02;Nord;Peas;2'],
    ],
    [
      'no line that names a total',
      ['2026-03-02;Nord;Rice;1', ';Total;;1'],
      ['Date'],
      ['2026-03-02;Nord;Rice;1', ';Total;;1'],
    ],
    ['no line of amounts alone', ['2026-03-02;Nord;Rice;1', ';;;1'], ['Date'], ['2026-03-02;Nord;Rice;1', ';;;1']],
    [
      'nothing that the mapping does not name',
      ['2026-03-02;Nord;Rice;1', ';;Peas;2'],
      undefined,
      ['2026-03-02;Nord;Rice;1', ';;Peas;2'],
    ],
  ])('gives %s', (_what, lines, fillDown, expected) => {
    expect(filled(lines, fillDown)).toEqual(expected);
  });

  it('leaves a broken line alone, and goes on below it', () => {
    const fill = blockFiller(mapping(['Date']));
    fill(lineOf('2026-03-02;Nord;Rice;1'));
    const broken: SheetLine = {
      line: 2,
      errors: [{ line: 2, code: 'import.missingValue', column: 'Date', params: {}, raw: '' }],
    };
    expect(fill(broken)).toBe(broken);
    expect(fill(lineOf(';Nord;Beans;3')).cells).toMatchObject({ Date: '2026-03-02' });
  });

  it('takes the kind of a workbook’s cell along', () => {
    const fill = blockFiller(mapping(['Date']));
    fill(lineOf('46083;Nord;Rice;1', { Date: 'date' }));
    expect(fill(lineOf(';Nord;Peas;2', {}))).toMatchObject({ kinds: { Date: 'date' } });
  });
});
