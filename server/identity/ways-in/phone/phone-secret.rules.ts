export type PhonePurpose = 'SIGN_IN' | 'RESET' | 'CHANGE';

/** Minutes for which each is good. */
export const phoneMinutes = 10;

/** Codes that an account is sent for one purpose, whatever names it is asked for by: nobody's phone is filled, and no bill is. */
export const sendsPerAccount = { most: 5, seconds: 3600 };

export interface StoredPhoneSecret {
  usedAt: Date | null;
  expiresAt: Date;
  /** Whether the account still has the telephone or the mailbox that it was sent to. */
  reachesOwner: boolean;
}

export const isGood = ({ usedAt, expiresAt, reachesOwner }: StoredPhoneSecret, now: Date): boolean =>
  usedAt === null && expiresAt > now && reachesOwner;
