import { z } from 'zod';
import { addressPattern, spelledAddress } from './email-address.rules';

/** Characters that have no glyph, NUL among them, which no database text can hold; and halves of a character. */
const unshowable = /[\p{Cc}\p{Surrogate}]/u;
const unshowableBesideLineEnds = /(?![\n\r\t])[\p{Cc}\p{Surrogate}]/u;

/** One line that a person has typed, without space around it. */
export const lineOfText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !unshowable.test(text), 'errors.controlCharacter');

/** Several lines that a person has typed. */
export const linesOfText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !unshowableBesideLineEnds.test(text), 'errors.controlCharacter');

/** An e-mail address that a person has typed, as it is stored: in punycode, whatever it was typed in. */
export const emailAddress = (max = 254, error = 'password.invalidEmail') =>
  z
    .string()
    .trim()
    .max(max)
    .overwrite(spelledAddress)
    .pipe(z.email({ pattern: addressPattern, error }).max(max));
