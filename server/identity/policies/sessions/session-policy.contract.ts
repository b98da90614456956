import { z } from 'zod';
import { maybe } from '../../wire.contract';
import { leastSeconds, sessionCeiling } from './session-policy.rules';

/** Seconds. */
const timeout = (most: number) =>
  maybe(z.object({ isActive: z.boolean(), timeout: maybe(z.int().min(leastSeconds).max(most)) }));

/** What is missing stays as it is. */
export const sessionPolicyBody = z.object({
  sessionTimeoutConfiguration: timeout(sessionCeiling.lifeSeconds),
  sessionIdleTimeoutConfiguration: timeout(sessionCeiling.idleSeconds),
  sessionConcurrentConfiguration: maybe(
    z.object({ isActive: z.boolean(), maxSessions: maybe(z.int().min(1).max(sessionCeiling.maxSessions)) }),
  ),
});
export type SessionPolicyBody = z.output<typeof sessionPolicyBody>;
