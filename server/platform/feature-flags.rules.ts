import type { Actor } from './actor';

/** Every flag that there is: each feature adds the keys of its `Feature.flags`. @public */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by the features' declarations
export interface Flags {}

export type Flag = Extract<keyof Flags, string>;

/**
 * What a feature lets be switched off for an organization; on for all that nobody has switched off. A route names the flag beside
 * its access, a view asks `isOn`. Its words are `featureFlags.names.<flag>` and `featureFlags.descriptions.<flag>`.
 */
export type FlagDeclarations = Record<
  string,
  {
    /** In no list, and not to be switched by a call: for the operator alone. */
    hidden?: true;
  }
>;

/** Whether an organisation has what the flag switches. A route without a flag is on. */
export const isOn = ({ switchedOff }: Pick<Actor['organisation'], 'switchedOff'>, flag: Flag | undefined): boolean =>
  flag === undefined || !switchedOff.includes(flag);
