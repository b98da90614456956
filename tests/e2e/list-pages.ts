import { readConfig } from '../../server/config';
import { createPool, kyselyOver } from '../../server/platform/db/database';
import { addressOf } from '../../server/platform/http/surface';
import type { Resources } from '../../server/platform/resources';
import { declaredRoutes } from '../support/declared-routes';
import { needsExample } from './examples';
import type { WalkedPage } from './pages';

// Nothing is asked of it: routes are declared without a database.
const db = kyselyOver(
  createPool({ connection: { connectionString: 'postgres://127.0.0.1:1/none' }, size: 1, onError: () => undefined }),
);
const resources = { config: readConfig({ NODE_ENV: 'development', PUBLIC_URL: 'http://localhost' }) } as Resources;

const pages = declaredRoutes({ db, resources }).filter((route) => route.kind === 'page' && route.method === 'get');
const walked: WalkedPage[] = pages.flatMap((route) =>
  (route.walk ?? [addressOf(route)]).map((address) => ({
    address,
    exemplary: !route.walk && needsExample(route),
    access: String(route.access),
    conditional: route.condition !== undefined,
  })),
);
console.log(JSON.stringify(walked));
