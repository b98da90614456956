import { expect, it } from 'vitest';
import { isInRange, splitDigest } from './range.rules';

const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';

it('tells the service five signs of forty', () => {
  expect(splitDigest('5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8')).toEqual({ prefix: '5BAA6', suffix });
});

it.each([
  ['a line of it', `003D68EB55068C33ACE09247EE4C639306B:3\r\n${suffix}:3861493\r\n`, true],
  ['small digits', suffix.toLowerCase() + ':1', true],
  ['a line that only fills up', `${suffix}:0`, false],
  ['a line without a number', suffix, false],
  ['a digest that begins alike', `${suffix.slice(0, -1)}9:7`, false],
  ['the digest in another line’s place', `X${suffix}:7`, false],
  ['an empty answer', '', false],
])('%s', (_case, range, known) => {
  expect(isInRange(range, suffix)).toBe(known);
});
