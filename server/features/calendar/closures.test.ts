import { describe, expect, it } from 'vitest';
import { dayOrderOf, readDay } from './closure-dates.rules';
import { readClosures } from './closure-file';
import { readIcs } from './closure-ics.rules';

const csv = (...lines: string[]) => lines.join('\n') + '\n';

describe('days in sheets', () => {
  it.each([
    ['2011-03-28', null, '2011-03-28'], ['20110328', null, '2011-03-28'], ['2011/03/28', null, '2011-03-28'], ['28.03.2011', null, '2011-03-28'],
    ['28.3.11', null, '2011-03-28'], ['3/4/2011', 'dayFirst', '2011-04-03'], ['3/4/2011', 'monthFirst', '2011-03-04'], ['28/3/2011', null, '2011-03-28'],
    ['3/28/2011', null, '2011-03-28'], ['4/4/2011', null, '2011-04-04'], ['28 Mar 2011', null, '2011-03-28'], ['March 28, 2011', null, '2011-03-28'],
    ['2011-03-28T00:00:00', null, '2011-03-28'], ['2011-03-28 08:15:00Z', null, '2011-03-28'],
  ] as const)('%s read %s is %s', (text, order, day) => {
    expect(readDay(text, order)).toEqual({ day });
  });

  it.each([
    ['3/4/2011', 'ambiguousDate'], ['2011-02-30', 'notADate'], ['31.04.2011', 'notADate'], ['28/13/2011', 'notADate'], ['soon', 'notADate'], ['2011-03-2', 'notADate'],
  ])('%s is refused: %s', (text, problem) => {
    expect(readDay(text, null)).toEqual({ problem });
  });

  it.each([
    [['3/4/2011', '28/3/2011'], 'dayFirst'], [['3/4/2011', '3/28/2011'], 'monthFirst'], [['3/4/2011'], null], [['28/3/2011', '3/28/2011'], null], [['28.03.2011', '3/4/2011'], null],
  ])('%s tells the order %s', (texts, order) => {
    expect(dayOrderOf(texts)).toBe(order);
  });
});

describe('a sheet of closures', () => {
  it('is read with its kinds and names', () => {
    const { closures, refused, format } = readClosures(csv('start_date,end_date,kind,name_fr', '2010-10-23,2010-11-03,school_holiday,Vacances de la Toussaint', '2011-03-28,2011-03-28,strike,greve', '2011-04-02,,open,'));
    expect(format).toBe('csv');
    expect(refused).toEqual([]);
    expect(closures).toEqual([
      { line: 2, fromDate: '2010-10-23', toDate: '2010-11-03', open: false, reason: 'Vacances de la Toussaint (school holiday)' },
      { line: 3, fromDate: '2011-03-28', toDate: '2011-03-28', open: false, reason: 'greve (strike)' },
      { line: 4, fromDate: '2011-04-02', toDate: '2011-04-02', open: true, reason: '' },
    ]);
  });

  it.each([
    ['a byte-order mark and semicolons', Buffer.from('\ufeffstart_date;end_date;kind;name\r\n28.03.2011;29.03.2011;geschlossen;"Ruhe; Tag"\r\n'), 'Ruhe; Tag'],
    ['tabs', Buffer.from('Start\tEnd\tName\n2011-03-28\t2011-03-29\tRuhe\n'), 'Ruhe'],
    ['Excel’s own first line', Buffer.from('sep=;\nstart_date;end_date;name\n2011-03-28;2011-03-29;Ruhe\n'), 'Ruhe'],
    ['Windows-1252', Buffer.from([...Buffer.from('start_date,end_date,name\n2011-03-28,2011-03-29,No'), 0xeb, ...Buffer.from('l\n')]), 'Noël'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('start_date,end_date,name\n2011-03-28,2011-03-29,Noël\n', 'utf16le')]), 'Noël'],
    ['other columns between', Buffer.from('id,from,comment,to,reason\n7,2011-03-28,x,2011-03-29,Ruhe\n'), 'Ruhe'],
  ])('may come with %s', (_name, bytes, reason) => {
    expect(readClosures(bytes).closures).toEqual([expect.objectContaining({ fromDate: '2011-03-28', toDate: '2011-03-29', reason })]);
  });

  it('reports bad lines with their number while the good ones stand', () => {
    const { closures, refused } = readClosures(csv(
      'start_date,end_date,kind,name', '2011-03-28,2011-03-28,strike,good', '2011-02-30,2011-03-01,strike,a', '', '2011-05-02,2011-05-01,strike,b', ',2011-05-01,strike,c',
      '2011-01-01,2017-01-01,strike,d', '1999-01-01,1999-01-01,strike,e', `2011-06-01,2011-06-01,strike,${'x'.repeat(200)}`, '2011-07-01,2011-07-01,strike,"a\u0007b"', '2011-03-28,2011-03-28,strike,good',
    ));
    expect(closures).toHaveLength(1);
    expect(refused.map(({ line, code }) => [line, code])).toEqual([
      [3, 'notADate'], [5, 'endBeforeStart'], [6, 'missingStart'], [7, 'rangeTooLong'], [8, 'yearOutOfRange'], [9, 'reasonTooLong'], [10, 'controlCharacter'], [11, 'repeated'],
    ]);
  });

  it('reports a last line that was cut off', () => {
    const { closures, refused } = readClosures('start_date,end_date,kind,name\n2011-03-28,2011-03-28,strike,greve\n2011-03-29,2011-03');
    expect(closures).toHaveLength(1);
    expect(refused).toEqual([expect.objectContaining({ line: 3, code: 'cutOff' })]);
  });

  it.each([
    ['nothing', '', 'calendar.import.empty'],
    ['a zip', Buffer.from('PK\u0003\u0004\0\0\0'), 'calendar.import.notText'],
    ['a PDF', '%PDF-1.7', 'calendar.import.notText'],
    ['no column with a start', 'a,b\n1,2\n', 'calendar.import.noStartColumn'],
    ['a quote that never closes', 'start_date,name\n2011-03-28,"strike\n', 'calendar.import.endsInTheMiddle'],
    ['a heading alone', 'start_date,end_date\n', 'calendar.import.noRanges'],
    ['too many lines', csv('start_date,name', ...Array.from({ length: 2001 }, (_, at) => `2011-03-28,${at}`)), 'calendar.import.tooManyRanges'],
  ])('%s is refused as a whole', (_name, content, code) => {
    expect(() => readClosures(content)).toThrow(expect.objectContaining({ status: 422, code }));
  });
});

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const calendar = (...events: string[][]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n');

describe('a calendar file', () => {
  it.each([
    ['a day', ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260407', 'SUMMARY:Easter Monday'], '2026-04-06', '2026-04-06', 'Easter Monday'],
    ['a week', ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260413', 'SUMMARY:Break'], '2026-04-06', '2026-04-12', 'Break'],
    ['a start alone', ['DTSTART;VALUE=DATE:20260406', 'SUMMARY:Day'], '2026-04-06', '2026-04-06', 'Day'],
    ['a duration', ['DTSTART;VALUE=DATE:20260406', 'DURATION:P2W', 'SUMMARY:Break'], '2026-04-06', '2026-04-19', 'Break'],
    ['midnight to midnight', ['DTSTART;TZID=Europe/Paris:20260406T000000', 'DTEND;TZID=Europe/Paris:20260408T000000', 'SUMMARY:Break'], '2026-04-06', '2026-04-07', 'Break'],
    ['an end on the same day', ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260406', 'SUMMARY:Day'], '2026-04-06', '2026-04-06', 'Day'],
    ['escapes and a folded line', ['DTSTART;VALUE=DATE:20260406', 'SUMMARY:Fête\\, très', '  longue\\; ici'], '2026-04-06', '2026-04-06', 'Fête, très longue; ici'],
    ['an alarm inside', ['DTSTART;VALUE=DATE:20260406', 'BEGIN:VALARM', 'SUMMARY:Ring', 'DURATION:PT5M', 'END:VALARM', 'SUMMARY:Day'], '2026-04-06', '2026-04-06', 'Day'],
  ])('with %s', (_name, lines, fromDate, toDate, reason) => {
    expect(readIcs(calendar(event(...lines)))).toEqual({ closures: [{ line: 3, fromDate, toDate, open: false, reason }], refused: [] });
  });

  it.each([
    ['a meeting', ['DTSTART:20260406T090000Z', 'DTEND:20260406T100000Z'], 'notAllDay'],
    ['a series', ['DTSTART;VALUE=DATE:20260406', 'RRULE:FREQ=YEARLY'], 'recurring'],
    ['no start', ['SUMMARY:Day'], 'missingStart'],
    ['a day that does not exist', ['DTSTART;VALUE=DATE:20260230', 'DTEND;VALUE=DATE:20260302'], 'notADate'],
    ['what was cancelled', ['DTSTART;VALUE=DATE:20260406', 'STATUS:CANCELLED'], 'cancelled'],
    ['an end before the start', ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260401'], 'endBeforeStart'],
  ])('refuses %s', (_name, lines, code) => {
    expect(readIcs(calendar(event(...lines)))).toEqual({ closures: [], refused: [expect.objectContaining({ line: 3, code })] });
  });

  it('is told by its first line, and says where it was cut off', () => {
    const whole = calendar(event('DTSTART;VALUE=DATE:20260406', 'SUMMARY:Day'), event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day'));
    const { format, closures, refused } = readClosures(Buffer.from(whole.slice(0, whole.indexOf('Labour'))));
    expect(format).toBe('ics');
    expect(closures).toHaveLength(1);
    expect(refused).toEqual([expect.objectContaining({ code: 'cutOff', line: 7 })]);
  });
});
