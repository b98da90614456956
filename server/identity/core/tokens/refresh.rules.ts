/** Parallel tabs that send one token get one successor for so long; later the token was stolen. */
const refreshGraceSeconds = 10;

/** How many instants of replacements are kept: no browser replaces more within the grace. */
export const keptRefreshes = 8;

export interface RefreshState {
  /** How often the session's token was replaced; the number of the one that is good now. */
  refreshes: number;
  /** When, the newest last; the newest `keptRefreshes` at most. */
  refreshedAt: readonly Date[];
}

/**
 * What becomes of the token of a number: `replace` it, `repeat` what it was replaced by a moment ago, or `reused`: somebody has it
 * who should not.
 */
export function judgeRefresh(
  { refreshes, refreshedAt }: RefreshState,
  number: number,
  now: Date,
): 'replace' | 'repeat' | 'reused' {
  if (number === refreshes) return 'replace';
  const replacedAt = refreshedAt[refreshedAt.length - (refreshes - number)];
  return number < refreshes &&
    replacedAt !== undefined &&
    now.getTime() - replacedAt.getTime() <= refreshGraceSeconds * 1000
    ? 'repeat'
    : 'reused';
}
