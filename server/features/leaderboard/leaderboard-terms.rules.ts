export const leaderboardLimits = {
  name: 100,
  reason: 300,
  /** Of an organization; each is a line on the page. */
  contests: 200,
  /** Two years. */
  weeks: 104,
} as const;

/** By what is ranked: change in weight against the baseline, share of open days tracked, share of goals on track or met. */
export const metrics = ['reduction', 'tracking', 'goals'] as const;
export const rankedBy = ['sites', 'locations'] as const;
