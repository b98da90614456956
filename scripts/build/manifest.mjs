import { createHash } from 'node:crypto';
import path from 'node:path';
import { PUBLIC_PREFIX } from './bundles.mjs';
import { roomOf, SHARED } from './sheets.mjs';

/**
 * What the server must know of the browser's files.
 * @param {{ root: string, assets: string, client: object | null, styles: object | null, marks: Record<string, string[]>, legacyPages: { name: string }[], contents: Uint8Array[] }} made
 *   `assets`: absolute folder of the published files; `marks`: what the class names of each room begin with; `contents`: every byte of the build, for its identity
 * @returns {object} see `dist/client/manifest.json`
 */
export function makeManifest({ root, assets, client, styles, marks, legacyPages, contents }) {
  const outputs = client?.metafile.outputs ?? {};
  const urlOf = (output) => PUBLIC_PREFIX + path.relative(assets, path.resolve(root, output)).split(path.sep).join('/');
  const urlByEntry = new Map();
  const imports = {};
  for (const [output, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint) continue;
    urlByEntry.set(entryPoint, urlOf(output));
    imports[urlOf(output)] = [...staticImports(outputs, output)].map(urlOf).sort();
  }

  const islands = {};
  const apps = {};
  for (const [entry, url] of urlByEntry) {
    const id = /^client\/(.+)\.island\.tsx$/.exec(entry)?.[1];
    if (id) islands[id] = url;
    const app = /^client\/(.+)\.app\.ts$/.exec(entry)?.[1];
    if (app) apps[app] = url;
  }
  const dressed = Object.entries(styles?.metafile.outputs ?? {});
  const sheets = Object.fromEntries(
    dressed.flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[entryPoint.slice('sheet:'.length), urlOf(output)]] : [],
    ),
  );
  const rooms = Object.entries(sheets)
    .filter(([name]) => name !== SHARED)
    .map(([name, href]) => [name, { href, marks: marks[name] ?? [] }]);
  const roomsByEntry = Object.fromEntries(
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint && urlByEntry.has(entryPoint))
      .map(([output, { entryPoint }]) => [urlByEntry.get(entryPoint), roomsOf({ root, outputs }, output)])
      .filter(([, names]) => names.length > 0),
  );

  return {
    build: hashOf(contents),
    entries: {
      start: urlByEntry.get('client/runtime/start.ts') ?? null,
      islands: sorted(islands),
      apps: sorted(apps),
      styles: {
        shared: sheets[SHARED] ?? null,
        rooms: sorted(Object.fromEntries(rooms)),
        byScript: sorted(roomsByEntry),
      },
      fonts: dressed
        .map(([output]) => output)
        .filter((output) => output.endsWith('.woff2'))
        .map(urlOf),
      legacy: legacyEntries(urlByEntry, legacyPages),
      imports: sorted(imports),
    },
  };
}

/** A page's own script is `<name>.ts` or `index.ts`, or else the only one of its folder; `scripts` lists all of them. */
function legacyEntries(urlByEntry, legacyPages) {
  const legacy = Object.fromEntries(legacyPages.map(({ name }) => [name, { js: null, scripts: {} }]));
  for (const [entry, url] of urlByEntry) {
    const [, name, script] = /^legacy\/([^/]+)\/([^/]+)\.ts$/.exec(entry) ?? [];
    if (!name) continue;
    legacy[name] ??= { js: null, scripts: {} };
    legacy[name].scripts[script] = url;
  }
  for (const [name, page] of Object.entries(legacy)) {
    const all = Object.values(page.scripts);
    page.js = page.scripts[name] ?? page.scripts.index ?? (all.length === 1 ? all[0] : null);
  }
  return sorted(legacy);
}

/** The rooms whose class names a script can put on the page, now or once it has fetched more. */
function roomsOf({ root, outputs }, entry, seen = new Set()) {
  if (seen.has(entry)) return [];
  seen.add(entry);
  const { inputs, imports } = outputs[entry];
  const own = Object.keys(inputs)
    .filter((input) => input.startsWith('css-module-names:'))
    .map((input) => roomOf(path.relative(root, input.slice('css-module-names:'.length)).split(path.sep).join('/')));
  const further = imports
    .filter(({ external }) => !external)
    .flatMap(({ path: imported }) => roomsOf({ root, outputs }, imported, seen));
  return [...new Set([...own, ...further])].filter((room) => room !== SHARED).sort();
}

function staticImports(outputs, output, found = new Set()) {
  for (const { path: imported, kind, external } of outputs[output].imports) {
    if (kind !== 'import-statement' || external || found.has(imported)) continue;
    found.add(imported);
    staticImports(outputs, imported, found);
  }
  return found;
}

function hashOf(contents) {
  const hash = createHash('sha256');
  for (const bytes of contents) hash.update(bytes);
  return hash.digest('hex').slice(0, 16);
}

const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
