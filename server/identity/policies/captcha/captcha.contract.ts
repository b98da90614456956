import { z } from 'zod';
import { maybe } from '../../wire.contract';

/** What the provider's script gave the browser; absent where nobody is asked. */
export const captchaToken = maybe(z.string().max(8000));

/** What a provider says of a token (reCAPTCHA siteverify; others answer alike). */
export const verdict = z.object({ success: z.boolean(), score: z.number().optional() });
