export const decisions = ['keep', 'remove'] as const;
export type Decision = (typeof decisions)[number];

export const reviewStates = ['open', 'keep', 'remove'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Where a person stands in a review: a decision about access that has changed since counts no more. */
export const stateOf = (entry: { decision: Decision; mark: string } | undefined, mark: string): ReviewState =>
  entry === undefined || entry.mark !== mark ? 'open' : entry.decision;

/** How many people stand where. */
export const tallyOf = (rows: readonly { state: ReviewState }[]): Record<ReviewState, number> => ({
  open: rows.filter(({ state }) => state === 'open').length,
  keep: rows.filter(({ state }) => state === 'keep').length,
  remove: rows.filter(({ state }) => state === 'remove').length,
});
