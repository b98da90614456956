import type PgBoss from 'pg-boss';
import type { Job } from '../resources';

/** PGlite's clock counts milliseconds, and the queue gives only what has been due for one. */
const wakeAfterMs = 10;
/** The clock's jobs are enqueued by whichever node comes first, which wakes nobody. */
const cronPollSeconds = 10;
/** Woken by the first worker of their queue. */
const otherPollSeconds = 3_600;

interface WorkersOptions {
  /** How often a queue is asked for what other nodes enqueued. */
  pollSeconds: number;
  /** Of one queue, whatever the job says. */
  mostAtOnce: number;
}

interface Worker {
  id: string;
  busy: boolean;
}

export interface Workers {
  /** Works one queue with as many workers as its job may have. */
  work(job: Job, run: (one: { id: string; data: unknown }) => Promise<void>): Promise<void>;
  /** Something was enqueued: a worker looks for it at once. */
  wake(name: string): void;
}

/** pg-boss's workers sleep for their whole interval, after an empty queue and after a job alike; these are woken by what happens. */
export function createWorkers(boss: PgBoss, { pollSeconds, mostAtOnce }: WorkersOptions): Workers {
  const workersOf = new Map<string, Worker[]>();
  const wakened = new Set<string>();

  function wake(name: string): void {
    if (wakened.has(name) || !workersOf.has(name)) return;
    wakened.add(name);
    setTimeout(() => {
      wakened.delete(name);
      // A busy one looks for more by itself when it is done.
      const worker = workersOf.get(name)?.find(({ busy }) => !busy);
      if (worker) boss.notifyWorker(worker.id);
    }, wakeAfterMs).unref();
  }

  return {
    wake,
    async work(job, run) {
      const workers: Worker[] = [];
      workersOf.set(job.name, workers);
      const first = job.cron ? Math.min(cronPollSeconds, pollSeconds) : pollSeconds;
      for (let at = 0; at < Math.min(job.concurrency ?? 1, mostAtOnce); at += 1) {
        const worker: Worker = { id: '', busy: false };
        workers.push(worker);
        worker.id = await boss.work(job.name, { pollingIntervalSeconds: at === 0 ? first : otherPollSeconds }, async (batch) => {
          worker.busy = true;
          // Where one waited others may wait as well.
          wake(job.name);
          try {
            for (const one of batch) await run(one);
          } finally {
            worker.busy = false;
            boss.notifyWorker(worker.id);
          }
        });
      }
    },
  };
}
