import { describe, expect, it } from 'vitest';
import { floorPolicy, policyFault, strictest, type PasswordPolicy } from './password-policy.rules';

const policy = (changes: Partial<PasswordPolicy>): PasswordPolicy => ({ ...floorPolicy, ...changes });
const everyKind = policy({
  allowPassphrases: false,
  minOptionalTests: 3,
  lowercase: true,
  uppercase: true,
  numbers: true,
  specialChars: true,
});

describe('a password by a policy', () => {
  it.each<[PasswordPolicy, string, string | null]>([
    [floorPolicy, 'x'.repeat(12), null],
    [floorPolicy, 'x'.repeat(11), 'errors.tooShort'],
    [floorPolicy, 'x'.repeat(257), 'errors.tooLong'],
    [policy({ minLength: 14 }), 'x'.repeat(13), 'errors.tooShort'],
    [policy({ maxLength: 128 }), 'x'.repeat(129), 'errors.tooLong'],
    [policy({ threeRepeated: true }), 'abcdefghiaaaj', 'identity.passwordRepeats'],
    [policy({ threeRepeated: true }), 'abcdefghiaaja', null],
    [everyKind, 'lowercase and signs', 'identity.passwordKinds'],
    [everyKind, 'lowercase, Upper, signs', null],
    [everyKind, 'ÄÖÜ und äöü 123', null],
    [{ ...everyKind, allowPassphrases: true }, 'only small letters that are many', null],
    [{ ...everyKind, allowPassphrases: true }, 'only small', 'errors.tooShort'],
    [
      policy({ allowPassphrases: false, minOptionalTests: 4, numbers: true }),
      'twelve letters',
      'identity.passwordKinds',
    ],
    [policy({ allowPassphrases: false, minOptionalTests: 4, numbers: true }), 'twelve letters 1', null],
  ])('%j: %s', (asked, password, code) => {
    expect(policyFault(asked, password)?.code ?? null).toBe(code);
  });
});

describe('several policies', () => {
  it('ask for what satisfies each, and never for less than the floor', () => {
    expect(strictest([])).toEqual(floorPolicy);
    expect(
      strictest([
        policy({ minLength: 16, numbers: true }),
        policy({ maxLength: 128, minOptionalTests: 2 }),
        policy({ minLength: 13, allowPassphrases: false }),
      ]),
    ).toEqual(policy({ minLength: 16, maxLength: 128, minOptionalTests: 2, numbers: true, allowPassphrases: false }));
  });
});
