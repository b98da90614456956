import { createHash } from 'node:crypto';
import type { IdentityPorts } from '../../ports';
import { isInRange, splitDigest } from './breach.rules';

/** What is known of passwords that were lost elsewhere. */
export interface PasswordBreaches {
  /** For a password that is to be set. Where the service does not answer, the list that comes with Tare decides. */
  isKnown(password: string): Promise<boolean>;
  /** For one that was right just now; null where the service does not answer: nobody is kept out by that. */
  isKnownAtSignIn(password: string): Promise<boolean | null>;
}

const settingMs = 3_000;
/** Somebody waits in front of the sign-in. */
const signInMs = 2_000;
/** A range has some 800 to 1,000 lines, filled up to about 40 KB. */
const largestRange = 200_000;

/** Passwords by k-anonymous ranges (Pwned Passwords, range search), or by the list that comes with Tare where no service is named. */
export function createPasswordBreaches({
  config: { breachedPasswordsUrl },
  outbound,
  log,
}: Pick<IdentityPorts, 'config' | 'outbound' | 'log'>): PasswordBreaches {
  if (breachedPasswordsUrl === undefined) {
    void warmEmbeddedList();
    return { isKnown: isOnEmbeddedList, isKnownAtSignIn: isOnEmbeddedList };
  }

  /** null where there is no answer; neither the password nor its digest is in what is logged. */
  async function ask(password: string, timeoutMs: number): Promise<boolean | null> {
    const { prefix, suffix } = splitDigest(createHash('sha1').update(password.normalize('NFC')).digest('hex'));
    try {
      const { status, body } = await outbound.call({
        url: `${breachedPasswordsUrl}/range/${prefix}`,
        headers: { 'add-padding': 'true', 'user-agent': 'Tare' },
        largestAnswer: largestRange,
        timeoutMs,
      });
      if (status === 200) return isInRange(body.toString('utf8'), suffix);
      log.warn({ status }, 'the service of breached passwords gave no range');
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the service of breached passwords did not answer');
    }
    return null;
  }

  return {
    isKnown: async (password) => (await ask(password, settingMs)) ?? isOnEmbeddedList(password),
    isKnownAtSignIn: (password) => ask(password, signInMs),
  };
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Some 50,000 passwords that people choose most, as they were found in breaches. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Unpacking the list holds everything else up for a tenth of a second: better before the first sign-in than during it. */
async function warmEmbeddedList(): Promise<void> {
  list ??= load();
  await list;
}

/** The list has small letters alone; whoever guesses tries the same with capitals. */
export async function isOnEmbeddedList(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.normalize('NFC').toLowerCase());
}
