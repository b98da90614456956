export interface Asked {
  /** The flags of front ends that are on. */
  flags: readonly string[];
  /** Whether anybody signs in by one here. */
  taken: boolean;
  /** What the browser said: it can make passkeys, and nobody chose in it to sign in by one or not to be asked. */
  offered: boolean;
  /** The person themselves does not want to be asked again, in whatever browser. */
  declined: boolean;
  /** How many passkeys the person has. */
  passkeys: number;
  /** They sign in by their organization, which a passkey would pass by. */
  ssoUser: boolean;
}

/** Whether somebody who has just signed in is asked to add a passkey. */
export const promptsForPasskey = ({ flags, taken, offered, declined, passkeys, ssoUser }: Asked): boolean =>
  flags.includes('show-passkeys-new') && taken && offered && !declined && passkeys === 0 && !ssoUser;
