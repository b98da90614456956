import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { qrCodeOf, stepOfCode } from './totp';

/** "12345678901234567890", the key of RFC 6238's appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code of an authenticator', () => {
  // The last six of the eight digits of appendix B, for SHA-1.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s is %s, as RFC 6238 and another library say', (seconds, code) => {
    expect(generateSync({ secret, epoch: seconds })).toBe(code);
    expect(stepOfCode(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  // ASVS V6.5.5
  it.each([
    [-90, false],
    [-60, false],
    [-59, true],
    [-31, true],
    [0, true],
    [30, true],
    [31, false],
    [60, false],
  ])('of a clock that is %i s behind, at the beginning of a step: %s', (off, good) => {
    const step = stepOfCode(secret, generateSync({ secret, epoch: 1_000_000_020 - off }), at(1_000_000_020));
    expect(step !== null).toBe(good);
  });

  it.each(['', '12345', '1234567', 'abcdef', '28708２'])('%j is none', (code) => {
    expect(stepOfCode(secret, code, at(59))).toBeNull();
  });
});

it('the picture for the app is an image in itself', async () => {
  expect(await qrCodeOf(secret, 'kim@tare.test')).toMatch(/^data:image\/png;base64,[\w+/=]{200,}$/);
});
