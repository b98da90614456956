import { describe, expect, it } from 'vitest';
import { latestRange, presetRange } from './date-range.rules';

describe('presetRange', () => {
  // Spec 9: Date presets: their weeks, all time from 2013-01-07, all end on the last Sunday
  it.each([
    ['lastWeek', '2026-03-18', '2026-03-09', '2026-03-15'],
    ['last7Days', '2026-03-18', '2026-03-11', '2026-03-17'],
    ['last4Weeks', '2026-03-18', '2026-02-16', '2026-03-15'],
    ['last13Weeks', '2026-03-18', '2025-12-15', '2026-03-15'],
    ['allTime', '2026-03-18', '2013-01-07', '2026-03-15'],
    ['lastWeek', '2026-03-15', '2026-03-02', '2026-03-08'],
    ['lastWeek', '2026-03-16', '2026-03-09', '2026-03-15'],
    ['lastWeek', '2026-01-01', '2025-12-22', '2025-12-28'],
  ] as const)('%s on %s', (preset, today, start, end) => {
    expect(presetRange(preset, today)).toEqual({ start, end });
  });
});

describe('latestRange', () => {
  it.each([
    ['a month of data', '2025-04-28', '2025-05-26', { start: '2025-04-28', end: '2025-06-01' }],
    ['more than 13 weeks', '2024-01-01', '2025-05-26', { start: '2025-03-03', end: '2025-06-01' }],
    ['up to the running week', '2026-03-02', '2026-03-16', { start: '2026-03-02', end: '2026-03-15' }],
    ['only the running week', '2026-03-16', '2026-03-16', null],
  ])('%s', (_, first, last, range) => {
    expect(latestRange({ first, last }, '2026-03-18')).toEqual(range);
  });
});
