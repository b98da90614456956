import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare/index.mjs';
import { installPackages } from './prepare/packages.mjs';

/** Bundles a program that is no part of the product (a benchmark, a fault) and runs it: `node scripts/run-source.mjs FILE ARGUMENTS`. */
const [file = '', ...args] = process.argv.slice(2);
installPackages({ root, development: true });
await prepare();

const esbuild = await import('esbuild');
const { cssModulesForEsbuild } = await import('./build/css-modules.mjs');
const { examplesForEsbuild } = await import('./build/examples.mjs');
const { migrationsForEsbuild } = await import('./build/migrations.mjs');
const { productionReact, requireBanner } = await import('./build/production-react.mjs');
const outdir = path.join(root, 'node_modules', '.cache', 'tare');
const outfile = path.join(outdir, `${file.replace(/\.tsx?$/, '').replaceAll('/', '-')}.mjs`);
const { outputFiles } = await esbuild.build({
  absWorkingDir: root,
  entryPoints: [file],
  outfile,
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  sourcemap: 'inline',
  banner: { js: requireBanner },
  plugins: [cssModulesForEsbuild(root), migrationsForEsbuild(root), examplesForEsbuild(root), productionReact(root)],
  logLevel: 'warning',
});
mkdirSync(outdir, { recursive: true });
for (const output of outputFiles) writeFileSync(output.path, output.contents);
// Threads are looked for beside the program.
for (const worker of [
  'server/platform/db/pglite-worker.mjs',
  'server/platform/document/pdf-worker.mjs',
  'server/platform/document/workbook-worker.mjs',
  'server/identity/ways-in/sso/xml-signature-worker.mjs',
])
  copyFileSync(path.join(root, worker), path.join(outdir, path.basename(worker)));
process.chdir(root);
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], outfile, ...args];
await import(pathToFileURL(outfile).href);
