import { z } from 'zod';
import { documentFormats } from '../../platform/document/document.contract';
import { shareDays } from './share-days.rules';

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);

export const runParams = z.object({ runId: id });
export const stepParams = z.object({ runId: id, step: z.enum(['cancel', 'again', 'send', 'delete']) });
export const fileParams = z.object({ runId: id, format: z.enum(documentFormats) });
export const shareForm = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .refine((days) => (shareDays as readonly number[]).includes(days), { error: 'leaderboard.error.unknownGroup' }),
});
export const revokeParams = z.object({ runId: id, shareId: id });
export const sharedParams = z.strictObject({ shareToken: z.string().max(100) });
