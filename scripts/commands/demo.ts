import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../../server/config';
import { createLog } from '../../server/platform/log';
import { assembleResources, openDatabase } from '../../server/resources';
import { addSimulatedOrganisation, demoPasswordOf, loadDemo } from '../../server/setup/demo';
import { prepareDatabase } from '../../server/setup/prepare-database';
import { complain, WrongArguments } from './complaint';

// Two folders below the project's root, as source and as built.
const dataDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'scripts', 'demo-data');
const usage = 'npm run demo -- [--events N] [--seed S] [--organisation NAME]';

const wanted = z.object({
  events: z.coerce.number().int().min(1_000).max(5_000_000).optional(),
  seed: z.coerce.number().int().min(0).max(2_147_483_647).default(1),
  organisation: z.string().trim().min(1).max(100).optional(),
});

function readArguments(args: string[]): z.infer<typeof wanted> {
  const option = { type: 'string' } as const;
  try {
    return wanted.parse(parseArgs({ args, options: { events: option, seed: option, organisation: option } }).values);
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new WrongArguments(error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('; '));
    throw new WrongArguments((error as Error).message);
  }
}

const started = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** The demo into an empty database; into one that has organisations, or where a name is given, one more simulated caterer. */
async function run(args: string[]): Promise<void> {
  const { events, seed, organisation } = readArguments(args);
  const given = readConfig();
  const config = { ...given, demoEvents: events ?? given.demoEvents };
  const log = createLog(config.logLevel);
  say(config.databaseUrl ? 'Connecting to PostgreSQL.' : `Opening the database in ${config.dataDir}.`);
  const database = await openDatabase(config, log);
  try {
    const ran = await prepareDatabase(database.db);
    if (ran.length > 0) say(`Prepared the schema (${ran.length} migrations).`);
    const resources = assembleResources({ config, log, database, build: 'command' });
    await resources.jobs.open();
    try {
      const password = demoPasswordOf(config, dataDir);
      const loaded = organisation === undefined && (await loadDemo(resources, { password, seed, dataDir, say }));
      if (!loaded) {
        const name = organisation ?? `Simulated caterer of ${config.demoEvents} events`;
        const opened = await addSimulatedOrganisation(resources, {
          name,
          events: config.demoEvents,
          seed,
          password,
          say,
        });
        say(`Organization ${opened.organisationId} created. Its administrator is ${opened.login}.`);
      }
      say(`Password for the demo accounts: ${password}`);
    } finally {
      await resources.jobs.stop();
    }
  } finally {
    await database.close();
  }
}

const broken = 'The demo cannot be loaded.';

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof WrongArguments) console.error(`${error.message}. Usage: ${usage}`);
  else
    complain(
      { nothing: broken, failed: broken, inUse: 'Stop the server first, or set DATA_DIR to another folder.' },
      error,
    );
  process.exitCode = error instanceof WrongArguments ? 2 : 1;
}
