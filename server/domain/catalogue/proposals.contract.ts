import { z } from 'zod';

const id = z.coerce.number().int().positive();

export const proposalParams = z.strictObject({ proposalId: id });
export const proposalMerge = z.strictObject({ intoId: z.int().positive().describe('An item that is in use.') });

const proposal = z.strictObject({
  proposalId: z.number(),
  name: z.string(),
  events: z.number().describe('Weighed under the name and not voided.'),
  proposedAt: z.string(),
  proposedBy: z.string().nullable(),
});
export const proposalList = z.strictObject({
  proposals: z.array(proposal).describe('Newest first, up to 100.'),
});
export type ItemProposal = z.infer<typeof proposal>;
export type ProposalList = z.infer<typeof proposalList>;
