import { z } from 'zod';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { maybe } from '../../wire.contract';
import { phoneNumber } from '../second-factor/mfa.contract';

const token = z.string().min(1).max(200);
const code = z.string().trim().min(1).max(20);
const name = maybe(z.string().trim().toLowerCase().max(254));

/** Who asks for a text: by e-mail address, user name, public id or their number. @returns the one that was given, and the number where it was that */
export const smsEntryRequest = z
  .object({ email: name, username: name, userId: name, phoneNumber: maybe(phoneNumber), recaptchaToken: captchaToken })
  .refine((body) => (body.email ?? body.username ?? body.userId ?? body.phoneNumber) !== undefined, {
    path: ['email'],
    message: 'errors.required',
  })
  .transform(({ email, username, userId, phoneNumber: phone, recaptchaToken }) => ({
    recaptchaToken,
    askedFor: email ?? username ?? userId ?? phone ?? '',
    phone: (email ?? username ?? userId) === undefined ? phone : undefined,
  }));

/** What somebody types who wants a text: a number counts however it is grouped. */
export const typedName = (typed: string): string => phoneNumber.safeParse(typed).data ?? typed.trim().toLowerCase();

export const resetRequest = z.object({ email: z.string().trim().toLowerCase().min(1).max(254) });
export const resetProof = z.object({ resetPhoneNumberToken: token, code });
export const newNumber = z.object({ changePhoneNumberToken: token, phoneNumber });

export const changeRequest = z.object({ phoneNumber });
export const changeProof = z.object({ changePhoneId: token, code });
