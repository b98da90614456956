import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, version } from 'esbuild';

const here = join(process.cwd(), 'tests', 'e2e', 'vendor-portal');
const cache = join(process.cwd(), 'node_modules', '.cache', 'tare');
const [manifest, lock, entry] = ['package.json', 'package-lock.json', 'portal.entry.mjs'] as const;

/** Where npm gets no answer at all. A registry that answers something wrong is a failure, not an absence. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

export type Bundle = { file: string } | { missing: string };

/**
 * The vendor's portal in one script, kept until its lock file, the page's own lines or the bundler change. Its packages are installed for the making alone,
 * beside the project's own and without their scripts.
 * @returns `missing` where no package registry can be reached @throws the message of npm or esbuild
 */
export async function portalBundle(): Promise<Bundle> {
  const hash = createHash('sha256').update(version);
  for (const name of [manifest, lock, entry]) hash.update(readFileSync(join(here, name)));
  const file = join(cache, `vendor-portal-${hash.digest('hex').slice(0, 12)}.js`);
  if (existsSync(file)) return { file };

  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'vendor-portal-unfinished-'));
  try {
    for (const name of [manifest, lock, entry]) copyFileSync(join(here, name), join(folder, name));
    const absent = await install(folder);
    if (absent !== undefined) return { missing: absent };
    await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: 'bundle.js',
      bundle: true,
      minify: true,
      format: 'iife',
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    });
    for (const old of readdirSync(cache).filter((name) => /^vendor-portal-\w+\.js$/.test(name)))
      rmSync(join(cache, old));
    renameSync(join(folder, 'bundle.js'), file);
    return { file };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns why there is nothing to install from */
async function install(folder: string): Promise<string | undefined> {
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  try {
    await promisify(execFile)(
      'npm',
      ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...patience],
      { cwd: folder, shell: process.platform === 'win32' },
    );
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [code] = unreachable.exec(said) ?? [];
    if (code === undefined) throw error;
    return `the package registry cannot be reached (${code})`;
  }
}
