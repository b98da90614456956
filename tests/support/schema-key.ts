import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../server/platform/db/database';
import { aloneOn, migrate } from '../../server/platform/db/migrate';
import { migrations } from '../../server/setup/prepare-database';

let key: string | undefined;

/** Changes with every migration, and with the database that ran them. */
export function schemaKey(): string {
  key ??= createHash('sha256')
    .update(JSON.stringify([migrations, embeddedVersion()]))
    .digest('hex')
    .slice(0, 12);
  return key;
}

function embeddedVersion(): string {
  return (
    JSON.parse(readFileSync(join(process.cwd(), 'node_modules/@electric-sql/pglite/package.json'), 'utf8')) as {
      version: string;
    }
  ).version;
}

/** The schema alone: reference data and roles are written by every start. */
export async function migrateFresh({ db }: Database): Promise<void> {
  await aloneOn(db, (connection) => migrate(connection, migrations));
}
