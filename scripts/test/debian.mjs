import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs one of Debian's packages, where this process may.
 * @returns {string | null} what apt-get said when it failed
 */
export function installPackage(name) {
  console.log(`installing ${name} with apt-get; this takes some seconds`);
  for (const args of [['update', '-q'], ['install', '-y', '-q', '--no-install-recommends', name]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8' });
    if (status !== 0) return `apt-get ${args.join(' ')} failed:\n${stderr || stdout}`;
  }
  return null;
}
