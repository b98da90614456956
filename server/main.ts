import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app';
import { readConfig, WrongSettings, type Config } from './config';
import { clearBrokenOff, demoAccounts, demoPasswordOf, loadDemo, opensDemoAccounts } from './setup/demo';
import { DataFolderInUse } from './platform/db/embedded';
import { NewerSchema } from './platform/db/migrate';
import { readAssets } from './platform/http/assets';
import { createServer } from './platform/http/create-server';
import { openRedis } from './platform/db/redis';
import { createLog } from './platform/log';
import { prepareDatabase } from './setup/prepare-database';
import { assembleResources, keptSecret, openDatabase } from './resources';

const distDir = dirname(dirname(fileURLToPath(import.meta.url)));
const drainMs = 10_000;
const hardStopMs = 30_000;
const started = performance.now();

/** One line for a person who watches the start; the log is for machines. */
function say(line: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  say(config.databaseUrl ? 'Connecting to PostgreSQL.' : `Opening the database in ${config.dataDir}.`);
  const database = await openDatabase(config, log);
  const redis = await openRedis(config.redisUrl, log);
  if (config.demo && database.kind === 'embedded' && await clearBrokenOff(database.db)) say('The demo was broken off while it was loading: it starts again, in an empty database.');
  const ran = await prepareDatabase(database.db);
  if (ran.length > 0) say(`Prepared the schema (${ran.length} migrations).`);

  const resources = assembleResources({ config, log, database, build: readAssets(distDir).build });
  await resources.jobs.open();
  if (config.demo) {
    const dataDir = join(distDir, '..', 'scripts', 'demo-data');
    const password = demoPasswordOf(config, dataDir);
    await loadDemo(resources, { password, dataDir, say });
    const opens = await opensDemoAccounts(database.db, password);
    if (opens !== null) {
      say('Demo accounts:');
      for (const account of demoAccounts) say(`  ${account.login.padEnd(22)} ${account.about}`);
      say(opens ? `  The password of all of them: ${password}` : '  Their password is the one of the start that loaded the demo.');
    }
  }
  if (config.production && !config.smtpUrl) say('SMTP_URL is not set: no mail leaves this server, so nobody can reset a password.');

  let stopping = false;
  const isReady = async () => {
    if (stopping) return false;
    return database.pool.query('select 1').then(() => (redis ? redis.isReady : true), () => false);
  };
  const app = createApp({ resources, secret: config.sessionSecret ?? keptSecret(config, 'session-secret'), distDir, redis, isReady });
  const server = createServer(app);
  await new Promise<void>((listening, refuse) => {
    server.once('error', refuse);
    server.listen(config.port, listening);
  });
  await resources.jobs.work(resources);
  say(`Tare serves at ${config.publicUrl}`);

  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`${signal}: finishing what is under way.`);
    setTimeout(() => process.exit(1), hardStopMs).unref();
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    await Promise.race([closed, new Promise((done) => setTimeout(done, drainMs).unref())]);
    server.closeAllConnections();
    await resources.jobs.stop();
    if (redis) redis.destroy();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/** What an operator can mend is one line each; anything else keeps its stack. */
function refuse(error: unknown): never {
  if (error instanceof WrongSettings) for (const reason of error.reasons) console.error(`Tare can not start. ${reason}`);
  else if (error instanceof DataFolderInUse || error instanceof NewerSchema) console.error(`Tare can not start. ${error.message}`);
  else if ((error as { code?: string }).code === 'EADDRINUSE') console.error('Tare can not start. PORT: the port is in use.');
  else console.error('Tare can not start.', error);
  process.exit(1);
}

try {
  await run(readConfig());
} catch (error) {
  refuse(error);
}
