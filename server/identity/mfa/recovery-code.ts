import { createHash } from 'node:crypto';
import { secretText } from './totp';

/** 128 bits: nobody guesses it, so that a plain hash keeps it. */
export const recoveryBytes = 16;

/** As it is shown, once: groups that people can copy by hand. */
export const recoveryText = (bytes: Uint8Array): string => (secretText(bytes).match(/.{1,5}/g) ?? []).join('-');

/** Blanks, dashes and case are for the eye. */
export const recoveryHash = (text: string): Buffer => createHash('sha256').update(text.toUpperCase().replace(/[^A-Z2-7]/g, '')).digest();
