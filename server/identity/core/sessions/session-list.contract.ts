import { z } from 'zod';

export const sessionView = z.strictObject({
  creationTime: z.string(),
  lastAccessedTime: z.string(),
  username: z.string(),
  sessionId: z.uuid(),
  organizationId: z.int(),
  organizationName: z.string(),
  /** As it names itself. */
  browser: z.string().nullable(),
  /** That of whoever asks. */
  own: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export type ShownSession = SessionView & { fullName: string };
export type SessionColumn = 'username' | 'organization' | 'creationTime' | 'lastAccessedTime' | 'browser' | 'end';

export const historyView = z.strictObject({ instant: z.string(), count: z.int() });
export type HistoryView = z.infer<typeof historyView>;
export type HistoryColumn = 'instant' | 'count';

export const sessionParams = z.strictObject({ id: z.uuid() });
