/** Tries at a device before a name waits, and for how long. */
const pinLock = { failures: 5, minutes: 5 };

/** The instant until which nobody can use the name; null while it is open. */
export function pinLockedUntil(failures: number, now: Date): Date | null {
  return failures > 0 && failures % pinLock.failures === 0 ? new Date(now.getTime() + pinLock.minutes * 60_000) : null;
}

/** Short enough for a wet thumb, long enough not to be guessed between two locks. */
export const pinDigits = 6;

/** A number below 10^6 as it is typed. */
export const pinOf = (number: number): string => String(number).padStart(pinDigits, '0');
