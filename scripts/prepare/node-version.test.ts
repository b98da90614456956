import { describe, expect, it } from 'vitest';
import { isOlder } from './node-version.mjs';

// Trap: the newest packages need a newer Node
describe('isOlder', () => {
  it.each([
    ['20.19.0', '20.19', false],
    ['20.18.3', '20.19', true],
    ['20.9.0', '20.19', true],
    ['20.20.2', '20.19', false],
    ['18.99.0', '20.19', true],
    ['24.0.0', '20.19', false],
  ])('%s for %s: %s', (version, wanted, older) => {
    expect(isOlder(version, wanted)).toBe(older);
  });
});
