import { expect, test } from 'vitest';
import { trendShape } from './trend-shape.rules';

const size = { width: 100, height: 50 };

test.each([
  ['nothing at all', [], { bars: [], line: '' }],
  ['zeros have no height', [{ value: 0, against: null }], { bars: [{ x: 14, y: 50, width: 72, height: 0 }], line: '' }],
  [
    'the larger of both fills the height, and a gap interrupts the line',
    [
      { value: 50, against: 100 },
      { value: null, against: null },
      { value: 25, against: 50 },
      { value: 100, against: 50 },
    ],
    {
      bars: [
        { x: 3.5, y: 25, width: 18, height: 25 },
        { x: 53.5, y: 37.5, width: 18, height: 12.5 },
        { x: 78.5, y: 0, width: 18, height: 50 },
      ],
      line: 'M0 0H25M50 25H75L75 25H100',
    },
  ],
])('%s', (_, points, expected) => {
  expect(trendShape(points, size)).toEqual(expected);
});
