import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const reason = lineOfText(300).min(1, 'errors.required');

/** The address of the start page; what is not understood there asks for nothing. */
export const startQuery = z.object({
  organisationId: id.optional().catch(undefined),
  search: lineOfText(100).optional().catch(undefined),
  /** Where an ended client view leads. */
  clientViewSessionEnded: z.literal('true').optional().catch(undefined),
});
export type StartQuery = z.infer<typeof startQuery>;

/** As the form sends it; `search` leads back to the same list. */
export const startForm = z.strictObject({
  organisationId: id,
  userId: id.optional(),
  reason,
  search: z.string().max(100).optional(),
});

export const startCall = z.strictObject({ userId: z.int().positive(), reason });

export const sessionParams = z.strictObject({ clientViewSessionId: z.uuid() });

export const clientViewSession = z.strictObject({
  clientViewSessionId: z.uuid().nullable(),
  endsAt: z.iso.datetime().nullable(),
});

/** What the published client's `impersonate` asks for; expires after a minute. */
export const grantedClientView = z.strictObject({ actorToken: z.string(), impersonatedUserId: z.uuid() });
