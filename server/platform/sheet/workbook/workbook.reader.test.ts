import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../../tests/support/turns';
import type { SheetForm } from '../sheet.contract';
import { formWith, inChunks, readAll } from '../sheet.fixtures';
import { readSheet } from '../sheet.reader';
import { bookOf, day, FIRST_SHEET, rewritten } from './workbook.fixtures';

const HEAD = ['date', 'site', 'item', 'kg'];
const ROW = [day('2026-03-03'), 'Köln', 'Rice', 1.5];
const READ = { date: '2026-03-03', site: 'Köln', item: 'Rice', kg: '1.5' };
const read = (content: Uint8Array, changes: Partial<SheetForm> = {}) =>
  readAll(inChunks(content, 4_096), formWith(changes));

const SHEET = FIRST_SHEET;

describe('readSheet of a workbook', () => {
  it('keeps numbers and days as they are, and says so', async () => {
    const { lines, fatal } = await read(
      await bookOf({ May: [HEAD, ROW, [day('2026-03-04T10:15:00'), 'Köln', 'Rice', '1,234']] }),
    );
    expect(fatal).toBeNull();
    expect(lines).toEqual([
      { line: 2, cells: READ, kinds: { date: 'date', kg: 'number' } },
      {
        line: 3,
        cells: { date: '2026-03-04 10:15:00', site: 'Köln', item: 'Rice', kg: '1,234' },
        kinds: { date: 'date' },
      },
    ]);
  });

  it('reads days of a workbook that counts from 1904', async () => {
    expect((await read(await bookOf({ May: [HEAD, ROW] }, { date1904: true }))).rows).toEqual([READ]);
  });

  it('takes the first visible sheet with a table, or the one that is named, and says which there are', async () => {
    const content = await bookOf(
      { Cover: [['Waste of May']], Hidden: [HEAD, ROW], Data: [HEAD, ROW], More: [HEAD, [...ROW.slice(0, 3), 7]] },
      {
        shape: (sheet) => {
          if (sheet.name === 'Hidden') sheet.state = 'hidden';
        },
      },
    );
    const said: unknown[] = [];
    const onWorkbook = (book: unknown) => said.push(book);
    expect((await read(content, { onWorkbook })).rows).toEqual([READ]);
    expect((await read(content, { worksheet: 'More', onWorkbook })).rows).toEqual([{ ...READ, kg: '7' }]);
    expect(said).toEqual([
      { sheets: ['Cover', 'Data', 'More'], sheet: 'Data' },
      { sheets: ['Cover', 'Data', 'More'], sheet: 'More' },
    ]);
    expect((await read(content, { worksheet: 'Hidden' })).fatal).toMatchObject({ code: 'import.noSuchWorksheet' });
    expect((await read(await bookOf({ Cover: [['Waste of May']] }))).fatal).toMatchObject({ code: 'import.noTable' });
  });

  it('takes the kept result of a formula, and names cells that hold none where they are read', async () => {
    const content = await bookOf({
      May: [
        [...HEAD, 'note'],
        [...ROW.slice(0, 3), { formula: 'A1', result: 2 }],
        [...ROW.slice(0, 3), { formula: 'A1' }],
        [...ROW.slice(0, 3), { error: '#REF!' }],
        [...ROW, { error: '#REF!' }],
      ],
    });
    const { rows, errors } = await read(content);
    expect(rows).toEqual([
      { ...READ, kg: '2', note: '' },
      { ...READ, note: '#REF!' },
    ]);
    expect(errors).toMatchObject([
      { line: 3, column: 'kg', code: 'import.formulaWithoutValue' },
      { line: 4, column: 'kg', code: 'import.errorCell', raw: '#REF!' },
    ]);
  });

  it('reads rich text, and does without empty cells at the end of a line', async () => {
    const { rows } = await read(
      await bookOf({
        May: [
          [...HEAD, 'note'],
          [day('2026-03-03'), { richText: [{ text: 'Kö' }, { text: 'ln' }] }, 'Rice', 1.5],
        ],
      }),
    );
    expect(rows).toEqual([{ ...READ, note: '' }]);
  });

  it('gives a heading that is merged over columns to the first of them', async () => {
    const content = await bookOf(
      {
        May: [
          [...HEAD, null],
          [...ROW, null],
        ],
      },
      { shape: (sheet) => void sheet.mergeCells('D1:E1') },
    );
    expect((await read(content)).rows).toEqual([READ]);
  });

  it('says which rows a filter hides', async () => {
    const content = await bookOf(
      { May: [HEAD, ROW, ROW] },
      { shape: (sheet) => Object.assign(sheet.getRow(3), { hidden: true }) },
    );
    expect((await read(content)).lines.map(({ line, hidden }) => [line, hidden])).toEqual([
      [2, undefined],
      [3, true],
    ]);
  });

  it('fills a merged name for all its lines', async () => {
    const { rows } = await read(
      await bookOf(
        { May: [HEAD, ROW, [day('2026-03-04'), null, 'Peas', 2]] },
        { shape: (sheet) => sheet.mergeCells('B2:B3') },
      ),
    );
    expect(rows.map(({ site }) => site)).toEqual(['Köln', 'Köln']);
  });

  it('refuses two headings of a name that it needs', async () => {
    expect(
      (
        await read(
          await bookOf({
            May: [
              [...HEAD, 'kg'],
              [...ROW, 2],
            ],
          }),
        )
      ).fatal,
    ).toMatchObject({ code: 'import.duplicateColumn' });
  });

  it.each([0, 1_000])(
    'loses no row to whoever does something else for %d turns between some of them',
    async (turns) => {
      const content = await bookOf({
        May: [HEAD, ...Array.from({ length: 3_000 }, (_, at) => [...ROW.slice(0, 3), at])],
      });
      const read: string[] = [];
      for await (const one of readSheet(inChunks(content, 65_536), formWith({}))) {
        read.push(one.cells?.kg ?? '');
        for (let turn = 0; turn < turns && read.length % 100 === 0; turn += 1) await new Promise(setImmediate);
      }
      expect(read).toEqual(Array.from({ length: 3_000 }, (_, at) => String(at)));
    },
    20_000,
  );

  it('lets others have their turn', async () => {
    const content = await bookOf({ May: [HEAD, ...Array.from({ length: 20_000 }, () => ROW)] });
    let rows = 0;
    const turns = await turnsDuring(async () => {
      rows = (await read(content)).rows.length;
    });
    expect(rows).toBe(20_000);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('readSheet of what breaks programs', () => {
  it.each<[string, string, (xml: string) => string, string]>([
    [
      'a merged range of 10,000 by 10,000',
      SHEET,
      (xml) =>
        xml.replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A1:NTP10000"/></mergeCells>'),
      'import.mergedTooLarge',
    ],
    [
      'a hundred thousand merged ranges',
      SHEET,
      (xml) =>
        xml.replace(
          '</sheetData>',
          `</sheetData><mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(100_000)}</mergeCells>`,
        ),
      'import.workbookTooLarge',
    ],
    [
      'a sheet that unpacks to hundreds of megabytes',
      SHEET,
      (xml) => xml.replace('</sheetData>', `</sheetData>${' '.repeat(150_000_000)}`),
      'import.workbookTooLarge',
    ],
    [
      'a document type with entities',
      SHEET,
      (xml) => xml.replace(/(<\?xml[^>]*>)/, '$1<!DOCTYPE x [<!ENTITY a "aaaa">]>'),
      'import.notAWorkbook',
    ],
    [
      'merged ranges that overlap without end',
      SHEET,
      (xml) =>
        xml.replace(
          '</sheetData>',
          `</sheetData><mergeCells>${'<mergeCell ref="A1:CV1000"/>'.repeat(60)}</mergeCells>`,
        ),
      'import.workbookTooLarge',
    ],
    [
      'elements within elements',
      SHEET,
      (xml) => xml.replace('<sheetData>', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}<sheetData>`),
      'import.notAWorkbook',
    ],
    [
      'a cell in column 2,000',
      SHEET,
      (xml) => xml.replace('</row>', '<c r="BXX1"><v>1</v></c></row>'),
      'import.tooManyColumns',
    ],
    ['XML that ends in the middle', SHEET, (xml) => xml.slice(0, -40), 'import.notAWorkbook'],
    ['no workbook part', '_rels/.rels', () => '<Relationships/>', 'import.notAWorkbook'],
  ])(
    'refuses %s',
    async (_what, part, change, code) => {
      expect((await read(await rewritten(await bookOf({ May: [HEAD, ROW] }), part, change))).fatal).toMatchObject({
        code,
      });
    },
    30_000,
  );

  it('refuses an archive that is none, and one that is encrypted', async () => {
    expect(
      (await read(Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(500))]))).fatal,
    ).toMatchObject({ code: 'import.notAWorkbook' });
    expect((await read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]))).fatal).toMatchObject({
      code: 'import.oldWorkbook',
    });
  });

  it('reads no more than the limit of cells', async () => {
    const content = await bookOf({ May: [HEAD, ROW, ROW] });
    expect((await read(content, { limits: { bytes: 100_000, lines: 10, cells: 12 } })).fatal).toBeNull();
    expect((await read(content, { limits: { bytes: 100_000, lines: 10, cells: 11 } })).fatal).toMatchObject({
      code: 'import.workbookTooLarge',
      params: { what: 'cells' },
    });
  });

  it('takes a wide sheet in a few lines at a time', async () => {
    const content = await bookOf({
      May: [HEAD, ROW, ...Array.from({ length: 400 }, () => [...ROW, ...Array.from({ length: 400 }, (_, at) => at)])],
    });
    let [turn, lines, most] = [0, 0, 0];
    let begun = turn;
    const spin = () => {
      turn += 1;
      timer = setImmediate(spin);
    };
    let timer = setImmediate(spin);
    for await (const _ of readSheet(inChunks(content, 65_536), formWith({}))) {
      lines = turn === begun ? lines + 1 : 1;
      begun = turn;
      most = Math.max(most, lines);
    }
    clearImmediate(timer);
    expect(most).toBeLessThan(100);
  });

  it('reads no more than the limit of bytes', async () => {
    expect(
      (await read(await bookOf({ May: [HEAD, ROW] }), { limits: { bytes: 1_000, lines: 10 } })).fatal,
    ).toMatchObject({ code: 'import.fileTooLarge' });
  });
});
