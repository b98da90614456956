/** A floor below which no tenant can go. */
export const lockout = { failures: 10, firstMinutes: 15, mostMinutes: 24 * 60 };

/** The instant until which an account stays locked after so many failures in a row; null while it is open. */
export function lockedUntil(failures: number, now: Date): Date | null {
  if (failures < lockout.failures || failures % lockout.failures !== 0) return null;
  const doublings = failures / lockout.failures - 1;
  const minutes = Math.min(lockout.firstMinutes * 2 ** doublings, lockout.mostMinutes);
  return new Date(now.getTime() + minutes * 60_000);
}

/** Where a sign-in leads. zendeskRedirect waits for the hand-off of a later release. */
export const afterSignIn = '/home';

export const afterSignOut = (ssoUser: boolean) => (ssoUser ? '/logout' : '/login');
