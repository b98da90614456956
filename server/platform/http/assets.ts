import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';

export interface Assets {
  build: string;
  start: string | undefined;
  styles: {
    /** Every page's. */
    shared: string | null;
    /** One a room, with what its class names begin with. */
    rooms: Record<string, { href: string; marks: string[] }>;
    /** The rooms that a script needs beyond what the page shows at first. */
    byScript: Record<string, string[]>;
  };
  islands: Record<string, string>;
  /** Scripts that stand alone in a page, in place of `start`. */
  apps: Record<string, string>;
  fonts: string[];
  legacy: Record<string, { js?: string; css?: string }>;
  /** What an entry imports, to be fetched with it. */
  imports: Record<string, string[]>;
}

const none: Assets = {
  build: 'unbuilt',
  start: undefined,
  styles: { shared: null, rooms: {}, byScript: {} },
  islands: {},
  apps: {},
  fonts: [],
  legacy: {},
  imports: {},
};

/** Reads what the build has published; without a build, pages are plain HTML. */
export function readAssets(distDir: string): Assets {
  const file = join(distDir, 'client', 'manifest.json');
  if (!existsSync(file)) return none;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { build: string; entries: Partial<Omit<Assets, 'build'>> };
  return { ...none, ...manifest.entries, build: manifest.build };
}

/** The stylesheets of a page or a frame: the shared one, and those of the rooms that its HTML or its scripts show. */
export function stylesheetsFor(
  { styles }: Assets,
  { html, scripts }: { html: string; scripts: (string | undefined)[] },
): string[] {
  const needed = new Set(scripts.flatMap((script) => styles.byScript[script ?? ''] ?? []));
  // A long table repeats few classes: one pass gathers them, where a search for each mark would read the whole page.
  const classes = [...new Set(html.match(/ class="[^"]*"/g))].join('');
  const rooms = Object.entries(styles.rooms).filter(
    ([name, { marks }]) => needed.has(name) || marks.some((mark) => classes.includes(mark)),
  );
  return [...(styles.shared ? [styles.shared] : []), ...rooms.map(([, { href }]) => href)];
}

const encodings = [
  { accept: 'br', extension: '.br' },
  { accept: 'gzip', extension: '.gz' },
];

/** Serves `/assets`: hashed names for ever, each file as it was compressed at build time. */
export function serveAssets(distDir: string): RequestHandler {
  const root = join(distDir, 'client', 'assets');
  const files = express.static(root, {
    immutable: true,
    maxAge: '1y',
    index: false,
    fallthrough: true,
    redirect: false,
  });
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const path = request.path;
    const packed =
      /^\/[\w./-]+\.(js|css|svg)$/.test(path) && !path.includes('..')
        ? encodings.find(
            ({ accept, extension }) => accepted.includes(accept) && existsSync(join(root, `${path}${extension}`)),
          )
        : undefined;
    if (!packed) return files(request, response, next);
    response.setHeader('Content-Encoding', packed.accept);
    response.setHeader('Vary', 'Accept-Encoding');
    response.type(path.slice(path.lastIndexOf('.')));
    request.url = `${path}${packed.extension}`;
    return files(request, response, next);
  };
}
