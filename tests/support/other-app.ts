import { fileURLToPath } from 'node:url';
import { createApp } from '../../server/app';
import type { Config } from '../../server/config';
import type { Database } from '../../server/platform/db/database';
import { publicUrl, type TestApp } from './test-app';

export const secureUrl = publicUrl.replace('http:', 'https:');

interface Wish {
  config?: Partial<Config>;
  database?: Database;
}

/** The same application over the same database with other settings; its web sessions lie in the database. */
export function otherApp({ resources, ...app }: TestApp, { config = {}, database = resources.database }: Wish): TestApp {
  const settings = { ...resources.config, ...config };
  const distDir = fileURLToPath(new URL('../../dist', import.meta.url));
  const changed = { ...resources, config: settings, database };
  return { ...app, resources: changed, app: createApp({ resources: changed, secret: 'a secret of the tests, long enough for anybody', distDir, redis: undefined, isReady: async () => true }) };
}

/** As it runs behind a proxy that ends TLS. */
export const secureApp = (app: TestApp): TestApp => otherApp(app, { config: { publicUrl: secureUrl, secure: true, ownOrigins: [secureUrl] } });
