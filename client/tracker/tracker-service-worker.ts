/** Keeps the tracker's page and what it needs, so that it opens while the tablet is offline. It answers for nothing else. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PageWorker {
  /** Stands before this script, as the server sends it. */
  tareBuild: string;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const worker = self as unknown as PageWorker;
const page = '/tracker';
const cacheName = `tare-tracker-${worker.tareBuild}`;
const imagesName = 'tare-tracker-images';

worker.addEventListener('install', (event) => event.waitUntil(fill().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(forget().then(() => worker.clients.claim())));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' ? pathname === page : isOwn(pathname)) event.respondWith(answer(request, pathname));
});

/** Assets, icons and pictures of buttons, of which each has a name of its own; what a call answers is kept nowhere. */
const isOwn = (pathname: string) => !pathname.startsWith('/rest/');

async function answer(request: Request, pathname: string): Promise<Response> {
  const isPage = request.mode === 'navigate';
  const known = isPage ? await (await caches.open(cacheName)).match(page) : await caches.match(pathname);
  return known ?? fetch(request);
}

/** The page as nobody in particular gets it, and every asset that it names: each under a name of its content. */
async function fill(): Promise<void> {
  const shell = await fetch(page, { credentials: 'omit', cache: 'no-store' });
  if (!shell.ok || shell.redirected) throw new Error(`the tracker’s page was answered with ${shell.status}`);
  const text = await shell.clone().text();
  const assets = [...text.matchAll(/(?:href|src)="(\/(?:assets|tracker)\/[^"]+|\/favicon\.svg)"/g)].map(
    ([, address = '']) => address,
  );
  const cache = await caches.open(cacheName);
  await cache.addAll([...new Set(assets)]);
  await cache.put(page, shell);
}

async function forget(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith('tare-tracker-') && name !== cacheName && name !== imagesName)
      .map((name) => caches.delete(name)),
  );
}
