import type { Config } from '../../server/config';
import type { Database } from '../../server/platform/db/database';
import { createLog, type Log } from '../../server/platform/log';
import type { Clock } from '../../server/platform/time';
import { appWith, publicUrl, testNow, type TestApp } from './test-app';

export const secureUrl = publicUrl.replace('http:', 'https:');

interface Wish {
  config?: Partial<Config>;
  database?: Database;
  log?: Log;
  isReady?(): Promise<boolean>;
}

/** The same application over the same database with other settings; its web sessions lie in the database. */
export function otherApp(
  { resources, clock }: TestApp,
  { config = {}, database = resources.database, log = resources.log, isReady }: Wish,
): TestApp {
  return appWith({
    resources: { ...resources, log, database, config: { ...resources.config, ...config } },
    clock,
    isReady,
  });
}

export interface ClockedApp extends TestApp {
  clock: Clock & { set(instant: string | Date): void };
}

/** The same application over the same database and sessions with a clock that a test may move: nobody else sees it. */
export function withOwnClock({ resources, redis }: TestApp): ClockedApp {
  let now = new Date(testNow);
  const clock = {
    now: () => new Date(now),
    set: (instant: string | Date) => {
      now = new Date(instant);
    },
  };
  return { ...appWith({ resources: { ...resources, clock }, clock, redis }), clock };
}

/** As it runs behind a proxy that ends TLS. */
export const secureApp = (app: TestApp): TestApp =>
  otherApp(app, { config: { publicUrl: secureUrl, secure: true, ownOrigins: [secureUrl] } });

export interface LoggedApp extends TestApp {
  /** The lines of the log so far. */
  logged(): Record<string, unknown>[];
}

/** The same application with a log that a test can read. */
export function loggedApp(app: TestApp, wish: Pick<Wish, 'config'> = {}): LoggedApp {
  const lines: string[] = [];
  const log = createLog('trace', {
    write: (line) => {
      lines.push(line);
    },
  });
  return {
    ...otherApp(app, { ...wish, log }),
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
