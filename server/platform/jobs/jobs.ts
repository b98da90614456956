import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { afterCommit } from '../db/after-commit';
import { kyselyOver, type Trx } from '../db/database';
import { aloneOn } from '../db/migrate';
import type { Log } from '../log';
import type { Job, Jobs, Resources } from '../resources';
import { createWorkers } from './workers';

/** How long a failed job can be looked at and tried again. */
const parkedForSeconds = 14 * 24 * 3600;

interface JobsOptions {
  pool: pg.Pool;
  log: Log;
  definitions: Job[];
  /** How often a queue is asked for what other nodes enqueued. */
  pollSeconds?: number;
}

/** What the library asks of a database, in the caller's transaction. */
const within = (trx: Trx) => ({
  async executeSql(text: string, values: unknown[]) {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** pg-boss over the process's own pool, so that the embedded database keeps to its single connection. */
export function createJobs({ pool, log, definitions, pollSeconds = 30 }: JobsOptions): Jobs {
  const asked = new Set<Promise<unknown>>();
  function ask(text: string, values: unknown[]) {
    const answer = pool.query(text, values);
    asked.add(answer);
    answer.then(
      () => asked.delete(answer),
      () => asked.delete(answer),
    );
    return answer;
  }
  const boss = new PgBoss({
    db: { executeSql: (text, values) => ask(text, values) },
    maintenanceIntervalSeconds: 120,
    archiveFailedAfterSeconds: parkedForSeconds,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const onlyConnection = pool.options.max === 1;
  const workers = createWorkers(boss, { pollSeconds, mostAtOnce: onlyConnection ? 1 : Number.POSITIVE_INFINITY });
  let opened = false;

  async function makeQueues(): Promise<void> {
    await boss.start();
    for (const job of definitions) {
      await boss.createQueue(job.name, {
        name: job.name,
        policy: job.folded ? 'short' : 'standard',
        retryLimit: job.retryLimit ?? 5,
        retryBackoff: true,
        retryDelay: 1,
        expireInSeconds: job.expireInSeconds ?? 300,
      });
    }
  }

  async function runOne(job: Job, { id, data }: { id: string; data: unknown }, resources: Resources): Promise<void> {
    try {
      await job.run(data, resources);
    } catch (error) {
      log.error({ err: error, job: job.name, jobId: id }, 'job failed');
      throw error;
    }
  }

  async function namesWaiting(): Promise<Set<string>> {
    const { rows } = await pool.query<{ name: string }>(
      "select distinct name from pgboss.job where state < 'active' and start_after < now()",
    );
    return new Set(rows.map(({ name }) => name));
  }

  return {
    async send(trx, { name }, payload?: unknown) {
      await boss.send(name, (payload ?? {}) as object, { db: within(trx) });
      afterCommit(trx, () => workers.wake(name));
    },

    async open() {
      if (opened) return;
      opened = true;
      // Two nodes that make the queues at once end in a deadlock. The only connection belongs to the only node.
      await (onlyConnection ? makeQueues() : aloneOn(kyselyOver(pool), makeQueues));
    },

    async work(resources) {
      const kept = await boss.getSchedules();
      // Another release may have sent them by the clock.
      for (const { name } of kept)
        if (!definitions.some((job) => job.name === name && job.cron)) await boss.unschedule(name);
      for (const job of definitions) {
        if (job.cron) await boss.schedule(job.name, job.cron);
        if (job.atStart) await boss.send(job.name, job.atStart);
        await workers.work(job, (one) => runOne(job, one, resources));
      }
    },

    async runWaiting(resources) {
      let ran = 0;
      let waiting = await namesWaiting();
      for (const job of definitions) {
        if (!waiting.has(job.name)) continue;
        for (let batch = await boss.fetch(job.name); batch.length > 0; batch = await boss.fetch(job.name)) {
          for (const one of batch) {
            await job.run(one.data, resources);
            await boss.complete(job.name, one.id);
            ran += 1;
          }
        }
        waiting = await namesWaiting();
      }
      return ran;
    },

    async listParked(limit) {
      const { rows } = await pool.query<{
        id: string;
        name: string;
        retry_count: number;
        failed_at: Date;
        reason: string | null;
      }>(
        `select id, name, retry_count, coalesce(completed_on, created_on) as failed_at, left(coalesce(output->>'message', output->'value'->>'message'), 500) as reason
         from pgboss.job where state = 'failed' and name = any($1) order by failed_at desc, id limit $2`,
        [definitions.map((job) => job.name), limit],
      );
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        tries: row.retry_count + 1,
        failedAt: row.failed_at,
        reason: row.reason ?? '',
      }));
    },

    async retryParked(trx, { name, id }) {
      const db = within(trx);
      const { rows } = await db.executeSql(
        `select 1 from pgboss.job where name = $1 and id = $2 and state = 'failed' for update`,
        [name, id],
      );
      if (rows.length === 0) return false;
      await boss.retry(name, id, { db });
      afterCommit(trx, () => workers.wake(name));
      return true;
    },

    async pause() {
      for (const job of definitions) await boss.offWork(job.name);
    },

    async stop(withinMs = 10_000) {
      if (!opened) return;
      await boss.stop({ graceful: true, wait: true, timeout: withinMs });
      // The library does not wait for its own note that a job is done.
      await Promise.allSettled(asked);
    },
  };
}
