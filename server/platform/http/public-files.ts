import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import { readAssets } from './assets';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">
<style>path{stroke:#1d1b16}.n{stroke:#0b6b62}@media(prefers-color-scheme:dark){path{stroke:#ece8de}.n{stroke:#5cc4b4}}</style>
<path d="M2.5 4.2h19M12 4.2v4.2M3.4 19.6a8.6 9.8 0 0 1 17.2 0z"/><path class="n" d="M12 19.4v-5.4"/></svg>`;

/** The small files that browsers and robots ask for by fixed names. Nothing here is for search engines. */
export function publicFiles(distDir: string): Router {
  const router = Router();
  const daySeconds = 86_400;
  router.get('/favicon.svg', (_request, response) => {
    response.setHeader('Cache-Control', `public, max-age=${daySeconds}`);
    response.type('image/svg+xml').send(icon);
  });
  router.get('/robots.txt', (_request, response) => {
    response.type('text/plain').send('User-agent: *\nDisallow: /\n');
  });
  // Asked for again with every visit, so that a new build's takes over; at the root, because one may act for its own folder alone.
  const { build } = readAssets(distDir);
  const workers = existsSync(join(distDir, 'client')) ? readdirSync(join(distDir, 'client')) : [];
  for (const name of workers.filter((one) => one.endsWith('service-worker.js'))) {
    // The build's name makes the script another one, by which a browser notices that the pages have changed.
    const script = `self.tareBuild=${JSON.stringify(build)};\n${readFileSync(join(distDir, 'client', name), 'utf8')}`;
    router.get(`/${name}`, (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.type('text/javascript').send(script);
    });
  }
  return router;
}
