import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../server/platform/db/database';
import { openEmbedded } from '../../server/platform/db/embedded';
import { migrateFresh, schemaKey } from './schema-key';

const cache = join(process.cwd(), 'node_modules', '.cache', 'tare');

/** An embedded database in memory that nothing else uses, empty or with the migrated schema. */
export async function openInMemory(content: 'empty' | 'schema', onError: (error: Error) => void): Promise<Database> {
  return openEmbedded({ dataDir: 'memory://', startFrom: await snapshot(content), onError });
}

/** PGlite makes its files in seconds and reads them in tenths: they are made once for each state of the migrations. */
export async function snapshot(content: 'empty' | 'schema'): Promise<string> {
  const file = join(cache, `${content}-${schemaKey()}.tar`);
  if (existsSync(file)) return file;
  const folder = mkdtempSync(join(tmpdir(), 'tare-snapshot-'));
  if (content === 'schema') {
    const database = await openEmbedded({
      dataDir: join(folder, 'database'),
      startFrom: await snapshot('empty'),
      onError: () => undefined,
    });
    await migrateFresh(database).finally(() => database.close());
  }
  const source = await PGlite.create(join(folder, 'database'));
  const files = await source.dumpDataDir('none');
  await source.close();
  mkdirSync(cache, { recursive: true });
  // Another worker may be making the same one.
  const beside = `${file}.${process.pid}-${process.env.VITEST_POOL_ID ?? '0'}`;
  writeFileSync(beside, Buffer.from(await files.arrayBuffer()));
  renameSync(beside, file);
  rmSync(folder, { recursive: true, force: true });
  return file;
}
