/** A floor below which no tenant can go. */
export const lockout = { failures: 10, firstMinutes: 15, mostMinutes: 24 * 60 };

/** The instant until which an account stays locked after so many failures in a row; null while it is open. A tenant may allow fewer of them. */
export function lockedUntil(failures: number, now: Date, allowed: number = lockout.failures): Date | null {
  const most = Math.min(allowed, lockout.failures);
  if (failures < most || failures % most !== 0) return null;
  const doublings = failures / most - 1;
  const minutes = Math.min(lockout.firstMinutes * 2 ** doublings, lockout.mostMinutes);
  return new Date(now.getTime() + minutes * 60_000);
}

export const afterSignOut = (ssoUser: boolean, loginUrl: string) => (ssoUser ? '/logout' : loginUrl);
