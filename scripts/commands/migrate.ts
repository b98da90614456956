import { readConfig, WrongSettings } from '../../server/config';
import { createLog } from '../../server/platform/log';
import { refusalOf } from '../../server/refusal';
import { openDatabase } from '../../server/resources';
import { prepareDatabase } from '../../server/setup/prepare-database';

/** Brings the schema, the reference data and the roles up to this build. */
async function run(): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config, createLog(config.logLevel));
  try {
    const ran = await prepareDatabase(database.db, { onWait: (name) => console.log(`The migration ${name} waits for its table, which is in use.`) });
    console.log(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.length} migrations:\n${ran.map((name) => `  ${name}`).join('\n')}`);
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  const lines = error instanceof WrongSettings ? error.reasons : refusalOf(error);
  if (lines) for (const line of lines) console.error(`The database can not be migrated. ${line}`);
  else console.error('The database can not be migrated.', error);
  process.exitCode = 1;
}
