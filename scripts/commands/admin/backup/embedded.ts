import { createReadStream, createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { holdFolder } from '../../../../server/platform/db/embedded';
import { Refused } from '../../../../server/setup/operator.service';
import { refuseNewer } from '../database';
import { afterRestore } from './after-restore';

export const isThere = (folder: string) => existsSync(join(folder, 'PG_VERSION'));

/** Writes the whole data folder as a gzipped tar. @throws DataFolderInUse; Refused */
export async function dumpEmbedded(given: string, file: string): Promise<void> {
  const folder = resolve(given);
  if (!isThere(folder)) throw new Refused(`There is no database in ${folder}.`);
  const release = await holdFolder(folder);
  try {
    const database = await PGlite.create(folder, { extensions: { pg_trgm } });
    try {
      await database.exec('checkpoint');
      const dump = await database.dumpDataDir('gzip');
      await pipeline(Readable.fromWeb(dump.stream() as WebStream), createWriteStream(file, { flush: true }));
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
}

/** Reads the file to its end, where gzip keeps a checksum. @throws Refused */
export async function refuseBroken(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), createGunzip(), nowhere).catch((error: Error) => {
    throw new Refused(`${file} is broken or cut off (${error.message}).`);
  });
}

/** Unpacks a dump into a folder of its own and checks it. @throws Refused; NewerSchema */
async function unpack(file: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const database = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm },
    loadDataDir: await openAsBlob(file),
  }).catch(() => {
    throw new Refused(`${file} is not a backup of Tare.`);
  });
  try {
    const { rows } = await database
      .query<{ name: string }>('select name from public.schema_migration')
      .catch(() => ({ rows: [] }));
    if (rows.length === 0) throw new Refused(`${file} is not a backup of Tare.`);
    refuseNewer(rows.map(({ name }) => name));
    await database.exec(`begin;${afterRestore}commit;`);
  } finally {
    await database.close();
  }
}

interface Restore {
  file: string;
  folder: string;
  dryRun: boolean;
}

/** Puts a dump into the place of the data folder, when all of it is there and whole. @throws DataFolderInUse; Refused; NewerSchema */
export async function restoreEmbedded({ file, folder: given, dryRun }: Restore): Promise<void> {
  const folder = resolve(given);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const [fresh, replaced] = [`${folder}.restoring`, `${folder}.replaced`];
  const release = await holdFolder(folder);
  try {
    await unpack(file, fresh);
    if (dryRun) return;
    await rm(replaced, { recursive: true, force: true });
    if (existsSync(folder)) await rename(folder, replaced);
    await rename(fresh, folder);
    await rm(replaced, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await release();
  }
}
