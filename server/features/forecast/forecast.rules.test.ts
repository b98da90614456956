import { expect, it, test } from 'vitest';
import { againstBefore, pastWeeks } from './forecast.rules';

const monday = '2026-03-23';

it('draws weeks from the first with anything on, those without anything among them', () => {
  const recorded = [
    { day: '2026-02-25', value: 5 },
    { day: '2026-02-27', value: 2 },
    { day: '2026-03-17', value: 3 },
  ];
  const day = { value: 7, expected: 6, asLastWeek: null, portions: null };
  const tested = ['2026-02-23', '2026-03-16'].map((weekStart) => ({ weekStart, days: [{ ...day, day: weekStart }] }));
  expect(pastWeeks({ monday, recorded, tested })).toEqual([
    { weekStart: '2026-02-23', running: false, value: 7, expected: 6 },
    { weekStart: '2026-03-02', running: false, value: null, expected: null },
    { weekStart: '2026-03-09', running: false, value: null, expected: null },
    { weekStart: '2026-03-16', running: true, value: 3, expected: null },
  ]);
  expect(pastWeeks({ monday, recorded: [], tested })).toEqual([]);
});

test.each([
  ['a week of fewer open days', { total: 30, openDays: 3 }, 0],
  ['a fifth more', { total: 60, openDays: 5 }, 0.2],
  ['no open day', { total: null, openDays: 0 }, null],
])('an open day against those of four weeks: %s', (_, week, expected) => {
  const past = [
    { day: '2026-02-15', value: 99 },
    { day: '2026-02-16', value: 8 },
    { day: '2026-03-15', value: 12 },
    { day: '2026-03-16', value: 99 },
  ];
  const change = againstBefore({ ...week, past, monday });
  if (expected === null) expect(change).toBeNull();
  else expect(change).toBeCloseTo(expected, 10);
});
