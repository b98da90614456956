import { describe, expect, it } from 'vitest';
import { isDue, isInRange, isStopped, splitDigest } from './breach.rules';

const now = new Date('2026-03-18T12:00:00Z');

describe('a password is looked for', () => {
  it.each([
    ['where it never was', null, true],
    ['again after a day', '2026-03-17T12:00:00Z', true],
    ['not again within the day', '2026-03-17T12:00:01Z', false],
  ])('%s', (_case, checkedAt, due) => {
    expect(isDue({ checkedAt: checkedAt === null ? null : new Date(checkedAt) }, now)).toBe(due);
  });
});

describe('who signs in', () => {
  const on = ['show-passkeys-new', 'security-center-show-login-flows'];
  it.each([
    ['is stopped with a known password where the steps are on', true, on, true],
    ['comes in with a known password where they are off', true, ['show-passkeys-new'], false],
    ['comes in with an unknown one', false, on, false],
  ])('%s', (_case, known, flags, stopped) => {
    expect(isStopped({ known, flags })).toBe(stopped);
  });
});

describe('a range of the service', () => {
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
});
