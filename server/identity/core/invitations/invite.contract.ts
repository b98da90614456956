import { z } from 'zod';
import { idList, maybe } from '../../wire.contract';

export const inviteBody = z.object({
  /** A year at most. */
  expiresInMinutes: maybe(z.number().int().min(1).max(525_600)),
  shouldSendEmail: maybe(z.boolean()),
  roleIds: maybe(idList),
  /** How many may join by it; any number where it is absent. */
  maxUses: maybe(z.number().int().min(1).max(100_000)),
});
export type InviteWish = z.infer<typeof inviteBody>;

export const inviteLinkToken = z.string().min(1).max(200);

export const inviteToken = z.object({ token: inviteLinkToken });
