import { z } from 'zod';
import { maybe, publicId } from '../../wire.contract';
import { lockout } from './sign-in.rules';

/** What is missing stays as it is. */
export const lockoutBody = z.object({
  id: maybe(publicId),
  enabled: z.boolean(),
  maxAttempts: maybe(z.int().min(1).max(lockout.failures)),
});
export type LockoutBody = z.output<typeof lockoutBody>;
