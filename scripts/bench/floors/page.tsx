import express from 'express';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createServer } from '../../../server/platform/http/create-server';
import { preferencesShown } from '../../../server/platform/http/preferences-shown';
import { createIslandCollector, IslandCollectorContext } from '../../../views/layout/island-collector';
import { Shell } from '../../../views/layout/shell';
import { locales } from '../../../views/locales';
import { pageOf } from './page-of';

/** As the page's own menus are: three with five entries. */
const menus = (['reporting', 'prevention', 'configuration'] as const).map((id) => ({
  id,
  label: id,
  secure: false,
  items: Array.from({ length: 5 }, (_, at) => ({ href: `/${id}/${at}`, label: `Entry ${at}`, current: at === 0 })),
}));

const preferences = preferencesShown(
  { locale: 'en_US', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1_000 } },
  { theme: null, back: '/' },
);

/**
 * The floor of the dashboard's rate: Express without an ETag, `renderToString` of the tree that the product renders for
 * BENCH_PATH, from constants. No session, no database, no compression, no logging.
 */
export async function serveFloorPage(): Promise<void> {
  const { DATABASE_URL = '', BENCH_LOGIN = '', BENCH_PATH = '/', PORT = '0' } = process.env;
  const {
    reply: { element },
  } = await pageOf({ databaseUrl: DATABASE_URL, login: BENCH_LOGIN, path: BENCH_PATH });
  const tree = (
    <Shell
      menus={menus}
      account={{ name: 'Kim Weaver', detail: 'kim@tare.test', items: [], preferences, logoutAction: '/logout' }}
      organisation="Kitchens"
      helpHref="/help"
      csrfToken="token"
      year={2026}
      strings={locales.en_US.layout}
    >
      {element}
    </Shell>
  );
  const app = express().disable('x-powered-by').set('etag', false);
  app.get('/{*path}', (_request, response) => {
    response.type('html').send(`<!doctype html><html><body>${render(tree)}</body></html>`);
  });
  createServer(app).listen(Number(PORT), '127.0.0.1', () => console.log('floor is ready'));
}

function render(tree: ReactElement): string {
  const collector = createIslandCollector('en_US');
  const html = renderToString(<IslandCollectorContext value={collector}>{tree}</IslandCollectorContext>);
  return (
    html + collector.placed.map(({ element, prefix }) => renderToString(element, { identifierPrefix: prefix })).join('')
  );
}
