import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import { readVolumes } from './volume-sheet';

const read = (text: string | Buffer, change: { kind?: 'COVERS' | 'REVENUE'; sign?: ',' | '.'; month?: string } = {}) =>
  readVolumes(() => Readable.from([Buffer.from(text)]), {
    locationId: 1,
    month: '2026-03',
    kind: 'COVERS',
    estimated: false,
    sign: '.',
    ...change,
  });
const values = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map(({ line, input }) => `${line} ${input.date} ${input.kind} ${input.value}`);
const problems = async (...given: Parameters<typeof read>) =>
  (await read(...given)).problems.map(({ line, code, raw }) => `${line} ${code} ${raw}`);

describe('a sheet of volumes', () => {
  it.each([
    ['tabs', '2026-03-02\t120\n2026-03-03\t98.5'],
    ['semicolons', '02.03.2026;120\n03.03.2026;98,5'],
    ['commas', '2026-03-02,120\n2026-03-03,98.5'],
    ['an empty line', '2026-03-02\t120\n\n2026-03-03\t98.5\n'],
  ])('is read with %s and without headings', async (_, text) => {
    expect((await values(text)).map((one) => one.slice(2))).toEqual([
      '2026-03-02 COVERS 120',
      '2026-03-03 COVERS 98.5',
    ]);
  });

  it('knows its columns by their headings, in any of four languages', async () => {
    const text = 'Tag;Umsatz (€);Gäste;Wetter;Wareneinkauf\n02.03.2026;1.234,50 €;1.204;Regen;\n';
    const sheet = await read(text);
    expect(sheet.rows.map(({ input }) => [input.kind, input.value])).toEqual([
      ['REVENUE', '1234.50'],
      ['COVERS', '1204'],
    ]);
    expect([sheet.kinds, sheet.ignored]).toEqual([['COVERS', 'REVENUE', 'PURCHASES'], ['Wetter']]);
    expect(await values('Fecha,Comensales\n2026-03-02,9')).toEqual(['2 2026-03-02 COVERS 9']);
    expect(await values('Jour,Chiffre d’affaires\n2026-03-02,9')).toEqual(['2 2026-03-02 REVENUE 9']);
  });

  it('takes the one column of numbers whose heading nobody knows for what was said', async () => {
    expect(await values('Date,Total,Note\n2026-03-02,9,x', { kind: 'REVENUE' })).toEqual(['2 2026-03-02 REVENUE 9']);
    await expect(read('Date,A,B\n2026-03-02,9,8')).rejects.toMatchObject({ code: 'volumes.sheet.headsNeeded' });
  });

  it('reads day and month as the sheet or the month of the page decides, and asks otherwise', async () => {
    expect(await values('03/02/2026\t1\n03/15/2026\t2')).toEqual(['1 2026-03-02 COVERS 1', '2 2026-03-15 COVERS 2']);
    expect(await values('02/03/2026\t1\n04/03/2026\t2')).toEqual(['1 2026-03-02 COVERS 1', '2 2026-03-04 COVERS 2']);
    expect(await problems('02/03/2026\t1\n04/05/2026\t2')).toEqual([
      '1 ambiguousDate 02/03/2026',
      '2 ambiguousDate 04/05/2026',
    ]);
  });

  it.each([
    ['1,250', 'COVERS', '1250'],
    ['1.250', 'COVERS', '1250'],
    ['1,250', 'REVENUE', '1250'],
    ['1.250', 'REVENUE', '1.250'],
    ['$1,250.75', 'REVENUE', '1250.75'],
    ['1.250,75 EUR', 'REVENUE', '1250.75'],
  ] as const)('reads %s of %s as %s', async (text, kind, expected) => {
    const { rows } = await read(`2026-03-02\t${text}`, { kind });
    expect(rows.map(({ input }) => input.value)).toEqual([expected]);
  });

  it('is read from a workbook by what its cells are', async () => {
    const book = await bookOf({
      March: [
        ['Canteen North', null, null],
        ['Date', 'Covers', 'Revenue'],
        [day('2026-03-02'), 1250, 3456.789],
        [day('2026-03-03'), 98.5, null],
      ],
    });
    expect(await values(book, { sign: ',' })).toEqual([
      '3 2026-03-02 COVERS 1250',
      '3 2026-03-02 REVENUE 3456.789',
      '4 2026-03-03 COVERS 98.5',
    ]);
  });

  it('says of each row what it lacks', async () => {
    const text =
      'Date\tCovers\tEstimated\n2026-03-02\tmany\t\nsoon\t5\t\n\t7\t\n2026-03-03\t\t\n2026-03-04\t12 kg\t\n2026-03-05\t8\tyes';
    expect(await problems(text)).toEqual([
      '2 notANumber many',
      '3 notADate soon',
      '4 missingDate 7',
      '5 noValue 2026-03-03',
      '6 unit 12 kg',
    ]);
    expect((await read(text)).rows).toMatchObject([{ line: 7, input: { estimated: true } }]);
  });

  it('refuses what holds no volumes, and more than it takes at once', async () => {
    for (const text of ['hello', 'Date,Covers\n', 'a,b\nc,d'])
      await expect(read(text)).rejects.toMatchObject({ code: 'volumes.sheet.nothing' });
    const many = Array.from({ length: 2_001 }, () => '2026-03-02\t1').join('\n');
    await expect(read(many)).rejects.toMatchObject({ code: 'volumes.sheet.tooMany' });
    await expect(read(Buffer.from([0, 1, 2, 3, 0, 0, 255]))).rejects.toMatchObject({ name: 'SheetError' });
  });
});
