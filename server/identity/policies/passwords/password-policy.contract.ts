import { z } from 'zod';
import { maybe, publicId } from '../../wire.contract';
import { longestRotationDays } from './password-rotation.rules';

export const passwordLength = { min: 12, max: 256 };

export const newPassword = z.string().min(passwordLength.min).max(passwordLength.max);

/** Of passwords, that of now among them; each is compared with what is new. */
const mostHistory = 24;

export const historyBody = z.object({
  id: maybe(publicId),
  enabled: z.boolean(),
  historySize: z.int().min(1).max(mostHistory),
});

/** The narrowest that a tenant may make what is allowed: everybody's longest phrase fits, and nobody must type a longer one. */
const narrowestLength = 128;

const between = (min: number, max: number) => maybe(z.int().min(min).max(max));

const yesOrNo = maybe(z.boolean());

/** What is missing stays as it is. */
export const complexityBody = z.object({
  allowPassphrases: yesOrNo,
  minLength: between(passwordLength.min, narrowestLength),
  maxLength: between(narrowestLength, passwordLength.max),
  minPhraseLength: between(passwordLength.min, narrowestLength),
  minOptionalTestsToPass: between(0, 4),
  requiredTests: maybe(z.object({ checkThreeRepeatedChars: yesOrNo })),
  optionalTests: maybe(
    z.object({
      requireLowercase: yesOrNo,
      requireUppercase: yesOrNo,
      requireNumbers: yesOrNo,
      requireSpecialChars: yesOrNo,
    }),
  ),
});

export type ComplexityBody = z.output<typeof complexityBody>;

/** Days. What is missing stays as it is. */
export const rotationBody = z.object({
  isActive: yesOrNo,
  rotationPeriod: between(1, longestRotationDays),
  notificationPeriod: between(0, longestRotationDays),
});

export type RotationBody = z.output<typeof rotationBody>;
