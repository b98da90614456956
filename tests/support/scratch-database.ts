import { featureMigrations } from '../../server/features/migrations';
import { identityMigrations } from '../../server/identity/migrations';
import type { Database } from '../../server/platform/db/database';
import { openEmbedded } from '../../server/platform/db/embedded';
import { migrate } from '../../server/platform/db/migrate';
import { platformMigrations } from '../../server/platform/db/migrations';

let opened: Promise<Database> | undefined;

/** One empty, migrated database for all test files of this thread; each test makes an organisation of its own in it. */
export function scratchDatabase(): Promise<Database> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Database> {
  const database = await openEmbedded({
    dataDir: 'memory://',
    onError: (error) => {
      throw error;
    },
  });
  await migrate(database.db, [...platformMigrations, ...identityMigrations, ...featureMigrations]);
  return database;
}
