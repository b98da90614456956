import { describe, expect, it } from 'vitest';
import { isDue, isStopped } from './breach.rules';

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
