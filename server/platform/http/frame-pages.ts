import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../errors';
import { stylesheetsFor, type Assets } from './assets';
import type { Theme } from './theme-cookie';

/** Stands in each legacy page for what all of them need; the addresses of stylesheet and script are known only after the build. */
const marker = '<!-- head -->';
/** Stands for `waiting.html`: what a page shows until its script has run, or where it cannot. */
const waitingMarker = '<!-- waiting -->';
const metas = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="robots" content="noindex">',
];

/** Reads the HTML files of the legacy pages as the build has published them; each once. */
export function createFramePages({ distDir, assets }: { distDir: string; assets: Assets }) {
  const read = new Map<string, string>();
  const published = (name: string): string => {
    const file = join(distDir, 'legacy', `${name}.html`);
    if (!existsSync(file)) throw fail.notFound('errors.notFound');
    return readFileSync(file, 'utf8');
  };
  const build = (name: string): string => {
    const own = published(name);
    const title = /<title>(.*)<\/title>/.exec(own)?.[1] ?? '';
    const html = own.replace(waitingMarker, () => published('waiting').trimEnd().replace('{title}', title));
    const script = assets.legacy[name]?.js;
    const tags = [
      ...metas,
      ...stylesheetsFor(assets, { html, scripts: [script] }).map((href) => `<link rel="stylesheet" href="${href}">`),
      ...(script ? (assets.imports[script] ?? []).map((href) => `<link rel="modulepreload" href="${href}">`) : []),
      ...(script ? [`<script type="module" src="${script}"></script>`] : []),
    ];
    return html.replace(marker, tags.join('\n    '));
  };
  /** @throws 404 where the build has no such page; the name must come from a list, never from a request. */
  return (name: string, theme: Theme | null): string => {
    const html = read.get(name) ?? build(name);
    read.set(name, html);
    return theme ? html.replace('<html ', `<html data-theme="${theme}" `) : html;
  };
}
