import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config';
import { keptSecret } from '../../resources';

/**
 * The password of all demo accounts: the one that was set, or one that this installation keeps beside its data.
 * @param dataDir where the shipped list of words lies
 */
export function demoPasswordOf(config: Config, dataDir: string): string {
  return config.demoPassword ?? keptSecret(config, 'demo-password', () => fourWords(dataDir));
}

/** Four short words are easy to type and, out of 256 each, hard enough for a demo on one's own machine. */
function fourWords(dataDir: string): string {
  const words = readFileSync(join(dataDir, 'words.txt'), 'utf8').trim().split(/\s+/);
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => words[byte % words.length]).join('-');
}
