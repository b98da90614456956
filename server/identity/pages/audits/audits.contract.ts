import { z } from 'zod';
import { auditsFilters } from './audits.filters';
import { auditsTable } from './audits.table';

/** For how many months rows may be kept; none: for ever. */
export const keepChoices = [6, 12, 24, 36, 60, 84, 120] as const;

export const auditsQuery = z.object({
  ...auditsFilters.query,
  ...auditsTable.query(),
  done: z.enum(['kept', 'checking']).optional().catch(undefined),
});
export const auditsFileQuery = z.object(auditsFilters.query);
export const auditParams = z.object({ auditId: z.coerce.number().int().positive() });
export const keepForm = z.strictObject({
  months: z
    .enum(['forever', ...keepChoices.map(String)])
    .transform((text) => (text === 'forever' ? null : Number(text))),
});
