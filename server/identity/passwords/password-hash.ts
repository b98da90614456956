import { hash, verify } from '@node-rs/argon2';
import { fail } from '../../platform/errors';

/** argon2id, 46 MiB, 1 pass, 1 lane: OWASP Password Storage Cheat Sheet, second row. */
const cost = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

const atOnce = 2;
const mostWaiting = 50;

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing takes memory and a thread each; more than a few at once would take them from everybody else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw fail.tooMany('errors.tooMany', { params: { seconds: 2 } });
    await new Promise<void>((turn) => waiting.push(turn));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Two spellings of one letter are one password (NIST SP 800-63B, 5.1.1.2); anything else is taken as typed. */
const normalized = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string) => inTurn(() => hash(normalized(password), cost));

/** Of no known password; verified for unknown accounts so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(`${Math.random()}`, cost);
  const against = stored ?? (await decoy);
  const right = await inTurn(() => verify(against, normalized(password)));
  return right && stored !== null;
}
