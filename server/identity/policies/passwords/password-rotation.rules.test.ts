import { describe, expect, it } from 'vitest';
import { daysLeft, noticeOf } from './password-rotation.rules';

const setAt = new Date('2026-03-18T12:00:00Z');

describe('the days that a password has left', () => {
  it.each([
    ['2026-03-18T12:00:00Z', 30],
    ['2026-03-18T12:00:01Z', 30],
    ['2026-03-19T12:00:00Z', 29],
    ['2026-04-17T11:59:59Z', 1],
    ['2026-04-17T12:00:00Z', 0],
    ['2027-03-18T12:00:00Z', 0],
  ])('of 30 at %s are %i', (now, days) => {
    expect(daysLeft({ setAt, periodDays: 30 }, new Date(now))).toBe(days);
  });
});

it.each([
  [90, null, 7],
  [7, null, 7],
  [3, null, 3],
  [90, 14, 14],
  [90, 0, 0],
])('of a period of %i days and %j of notice, the notice is %i', (periodDays, noticeDays, days) => {
  expect(noticeOf({ periodDays, noticeDays })).toBe(days);
});
