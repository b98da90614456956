/** What forms of goals of the organization are held to, in the browser too. */
export const enterpriseLimits = {
  title: 100,
  plan: 2_000,
  reason: 300,
  /** Ten years, as of the goals that are set from it. */
  weeks: 522,
  sites: 5_000,
} as const;

export const metrics = ['weight', 'cost'] as const;
export const cascades = ['equal', 'share'] as const;
