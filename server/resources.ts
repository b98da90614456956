import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';
import { domainJobs, domainPersonalData, domainReadings } from './domain';
import { domainEvents, enqueueNothing } from './domain/events';
import { features } from './features';
import { createReach } from './features/access';
import {
  clientViews,
  identityChannels,
  identityDataOf,
  identityJobs,
  members,
  people,
  pins,
  tenants,
} from './identity';
import { listeners } from './listeners';
import { adoptAuditsJob, checkAuditJob, keepAuditsJob } from './platform/audit-chain/audit-chain.jobs';
import { actionsOfPerson } from './platform/audit-log/personal-data.store';
import { createPool, postgresOver, type Database } from './platform/db/database';
import { openEmbedded } from './platform/db/embedded';
import { jobMeasure } from './platform/jobs/job-measures';
import { createJobs } from './platform/jobs/jobs';
import { maintainDatabaseJob } from './platform/lifecycle/maintenance';
import type { Log } from './platform/log';
import { createMetrics } from './platform/metrics';
import { createOutbound } from './platform/outbound/outbound';
import { earlierMailJob } from './platform/outbox/earlier-mail';
import { mailChannel } from './platform/outbox/mail';
import { createOutbox } from './platform/outbox/outbox';
import { mailMeasure, outboxMeasure } from './platform/outbox/outbox-measures';
import { purgeOutboxJob } from './platform/outbox/purge-outbox';
import type { Resources } from './platform/resources';
import { createSigner } from './platform/signer';
import { systemClock, type Clock } from './platform/time';
import { createVault } from './platform/vault';

const poolSize = { work: 5, requests: 10 };

/** For jobs and command lines: a statement may take as long as it needs. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (!config.databaseUrl) return openEmbedded({ dataDir: join(config.dataDir, 'database'), onError: logged(log) });
  return postgresOver(
    createPool({ connection: { connectionString: config.databaseUrl }, size: poolSize.work, onError: logged(log) }),
  );
}

/** Connections of their own for requests, so that an import leaves them theirs. The embedded database has one for all. */
export function openForRequests(config: Config, log: Log, work: Database): Database {
  if (!config.databaseUrl) return work;
  return postgresOver(
    createPool({
      connection: { connectionString: config.databaseUrl },
      size: poolSize.requests,
      onError: logged(log),
      forRequests: true,
    }),
  );
}

const logged = (log: Log) => (error: Error) => log.error({ err: error }, 'database connection');

const channels = [mailChannel, ...identityChannels, ...features.flatMap((feature) => feature.channels ?? [])];

/** What happens in the database of a command line, which has no queue: whoever enqueues there does the work itself. */
export const domainWithoutJobs = () => domainEvents(listeners, enqueueNothing);

interface ResourceOptions {
  config: Config;
  log: Log;
  database: Database;
  build: string;
  clock?: Clock;
}

export function assembleResources({ config, log, database, build, clock = systemClock }: ResourceOptions): Resources {
  const definitions = [
    earlierMailJob,
    purgeOutboxJob,
    maintainDatabaseJob,
    adoptAuditsJob,
    checkAuditJob,
    keepAuditsJob,
    ...identityJobs,
    // A command line runs what waits in this order: what features change is counted up after that.
    ...features.flatMap((feature) => feature.jobs ?? []),
    ...domainJobs,
  ];
  const jobs = createJobs({ pool: database.pool, log, definitions });
  const measures = [
    jobMeasure(definitions.map((job) => job.name)),
    outboxMeasure(channels.map(({ name }) => name)),
    mailMeasure,
    ...domainReadings,
    ...features.flatMap((feature) => feature.measures ?? []),
  ];
  const secretOf = () => config.sessionSecret ?? keptSecret(config, 'session-secret');
  const metrics = createMetrics({ database, build, measures });
  const outbox = createOutbox({
    database,
    log,
    channels,
    checks: features.flatMap((feature) => feature.outboxChecks ?? []),
  });
  return {
    config,
    log,
    database,
    clock,
    jobs,
    domain: domainEvents(listeners, jobs),
    reach: createReach(people),
    clientViews,
    members,
    tenants,
    pins,
    personalData: [
      identityDataOf,
      actionsOfPerson,
      ...domainPersonalData,
      ...features.flatMap((feature) => feature.personalData ?? []),
    ],
    outbox,
    outbound: createOutbound({ allow: config.outboundAllow }),
    metrics,
    signer: createSigner(secretOf),
    vault: createVault(secretOf),
    build,
  };
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
