import type { ZodType } from 'zod';
import type { Config } from '../config';
import type { Reach } from './acting';
import type { ClientViews } from './client-views';
import type { Database, Trx } from './db/database';
import type { DomainPort } from './domain-port';
import type { JobHandle, JobSender } from './jobs/job-handle';
import type { Log } from './log';
import type { Members } from './members';
import type { Metrics } from './metrics';
import type { Outbound } from './outbound/outbound';
import type { PersonalData } from './personal-data';
import type { Pins } from './pins';
import type { Signer } from './signer';
import type { Tenants } from './tenants';
import type { Clock } from './time';
import type { Vault } from './vault';

/** What the process has opened; every request and every job may use it. */
export interface Resources {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  domain: DomainPort;
  reach: Reach;
  members: Members;
  tenants: Tenants;
  clientViews: ClientViews;
  pins: Pins;
  /** What each part of the house keeps of a person. */
  personalData: readonly PersonalData[];
  outbox: Outbox;
  outbound: Outbound;
  metrics: Metrics;
  signer: Signer;
  vault: Vault;
  /** Hash of the built code; part of every ETag. */
  build: string;
}

export interface JobSettings<Payload = unknown> {
  /** Seconds after which a silent worker's job is given to another. */
  expireInSeconds?: number;
  retryLimit?: number;
  /** How many of them one process works on at the same time; 1 unless said. The embedded database's only connection always works on one. */
  concurrency?: number;
  /** At most one waiting job: later ones are folded into it. */
  folded?: boolean;
  /** Cron of five fields, in UTC; its payload is empty. */
  cron?: string;
  /** Also sent, with this payload, by each process that begins to work: for what a killed one left behind. */
  atStart?: Payload;
}

/** Work that outlives its request, as `defineJob` makes it. Handlers may run more than once for one job and must be idempotent. */
export interface Job extends JobHandle<unknown>, JobSettings {
  /** @throws ZodError where the payload is not the job's */
  run(payload: unknown, resources: Resources): Promise<void>;
}

export interface Jobs extends JobSender {
  /** Makes the queues; from here on jobs can be sent. */
  open(): Promise<void>;
  /** Takes jobs from the queues until `stop`. */
  work(resources: Resources): Promise<void>;
  /** Runs what is waiting now and returns; for command lines and tests, where nobody works the queues. */
  runWaiting(resources: Resources): Promise<number>;
  /** The newest jobs that failed as often as they may; they wait for a person. */
  listParked(limit: number): Promise<ParkedJob[]>;
  /** Puts a parked job back into its queue. @returns false where no such job is parked */
  retryParked(trx: Trx, job: Pick<ParkedJob, 'name' | 'id'>): Promise<boolean>;
  /** Takes no further job; those that run go on. */
  pause(): Promise<void>;
  /** Waits for the jobs that run; one that takes too long is released, to be taken by another process. */
  stop(withinMs?: number): Promise<void>;
}

/** A job, or an item of the outbox. */
interface ParkedJob {
  id: string;
  name: string;
  tries: number;
  failedAt: Date;
  /** What the last try said; never the job's payload. */
  reason: string;
}

/** One outgoing item, as its channel gets it to deliver. */
export interface OutboxItem<Payload> {
  /** The same at every try, so that a receiver can tell what it already has. */
  id: string;
  target: string;
  payload: Payload;
  createdAt: Date;
}

/** What must be known to post something. */
export interface ChannelHandle<Payload> {
  name: string;
  payload: ZodType<Payload>;
  /** Who a slow or dead receiver is: its other items wait, those of others do not. */
  targetOf(payload: Payload): string;
  /** Posted longer ago, it is not tried any more. */
  expiresAfterMs?: number;
}

export interface ChannelSettings {
  /** Tries before the item is parked for a person. */
  maxAttempts: number;
  /** After so many failed tries. */
  backOffMs(attempts: number): number;
  /** Deliveries of one process at the same time, and those of them that go to one target. */
  concurrency: number;
  perTarget: number;
  /** Of one try. */
  timeoutMs: number;
  /** Whether this installation can deliver at all; until it can, items wait. */
  isOpen?(config: Config): boolean;
}

export interface Delivery {
  resources: Resources;
  /** Aborted when the try takes too long. */
  signal: AbortSignal;
}

/** A channel by which items are delivered, as `defineChannel` makes it. Deliveries are at least once. */
export interface Channel extends ChannelSettings {
  name: string;
  /** @throws where it was not delivered; it is tried again later, unless it is `Dropped` */
  deliver(item: OutboxItem<unknown>, delivery: Delivery): Promise<void>;
}

/** What must still hold when an item goes out, of all whose keys begin so, whatever their channel. Every try asks it anew. */
export interface OutboxCheck {
  prefix: string;
  stands(resources: Resources, key: string): Promise<boolean>;
}

interface Posting<Payload> {
  /** Names what the item is about; the same key posted twice is one item. */
  key: string;
  payload: Payload;
  /** Whose it is; absent: the whole server's. */
  organisationId?: number;
  now: Date;
}

export interface Outbox {
  /** Puts an item in with the caller's transaction; its commit starts the delivery. @returns false where the key was known */
  post<Payload>(trx: Trx, channel: ChannelHandle<Payload>, posting: Posting<NoInfer<Payload>>): Promise<boolean>;
  /** Delivers what is due, and what becomes due, until `stop`. */
  work(resources: Resources): void;
  /** Tries once what is due now and returns. @returns how many tries */
  runDue(resources: Resources): Promise<number>;
  /** The newest items that failed as often as they may; they wait for a person. */
  listParked(limit: number): Promise<ParkedJob[]>;
  /** Puts a parked item back, with all of its tries. @returns its channel; undefined where no such item is parked */
  retryParked(trx: Trx, id: string, now: Date): Promise<string | undefined>;
  /** Takes nothing further; deliveries under way go on. */
  pause(): void;
  /** Waits for deliveries under way; what takes too long is released, to be taken by another process. */
  stop(withinMs?: number): Promise<void>;
}
