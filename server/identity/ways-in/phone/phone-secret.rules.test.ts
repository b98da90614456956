import { describe, expect, it } from 'vitest';
import { isGood, type StoredPhoneSecret } from './phone-secret.rules';

const now = new Date('2026-01-01T12:00:00Z');
const good: StoredPhoneSecret = { usedAt: null, expiresAt: new Date(now.getTime() + 1), reachesOwner: true };

describe('a code or token of the phone flows', () => {
  it.each<[string, Partial<StoredPhoneSecret>, boolean]>([
    ['is good until its end', {}, true],
    ['is not good at its end', { expiresAt: now }, false],
    ['is not good twice', { usedAt: now }, false],
    ['is not good once its owner is reached elsewhere', { reachesOwner: false }, false],
  ])('%s', (_what, change, expected) => {
    expect(isGood({ ...good, ...change }, now)).toBe(expected);
  });
});
