import { createHash } from 'node:crypto';

/** A short name for a state: somebody who changes what they saw sends it back, and is told where somebody else was faster. */
export const revisionOf = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
