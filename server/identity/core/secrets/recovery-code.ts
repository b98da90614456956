import { createHash, randomBytes } from 'node:crypto';
import { secretText } from './totp';

/** 128 bits: nobody guesses it, so that a plain hash keeps it. */
export const recoveryBytes = 16;

/** How many codes are made together. */
export const recoverySetSize = 10;

/** As it is shown, once: groups that people can copy by hand. */
export const recoveryText = (bytes: Uint8Array): string => (secretText(bytes).match(/.{1,5}/g) ?? []).join('-');

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoverySetSize }, () => recoveryText(randomBytes(recoveryBytes)));

/** Blanks, dashes and case are for the eye. */
export const recoveryHash = (text: string): Buffer =>
  createHash('sha256')
    .update(text.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest();

/** As front ends are told: the published ones know a single code, each of which works. */
export const recoveryAnswer = (
  codes: readonly string[] | undefined,
): { recoveryCode?: string | undefined; recoveryCodes?: readonly string[] } =>
  codes === undefined ? {} : { recoveryCode: codes[0], recoveryCodes: codes };
