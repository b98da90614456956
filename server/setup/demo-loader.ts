import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';

const command = 'load-demo';

export const isNewAndEmbedded = ({ databaseUrl, dataDir }: Config): boolean =>
  !databaseUrl && !existsSync(join(dataDir, 'database', 'PG_VERSION'));

interface Loader {
  /** The file of this server. */
  program: string;
  /** How long ago the start began, in milliseconds. */
  sinceMs: number;
  signal: AbortSignal;
}

/**
 * Has another process load the demo and waits for its end: the allocator of this one would keep some 180 MB of what loading takes for good. The signal ends it
 * in order; signals of a terminal reach it by that alone.
 * @returns its exit code; null where it was killed
 */
export async function endOfLoader({ program, sinceMs, signal }: Loader): Promise<number | null> {
  const loader = fork(program, [command, String(Math.round(sinceMs))], { detached: true });
  const stop = () => loader.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const [exitCode] = (await once(loader, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  return exitCode;
}

/** How long before this process the start began, in milliseconds; null where it is not the one that only loads the demo. It ends in order with the one that waits for it. */
export function loaderSince([, , asked, sinceMs]: readonly string[]): number | null {
  if (asked !== command) return null;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  return Number(sinceMs);
}
