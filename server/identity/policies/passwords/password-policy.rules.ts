import { passwordLength } from './password-policy.contract';

/** What is asked of a password beside that it is hard to guess. */
export interface PasswordPolicy {
  minLength: number;
  maxLength: number;
  /** A long one needs no kinds of signs. */
  allowPassphrases: boolean;
  minPhraseLength: number;
  /** Of the kinds of signs below that are on. */
  minOptionalTests: number;
  threeRepeated: boolean;
  lowercase: boolean;
  uppercase: boolean;
  numbers: boolean;
  specialChars: boolean;
}

/** What Tare itself asks; no tenant goes below. */
export const floorPolicy: PasswordPolicy = {
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  allowPassphrases: true,
  minPhraseLength: 20,
  minOptionalTests: 0,
  threeRepeated: false,
  lowercase: false,
  uppercase: false,
  numbers: false,
  specialChars: false,
};

/** What satisfies each of them: who belongs to several tenants has one password for all. */
export function strictest(policies: readonly PasswordPolicy[]): PasswordPolicy {
  return policies.reduce(
    (strict, policy) => ({
      minLength: Math.max(strict.minLength, policy.minLength),
      maxLength: Math.min(strict.maxLength, policy.maxLength),
      allowPassphrases: strict.allowPassphrases && policy.allowPassphrases,
      minPhraseLength: Math.max(strict.minPhraseLength, policy.minPhraseLength),
      minOptionalTests: Math.max(strict.minOptionalTests, policy.minOptionalTests),
      threeRepeated: strict.threeRepeated || policy.threeRepeated,
      lowercase: strict.lowercase || policy.lowercase,
      uppercase: strict.uppercase || policy.uppercase,
      numbers: strict.numbers || policy.numbers,
      specialChars: strict.specialChars || policy.specialChars,
    }),
    floorPolicy,
  );
}

const kinds = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  numbers: /\p{Nd}/u,
  specialChars: /[^\p{L}\p{Nd}]/u,
} as const satisfies Partial<Record<keyof PasswordPolicy, RegExp>>;
const wanted = Object.keys(kinds) as (keyof typeof kinds)[];

/** How many kinds of signs are counted. */
export const kindsOn = (policy: PasswordPolicy): number => wanted.filter((kind) => policy[kind]).length;

/** How many kinds of signs a password needs that is no phrase. */
export function kindsAsked(policy: PasswordPolicy): number {
  return Math.min(policy.minOptionalTests, kindsOn(policy));
}

/** Whether a password that is no phrase can have as many kinds of signs as are asked for. */
export const isSatisfiable = (policy: PasswordPolicy): boolean => policy.minOptionalTests <= kindsOn(policy);

/** Named by the sentence that says it. */
export interface PolicyFault {
  code: 'errors.tooShort' | 'errors.tooLong' | 'identity.passwordRepeats' | 'identity.passwordKinds';
  params?: Record<string, number>;
}

/** What is wrong with a password by a policy; null where nothing is. */
export function policyFault(policy: PasswordPolicy, password: string): PolicyFault | null {
  const text = password.normalize('NFC');
  if (text.length < policy.minLength) return { code: 'errors.tooShort', params: { min: policy.minLength } };
  if (text.length > policy.maxLength) return { code: 'errors.tooLong', params: { max: policy.maxLength } };
  if (policy.threeRepeated && /(.)\1\1/u.test(text)) return { code: 'identity.passwordRepeats' };
  if (policy.allowPassphrases && text.length >= policy.minPhraseLength) return null;
  const asked = wanted.filter((kind) => policy[kind]);
  const needed = kindsAsked(policy);
  if (asked.filter((kind) => kinds[kind].test(text)).length < needed)
    return { code: 'identity.passwordKinds', params: { needed } };
  return null;
}
