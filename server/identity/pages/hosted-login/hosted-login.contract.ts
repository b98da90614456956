import { z } from 'zod';
import { wantedQuery } from '../sign-in/login-box.contract';

const text = (max: number) => z.string().max(max).optional().catch(undefined);

/** What may be asked of a sign-in at our own pages; what makes no sense is as if it were not there. */
export const hostedQuery = wantedQuery.extend({
  prompt: z.literal('login').optional().catch(undefined),
  login_hint: text(254),
  max_age: text(20),
  acr_values: text(500),
});

export const hostedAnswer = z.object({ code: text(200), state: text(1000), iss: text(2000), error: text(100) });
