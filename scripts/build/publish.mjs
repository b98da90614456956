import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Adds `.br` and `.gz` beside each text file; already compressed kinds (fonts, pictures) stay alone.
 * @param {{ path: string, contents: Uint8Array }[]} files
 * @returns {Promise<{ path: string, contents: Uint8Array }[]>} only the added files
 */
export async function precompressed(files) {
  const added = files
    .filter((file) => COMPRESSIBLE.test(file.path))
    .flatMap(({ path: name, contents }) => [
      brotli(contents, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length },
      }).then((bytes) => ({ path: `${name}.br`, contents: bytes })),
      gzipped(contents, { level: 9 }).then((bytes) => ({ path: `${name}.gz`, contents: bytes })),
    ]);
  return Promise.all(added);
}

/**
 * Writes the files to a fresh folder and then swaps it in, so that a failed or interrupted build leaves the last good one.
 * @param {{ dist: string, staging: string, files: { path: string, contents: Uint8Array | string }[] }} job `files` lie below `staging`
 */
export async function publish({ dist, staging, files }) {
  for (const file of files) {
    await mkdir(path.dirname(file.path), { recursive: true });
    await writeFile(file.path, file.contents);
  }
  const retired = `${staging}-retired`;
  await mkdir(retired, { recursive: true });
  for (const part of ['server', 'commands', 'client', 'legacy']) {
    if (existsSync(path.join(dist, part))) await rename(path.join(dist, part), path.join(retired, part));
    if (existsSync(path.join(staging, part))) await rename(path.join(staging, part), path.join(dist, part));
  }
  await Promise.all([staging, retired].map((folder) => rm(folder, { recursive: true, force: true })));
}
