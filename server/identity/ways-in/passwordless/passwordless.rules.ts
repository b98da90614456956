export type EntryKind = 'LINK' | 'CODE';

/** OWASP ASVS 5, V6.5.5: ten minutes are the most. */
export const minutesOfEntry = { LINK: 10, CODE: 5 } as const satisfies Record<EntryKind, number>;

export interface StoredEntry {
  usedAt: Date | null;
  expiresAt: Date;
  /** Where it was mailed to; null where it was mailed to nobody. */
  email: string | null;
  /** The account's address now. */
  emailNow: string | null;
}

/** Whether it still opens the account: not used, not too old, and whoever got it still reads that mailbox. */
export const stillOpens = ({ usedAt, expiresAt, email, emailNow }: StoredEntry, now: Date): boolean =>
  usedAt === null && expiresAt > now && email !== null && email.toLowerCase() === emailNow?.toLowerCase();
