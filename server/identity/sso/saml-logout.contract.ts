import { z } from 'zod';

const text = z.string().max(16_384).optional().catch(undefined);

/** As a form of the provider's page brings it. */
export const postedLogout = z.object({ SAMLRequest: text, SAMLResponse: text, RelayState: text });

const outcomes = ['left', 'leftHere', 'refused'] as const;

export const leftQuery = z.object({ outcome: z.enum(outcomes).catch('refused') });
