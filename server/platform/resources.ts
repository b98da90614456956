import type { Config } from '../config';
import type { Database, Trx } from './db/database';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { Clock } from './time';

/** What the process has opened; every request and every job may use it. */
export interface Resources {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  mailer: Mailer;
  metrics: Metrics;
  /** Hash of the built code; part of every ETag. */
  build: string;
}

/** Work that outlives its request. Handlers may run more than once for one job and must not mind. */
export interface JobDefinition {
  name: string;
  /** Seconds after which a silent worker's job is given to another. */
  expireInSeconds?: number;
  retryLimit?: number;
  /** At most one waiting job: later ones are folded into it. */
  folded?: boolean;
  /** Cron of five fields, in UTC. */
  cron?: string;
  /** Also sent, with `atStart` in its payload, by each process that begins to work: for what a killed one left behind. */
  atStart?: boolean;
  run(payload: Record<string, unknown>, resources: Resources): Promise<void>;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists if and only if the change does. */
  send(trx: Trx, name: string, payload?: Record<string, unknown>): Promise<void>;
  /** Makes the queues; from here on jobs can be sent. */
  open(): Promise<void>;
  /** Takes jobs from the queues until `stop`. */
  work(resources: Resources): Promise<void>;
  /** Runs what is waiting now and returns; for command lines and tests, where nobody works the queues. */
  runWaiting(resources: Resources): Promise<number>;
  /** The newest jobs that failed as often as they may; they wait for a person. */
  listParked(limit: number): Promise<ParkedJob[]>;
  /** Puts a parked job back into its queue. @returns false where no such job is parked */
  retryParked(name: string, id: string): Promise<boolean>;
  /** Takes no further job; those that run go on. */
  pause(): Promise<void>;
  /** Waits for the jobs that run; one that takes too long is given back, to be taken by another process. */
  stop(withinMs?: number): Promise<void>;
}

export interface ParkedJob {
  id: string;
  name: string;
  tries: number;
  failedAt: Date;
  /** What the last try said; never the job's payload. */
  reason: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Puts the mail into the outbox with the caller's transaction; a job sends it, at least once. */
  post(trx: Trx, mail: Mail, now: Date): Promise<void>;
}
