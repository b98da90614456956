import { readConfig, WrongSettings } from '../../server/config';
import { DataFolderInUse } from '../../server/platform/db/embedded';
import { NewerSchema } from '../../server/platform/db/migrate';
import { createLog } from '../../server/platform/log';
import { openDatabase } from '../../server/resources';
import { prepareDatabase } from '../../server/setup/prepare-database';

/** Brings the schema, the reference data and the roles up to this build. */
async function run(): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config, createLog(config.logLevel));
  try {
    const ran = await prepareDatabase(database.db);
    console.log(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.length} migrations:\n${ran.map((name) => `  ${name}`).join('\n')}`);
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  if (error instanceof WrongSettings) for (const reason of error.reasons) console.error(`The database can not be migrated. ${reason}`);
  else if (error instanceof DataFolderInUse || error instanceof NewerSchema) console.error(`The database can not be migrated. ${error.message}`);
  else console.error('The database can not be migrated.', error);
  process.exitCode = 1;
}
