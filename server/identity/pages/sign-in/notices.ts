import { z } from 'zod';

/** Why somebody is shown a sign-in; what makes no sense is as none. */
export const noticeQuery = z.object({
  ended: z.literal('1').optional().catch(undefined),
  reset: z.literal('1').optional().catch(undefined),
  over: z.literal('1').optional().catch(undefined),
});

export type SignInNotice = 'login.ended' | 'login.resetDone' | 'login.over';

export const noticeOf = ({ ended, reset, over }: z.output<typeof noticeQuery>): SignInNotice | undefined =>
  ended ? 'login.ended' : reset ? 'login.resetDone' : over ? 'login.over' : undefined;
