import type { FlagDeclarations } from '../../platform/feature-flags.rules';

/** The tool itself: hidden, so that nobody can take it from themselves. */
export const flags = {
  'edit-feature-flags': { hidden: true },
} satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<keyof typeof flags, true> {}
}
