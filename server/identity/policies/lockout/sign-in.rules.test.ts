import { describe, expect, it } from 'vitest';
import { afterSignOut, lockedUntil } from './sign-in.rules';

const now = new Date('2026-03-02T10:00:00Z');
const minutes = (until: Date | null) => (until ? (until.getTime() - now.getTime()) / 60_000 : null);

describe('lockedUntil', () => {
  it.each([
    [1, null],
    [9, null],
    [10, 15],
    [11, null],
    [20, 30],
    [30, 60],
    [70, 960],
    [80, 1440],
    [200, 1440],
  ])('after %i failures in a row: %s minutes', (failures, expected) => {
    expect(minutes(lockedUntil(failures, now))).toBe(expected);
  });

  it.each([
    [3, 3],
    [9, 9],
    [10, 10],
    [11, 10],
    [1000, 10],
  ])('with %i allowed locks at %i', (allowed, at) => {
    expect([lockedUntil(at - 1, now, allowed), lockedUntil(at, now, allowed)]).toEqual([null, expect.any(Date)]);
  });
});

describe('afterSignOut', () => {
  // Spec 4: Logout goes to /logout for SSO users, otherwise /login
  it.each([
    [true, '/logout'],
    [false, '/login'],
  ])('SSO user %s goes to %s', (sso, path) => {
    expect(afterSignOut(sso, '/login')).toBe(path);
  });
});
