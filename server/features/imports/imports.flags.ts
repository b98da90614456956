import type { FlagDeclarations } from '../../platform/feature-flags.rules';

export const flag = 'sheet-imports';

/** Taking waste in from sheets; what was taken in stays. */
export const flags = { [flag]: {} } satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<typeof flag, true> {}
}
