import type { FlagDeclarations } from '../../platform/feature-flags.rules';

export const flag = 'enter-waste';

/** The button in the header line, and its page. */
export const flags = { [flag]: {} } satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<typeof flag, true> {}
}
