import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DayCell } from '../../client/calendar/day-cell';
import type { CalendarDayFacts } from '../../server/domain/calendar/calendar.contract';
import { localeCodes, translator } from '../../server/platform/i18n/messages';
import { calendarFormat, gridDays } from './month';

type Facts = Pick<CalendarDayFacts, 'state' | 'reason' | 'holidayName'>;
const kinds: Facts[] = [
  { state: 'open', reason: null, holidayName: null },
  { state: 'open', reason: null, holidayName: 'Labour Day' },
  { state: 'openException', reason: 'Summer fair', holidayName: null },
  { state: 'closed', reason: null, holidayName: null },
  { state: 'closedException', reason: 'Storm (the roof)', holidayName: null },
  { state: 'holiday', reason: null, holidayName: 'Labour Day' },
  { state: 'before', reason: null, holidayName: null },
];
const days = kinds.flatMap((facts, at) =>
  [0, 1_234].map((transactions) => ({
    ...facts,
    transactions,
    flagged: transactions > 0 && facts.state === 'closed',
    day: `2026-05-${String(at + 4).padStart(2, '0')}`,
  })),
);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const nothing = () => undefined;

describe.each(localeCodes)('a day of the calendar in %s', (locale) => {
  it('has a name in which every word that it shows stands, in the same order, for whoever speaks to the computer', () => {
    const format = calendarFormat({ locale, timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
    const grid = gridDays(days as CalendarDayFacts[], {
      t: translator(locale),
      format,
      month: '2026-05',
      today: '2026-05-04',
      hrefOf: (day) => `/${day}`,
    });
    const shown = grid.map((day) => {
      const html = renderToStaticMarkup(
        <table>
          <tbody>
            <tr>
              <DayCell
                day={day}
                selected={false}
                inGrid={false}
                focusable={false}
                onDown={nothing}
                onEnter={nothing}
                onClick={nothing}
              />
            </tr>
          </tbody>
        </table>,
      );
      const [name = '', ...words] = [...html.matchAll(/>([^<>]+)</g)].map(([, text]) => text ?? '');
      const said = new RegExp(words.map((word) => `(?<![\\p{L}\\d])${escaped(word)}(?![\\p{L}\\d])`).join('.*'), 'iu');
      return { name, words, holds: said.test(name) };
    });
    expect(shown.filter(({ holds }) => !holds)).toEqual([]);
    expect(shown.map(({ words }) => words.length)).toEqual([1, 2, 1, 2, 3, 4, 2, 3, 3, 4, 3, 4, 1, 2]);
  });
});
