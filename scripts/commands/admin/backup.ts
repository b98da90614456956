import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readConfig, type Config } from '../../../server/config';
import type { Database } from '../../../server/platform/db/database';
import { Refused } from '../../../server/setup/operator.service';
import { WrongArguments } from '../complaint';
import { contentsOf, sentenceOf, type Contents } from './backup/contents';
import { dumpEmbedded, isThere, refuseBroken, restoreEmbedded } from './backup/embedded';
import { dumpPostgres, restorePostgres } from './backup/postgres';
import { defineCommand, flag } from './command';
import { withDatabase } from './database';

const path = z.string().min(1);
const folderOf = (config: Config) => join(config.dataDir, 'database');

export const backupCommand = defineCommand({
  name: 'backup',
  about:
    'Writes the whole database to one file. On PostgreSQL, users can continue working. An embedded database must not be in use.',
  usage: '--to FILE',
  values: { to: path },
  async run({ to }, tools) {
    const config = readConfig(tools.env);
    const file = resolve(to);
    if (existsSync(file)) throw new Refused(`There is a file ${file} already.`);
    const part = `${file}.part`;
    // Made by us, so that nobody else may read it from its first byte on.
    const made = await open(part, 'w', 0o600).catch((error: Error) => {
      throw new Refused(`The file cannot be written (${error.message}).`);
    });
    await made.close();
    try {
      const { databaseUrl: url } = config;
      if (url) await withDatabase(config, tools, (database) => dumpPostgres({ database, url, file: part }, tools));
      else await dumpEmbedded(folderOf(config), part);
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
    tools.say(
      `${file} is written (${((await stat(file)).size / 1e6).toFixed(1)} MB). It holds personal data and password hashes: keep it as safe as the database.`,
    );
  },
});

/** What a backup is of, by its first bytes. */
async function kindOf(file: string): Promise<Database['kind']> {
  const handle = await open(file, 'r').catch(() => {
    throw new WrongArguments(`File not found: ${file}.`);
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer.toString('latin1') === 'PGDMP') return 'postgres';
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'embedded';
    throw new Refused(`${file} is not a backup of Tare.`);
  } finally {
    await handle.close();
  }
}

const placeOf = { embedded: 'an embedded database', postgres: 'PostgreSQL' };

/** @throws Refused when somebody else is at work in the database */
async function refuseInUse({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  if (rows.length > 0)
    throw new Refused(`The database has ${rows.length} other open connections: stop every Tare process first.`);
}

interface Choice {
  replace: boolean;
  dryRun: boolean;
  say(line: string): void;
}

function decide(found: Contents | null, { replace, dryRun, say }: Choice): void {
  if (!found) return say('The database is empty. Nothing is lost.');
  if (!replace && !dryRun)
    throw new Refused(`The database is not empty (${sentenceOf(found)}). With --replace all of that is destroyed.`);
  say(
    `${dryRun ? 'This would destroy' : 'This destroys'} the existing data (${sentenceOf(found)}).${dryRun && !replace ? ' It needs --replace.' : ''}`,
  );
}

export const restoreCommand = defineCommand({
  name: 'restore',
  about:
    'Restores a backup into the database, completely or not at all. Tare must not be running. Everyone has to sign in again.',
  usage: '--from FILE [--replace] [--dry-run]',
  options: '  --replace  takes the place of a database that is not empty, and destroys what is in it',
  values: { from: path, replace: flag, 'dry-run': flag },
  async run({ from, replace, 'dry-run': dryRun }, tools) {
    const config = readConfig(tools.env);
    const file = resolve(from);
    const kind = await kindOf(file);
    const { databaseUrl: url } = config;
    if ((kind === 'postgres') !== (url !== undefined))
      throw new Refused(
        `${file} is a backup of ${placeOf[kind]}, and the settings name ${placeOf[url ? 'postgres' : 'embedded']}.`,
      );
    const choice = { replace, dryRun, say: tools.say };
    if (url) {
      await withDatabase(config, tools, async (database) => {
        await refuseInUse(database);
        decide(await contentsOf(database), choice);
        await restorePostgres({ database, url, file, dryRun }, tools);
      });
    } else {
      const folder = folderOf(config);
      await refuseBroken(file);
      decide(isThere(folder) ? await withDatabase(config, tools, contentsOf) : null, choice);
      await restoreEmbedded({ file, folder, dryRun });
    }
    tools.say(
      dryRun
        ? 'The backup is complete and from this build or an older one. This was a dry run. Nothing was changed.'
        : 'Restored. Everyone has to sign in again. Links to set a password no longer work.',
    );
  },
});
