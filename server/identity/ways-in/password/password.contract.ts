import { z } from 'zod';
import { emailAddress } from '../../../platform/text-input';
import { endTokens } from '../../core/api-tokens/api-token.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { newPassword } from '../../policies/passwords/password-policy.contract';
import { maybe, publicId } from '../../wire.contract';

export const forgotPasswordForm = z.strictObject({ email: emailAddress(), recaptchaToken: captchaToken });

export const newPasswordForm = z
  .strictObject({ password: newPassword, repeatPassword: z.string(), token: z.string().max(200).optional(), endTokens })
  .refine((form) => form.password === form.repeatPassword, {
    path: ['repeatPassword'],
    message: 'password.notTheSame',
  });

/** A token of a mailed link. */
export const linkToken = z.string().min(1).max(200);

export const resetBody = z.object({ email: z.string().trim().min(1).max(254), recaptchaToken: captchaToken });

export const resetVerifyBody = z.object({ userId: publicId, token: linkToken, password: newPassword });

export const changeBody = z.object({ password: z.string().min(1).max(1000), newPassword });

export const configQuery = z.object({ userId: maybe(publicId) });
