import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../tests/support/turns';
import { readClosures } from './closure-file';

const today = '2026-03-15';
const read = (content: Buffer | string, timeZone = 'Europe/Berlin') => readClosures({ content }, { timeZone, today });
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const calendar = (...parts: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts.flat(), 'END:VCALENDAR'].join('\r\n');
const daysOf = ({ closures }: Awaited<ReturnType<typeof read>>) =>
  closures.map(({ fromDate, toDate }) => (fromDate === toDate ? fromDate : `${fromDate}/${toDate}`));
const refusedOf = ({ refused }: Awaited<ReturnType<typeof read>>) => refused.map(({ line, code }) => [line, code]);

/** As Outlook describes Berlin, under a name of its own. */
const outlookZone = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16011028T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010325T020000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

describe('an entry', () => {
  it.each([
    [
      'a day',
      ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260407', 'SUMMARY:Easter Monday'],
      '2026-04-06',
      'Easter Monday',
    ],
    [
      'a week',
      ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260413', 'SUMMARY:Break'],
      '2026-04-06/2026-04-12',
      'Break',
    ],
    ['a start alone', ['DTSTART;VALUE=DATE:20260406', 'SUMMARY:Day'], '2026-04-06', 'Day'],
    [
      'days without their type',
      ['DTSTART:20260406', 'DTEND:20260408', 'SUMMARY:Days'],
      '2026-04-06/2026-04-07',
      'Days',
    ],
    ['a duration', ['DTSTART;VALUE=DATE:20260406', 'DURATION:P2W', 'SUMMARY:Break'], '2026-04-06/2026-04-19', 'Break'],
    [
      'midnight to midnight',
      ['DTSTART;TZID=Europe/Paris:20260406T000000', 'DTEND;TZID=Europe/Paris:20260408T000000', 'SUMMARY:Break'],
      '2026-04-06/2026-04-07',
      'Break',
    ],
    [
      'midnight to midnight of another continent, meant as days',
      ['DTSTART;TZID=America/New_York:20260406T000000', 'DTEND;TZID=America/New_York:20260407T000000', 'SUMMARY:Day'],
      '2026-04-06',
      'Day',
    ],
    [
      'an end on the same day',
      ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260406', 'SUMMARY:Day'],
      '2026-04-06',
      'Day',
    ],
    [
      'the place’s midnights as instants',
      ['DTSTART:20260405T220000Z', 'DTEND:20260407T220000Z', 'SUMMARY:Two days'],
      '2026-04-06/2026-04-07',
      'Two days',
    ],
    [
      'midnights of UTC that Outlook flags as a whole day',
      [
        'DTSTART:20261221T000000Z',
        'DTEND:20261222T000000Z',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
        'SUMMARY:Winter break',
      ],
      '2026-12-21',
      'Winter break',
    ],
    [
      'midnight to a minute before it',
      ['DTSTART;TZID=Europe/Berlin:20260406T000000', 'DTEND;TZID=Europe/Berlin:20260407T235900', 'SUMMARY:Two days'],
      '2026-04-06/2026-04-07',
      'Two days',
    ],
    [
      'Friday evening to Monday morning',
      ['DTSTART;TZID=Europe/Berlin:20260410T180000', 'DTEND;TZID=Europe/Berlin:20260413T080000', 'SUMMARY:Weekend'],
      '2026-04-11/2026-04-12',
      'Weekend',
    ],
    [
      'the same from another zone',
      [
        'DTSTART;TZID=America/New_York:20260410T120000',
        'DTEND;TZID=America/New_York:20260413T020000',
        'SUMMARY:Weekend',
      ],
      '2026-04-11/2026-04-12',
      'Weekend',
    ],
    [
      'a zone that nobody knows, as written',
      ['DTSTART;TZID=Nowhere:20260410T180000', 'DTEND;TZID=Nowhere:20260413T080000', 'SUMMARY:Weekend'],
      '2026-04-11/2026-04-12',
      'Weekend',
    ],
    [
      'escapes and a folded line',
      ['DTSTART;VALUE=DATE:20260406', 'SUMMARY:Fête\\, très', '  longue\\; ici\\nlà'],
      '2026-04-06',
      'Fête, très longue; ici là',
    ],
    [
      'an alarm inside',
      ['DTSTART;VALUE=DATE:20260406', 'BEGIN:VALARM', 'SUMMARY:Ring', 'DURATION:PT5M', 'END:VALARM', 'SUMMARY:Day'],
      '2026-04-06',
      'Day',
    ],
    [
      'a malformed line that does not matter',
      ['DTSTART;VALUE=DATE:20260406', 'ATTENDEE;CN="a:b;mailto', 'nonsense', 'SUMMARY:Day'],
      '2026-04-06',
      'Day',
    ],
    [
      'a picture inside',
      [
        'DTSTART;VALUE=DATE:20260406',
        `ATTACH;ENCODING=BASE64:${'QUJD'.repeat(20)}`,
        ...Array.from({ length: 900 }, () => ` ${'QUJD'.repeat(18)}`),
        'SUMMARY:Day',
      ],
      '2026-04-06',
      'Day',
    ],
  ])('with %s', async (_name, lines, days, reason) => {
    const result = await read(calendar(event(...lines)));
    expect([daysOf(result), result.refused]).toEqual([[days], []]);
    expect(result.closures[0]).toMatchObject({ line: 3, open: false, reason });
  });

  it.each([
    ['a meeting', ['DTSTART:20260406T090000Z', 'DTEND:20260406T100000Z'], 'notAllDay'],
    ['a moment', ['DTSTART:20260406T090000Z'], 'notAllDay'],
    ['no start', ['SUMMARY:Day'], 'missingStart'],
    ['a day that does not exist', ['DTSTART;VALUE=DATE:20260230', 'DTEND;VALUE=DATE:20260302'], 'notADate'],
    ['a start in words', ['DTSTART:soon'], 'notADate'],
    ['a day of the far future', ['DTSTART;VALUE=DATE:90000101'], 'yearOutOfRange'],
    ['a day of the past century', ['DTSTART;VALUE=DATE:19990101'], 'yearOutOfRange'],
    ['what was cancelled', ['DTSTART;VALUE=DATE:20260406', 'STATUS:CANCELLED'], 'cancelled'],
    ['an end before the start', ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260401'], 'endBeforeStart'],
    ['a rule that is none', ['DTSTART;VALUE=DATE:20260406', 'RRULE:FREQ=NEVER'], 'unreadable'],
    ['a rule of seconds', ['DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'], 'unsupportedRepeat'],
    [
      'a rule with a huge interval',
      ['DTSTART;VALUE=DATE:20260406', 'RRULE:FREQ=DAILY;INTERVAL=1000000000'],
      'unsupportedRepeat',
    ],
    [
      '30 February, looked for day by day',
      ['DTSTART;VALUE=DATE:20260406', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
      'unsupportedRepeat',
    ],
    [
      'a first Monday on the 15th',
      ['DTSTART;VALUE=DATE:20260406', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17'],
      'unsupportedRepeat',
    ],
    ['repeats that ended long ago', ['DTSTART;VALUE=DATE:20100406', 'RRULE:FREQ=YEARLY;UNTIL=20150101'], 'noDateNear'],
    ['a name that never ends', ['DTSTART;VALUE=DATE:20260406', `SUMMARY:${'x'.repeat(40_000)}`], 'unreadable'],
  ])('refuses %s', async (_name, lines, code) => {
    const result = await read(calendar(event(...lines)));
    expect(refusedOf(result).slice(-1)).toEqual([[3, code]]);
  });

  it('is told by its first line, and says where it was cut off', async () => {
    const whole = calendar(
      event('DTSTART;VALUE=DATE:20260406', 'SUMMARY:Day'),
      event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day'),
    );
    const result = await read(Buffer.from(whole.slice(0, whole.indexOf('Labour'))));
    expect([result.format, daysOf(result), refusedOf(result)]).toEqual(['ics', ['2026-04-06'], [[7, 'cutOff']]]);
  });

  it('without its end does not swallow the next', async () => {
    const result = await read(
      calendar(
        ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260406'],
        event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day'),
      ),
    );
    expect([daysOf(result), refusedOf(result)]).toEqual([['2026-05-01'], [[3, 'cutOff']]]);
  });
});

describe('a repeating entry', () => {
  it.each([
    [
      'every year, five around today',
      ['DTSTART;VALUE=DATE:19991225', 'DTEND;VALUE=DATE:19991227', 'RRULE:FREQ=YEARLY'],
      [
        '2021-12-25/2021-12-26',
        '2022-12-25/2022-12-26',
        '2023-12-25/2023-12-26',
        '2024-12-25/2024-12-26',
        '2025-12-25/2025-12-26',
        '2026-12-25/2026-12-26',
        '2027-12-25/2027-12-26',
        '2028-12-25/2028-12-26',
        '2029-12-25/2029-12-26',
        '2030-12-25/2030-12-26',
      ],
    ],
    [
      'a number of times, two left out',
      ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;VALUE=DATE:20260508,20260522'],
      ['2026-05-01', '2026-05-15', '2026-05-29'],
    ],
    [
      'until a day',
      ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;UNTIL=20260503'],
      ['2026-05-01', '2026-05-02', '2026-05-03'],
    ],
    [
      'the last Friday of a month',
      ['DTSTART;VALUE=DATE:20260130', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3'],
      ['2026-01-30', '2026-02-27', '2026-03-27'],
    ],
    [
      'on days one by one',
      ['DTSTART;VALUE=DATE:20260501', 'RDATE;VALUE=DATE:20260604,20260501', 'RDATE;VALUE=DATE:20260703'],
      ['2026-05-01', '2026-06-04', '2026-07-03'],
    ],
    [
      'periods',
      ['DTSTART:20260430T220000Z', 'DURATION:P1D', 'RDATE;VALUE=PERIOD:20260603T220000Z/P1D'],
      ['2026-05-01', '2026-06-04'],
    ],
    [
      'by a rule and on another day',
      ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY;COUNT=2', 'RDATE;VALUE=DATE:20260604'],
      ['2026-05-01', '2027-05-01', '2026-06-04'],
    ],
    [
      'days whose exceptions are written as midnights',
      ['DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20260502T000000'],
      ['2026-05-01', '2026-05-03'],
    ],
    [
      'nights in a zone, through the change of the clock',
      [
        'DTSTART;TZID=Europe/Berlin:20260327T180000',
        'DTEND;TZID=Europe/Berlin:20260330T060000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ],
      ['2026-03-28/2026-03-29', '2026-04-04/2026-04-05'],
    ],
    [
      'nights, one left out in another zone',
      [
        'DTSTART;TZID=Europe/Berlin:20260403T180000',
        'DTEND;TZID=Europe/Berlin:20260406T060000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'EXDATE:20260410T160000Z',
      ],
      ['2026-04-04/2026-04-05'],
    ],
    ['29 February', ['DTSTART;VALUE=DATE:20200229', 'RRULE:FREQ=YEARLY'], ['2024-02-29', '2028-02-29']],
  ])('is expanded: %s', async (_name, lines, days) => {
    const result = await read(calendar(event('UID:1', ...lines, 'SUMMARY:Closed')));
    expect([daysOf(result), result.refused]).toEqual([days, []]);
  });

  it('leaves a replaced occurrence to the entry that replaces it, and one that was called off out', async () => {
    const result = await read(
      calendar(
        event('UID:a', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Cleaning'),
        event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20260508', 'DTSTART;VALUE=DATE:20260509', 'SUMMARY:Cleaning, moved'),
        event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20260515', 'DTSTART;VALUE=DATE:20260515', 'STATUS:CANCELLED'),
        event('UID:b', 'DTSTART;VALUE=DATE:20260508', 'SUMMARY:Another'),
      ),
    );
    expect([daysOf(result), result.refused]).toEqual([['2026-05-01', '2026-05-09', '2026-05-08'], []]);
  });
});

describe('what calendars export', () => {
  it('Google: a holiday every year with attendees and alarms, and a moved day stated in UTC', async () => {
    const result = await read(
      calendar(
        [
          'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
          'CALSCALE:GREGORIAN',
          'METHOD:PUBLISH',
          'X-WR-CALNAME:Kitchen',
          'X-WR-TIMEZONE:Europe/Berlin',
        ],
        [
          'BEGIN:VTIMEZONE',
          'TZID:Europe/Berlin',
          'X-LIC-LOCATION:Europe/Berlin',
          'BEGIN:DAYLIGHT',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0200',
          'TZNAME:GMT+2',
          'DTSTART:19700329T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
          'END:DAYLIGHT',
          'END:VTIMEZONE',
        ],
        event(
          'DTSTART;VALUE=DATE:20250704',
          'DTEND;VALUE=DATE:20250705',
          'RRULE:FREQ=YEARLY;COUNT=2',
          'DTSTAMP:20260101T101112Z',
          'UID:7kukuqrfedlm2f9t0k2d@google.com',
          'CREATED:20250101T101112Z',
          'DESCRIPTION:<b>Closed</b>\\, see',
          '  notice',
          'LAST-MODIFIED:20250101T101112Z',
          'SEQUENCE:0',
          'STATUS:CONFIRMED',
          'SUMMARY:Summer party',
          'TRANSP:TRANSPARENT',
        ),
        event(
          'DTSTART;TZID=Europe/Berlin:20260410T000000',
          'DTEND;TZID=Europe/Berlin:20260411T000000',
          'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20260424T215959Z;BYDAY=FR',
          'EXDATE;TZID=Europe/Berlin:20260417T000000',
          'UID:weekly@google.com',
          'SUMMARY:Stocktaking',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-P0DT0H30M0S',
          'END:VALARM',
        ),
        event(
          'DTSTART;TZID=Europe/Berlin:20260425T000000',
          'DTEND;TZID=Europe/Berlin:20260426T000000',
          'UID:weekly@google.com',
          'RECURRENCE-ID:20260423T220000Z',
          'SUMMARY:Stocktaking',
        ),
      ),
    );
    expect([daysOf(result), result.refused]).toEqual([['2025-07-04', '2026-07-04', '2026-04-10', '2026-04-25'], []]);
  });

  it('Outlook: a zone under a name of its own, an all-day entry and a long weekend', async () => {
    const result = await read(
      calendar(
        [
          'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
          'METHOD:PUBLISH',
          'X-MS-OLK-FORCEINSPECTOROPEN:TRUE',
        ],
        outlookZone,
        event(
          'CLASS:PUBLIC',
          'DTEND;VALUE=DATE:20260406',
          'DTSTART;VALUE=DATE:20260403',
          'PRIORITY:5',
          'SUMMARY;LANGUAGE=de:Ostern',
          'TRANSP:TRANSPARENT',
          'UID:040000008200E00074C5B7101A82E008',
          'X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML><HTML>',
          '\t</HTML>',
          'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
        ),
        event(
          'DTSTART;TZID="W. Europe Standard Time":20260703T220000',
          'DTEND;TZID="W. Europe Standard Time":20260705T230000',
          'SUMMARY;LANGUAGE=de:Umbau',
          'UID:2',
        ),
      ),
      'Europe/Helsinki',
    );
    // At 23:00 in Berlin it is midnight in Helsinki.
    expect([daysOf(result), result.refused]).toEqual([['2026-04-03/2026-04-05', '2026-07-04/2026-07-05'], []]);
  });

  it('Apple: a trailing Z nowhere, quoted parameters, and days by RDATE', async () => {
    const result = await read(
      calendar(
        ['PRODID:-//Apple Inc.//macOS 14.0//EN'],
        event(
          'DTSTART;VALUE=DATE:20260601',
          'DTEND;VALUE=DATE:20260602',
          'RDATE;VALUE=DATE:20260608',
          'SUMMARY:Deep clean',
          'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE="Main Street\\nTown: 1":geo:52.5,13.4',
          'UID:C2A1',
        ),
      ),
    );
    expect([daysOf(result), result.refused]).toEqual([['2026-06-01', '2026-06-08'], []]);
  });
});

describe('bounds', () => {
  it('refuses a file of too many entries', async () => {
    await expect(read(calendar(...Array.from({ length: 5_001 }, () => event('S:x'))))).rejects.toMatchObject({
      status: 422,
      code: 'calendar.import.tooManyEntries',
    });
  });

  it('refuses more ranges than a calendar takes, also where few entries make them', async () => {
    await expect(
      read(
        calendar(
          event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYHOUR=1'),
          event('DTSTART;VALUE=DATE:20200101', 'SUMMARY:Again', 'RRULE:FREQ=DAILY'),
        ),
      ),
    ).rejects.toMatchObject({ status: 422, code: 'calendar.import.tooManyRanges' });
  });

  it('lists the first hundred refused entries, counts the others, and lets others work in between', async () => {
    let result: Awaited<ReturnType<typeof read>> | undefined;
    const file = calendar(
      ...Array.from({ length: 4_000 }, () => event('DTSTART:soon')),
      event('DTSTART;VALUE=DATE:20260501'),
    );
    const turns = await turnsDuring(async () => {
      result = await read(file);
    });
    expect([result?.refused.length, result?.refusedTotal, result?.closures.length]).toEqual([100, 4_000, 1]);
    expect(turns).toBeGreaterThanOrEqual(80);
  });

  it('follows repeating entries only as far as the work of a file may go', async () => {
    const endless = event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17');
    const { refused, refusedTotal } = await read(
      calendar(...Array.from({ length: 1_000 }, () => endless), event('DTSTART;VALUE=DATE:20260501')),
    );
    expect(refusedTotal).toBe(1_000);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['unsupportedRepeat']));
  });

  it('lets others work between two entries that are followed in vain', async () => {
    const endless = event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17');
    expect(
      await turnsDuring(() => read(calendar(...Array.from({ length: 20 }, () => endless)))),
    ).toBeGreaterThanOrEqual(20);
  });

  it('does not follow a time zone whose rules never end', async () => {
    const zone = outlookZone.map((line) => line.replace('FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'FREQ=SECONDLY'));
    const result = await read(
      calendar(
        zone,
        event(
          'DTSTART;TZID="W. Europe Standard Time":20260410T180000',
          'DTEND;TZID="W. Europe Standard Time":20260412T080000',
        ),
      ),
    );
    expect(daysOf(result)).toEqual(['2026-04-11']);
  });
});
