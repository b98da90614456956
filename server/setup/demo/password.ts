import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config';
import { isPasswordOf } from '../../identity';
import type { Db } from '../../platform/db/database';
import { keptSecret } from '../../resources';
import { demoAccounts } from './accounts';

/**
 * The password of all demo accounts: the one that was set, or one that this installation keeps beside its data.
 * @param dataDir where the shipped list of words lies
 */
export function demoPasswordOf(config: Config, dataDir: string): string {
  return config.demoPassword ?? keptSecret(config, 'demo-password', () => fourWords(dataDir));
}

/** Whether this password opens the demo accounts; null where there are none, or where they have set their own. */
export async function opensDemoAccounts(db: Db, password: string): Promise<boolean | null> {
  return isPasswordOf(db, demoAccounts[0]?.login ?? '', password);
}

/** Four short words are easy to type and, out of 256 each, hard enough for a demo on one's own machine. */
function fourWords(dataDir: string): string {
  const words = readFileSync(join(dataDir, 'words.txt'), 'utf8').trim().split(/\s+/);
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => words[byte % words.length]).join('-');
}
