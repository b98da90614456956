import { describe, expect, it } from 'vitest';
import { holds, moveDay, spanOf } from './month-grid.rules';

describe('moving through the days', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowLeft', 8, 7],
    ['ArrowDown', 8, 15],
    ['ArrowDown', 30, 30],
    ['ArrowUp', 3, 3],
    ['ArrowUp', 10, 3],
    ['Home', 12, 7],
    ['End', 7, 13],
    ['End', 13, 13],
    ['Tab', 5, null],
    ['Enter', 5, null],
  ])('%s at %i leads to %s', (key, at, to) => {
    expect(moveDay({ key, at, count: 35 })).toBe(to);
  });
});

describe('a span of days', () => {
  it('is the same from both sides', () => {
    expect(spanOf('2026-03-09', '2026-03-13')).toEqual(spanOf('2026-03-13', '2026-03-09'));
  });

  it.each([
    ['2026-03-08', false],
    ['2026-03-09', true],
    ['2026-03-13', true],
    ['2026-03-14', false],
  ])('holds %s: %s', (day, expected) => {
    expect(holds({ from: '2026-03-09', to: '2026-03-13' }, day)).toBe(expected);
  });

  it.each([
    ['', '2026-03-13'],
    ['2026-03-09', ''],
    ['2026-03-13', '2026-03-09'],
  ])('from "%s" to "%s" holds nothing', (from, to) => {
    expect(holds({ from, to }, '2026-03-10')).toBe(false);
  });

  it('holds nothing before anything is chosen', () => {
    expect(holds(null, '2026-03-09')).toBe(false);
  });
});
