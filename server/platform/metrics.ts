import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/database';
import { createReadings, type Measure } from './db/readings';

type SignInOutcome = 'accepted' | 'refused' | 'limited' | 'failed';
type IngestWay = 'device' | 'web' | 'import';
type IngestOutcome = 'taken' | 'known' | 'refused';

interface RequestDone {
  /** The declared pattern, never what was asked for. */
  route: string;
  method: string;
  /** `2xx`; `cut` where the connection broke before the whole answer was sent. */
  status: string;
  seconds: number;
}

/** What an operator's Prometheus reads. Nothing of a tenant or a person may become a label. */
export interface Metrics {
  request(done: RequestDone): void;
  signIn(outcome: SignInOutcome): void;
  mail(outcome: 'sent' | 'failed'): void;
  ingested(way: IngestWay, rows: Partial<Record<IngestOutcome, number>>): void;
  watchPool(name: string, pool: pg.Pool): void;
  readonly contentType: string;
  text(): Promise<string>;
}

interface MetricsOptions {
  database: Database;
  build: string;
  /** Figures that the database holds; the same on every node. */
  measures: Measure[];
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics({ database, build, measures }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // The process and Node.js themselves, among them the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'tare_build_info', help: 'The build that runs.', labelNames: ['build'], registers }).set(
    { build },
    1,
  );

  const requests = new Histogram({
    name: 'tare_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  });
  const signIns = new Counter({
    name: 'tare_sign_ins_total',
    help: 'Tries to sign in.',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'tare_mails_total',
    help: 'Tries to hand a mail to the SMTP server.',
    labelNames: ['outcome'],
    registers,
  });
  const rows = new Counter({
    name: 'tare_ingest_rows_total',
    help: 'Rows taken in, by the way they came.',
    labelNames: ['way', 'outcome'],
    registers,
  });
  // A rate needs a beginning: what never happened yet stands at 0.
  for (const outcome of ['accepted', 'refused', 'limited', 'failed']) signIns.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const way of ['device', 'web', 'import'])
    for (const outcome of ['taken', 'known', 'refused']) rows.inc({ way, outcome }, 0);

  const pools = watchedPools(registers);
  pools.set('work', database.pool);
  const readings = createReadings(database, { measures, registers });

  return {
    request: ({ route, method, status, seconds: took }) => requests.observe({ route, method, status }, took),
    signIn: (outcome) => signIns.inc({ outcome }),
    mail: (outcome) => mails.inc({ outcome }),
    ingested(way, counts) {
      for (const [outcome, count] of Object.entries(counts)) rows.inc({ way, outcome }, count);
    },
    watchPool: (name, pool) => {
      pools.set(name, pool);
    },
    contentType: registry.contentType,
    async text() {
      await readings.renew();
      return registry.metrics();
    },
  };
}

function watchedPools(registers: Registry[]): Map<string, pg.Pool> {
  const pools = new Map<string, pg.Pool>();
  new Gauge({
    name: 'tare_database_connections',
    help: 'Connections of each pool; waiting are those who ask for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'total' }, pool.totalCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  return pools;
}
