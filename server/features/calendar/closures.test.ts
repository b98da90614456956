import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../tests/support/turns';
import { readClosures } from './closure-file';
import { closureLimits } from './closures.rules';

const csv = (...lines: string[]) => lines.join('\n') + '\n';
const read = (content: Buffer | string) => readClosures({ content }, { timeZone: 'Europe/Paris', today: '2026-03-15' });

describe('a sheet of closures', () => {
  it('is read with its kinds and names', async () => {
    const { closures, refused, format } = await read(
      csv(
        'start_date,end_date,kind,name_fr',
        '2010-10-23,2010-11-03,school_holiday,Vacances de la Toussaint',
        '2011-03-28,2011-03-28,strike,greve',
        '2011-04-02,,open,',
      ),
    );
    expect(format).toBe('csv');
    expect(refused).toEqual([]);
    expect(closures).toEqual([
      {
        line: 2,
        fromDate: '2010-10-23',
        toDate: '2010-11-03',
        open: false,
        reason: 'Vacances de la Toussaint (school holiday)',
      },
      { line: 3, fromDate: '2011-03-28', toDate: '2011-03-28', open: false, reason: 'greve (strike)' },
      { line: 4, fromDate: '2011-04-02', toDate: '2011-04-02', open: true, reason: '' },
    ]);
  });

  it.each([
    [
      'a byte-order mark and semicolons',
      Buffer.from('\ufeffstart_date;end_date;kind;name\r\n28.03.2011;29.03.2011;geschlossen;"Ruhe; Tag"\r\n'),
      'Ruhe; Tag',
    ],
    ['tabs', Buffer.from('Start\tEnd\tName\n2011-03-28\t2011-03-29\tRuhe\n'), 'Ruhe'],
    ['Excel’s own first line', Buffer.from('sep=;\nstart_date;end_date;name\n2011-03-28;2011-03-29;Ruhe\n'), 'Ruhe'],
    [
      'Windows-1252',
      Buffer.from([...Buffer.from('start_date,end_date,name\n2011-03-28,2011-03-29,No'), 0xeb, ...Buffer.from('l\n')]),
      'Noël',
    ],
    [
      'UTF-16',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('start_date,end_date,name\n2011-03-28,2011-03-29,Noël\n', 'utf16le'),
      ]),
      'Noël',
    ],
    ['other columns between', Buffer.from('id,from,comment,to,reason\n7,2011-03-28,x,2011-03-29,Ruhe\n'), 'Ruhe'],
  ])('may come with %s', async (_name, bytes, reason) => {
    expect((await read(bytes)).closures).toEqual([
      expect.objectContaining({ fromDate: '2011-03-28', toDate: '2011-03-29', reason }),
    ]);
  });

  it('reports bad lines with their number while the good ones stand', async () => {
    const { closures, refused } = await read(
      csv(
        'start_date,end_date,kind,name',
        '2011-03-28,2011-03-28,strike,good',
        '2011-02-30,2011-03-01,strike,a',
        '',
        '2011-05-02,2011-05-01,strike,b',
        ',2011-05-01,strike,c',
        '2011-01-01,2017-01-01,strike,d',
        '1999-01-01,1999-01-01,strike,e',
        `2011-06-01,2011-06-01,strike,${'x'.repeat(200)}`,
        '2011-07-01,2011-07-01,strike,"a\u0007b"',
        '2011-03-28,2011-03-28,strike,good',
      ),
    );
    expect(closures).toHaveLength(1);
    expect(refused.map(({ line, code }) => [line, code])).toEqual([
      [3, 'notADate'],
      [5, 'endBeforeStart'],
      [6, 'missingStart'],
      [7, 'rangeTooLong'],
      [8, 'yearOutOfRange'],
      [9, 'reasonTooLong'],
      [10, 'controlCharacter'],
      [11, 'repeated'],
    ]);
  });

  it('reports a last line that was cut off', async () => {
    const { closures, refused } = await read(
      'start_date,end_date,kind,name\n2011-03-28,2011-03-28,strike,greve\n2011-03-29,2011-03',
    );
    expect(closures).toHaveLength(1);
    expect(refused).toEqual([expect.objectContaining({ line: 3, code: 'cutOff' })]);
  });

  it.each([
    ['nothing', '', 'calendar.import.empty'],
    ['a zip', Buffer.from('PK\u0003\u0004\0\0\0'), 'calendar.import.notAWorkbook'],
    ['a PDF', '%PDF-1.7', 'calendar.import.notText'],
    ['no column with a start', 'a,b\n1,2\n', 'calendar.import.noStartColumn'],
    ['a quote that never closes', 'start_date,name\n2011-03-28,"strike\n', 'calendar.import.endsInTheMiddle'],
    ['a heading alone', 'start_date,end_date\n', 'calendar.import.noRanges'],
    [
      'too many ranges',
      csv('start_date,name', ...Array.from({ length: 2001 }, (_, at) => `2011-03-28,${at}`)),
      'calendar.import.tooManyRanges',
    ],
    [
      'too many lines',
      csv('start_date', ...Array.from({ length: 30_000 }, () => 'x')),
      'calendar.import.tooManyEntries',
    ],
    ['too many blank lines', `start_date\n${'\n'.repeat(30_000)}`, 'calendar.import.tooManyEntries'],
    ['too many columns', `start_date${',x'.repeat(2000)}\n`, 'calendar.import.unreadable'],
  ])('%s is refused as a whole', async (_name, content, code) => {
    await expect(read(content)).rejects.toMatchObject({ status: 422, code });
  });

  it('is refused as too large before it is read', async () => {
    await expect(read(Buffer.alloc(closureLimits.bytes + 1, 'x'))).rejects.toMatchObject({
      status: 413,
      code: 'errors.tooLarge',
    });
  });

  it('lists the first hundred refused lines and counts the others', async () => {
    const { refused, refusedTotal, closures } = await read(
      csv('start_date,name', ...Array.from({ length: 4_000 }, () => 'soon,x'), '2011-03-28,good'),
    );
    expect([refused.length, refusedTotal, closures.length]).toEqual([100, 4_000, 1]);
    expect(refused.at(-1)).toMatchObject({ line: 101, code: 'notADate' });
  });

  it('lets others work between its slices', async () => {
    const turns = await turnsDuring(() =>
      read(csv('start_date,name', ...Array.from({ length: 4_000 }, () => 'soon,x'))),
    );
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});
