/** What forms of goals are held to, in the browser too. */
export const goalLimits = {
  title: 100,
  plan: 2_000,
  reason: 300,
  action: 200,
  /** Each is measured anew whenever its goal is shown. */
  actions: 50,
  /** Ten years. */
  weeks: 522,
  /** Locations that a goal is copied to at once. */
  copies: 200,
} as const;

export const goalMetrics = ['weight', 'cost'] as const;
export const targetKinds = ['percent', 'perOpenDay'] as const;

/** In the address and in a body, of what names no value. */
export const notNamed = 'none';
