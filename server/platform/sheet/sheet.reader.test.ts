import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../tests/support/turns';
import type { SheetForm } from './sheet.contract';
import { formWith, inChunks, readAll } from './sheet.fixtures';
import { readSheet } from './sheet.reader';
import { SLICE_BYTES } from './sheet.text';

const HEAD = 'date,site,item,kg';
const ROW = { date: '2025-05-01', site: 'Köln', item: 'Rice', kg: '1.5' };
const read = (content: string | Uint8Array, changes: Partial<SheetForm> = {}) =>
  readAll(inChunks(content), formWith(changes));
const linesOf = (lines: { line: number }[]) => lines.map(({ line }) => line);

describe('readSheet: encodings', () => {
  const text = `${HEAD}\n2025-05-01,Köln,Rice,1.5\n`;
  it.each<[string, Uint8Array, SheetForm['encoding']]>([
    ['UTF-8', Buffer.from(text), 'auto'],
    ['UTF-8 with mark', Buffer.from(`\ufeff${text}`), 'auto'],
    ['UTF-8 with mark where another is stated', Buffer.from(`\ufeff${text}`), 'windows-1252'],
    ['Windows-1252', iconv.encode(text, 'windows-1252'), 'auto'],
    ['Windows-1252 as stated', iconv.encode(text, 'windows-1252'), 'windows-1252'],
    ['UTF-16LE with mark', iconv.encode(text, 'utf-16le', { addBOM: true }), 'auto'],
    ['UTF-16BE with mark', iconv.encode(text, 'utf-16be', { addBOM: true }), 'auto'],
    ['UTF-16LE without mark', iconv.encode(text, 'utf-16le'), 'auto'],
    ['UTF-16BE without mark', iconv.encode(text, 'utf-16be'), 'auto'],
    ['UTF-16LE as stated', iconv.encode(text, 'utf-16le'), 'utf-16le'],
    ['UTF-16BE as stated', iconv.encode(text, 'utf-16be'), 'utf-16be'],
  ])('reads %s', async (_name, bytes, encoding) => {
    expect(await read(bytes, { encoding })).toMatchObject({ rows: [ROW], errors: [], fatal: null });
  });
});

describe('readSheet: what nobody sees', () => {
  it('leaves out of cells and headings what has no width', async () => {
    const { rows } = await read(
      `date,site,item,\u200bkg\n\u200e2025-05-01\u200e,Kö\u00adln\u200b,\u2060Rice,\u200b1.5\n`,
    );
    expect(rows).toEqual([ROW]);
  });

  it.each(['👩\u200d🍳', 'می\u200cخواهم'])('keeps a joiner that its script needs: %s', async (item) => {
    expect((await read(`${HEAD}\n2025-05-01,Köln,${item},1.5\n`)).rows).toEqual([{ ...ROW, item }]);
  });
});

describe('readSheet: quotes within quotes', () => {
  it.each([
    ['doubled', '"12"" pizza"', '12" pizza'],
    ['behind a backslash', '"12\\" pizza"', '12" pizza'],
    ['doubled, beside a backslash', '"a\\b ""c"" d"', 'a\\b "c" d'],
    ['a backslash at the end', '"C:\\"', 'C:\\'],
  ])('%s', async (_how, cell, item) => {
    expect((await read(`${HEAD}\n2025-05-01,Köln,${cell},1.5\n2025-05-01,Köln,Rice,1.5\n`)).rows).toEqual([
      { ...ROW, item },
      ROW,
    ]);
  });
});

describe('readSheet: separators and line ends', () => {
  it.each([',', ';', '\t', '|'] as const)('finds the separator %j', async (separator) => {
    const text = `${HEAD}\n2025-05-01,Köln,Rice,1.5\n`.replaceAll(',', separator);
    expect(await read(text)).toMatchObject({ rows: [ROW], fatal: null });
    expect(await read(text, { delimiter: separator })).toMatchObject({ rows: [ROW], fatal: null });
  });

  it('is not led astray by commas inside a heading', async () => {
    const { rows } = await read('"date";site;item;kg;"a,b,c,d,e,f"\n2025-05-01;Köln;Rice;1.5;x\n');
    expect(rows).toEqual([{ ...ROW, 'a,b,c,d,e,f': 'x' }]);
  });

  it('obeys the separator line of Excel and still counts physical lines', async () => {
    const { rows, lines } = await read('sep=;\r\ndate;site;item;kg\r\n2025-05-01;Köln;Rice;1.5\r\n');
    expect(rows).toEqual([ROW]);
    expect(linesOf(lines)).toEqual([3]);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads %s line ends, quoted ones too', async (_name, end) => {
    const { lines, rows } = await read(
      [HEAD, '2025-05-01,Köln,Rice,1.5', `2025-05-02,"Bonn`, `Mitte",Rice,2`, '', '2025-05-03,Köln,Rice,3', ''].join(
        end,
      ),
    );
    expect(linesOf(lines)).toEqual([2, 3, 6]);
    expect(rows[1]).toMatchObject({ site: 'Bonn\nMitte' });
  });

  it('keeps a character whole that a slice would cut in two', async () => {
    const { rows } = await readAll(
      inChunks(iconv.encode(`${HEAD}\n2025-05-01,${'🍲'.repeat(9_000)},Rice,1.5\n`, 'utf-16be', { addBOM: true }), 3),
      formWith(),
    );
    expect(rows[0]?.site).toBe('🍲'.repeat(9_000));
  });

  it.each([1, 2, 3, 7, 64, 100_000])('gives the same lines when the file comes in chunks of %d bytes', async (size) => {
    const text = `\ufeff${HEAD}\r\n2025-05-01,"Kö""ln\r\n🍲",Rice,1.5\r\n\r\n2025-05-02,Köln,,2`;
    const { rows, lines, fatal } = await readAll(inChunks(text, size), formWith());
    expect(fatal).toBeNull();
    expect(linesOf(lines)).toEqual([2, 5]);
    expect(rows[0]).toMatchObject({ site: 'Kö"ln\n🍲' });
  });
});

describe('readSheet: headings', () => {
  it('cleans headings and overlooks letter case', async () => {
    const { rows } = await read('\ufeff Date , "SITE" ,"item\n",kg , Extra  column \n2025-05-01,Köln,Rice,1.5,x');
    expect(rows).toEqual([{ ...ROW, 'Extra column': 'x' }]);
  });

  it('starts at the heading line that the mapping names', async () => {
    const { rows, lines } = await read(`Report of May\n\n${HEAD}\n2025-05-01,Köln,Rice,1.5\n`, { headerRow: 3 });
    expect(rows).toEqual([ROW]);
    expect(linesOf(lines)).toEqual([4]);
  });

  it('names the columns that are missing', async () => {
    const { fatal } = await read('date,site,weight\n1,2,3\n');
    expect(fatal).toMatchObject({
      code: 'import.missingColumn',
      params: { columns: 'item, kg', found: 'date, site, weight' },
      line: 1,
    });
  });

  it('does without a column that the mapping calls optional', async () => {
    const { rows, fatal } = await read('date,site,kg\n2025-05-01,Köln,1.5\n', { optionalColumns: ['item'] });
    expect(fatal).toBeNull();
    expect(rows).toEqual([{ date: '2025-05-01', site: 'Köln', kg: '1.5' }]);
  });

  it('refuses two columns of a name that it needs', async () => {
    expect((await read('date,site,item,kg,kg\n1,2,3,4,5\n')).fatal).toMatchObject({
      code: 'import.duplicateColumn',
      params: { columns: 'kg' },
    });
  });

  it('reports two columns of a name that it does not need, and goes on', async () => {
    const { rows, errors } = await read(`${HEAD},x,x\n2025-05-01,Köln,Rice,1.5,a,b\n`);
    expect(errors).toMatchObject([{ line: 1, column: 'x', code: 'import.duplicateColumn' }]);
    expect(rows).toEqual([{ ...ROW, x: 'a', 'x (2)': 'b' }]);
  });

  it('survives headings that are names of JavaScript', async () => {
    const { rows } = await read(`${HEAD},__proto__,constructor\n2025-05-01,Köln,Rice,1.5,a,b\n`);
    expect(Object.keys(rows[0]!)).toEqual(['date', 'site', 'item', 'kg', '__proto__', 'constructor']);
  });

  it('refuses a sheet of more than 1,000 columns', async () => {
    expect((await read(`${HEAD}${',x'.repeat(1000)}\n1\n`)).fatal).toMatchObject({
      code: 'import.tooManyColumns',
      params: { found: 1004 },
    });
  });
});

describe('readSheet: bad lines among good ones', () => {
  it('reports ragged lines and reads on', async () => {
    const { rows, errors } = await read(
      `${HEAD}\n1,2,3\n2025-05-01,Köln,Rice,1.5,,\n1,2,3,4,5\n,,,\n2025-05-01,Köln,Rice,1.5\n`,
    );
    expect(rows).toEqual([ROW, ROW]);
    expect(errors).toMatchObject([
      { line: 2, code: 'import.raggedLine', params: { expected: 4, found: 3 }, raw: '1 | 2 | 3' },
      { line: 4, code: 'import.raggedLine', params: { expected: 4, found: 5 } },
    ]);
  });

  it('takes stray quotes as they are', async () => {
    const { rows, errors } = await read(`${HEAD}\n2025-05-01,Köln,5" pan,1.5\n2025-05-01,Köln,"5"" pan",1.5\n`);
    expect(errors).toEqual([]);
    expect(rows.map(({ item }) => item)).toEqual(['5" pan', '5" pan']);
  });

  it('reports a cell of more than 64 KB and reads on', async () => {
    const { rows, errors } = await readAll(
      inChunks(`${HEAD}\n1,2,${'x'.repeat(65_537)},4\n1,2,"${'ü'.repeat(40_000)}",4\n2025-05-01,Köln,Rice,1.5\n`, 4096),
      formWith(),
    );
    expect(errors).toMatchObject([
      { line: 2, column: 'item', code: 'import.fieldTooLong', raw: 'x'.repeat(200) },
      { line: 3, column: 'item', code: 'import.fieldTooLong' },
    ]);
    expect(rows).toEqual([ROW]);
  });

  it('overlooks white space around quotes', async () => {
    const { rows } = await read(`${HEAD}\n 2025-05-01 , "Köln" ,\t"Rice, ""hot""" ,1.5\n`);
    expect(rows).toEqual([{ ...ROW, date: '2025-05-01 ', item: 'Rice, "hot"' }]);
  });

  it('gives every good line before a file that ends inside a quoted field', async () => {
    const good = '2025-05-01,Köln,Rice,1.5\n'.repeat(500);
    const { rows, fatal } = await read(`${HEAD}\n${good}2025-05-01,"Köln,Rice,1.5\n2025-05-01,Bonn,Rice,1.5\n`);
    expect(rows).toHaveLength(500);
    expect(fatal).toMatchObject({ code: 'import.endsInTheMiddle', params: { line: 502 }, line: 502 });
  });

  it('reports a last line that is cut off', async () => {
    const { rows, errors, fatal } = await read(`${HEAD}\n2025-05-01,Köln,Rice,1.5\n2025-05-02,Kö`);
    expect({ rows, fatal }).toEqual({ rows: [ROW], fatal: null });
    expect(errors).toMatchObject([{ line: 3, code: 'import.endsInTheMiddle' }]);
  });

  it('gives up on a quote that stays open for a megabyte', async () => {
    const { rows, fatal } = await readAll(
      inChunks(`${HEAD}\n2025-05-01,Köln,Rice,1.5\n1,"${'x\n'.repeat(700_000)}`, 65_536),
      formWith(),
    );
    expect(rows).toEqual([ROW]);
    expect(fatal).toMatchObject({ code: 'import.recordTooLong', line: 3 });
  });
});

describe('readSheet: what is no sheet', () => {
  it.each<[string, Uint8Array]>([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['an archive', Buffer.from([0x1f, 0x8b, 0x08])],
    ['zero bytes', Buffer.from(`${HEAD}\n1,2,\u0000,4\n`)],
    ['control characters', Buffer.from(`${HEAD}\n${'\u0001\u0002x'.repeat(30)}\n`)],
  ])('refuses %s before any line', async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject({ lines: [], fatal: { code: 'import.notText' } });
  });

  it.each([
    ['', 'import.emptyFile'],
    ['\ufeff', 'import.emptyFile'],
    [' \n\n', 'import.emptyFile'],
    [HEAD, 'import.noRows'],
    [`${HEAD}\n\n,,,\n`, 'import.noRows'],
  ])('refuses %j: %s', async (text, code) => {
    expect(await read(text)).toMatchObject({ lines: [], fatal: { code } });
  });

  it('says that the heading line lies behind the end', async () => {
    expect((await read(`${HEAD}\n1,2,3,4\n`, { headerRow: 9 })).fatal).toMatchObject({
      code: 'import.missingColumn',
      line: 9,
    });
  });
});

describe('readSheet: bounds', () => {
  const row = '2025-05-01,Köln,Rice,1.5\n';

  it('gives up behind the last line that is allowed, the good ones before it given', async () => {
    const { rows, fatal } = await read(`${HEAD}\n${row.repeat(20)}`, { limits: { bytes: 10_000, lines: 11 } });
    expect(rows).toHaveLength(10);
    expect(fatal).toMatchObject({ code: 'import.tooManyLines', params: { max: 11 }, line: 12 });
  });

  it('counts blank lines too', async () => {
    expect((await read(`${HEAD}\n${'\n'.repeat(50)}`, { limits: { bytes: 10_000, lines: 20 } })).fatal).toMatchObject({
      code: 'import.tooManyLines',
    });
  });

  it('reads no more bytes than are allowed, and asks its source for no more', async () => {
    let given = 0;
    const endless = async function* () {
      yield Buffer.from(`${HEAD}\n`);
      for (;;) {
        given += 1;
        yield Buffer.from(row.repeat(40));
      }
    };
    expect((await readAll(endless(), formWith({ limits: { bytes: 200_000, lines: 1_000_000 } }))).fatal).toMatchObject({
      code: 'import.fileTooLarge',
      params: { max: 200_000 },
    });
    expect(given).toBeLessThan(220);
  });

  it('gives the event loop back after every slice, also where the file comes in one piece', async () => {
    const file = Buffer.from(`${HEAD}\n${'1,2,3,4\n'.repeat(100_000)}`);
    const turns = await turnsDuring(() => readAll(inChunks(file, file.length), formWith()));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(file.length / SLICE_BYTES));
  });

  it('looks at no more columns than a sheet may have to find the separator', async () => {
    const columns = Array.from({ length: 500 }, (_, at) => `column ${at}`);
    const { fatal } = await readAll(inChunks(`${HEAD}${',x'.repeat(500_000)}\n`, 65_536), formWith({ columns }));
    expect(fatal).toMatchObject({ code: 'import.tooManyColumns' });
  });
});

describe('readSheet: ragged lines that are accepted', () => {
  it('fills short lines, cuts long ones, and still reports a last line that is cut off', async () => {
    const { rows, errors } = await read(`${HEAD}\n1,2\n1,2,3,4,5\n1,2,3`, { raggedLines: 'accept' });
    expect(rows).toEqual([
      { date: '1', site: '2', item: '', kg: '' },
      { date: '1', site: '2', item: '3', kg: '4' },
    ]);
    expect(errors).toMatchObject([{ line: 4, code: 'import.endsInTheMiddle' }]);
  });
});

describe('readSheet: the source', () => {
  it('passes on what the source throws', async () => {
    const failing = async function* () {
      yield Buffer.from(`${HEAD}\n`.padEnd(70_000, 'x'));
      throw new Error('disk gone');
    };
    await expect(readAll(failing(), formWith())).rejects.toThrow('disk gone');
  });

  it('lets go of a stream that is not read to its end', async () => {
    const source = Readable.from(inChunks(`${HEAD}\n${'2025-05-01,Köln,Rice,1.5\n'.repeat(10_000)}`, 1000));
    for await (const line of readSheet(source, formWith())) {
      expect(line.line).toBe(2);
      break;
    }
    expect(source.destroyed).toBe(true);
  });

  it('reads no further ahead than a few chunks', async () => {
    let given = 0;
    const endless = async function* () {
      yield Buffer.from(`${HEAD}\n`);
      for (;;) {
        given += 1;
        yield Buffer.from('2025-05-01,Köln,Rice,1.5\n'.repeat(100));
      }
    };
    let taken = 0;
    for await (const line of readSheet(endless(), formWith())) {
      taken += line.cells ? 1 : 0;
      if (taken === 20_000) break;
    }
    expect(given).toBeLessThan(250);
  });
});
