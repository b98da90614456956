import type PgBoss from 'pg-boss';
import type { Job } from '../resources';

/** PGlite's clock counts milliseconds, and the queue gives only what has been due for one. */
const wakeAfterMs = 10;
/** One run of a folded job does what many have asked for; following each of them would do the same work again and again. */
const foldedAfterMs = 1_000;
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

interface Queue {
  workers: Worker[];
  wakeAfterMs: number;
}

export interface Workers {
  /** Works one queue with as many workers as its job may have. */
  work(job: Job, run: (one: { id: string; data: unknown }) => Promise<void>): Promise<void>;
  /** Something was enqueued: a worker looks for it at once. */
  wake(name: string): void;
}

/** pg-boss's workers sleep for their whole interval, after an empty queue and after a job alike; these are woken by what happens. */
export function createWorkers(boss: PgBoss, { pollSeconds, mostAtOnce }: WorkersOptions): Workers {
  const queues = new Map<string, Queue>();
  const wakened = new Set<string>();

  function wake(name: string): void {
    const queue = queues.get(name);
    if (wakened.has(name) || !queue) return;
    wakened.add(name);
    setTimeout(() => {
      wakened.delete(name);
      // A busy one looks for more by itself when it is done.
      const worker = queue.workers.find(({ busy }) => !busy);
      if (worker) boss.notifyWorker(worker.id);
    }, queue.wakeAfterMs).unref();
  }

  return {
    wake,
    async work(job, run) {
      const workers: Worker[] = [];
      queues.set(job.name, { workers, wakeAfterMs: job.folded ? foldedAfterMs : wakeAfterMs });
      const first = job.cron ? Math.min(cronPollSeconds, pollSeconds) : pollSeconds;
      for (let at = 0; at < Math.min(job.concurrency ?? 1, mostAtOnce); at += 1) {
        const worker: Worker = { id: '', busy: false };
        workers.push(worker);
        worker.id = await boss.work(
          job.name,
          { pollingIntervalSeconds: at === 0 ? first : otherPollSeconds },
          async (batch) => {
            worker.busy = true;
            // Where one waited others may wait as well.
            wake(job.name);
            try {
              for (const one of batch) await run(one);
            } finally {
              worker.busy = false;
              if (job.folded) wake(job.name);
              else boss.notifyWorker(worker.id);
            }
          },
        );
      }
    },
  };
}
