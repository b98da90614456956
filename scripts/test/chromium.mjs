import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackage, mayInstall, unpackPackages } from './debian.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds Chromium, or installs Debian's where this process may.
 * @returns {{ path: string } | { missing: string }} `missing` says what to do
 */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found) return { path: found };
  if (process.env.CHROMIUM_PATH)
    return { missing: `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.` };
  const toDo = 'Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to an installed one.';
  if (!mayInstall()) return { missing: toDo };
  const failure = installPackage('chromium');
  if (failure) return { missing: `${failure}\n${toDo}` };
  const installed = findChromium();
  return installed ? { path: installed } : { missing: toDo };
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return PLACES.find((place) => existsSync(place));
}

/**
 * Finds Chromium without windows, which takes a quarter less of the processor for the same pages, or lays out Debian's in a folder.
 * @param {string} folder where it may be laid out
 * @returns {{ path: string } | { missing: string }} `missing` says why
 */
export function findOrUnpackHeadlessShell(folder) {
  if (process.env.CHROMIUM_PATH) return { missing: 'CHROMIUM_PATH names the browser.' };
  console.log('getting chromium-headless-shell with apt-get; this takes some seconds');
  const unpacked = unpackPackages({
    folder: path.join(folder, 'headless-shell'),
    download: () => ['download', '-q', 'chromium-headless-shell', 'chromium-common'],
  });
  if (unpacked.missing) return unpacked;
  const shell = path.join(unpacked.root, 'usr/lib/chromium/chromium-headless-shell');
  return existsSync(shell) ? { path: shell } : { missing: 'The packages hold no headless shell.' };
}
