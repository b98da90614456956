import { describe, expect, it } from 'vitest';
import { suggested, type Meaning } from '../../domain/calendar/closure-words.rules';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import { readClosures } from './closure-file';

const place = { timeZone: 'Europe/Berlin', today: '2026-03-15' };
type Answered = [value: string, means: Meaning][];
const read = (content: string | Buffer, column = '', answers: Answered = []) =>
  readClosures({ content, answers: answers.map(([value, means]) => ({ column, value, means })) }, place);
const sheetOf = (heading: string, values: string[]) =>
  `date,${heading},name\n${values.map((value, at) => `2026-03-${String(2 + 2 * at).padStart(2, '0')},${value},x`).join('\n')}\n`;

describe('a column that decides', () => {
  it.each([
    ['Schultag', ['ja', 'nein'], ['nothing', 'closed']],
    ['Schultag ja/nein', ['ja', 'nein'], ['nothing', 'closed']],
    ['School day?', ['yes', 'no'], ['nothing', 'closed']],
    ['Jour de classe (oui/non)', ['oui', 'non'], ['nothing', 'closed']],
    ['Día lectivo', ['sí', 'no'], ['nothing', 'closed']],
    ['Skoldag', ['ja', 'nej'], ['nothing', 'closed']],
    ['Open', ['1', '0'], ['nothing', 'closed']],
    ['geöffnet', ['x', ''], ['nothing', 'closed']],
    ['Öppet', ['öppet', 'stängt'], ['nothing', 'closed']],
    ['Closed', ['TRUE', 'FALSE'], ['closed', 'nothing']],
    ['geschlossen', ['x', ''], ['closed', 'nothing']],
    ['Fermé', ['oui', ''], ['closed', 'nothing']],
    ['cerrado', ['sí', 'no'], ['closed', 'nothing']],
    ['Lovdag', ['ja', 'nej'], ['closed', 'nothing']],
    ['Feiertag', ['ja', 'nein'], ['closed', 'nothing']],
    ['kind', ['Schultag', 'Ferien'], ['nothing', 'closed']],
    ['kind', ['no', 'closed'], [null, 'closed']],
    ['Open', ['yes', 'perhaps'], ['nothing', null]],
  ] as const)('%s with %o is asked about, and closes nothing before', async (heading, values, suggestions) => {
    const { questions, closures, waiting } = await read(sheetOf(heading, [...values]));
    expect(questions).toEqual([
      {
        column: heading,
        values: values.map((value, at) => ({ value, lines: 1, suggested: suggestions[at], means: null })),
      },
    ]);
    expect([closures, waiting]).toEqual([[], [undefined, undefined]]);
  });

  it.each([
    [
      'Schultag',
      [
        ['ja', 'nothing'],
        ['nein', 'closed'],
      ],
      ['ja', 'nein'],
      [['2026-03-04', false]],
      1,
    ],
    [
      'Schultag',
      [
        ['ja', 'closed'],
        ['nein', 'nothing'],
      ],
      ['ja', 'nein'],
      [['2026-03-02', false]],
      1,
    ],
    [
      'Open',
      [
        ['1', 'open'],
        ['0', 'closed'],
      ],
      ['1', '0'],
      [
        ['2026-03-02', true],
        ['2026-03-04', false],
      ],
      0,
    ],
    [
      'Open',
      [
        ['1', 'nothing'],
        ['0', 'nothing'],
      ],
      ['1', '0'],
      [],
      2,
    ],
  ] as [string, Answered, string[], [string, boolean][], number][])(
    '%s does what was answered: %o',
    async (heading, answers, values, ranges, left) => {
      const { closures, openLines, waiting } = await read(sheetOf(heading, values), heading, answers);
      expect(closures.map((one) => [one.fromDate, one.open])).toEqual(ranges);
      expect([openLines, waiting]).toEqual([left, []]);
    },
  );

  it('of which a value was left out waits', async () => {
    const { closures, waiting } = await read(sheetOf('Schultag', ['ja', 'nein']), 'Schultag', [['ja', 'nothing']]);
    expect([closures, waiting]).toEqual([[], [undefined]]);
  });

  it('never closes a line that calls itself open', async () => {
    const { closures, refused } = await read('date,kind,closed\n2026-03-02,open,x\n2026-03-03,strike,x\n', 'closed', [
      ['x', 'closed'],
    ]);
    expect(closures.map((one) => [one.fromDate, one.reason])).toEqual([['2026-03-03', 'strike']]);
    expect(refused).toMatchObject([{ line: 2, code: 'contradicts' }]);
  });

  it('with too many values is refused by name, and opening hours close nothing', async () => {
    const hours = Array.from({ length: 14 }, (_, at) => `0${at % 10}:${at + 10}`);
    await expect(read(sheetOf('Open', hours))).rejects.toMatchObject({
      status: 422,
      code: 'calendar.import.unclearColumn',
      options: { params: { column: 'Open' } },
    });
  });

  it.each([['open'], ['geöffnet'], ['öppet'], ['ouvert'], ['abierto']])(
    'a kind %s opens as it did, without a question',
    async (kind) => {
      const { closures, questions } = await read(`date,kind,name\n2026-03-02,${kind},\n2026-03-04,strike,\n`);
      expect([closures.map((one) => one.open), questions]).toEqual([[true, false], []]);
    },
  );

  it('is none where the names of holidays stand in it', async () => {
    const { closures, questions } = await read('Datum,Feiertag\n2026-04-03,Karfreitag\n2026-04-06,Ostermontag\n');
    expect(questions).toEqual([]);
    expect(closures.map((one) => one.reason)).toEqual(['Karfreitag', 'Ostermontag']);
  });
});

it.each([
  ['ja', 'open', 'nothing'],
  ['ja', 'closed', 'closed'],
  ['nej', 'open', 'closed'],
  ['stängt', 'open', 'closed'],
  ['vielleicht', 'open', null],
  ['ja', null, null],
] as const)('%s in a column that says %s most likely means %s', (value, says, meaning) => {
  expect(suggested(value, says)).toBe(meaning);
});

describe('single days', () => {
  it('that follow each other for one reason and in one kitchen are one range', async () => {
    const { closures } = await read(
      'date,site,name\n2026-03-30,A,Easter\n2026-03-30,B,Easter\n2026-03-31,A,Easter\n2026-04-01,A,Refit\n2026-04-03,A,Easter\n',
    );
    expect(closures.map(({ kitchen, fromDate, toDate, reason }) => [kitchen?.site, fromDate, toDate, reason])).toEqual([
      ['A', '2026-03-30', '2026-03-31', 'Easter'],
      ['B', '2026-03-30', '2026-03-30', 'Easter'],
      ['A', '2026-04-01', '2026-04-01', 'Refit'],
      ['A', '2026-04-03', '2026-04-03', 'Easter'],
    ]);
  });

  it('stay as they are where the sheet has a column of last days', async () => {
    const { closures } = await read('from,to,name\n2026-03-30,2026-03-30,Easter\n2026-03-31,2026-03-31,Easter\n');
    expect(closures).toHaveLength(2);
  });
});

describe('a workbook', () => {
  it('is read as a sheet is, below its title, with its dates', async () => {
    const book = await bookOf({
      Schliesstage: [
        ['Schließtage 2026'],
        [],
        ['Von', 'Bis', 'Grund'],
        [day('2026-03-30'), day('2026-04-10'), 'Osterferien'],
        [day('2026-05-14'), null, 'Himmelfahrt'],
      ],
    });
    const { format, closures, refused } = await read(book);
    expect([format, refused]).toEqual(['xlsx', []]);
    expect(closures.map(({ fromDate, toDate, reason }) => [fromDate, toDate, reason])).toEqual([
      ['2026-03-30', '2026-04-10', 'Osterferien'],
      ['2026-05-14', '2026-05-14', 'Himmelfahrt'],
    ]);
  });

  it('asks about its columns too', async () => {
    const book = await bookOf({
      A: [
        ['Datum', 'Schultag'],
        [day('2026-03-30'), 'nein'],
        [day('2026-03-31'), 'ja'],
      ],
    });
    expect((await read(book)).questions[0]?.values.map((one) => one.suggested)).toEqual(['closed', 'nothing']);
  });

  it('of the old kind is refused by name', async () => {
    await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]))).rejects.toMatchObject({
      status: 422,
      code: 'calendar.import.oldWorkbook',
    });
  });
});
