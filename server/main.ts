import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app';
import { readConfig, WrongSettings, type Config } from './config';
import { startSealer } from './platform/audit-chain/sealer';
import type { Database } from './platform/db/database';
import { openRedis, type Redis } from './platform/db/redis';
import { readAssets } from './platform/http/assets';
import { createServer } from './platform/http/create-server';
import { metricsServer } from './platform/http/health';
import { firstContact } from './platform/lifecycle/first-contact';
import { checkPort, drain, listen } from './platform/lifecycle/listening';
import { outlive } from './platform/lifecycle/lost-connections';
import { analyzeNew } from './platform/lifecycle/maintenance';
import { orderlyStop, within } from './platform/lifecycle/orderly-stop';
import { readiness } from './platform/lifecycle/readiness';
import { keepHeapSmall } from './platform/lifecycle/small-heap';
import { createLog, type Log } from './platform/log';
import type { Resources } from './platform/resources';
import { refusalOf } from './refusal';
import { assembleResources, keptSecret, openDatabase, openForRequests } from './resources';
import { clearBrokenOff, demoAccounts, demoPasswordOf, loadDemo, opensDemoAccounts } from './setup/demo';
import { endOfLoader, isNewAndEmbedded, loaderSince } from './setup/demo-loader';
import { prepareDatabase } from './setup/prepare-database';

const program = fileURLToPath(import.meta.url);
const distDir = dirname(dirname(program));
const demoDataDir = join(distDir, '..', 'scripts', 'demo-data');
/** Together with the grace they stay below the hard stop. */
const drainMs = 10_000;
const jobsMs = 8_000;
const closeMs = 2_000;
const hardStopMs = 30_000;
const loaderSinceMs = loaderSince(process.argv);
/** The lines of both processes count from the start of the first. */
const started = performance.now() - (loaderSinceMs ?? 0);

let forMachines = false;

/** One line for whoever watches the start; in production it stands among the lines of the log. */
function say(line: string): void {
  if (forMachines) console.log(JSON.stringify({ level: 30, time: new Date().toISOString(), msg: line.trim() }));
  else console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

const stop = orderlyStop({ say, startMs: drainMs, hardStopMs });

async function run(config: Config, log: Log): Promise<void> {
  const metricsAt = config.metrics.port
    ? { port: config.metrics.port, host: config.metrics.token ? undefined : '127.0.0.1' }
    : null;
  await checkPort({ port: config.port });
  if (metricsAt) await checkPort(metricsAt);
  if (config.demo && isNewAndEmbedded(config) && !(await loadDemoApart())) return;

  const { resources, redis } = await prepare(config, log);
  const { database } = resources;
  if (config.demo) await openDemo(config, resources);
  // A database that was restored or filled by other means has none yet.
  await analyzeNew(database.db);
  if (config.production && !config.smtpUrl)
    say('SMTP_URL is not set: no mail leaves this server, so nobody can reset a password.');
  if (config.production && config.smtpUrl?.startsWith('smtp:') && !config.smtpTls)
    say('SMTP_TLS is off: mail leaves this server as plain text, with the links and codes in it.');

  const requests = openForRequests(config, log, database);
  if (requests !== database) {
    resources.metrics.watchPool('requests', requests.pool);
    await stop.closes(() => within(closeMs, requests.close()));
  }
  if (metricsAt) {
    const metricsOnly = metricsServer({ metrics: resources.metrics, metricsToken: config.metrics.token });
    await listen(metricsOnly, metricsAt);
    await stop.closes(() => drain(metricsOnly, { graceMs: 0, drainMs: closeMs }));
  }
  const services = [() => requests.pool.query('select 1'), ...(redis ? [() => redis.ping()] : [])];
  const secret = config.sessionSecret ?? keptSecret(config, 'session-secret');
  const server = createServer(
    createApp({
      resources: { ...resources, database: requests },
      secret,
      distDir,
      redis,
      isReady: readiness({ signal: stop.signal, services }),
    }),
  );
  await listen(server, { port: config.port });
  await stop.closes(async (by) => {
    await resources.jobs.pause();
    resources.outbox.pause();
    // A person at a terminal has no proxy that would have to notice.
    await drain(server, { graceMs: by === 'SIGTERM' ? config.stopGraceSeconds * 1000 : 0, drainMs });
  });
  await resources.jobs.work(resources);
  resources.outbox.work(resources);
  const sealer = startSealer(resources);
  await stop.closes(() => sealer.stop());
  say(`Tare serves at ${config.publicUrl}`);
}

/** The database with its tables, and what works on it. */
async function prepare(config: Config, log: Log): Promise<{ resources: Resources; redis: Redis | undefined }> {
  const database = await reachDatabase(config, log);
  const redis = await reachRedis(config, log);
  if (config.demo && database.kind === 'embedded' && (await clearBrokenOff(database.db)))
    say('The demo was broken off while it was loading: it starts again, in an empty database.');
  const ran = await prepareDatabase(database.db, {
    onWait: (name) => say(`The migration ${name} waits for its table, which is in use.`),
  });
  if (ran.length > 0) say(`Prepared the schema (${ran.length} migrations).`);

  const resources = assembleResources({ config, log, database, build: readAssets(distDir).build });
  await stop.closes(() => Promise.all([resources.jobs.stop(jobsMs), resources.outbox.stop(jobsMs)]));
  await resources.jobs.open();
  return { resources, redis };
}

async function reachDatabase(config: Config, log: Log): Promise<Database> {
  say(config.databaseUrl ? 'Connecting to PostgreSQL.' : `Opening the database in ${config.dataDir}.`);
  const database = await openDatabase(config, log);
  await stop.closes(() => within(closeMs, database.close()));
  const wanted = {
    variable: 'DATABASE_URL',
    service: 'PostgreSQL',
    seconds: config.startWaitSeconds,
    say,
    signal: stop.signal,
  };
  if (database.kind === 'postgres') await firstContact(wanted, () => database.pool.query('select 1'));
  return database;
}

async function reachRedis(config: Config, log: Log) {
  if (!config.redisUrl) return undefined;
  const wanted = {
    variable: 'REDIS_URL',
    service: 'Redis',
    seconds: config.startWaitSeconds,
    say,
    signal: stop.signal,
  };
  const redis = await firstContact(wanted, () => openRedis(config.redisUrl, log));
  await stop.closes(async () => redis?.destroy());
  return redis;
}

/** @returns false where a signal has overtaken it */
async function loadDemoApart(): Promise<boolean> {
  const sinceMs = performance.now() - started;
  const exitCode = await endOfLoader({ program, sinceMs, signal: stop.signal });
  if (stop.signal.aborted) return false;
  // It has said why.
  if (exitCode !== 0) process.exit(1);
  return true;
}

/** What the process does that loads the demo, and ends. */
async function onlyLoadDemo(config: Config, log: Log): Promise<void> {
  const { resources } = await prepare(config, log);
  await loadDemo(resources, { password: demoPasswordOf(config, demoDataDir), dataDir: demoDataDir, say });
  await analyzeNew(resources.database.db);
  await resources.jobs.stop(jobsMs);
  await resources.database.close();
  process.exit(0);
}

async function openDemo(config: Config, resources: Resources): Promise<void> {
  const password = demoPasswordOf(config, demoDataDir);
  await loadDemo(resources, { password, dataDir: demoDataDir, say });
  const opens = await opensDemoAccounts(resources.database.db, password);
  if (opens === null) return;
  say('Demo accounts:');
  for (const account of demoAccounts) say(`  ${account.login.padEnd(22)} ${account.about}`);
  if (!opens) say('  Their password is the one of the start that loaded the demo.');
  else
    say(`  The password of all of them: ${config.demoPassword === undefined ? password : 'what DEMO_PASSWORD says'}`);
}

/** What an operator can mend is one line each; anything else keeps its stack. */
function refuse(error: unknown): never {
  const lines = error instanceof WrongSettings ? error.reasons : refusalOf(error);
  if (lines) for (const line of lines) console.error(`Tare cannot start. ${line}`);
  else console.error('Tare cannot start.', error);
  process.exit(1);
}

try {
  keepHeapSmall();
  const config = readConfig();
  forMachines = config.production;
  const log = createLog(config.logLevel);
  process.on('unhandledRejection', outlive(log));
  await stop.during(loaderSinceMs === null ? run(config, log) : onlyLoadDemo(config, log));
} catch (error) {
  // What a stop has closed under a start is no reason to complain.
  if (!stop.signal.aborted) refuse(error);
}
