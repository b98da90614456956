import type { FlagDeclarations } from '../../platform/feature-flags.rules';

export const flag = 'figure-reckoning';

/** The panel above the events behind a figure that says how it was reckoned. */
export const flags = { [flag]: {} } satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<typeof flag, true> {}
}
