import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fewAtOnce } from '../../../platform/few-at-once';

/** argon2id, 46 MiB, 1 pass, 1 lane: OWASP Password Storage Cheat Sheet, second row. */
const cost = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/** Hashing takes memory and a processor each: one processor stays free for everybody else, and a thread of the four that files and names share. */
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const turns = fewAtOnce({ atOnce, mostWaiting: 100, seconds: 2 });

/** Two spellings of one letter are one password (NIST SP 800-63B, 5.1.1.2); anything else is taken as typed. */
const normalized = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string) => turns.take(() => hash(normalized(password), cost));

/** Of no known password; verified for unknown accounts so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(`${Math.random()}`, cost);
  const against = stored ?? (await decoy);
  const right = await turns.take(() => verify(against, normalized(password)));
  return right && stored !== null;
}
