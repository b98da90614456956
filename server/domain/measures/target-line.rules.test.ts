import { expect, it } from 'vitest';
import { addDays } from '../../platform/time';
import { lineAt } from './target-line.rules';

const monday = (index: number) => addDays('2026-01-05', index * 7);

it.each([
  [-1, 0],
  [0, 0.1],
  [4, 0.5],
  [9, 1],
  [20, 1],
])('after week %d the line has gone %d of the way', (week, share) => {
  expect(lineAt({ startWeek: monday(0), endWeek: monday(9) }, monday(week))).toBeCloseTo(share, 12);
});
