import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';
import { features } from './features';
import { identityJobs } from './identity';
import { createPool, postgresOver, type Database } from './platform/db/database';
import { maintainDatabaseJob } from './platform/db/maintenance';
import { openEmbedded } from './platform/db/embedded';
import { jobMeasure } from './platform/jobs/job-measures';
import { createJobs } from './platform/jobs/jobs';
import type { Log } from './platform/log';
import { createMailer, mailMeasure, sendMailJob, sweepMailJob } from './platform/mail/mailer';
import { createMetrics } from './platform/metrics';
import type { Resources } from './platform/resources';
import { systemClock, type Clock } from './platform/time';

const poolSize = { work: 5, requests: 10 };

/** For jobs and command lines: a statement may take as long as it needs. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (!config.databaseUrl) return openEmbedded({ dataDir: join(config.dataDir, 'database'), onError: logged(log) });
  return postgresOver(createPool({ connection: { connectionString: config.databaseUrl }, size: poolSize.work, onError: logged(log) }));
}

/** Connections of their own for requests, so that an import leaves them theirs. The embedded database has one for all. */
export function openForRequests(config: Config, log: Log, work: Database): Database {
  if (!config.databaseUrl) return work;
  return postgresOver(createPool({ connection: { connectionString: config.databaseUrl }, size: poolSize.requests, onError: logged(log), forRequests: true }));
}

const logged = (log: Log) => (error: Error) => log.error({ err: error }, 'database connection');

interface ResourceOptions {
  config: Config;
  log: Log;
  database: Database;
  build: string;
  clock?: Clock;
}

export function assembleResources({ config, log, database, build, clock = systemClock }: ResourceOptions): Resources {
  const definitions = [sendMailJob, sweepMailJob, maintainDatabaseJob, ...identityJobs, ...features.flatMap((feature) => feature.jobs ?? [])];
  const jobs = createJobs({ pool: database.pool, log, definitions });
  const measures = [jobMeasure(definitions.map((job) => job.name)), mailMeasure, ...features.flatMap((feature) => feature.measures ?? [])];
  const metrics = createMetrics({ database, build, measures });
  return { config, log, database, clock, jobs, mailer: createMailer(config, jobs), metrics, build };
}

/** A secret that this installation made for itself, kept beside its data; readable by its owner alone. */
export function keptSecret(config: Config, name: string, make = () => randomBytes(32).toString('base64url')): string {
  const file = join(config.dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const secret = make();
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
