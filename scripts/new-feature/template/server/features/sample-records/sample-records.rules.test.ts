import { describe, expect, it } from 'vitest';
import { deletedBefore, faultOfDay, firstDayOf } from './sample-records.rules';

const today = '2026-03-18';

describe('the day of something new', () => {
  it.each([
    ['2026-03-18', null],
    ['2026-03-19', 'sampleRecords.inFuture'],
    ['2025-03-18', null],
    ['2025-03-17', 'sampleRecords.tooLongAgo'],
  ])('%s: %s', (day, fault) => {
    expect(faultOfDay(day, today)).toBe(fault);
  });
});

it.each([
  [undefined, null],
  [1, '2026-03-18'],
  [30, '2026-02-17'],
])('%s days begin on %s', (days, first) => {
  expect(firstDayOf(days, today)).toBe(first);
});

it('what was removed is kept for 30 days', () => {
  expect(deletedBefore(new Date('2026-03-18T12:00:00Z')).toISOString()).toBe('2026-02-16T12:00:00.000Z');
});
