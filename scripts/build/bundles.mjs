import { existsSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { cssModulesForEsbuild } from './css-modules.mjs';
import { migrationsForEsbuild } from './migrations.mjs';
import { productionReact, requireBanner } from './production-react.mjs';
import { sheetsForEsbuild, sheetsOf, SHARED } from './sheets.mjs';
import { filesBelow } from './sources.mjs';

const BROWSERS = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];
export const PUBLIC_PREFIX = '/assets/';

/**
 * The server and the command-line programs; packages are left to node_modules, but for React in production.
 * @param {{ root: string, outdir: string, production: boolean, logLevel: import('esbuild').LogLevel }} where absolute paths
 * @returns {Promise<import('esbuild').BuildResult | null>} null while there is nothing to build
 */
export async function bundleServer({ root, outdir, production, logLevel }) {
  const entryPoints = {};
  if (existsSync(path.join(root, 'server/main.ts'))) entryPoints['server/main'] = 'server/main.ts';
  const commands = filesBelow(root, 'scripts/commands').filter(
    (file) => path.posix.dirname(file) === 'scripts/commands' && file.endsWith('.ts'),
  );
  for (const file of commands) entryPoints[`commands/${path.basename(file, '.ts')}`] = file;
  if (Object.keys(entryPoints).length === 0) return null;

  const built = await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    sourcemap: 'linked',
    banner: { js: requireBanner },
    plugins: [cssModulesForEsbuild(root), migrationsForEsbuild(root), ...(production ? [productionReact(root)] : [])],
    logLevel,
  });
  return { ...built, outputFiles: built.outputFiles.map(inAscii) };
}

/** The engine keeps a text with any other character in twice the memory. @param {import('esbuild').OutputFile} file */
function inAscii(file) {
  if (!file.path.endsWith('.js')) return file;
  const text = file.text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { ...file, text, contents: Buffer.from(text) };
}

/**
 * The browser's scripts: the runtime, one entry an island, one a program of its own and one a legacy page, with shared chunks
 * between them.
 * @param {{ root: string, outdir: string, production: boolean, logLevel: import('esbuild').LogLevel }} where absolute paths
 * @returns {Promise<Pick<import('esbuild').BuildResult, 'outputFiles' | 'metafile'> | null>} null while there is nothing to build
 */
export async function bundleClient({ root, outdir, production, logLevel }) {
  const entryPoints = [
    ...filesBelow(root, 'client').filter(
      (file) => file === 'client/runtime/start.ts' || file.endsWith('.island.tsx') || file.endsWith('.app.ts'),
    ),
    ...filesBelow(root, 'legacy').filter((file) => /^legacy\/[^/]+\/[^/]+\.ts$/.test(file)),
  ];
  if (entryPoints.length === 0) return null;

  return esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outbase: root,
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    splitting: true,
    minify: production,
    // The licences of what is bundled are published beside it, not sent with it.
    legalComments: 'external',
    sourcemap: production ? false : 'linked',
    metafile: true,
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
    entryNames: '[dir]/[name]-[hash]',
    chunkNames: 'chunks/[name]-[hash]',
    publicPath: PUBLIC_PREFIX,
    plugins: [cssModulesForEsbuild(root)],
    logLevel,
  });
}

/**
 * The service workers: each one plain script under a name that never changes, because browsers ask for it by that.
 * @param {{ root: string, outdir: string, production: boolean, logLevel: import('esbuild').LogLevel }} where absolute paths
 * @returns {Promise<import('esbuild').BuildResult | null>} null while there is none
 */
export async function bundleServiceWorkers({ root, outdir, production, logLevel }) {
  const entryPoints = filesBelow(root, 'client').filter((file) => /\/(?:[\w-]+-)?service-worker\.ts$/.test(file));
  if (entryPoints.length === 0) return null;
  return esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    minify: production,
    target: 'es2022',
    entryNames: '[name]',
    logLevel,
  });
}

/**
 * The published stylesheets: one with the global styles and the shared pieces, which every page loads, and one a room. Within a
 * sheet the modules come in the order of their paths, so that the cascade does not hang on what is loaded first.
 * @param {{ root: string, outdir: string, production: boolean, logLevel: import('esbuild').LogLevel }} where absolute paths
 * @returns {Promise<import('esbuild').BuildResult | null>} null while there is nothing to build
 */
export async function bundleStyles({ root, outdir, production, logLevel }) {
  const sheets = sheetsOf(root);
  if (sheets.size === 0) return null;

  return esbuild.build({
    absWorkingDir: root,
    entryPoints: [...sheets.keys()].map((name) => ({
      in: `sheet:${name}`,
      out: name === SHARED ? name : `rooms/${name}`,
    })),
    outdir,
    bundle: true,
    write: false,
    minify: production,
    metafile: true,
    target: BROWSERS,
    entryNames: '[dir]/[name]-[hash]',
    assetNames: 'media/[name]-[hash]',
    publicPath: PUBLIC_PREFIX,
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.webp': 'file' },
    plugins: [sheetsForEsbuild(root, sheets), cssModulesForEsbuild(root)],
    logLevel,
  });
}
