import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import lockfile from 'proper-lockfile';
import { bundleClient, bundleServer, bundleServiceWorkers, bundleStyles } from './build/bundles.mjs';
import { makeManifest } from './build/manifest.mjs';
import { precompressed, publish } from './build/publish.mjs';
import { marksOf } from './build/sheets.mjs';
import { filesBelow, stampOfSources } from './build/sources.mjs';
import { writeMessages } from './messages.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Builds `dist/` (server, commands, browser files, legacy pages); does nothing when no source changed.
 * @param {{ root?: string, force?: boolean, watch?: boolean, logLevel?: import('esbuild').LogLevel }} [options] `root`: absolute path;
 *   `watch`: a build for development (readable, with source maps, not precompressed)
 * @returns {Promise<{ built: boolean, seconds: number }>}
 * @throws the errors of esbuild or lightningcss; the previous `dist/` then stays as it was
 */
export async function build({ root = PROJECT, force = false, watch = false, logLevel = 'warning' } = {}) {
  const started = performance.now();
  const dist = path.join(root, 'dist');
  await mkdir(dist, { recursive: true });
  const release = await lockfile.lock(dist, {
    lockfilePath: path.join(dist, '.lock'),
    stale: 20_000,
    retries: { retries: 120, minTimeout: 250, maxTimeout: 500 },
  });
  try {
    writeMessages(root);
    const stamp = stampOfSources(root, watch ? 'development' : 'production');
    const stampFile = path.join(dist, 'stamp');
    const unchanged = !force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
    if (!unchanged) {
      await rm(stampFile, { force: true });
      await buildAll({ root, dist, production: !watch, logLevel });
      await writeFile(stampFile, stamp);
    }
    return { built: !unchanged, seconds: (performance.now() - started) / 1000 };
  } finally {
    await release();
  }
}

async function buildAll({ root, dist, production, logLevel }) {
  const staging = path.join(dist, `.next-${process.pid}`);
  const assets = path.join(staging, 'client', 'assets');
  const [server, client, serviceWorkers, styles, marks, legacyPages, workers] = await Promise.all([
    bundleServer({ root, outdir: staging, production, logLevel }),
    bundleClient({ root, outdir: assets, production, logLevel }),
    bundleServiceWorkers({ root, outdir: path.join(staging, 'client'), production, logLevel }),
    bundleStyles({ root, outdir: assets, production, logLevel }),
    marksOf(root),
    readLegacyPages(root),
    readWorkers(root),
  ]);

  const served = [...(client?.outputFiles ?? []), ...(styles?.outputFiles ?? [])];
  const pages = legacyPages.map(({ name, contents }) => ({
    path: path.join(staging, 'legacy', `${name}.html`),
    contents,
  }));
  const threads = workers.map(({ name, contents }) => ({ path: path.join(staging, 'server', name), contents }));
  const made = [
    ...(server?.outputFiles ?? []),
    ...threads,
    ...served,
    ...(serviceWorkers?.outputFiles ?? []),
    ...pages,
  ];
  const manifest = makeManifest({
    root,
    assets,
    client,
    styles,
    marks,
    legacyPages,
    contents: made.map((file) => file.contents),
  });
  await publish({
    dist,
    staging,
    files: [
      ...made,
      ...(production ? await precompressed(served) : []),
      { path: path.join(staging, 'client', 'manifest.json'), contents: `${JSON.stringify(manifest, null, 2)}\n` },
    ],
  });
}

/** `legacy/<name>/<name>.html` or `index.html`, byte for byte. */
async function readLegacyPages(root) {
  const pages = filesBelow(root, 'legacy').flatMap((file) => {
    const [, name, page] = /^legacy\/([^/]+)\/([^/]+)\.html$/.exec(file) ?? [];
    return name && (page === name || page === 'index') ? [{ name, file }] : [];
  });
  return Promise.all(pages.map(async ({ name, file }) => ({ name, contents: await readFile(path.join(root, file)) })));
}

/** Worker threads are plain modules that Node runs as they are, in tests too; they are looked for beside the bundle. */
async function readWorkers(root) {
  const files = filesBelow(root, 'server').filter((file) => file.endsWith('-worker.mjs'));
  return Promise.all(
    files.map(async (file) => ({ name: path.basename(file), contents: await readFile(path.join(root, file)) })),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { built, seconds } = await build({
      force: process.argv.includes('--force'),
      watch: process.argv.includes('--watch'),
    });
    console.log(built ? `built dist in ${seconds.toFixed(1)} s` : 'dist is up to date');
  } catch (error) {
    // esbuild has already printed its own messages, with the place in the file.
    if (!error.errors) console.error(error);
    console.error('The build failed; dist was left as it was.');
    process.exitCode = 1;
  }
}
