import { z } from 'zod';

const text = z.string().max(16_384).optional().catch(undefined);

/** As a form of the provider's page brings it. */
export const postedLogout = z.object({ SAMLRequest: text, SAMLResponse: text, RelayState: text });

/** As an OpenID provider sends it. */
export const logoutToken = z.object({ logout_token: z.string().min(1).max(16_384) });

const outcomes = ['left', 'leftHere', 'refused'] as const;

export const leftQuery = z.object({ outcome: z.enum(outcomes).catch('refused') });
