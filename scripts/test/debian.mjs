import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs one of Debian's packages, where this process may.
 * @returns {string | null} what apt-get said when it failed
 */
export function installPackage(name) {
  console.log(`installing ${name} with apt-get; this takes some seconds`);
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (status !== 0) return `apt-get ${args.join(' ')} failed:\n${stderr || stdout}`;
  }
  return null;
}

const UNPACK_TIMEOUT_MS = 60_000;

/**
 * Lays out Debian's packages in a folder: nothing is installed on the machine, so that nobody has to be root and no service of them starts.
 * @param {{ folder: string, download(packages: string): string[] }} wanted `download` gives the arguments of apt-get that bring the packages into a folder
 * @returns {{ root: string } | { missing: string }} `missing` says why
 */
export function unpackPackages({ folder, download }) {
  if (!existsSync('/usr/bin/apt-get')) return { missing: 'There is no apt-get to get packages by.' };
  const [packages, root] = [path.join(folder, 'packages'), path.join(folder, 'root')];
  mkdirSync(path.join(packages, 'partial'), { recursive: true });
  const bring = () => run('apt-get', download(packages), packages);
  // Where the lists are old or were never fetched, they are now, by whoever may.
  const failure =
    (bring() && (run('apt-get', ['update', '-q'], packages) ?? bring())) ??
    readdirSync(packages)
      .filter((name) => name.endsWith('.deb'))
      .map((name) => run('dpkg-deb', ['-x', name, root], packages))
      .find((said) => said !== null);
  return failure ? { missing: failure } : { root };
}

/** @returns {string | null} what was said when it failed */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: UNPACK_TIMEOUT_MS,
  });
  return status === 0 ? null : `${command} ${args[0]} failed:\n${error?.message ?? (stderr || stdout)}`;
}
