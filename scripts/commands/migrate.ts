import { readConfig } from '../../server/config';
import { createLog } from '../../server/platform/log';
import { openDatabase } from '../../server/resources';
import { prepareDatabase } from '../../server/setup/prepare-database';
import { complain } from './complaint';

/** Brings the schema, the reference data and the roles up to this build. */
async function run(): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config, createLog(config.logLevel));
  try {
    const ran = await prepareDatabase(database.db, {
      onWait: (name) => console.log(`The migration ${name} waits for its table, which is in use.`),
    });
    console.log(
      ran.length === 0
        ? 'The database is up to date.'
        : `Ran ${ran.length} migrations:\n${ran.map((name) => `  ${name}`).join('\n')}`,
    );
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  const broken = 'The database cannot be migrated.';
  complain({ nothing: broken, failed: broken }, error);
  process.exitCode = 1;
}
