import { createHash } from 'node:crypto';
import path from 'node:path';
import { PUBLIC_PREFIX } from './bundles.mjs';

/**
 * What the server must know of the browser's files.
 * @param {{ root: string, assets: string, client: object | null, styles: object | null, legacyPages: { name: string }[], contents: Uint8Array[] }} made
 *   `assets`: absolute folder of the published files; `contents`: every byte of the build, for its identity
 * @returns {object} see `dist/client/manifest.json`
 */
export function makeManifest({ root, assets, client, styles, legacyPages, contents }) {
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
  for (const [entry, url] of urlByEntry) {
    const id = /^client\/(.+)\.island\.tsx$/.exec(entry)?.[1];
    if (id) islands[id] = url;
  }
  const dressed = Object.keys(styles?.metafile.outputs ?? {});
  const sheet = dressed.find((output) => output.endsWith('.css'));

  return {
    build: hashOf(contents),
    entries: {
      start: urlByEntry.get('client/runtime/start.ts') ?? null,
      islands: sorted(islands),
      styles: sheet ? urlOf(sheet) : null,
      fonts: dressed.filter((output) => output.endsWith('.woff2')).map(urlOf),
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
