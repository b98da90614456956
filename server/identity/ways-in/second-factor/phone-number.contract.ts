import { z } from 'zod';
import { maybe, publicId, wirePage } from '../../wire.contract';
import { phoneNumber } from './mfa.contract';

/** Digits of a message; blanks are for the eye. */
const code = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().min(1, 'errors.required'));
const otcToken = z.string().min(1).max(200);

export const phoneListQuery = z.object(wirePage());
export const phoneParams = z.object({ phoneId: publicId });
export const newNumberBody = z.object({ phoneNumber, verify: maybe(z.boolean()) });
export const numberBody = z.object({ phoneNumber });
export const phoneCodeBody = z.object({ otcToken, code });
