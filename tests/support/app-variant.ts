import { fileURLToPath } from 'node:url';
import { createApp } from '../../server/app';
import type { Config } from '../../server/config';
import { createLog } from '../../server/platform/log';
import type { TestApp } from './test-app';

export interface AppVariant extends TestApp {
  /** The lines of the log so far. */
  logged(): Record<string, unknown>[];
}

interface Differences {
  config?: Partial<Config>;
  isReady?(): Promise<boolean>;
}

/** The test run's application once more, over the same database, with other settings and a log that a test can read. */
export function appVariant(app: TestApp, { config = {}, isReady = async () => true }: Differences): AppVariant {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => { lines.push(line); } });
  const resources = { ...app.resources, log, config: { ...app.resources.config, ...config } };
  const distDir = fileURLToPath(new URL('../../dist', import.meta.url));
  return {
    ...app,
    resources,
    app: createApp({ resources, secret: 'another secret of the tests, long enough for all', distDir, redis: undefined, isReady }),
    async runJobs() {
      await resources.jobs.runWaiting(resources);
    },
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
