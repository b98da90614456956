import compression from 'compression';
import cookieParser from 'cookie-parser';
import { createApp } from '../../../server/app';
import { createServer } from '../../../server/platform/http/create-server';
import { definePage } from '../../../server/platform/http/define-route';
import { bodyReader } from '../../../server/platform/http/read-body';
import type { Surface } from '../../../server/platform/http/surface';
import { secret } from '../counterparts';
import { openBench } from '../kitchens';
import { distDir, pageOf } from './page-of';

/**
 * The floor of the home page's cost: the whole application with the middleware of its pages around the tree that it renders for
 * BENCH_LOGIN's /home, from constants. Who asks is a constant too, and the database is closed.
 */
export async function serveFloorHome(): Promise<void> {
  const { DATABASE_URL = '', BENCH_LOGIN = '', PORT = '0' } = process.env;
  const { reply, actor } = await pageOf({ databaseUrl: DATABASE_URL, login: BENCH_LOGIN, path: '/home' });
  const url = `http://127.0.0.1:${PORT}`;
  const bench = await openBench({ DATABASE_URL, PUBLIC_URL: url });
  const surface: Surface = {
    name: 'floor',
    prefixes: ['/floor-home'],
    mounts: [''],
    before: [compression({ level: 1 }), cookieParser(secret)],
    readBody: bodyReader(),
    jsonTypes: [],
    describe: null,
    origins: { own: new Set([url]), cors: new Set(), originless: 'refused' },
    authenticate: async () => ({
      credential: 'userToken',
      who: { actor, privacyAccepted: true, passwordResetRequired: false },
    }),
    guard: () => ({ go: 'on' }),
    error(error) {
      throw error;
    },
  };
  const route = {
    ...definePage({ method: 'get', path: '/floor-home', access: 'signed-in', handle: () => reply }),
    surface: 'floor',
  };
  const app = createApp({
    resources: bench.resources,
    secret,
    distDir,
    redis: undefined,
    isReady: async () => true,
    more: { surfaces: [surface], routes: [route] },
  });
  await bench.close();
  createServer(app).listen(Number(PORT), '127.0.0.1', () => console.log('floor is ready'));
}
