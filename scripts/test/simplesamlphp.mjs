import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** PHP with what the provider needs of it, and the smallest server that fulfils its demand for one: none of Debian's is started. */
const PACKAGES = ['simplesamlphp', 'mini-httpd', 'php-cli', 'php-xml', 'php-mbstring'];
const PLACE = 'usr/share/simplesamlphp/www';
const TIMEOUT_MS = 60_000;

/**
 * Finds simplesamlphp, or lays out Debian's packages of it in a folder: nothing is installed on the machine, so that nobody has to be root
 * and no service of them starts.
 * @param {string} folder where they may be laid out
 * @returns {{ root: string } | { missing: string }} `missing` says why
 */
export function findOrUnpackSimpleSamlPhp(folder) {
  for (const root of [process.env.SIMPLESAMLPHP_ROOT, '/']) if (root && existsSync(path.join(root, PLACE))) return { root };
  if (!existsSync('/usr/bin/apt-get')) return { missing: 'There is no apt-get to get simplesamlphp by.' };
  console.log('getting simplesamlphp with apt-get; this takes some seconds');
  const [packages, root] = [path.join(folder, 'packages'), path.join(folder, 'root')];
  mkdirSync(path.join(packages, 'partial'), { recursive: true });
  const download = () => run('apt-get', ['install', '-y', '-q', '--download-only', '--no-install-recommends', '-o', `Dir::Cache::Archives=${packages}`, '-o', 'Debug::NoLocking=1', ...PACKAGES]);
  // Where the lists are old or were never fetched, they are now, by whoever may.
  const failure = (download() && (run('apt-get', ['update', '-q']) ?? download()))
    ?? readdirSync(packages).filter((name) => name.endsWith('.deb')).map((name) => run('dpkg-deb', ['-x', path.join(packages, name), root])).find((said) => said !== null);
  if (failure) return { missing: failure };
  return existsSync(path.join(root, PLACE)) ? { root } : { missing: 'The packages hold no simplesamlphp.' };
}

/** @returns {string | null} what was said when it failed */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8', timeout: TIMEOUT_MS });
  return status === 0 ? null : `${command} ${args[0]} failed:\n${error?.message ?? (stderr || stdout)}`;
}
