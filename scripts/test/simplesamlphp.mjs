import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackPackages } from './debian.mjs';

/** PHP with what the provider needs of it, and the smallest server that fulfils its demand for one: none of Debian's is started. */
const PACKAGES = ['simplesamlphp', 'mini-httpd', 'php-cli', 'php-xml', 'php-mbstring'];
const PLACE = 'usr/share/simplesamlphp/www';

/**
 * Finds simplesamlphp, or lays out Debian's packages of it in a folder.
 * @param {string} folder where they may be laid out
 * @returns {{ root: string } | { missing: string }} `missing` says why
 */
export function findOrUnpackSimpleSamlPhp(folder) {
  for (const root of [process.env.SIMPLESAMLPHP_ROOT, '/'])
    if (root && existsSync(path.join(root, PLACE))) return { root };
  console.log('getting simplesamlphp with apt-get; this takes some seconds');
  const download = (packages) => [
    'install',
    '-y',
    '-q',
    '--download-only',
    '--no-install-recommends',
    '-o',
    `Dir::Cache::Archives=${packages}`,
    '-o',
    'Debug::NoLocking=1',
    ...PACKAGES,
  ];
  const unpacked = unpackPackages({ folder: path.join(folder, 'simplesamlphp'), download });
  if (unpacked.missing || existsSync(path.join(unpacked.root, PLACE))) return unpacked;
  return { missing: 'The packages hold no simplesamlphp.' };
}
