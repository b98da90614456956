import { z } from 'zod';

export const passwordLength = { min: 12, max: 256 };

export const newPassword = z.string().min(passwordLength.min).max(passwordLength.max);

export const forgotPasswordForm = z.strictObject({ email: z.string().trim().min(1).max(254).pipe(z.email('password.invalidEmail')) });

export const newPasswordForm = z
  .strictObject({ password: newPassword, repeatPassword: z.string(), token: z.string().max(200).optional() })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], message: 'password.notTheSame' });
