import { fileURLToPath } from 'node:url';
import express from 'express';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createApp } from '../../../server/app';
import { features } from '../../../server/features';
import { createServer } from '../../../server/platform/http/create-server';
import type { Context, Reply } from '../../../server/platform/http/define-route';
import { preferencesShown } from '../../../server/platform/http/preferences-shown';
import { signIn } from '../../../tests/support/people';
import { createIslandCollector, IslandCollectorContext } from '../../../views/layout/island-collector';
import { Shell } from '../../../views/layout/shell';
import { locales } from '../../../views/locales';
import { secret } from '../counterparts';
import { openBench } from '../kitchens';

/** As the page's own menus are: three with five entries. */
const menus = (['reporting', 'prevention', 'configuration'] as const).map((id) => ({
  id, label: id, secure: false, items: Array.from({ length: 5 }, (_, at) => ({ href: `/${id}/${at}`, label: `Entry ${at}`, current: at === 0 })),
}));

const preferences = preferencesShown({ locale: 'en_US', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1_000 } }, { theme: null, back: '/' });

/**
 * The floor of the dashboard's rate: Express without an ETag, `renderToString` of the tree that the product renders for
 * BENCH_PATH, from constants. No session, no database, no compression, no logging.
 */
export async function serveFloorPage(): Promise<void> {
  const { DATABASE_URL = '', BENCH_LOGIN = '', BENCH_PATH = '/', PORT = '0' } = process.env;
  const element = await elementOf({ databaseUrl: DATABASE_URL, login: BENCH_LOGIN, path: BENCH_PATH });
  const tree = (
    <Shell menus={menus} account={{ name: 'Kim Weaver', detail: 'kim@tare.test', items: [], preferences, logoutAction: '/logout' }} organisation="Kitchens" helpHref="/help" csrfToken="token" year={2026} strings={locales.en_US.layout}>
      {element}
    </Shell>
  );
  const app = express().disable('x-powered-by').set('etag', false);
  app.get('/{*path}', (_request, response) => { response.type('html').send(`<!doctype html><html><body>${render(tree)}</body></html>`); });
  createServer(app).listen(Number(PORT), '127.0.0.1', () => console.log('floor is ready'));
}

function render(tree: ReactElement): string {
  const collector = createIslandCollector('en_US');
  const html = renderToString(<IslandCollectorContext value={collector}>{tree}</IslandCollectorContext>);
  return html + collector.placed.map(({ element, prefix }) => renderToString(element, { identifierPrefix: prefix })).join('');
}

/** The element that the product's own route answers with. */
async function elementOf({ databaseUrl, login, path }: { databaseUrl: string; login: string; path: string }): Promise<ReactElement> {
  const bench = await openBench({ DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://tare.test' });
  const route = features.flatMap((feature) => feature.routes).find((one) => one.kind === 'page' && path.startsWith(one.path) && one.path !== '/');
  if (!route) throw new Error(`No page answers ${path}.`);
  const handle = route.handle.bind(route) as (input: never, context: Context) => Promise<Reply>;
  let caught: ReactElement | undefined;
  route.handle = async (input: never, context: never) => {
    const reply = await handle(input, context);
    if (reply.kind === 'page') caught = reply.element;
    return reply;
  };
  const distDir = fileURLToPath(new URL('../../../dist', import.meta.url));
  const app = createApp({ resources: bench.resources, secret, distDir, redis: undefined, isReady: async () => true });
  const visitor = await signIn({ ...bench, app }, login);
  const { status } = await visitor.get(path);
  if (!caught) throw new Error(`${path} answered ${status} without a page.`);
  await bench.close();
  return caught;
}
