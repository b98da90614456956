import type PgBoss from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineJob, noPayload } from './define-job';
import { createWorkers } from './workers';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** One worker of a queue that gives a job whenever the test says so. */
async function house({ folded }: { folded: boolean }) {
  const notifyWorker = vi.fn();
  let take: (batch: { id: string; data: unknown }[]) => Promise<void> = async () => undefined;
  const boss = {
    notifyWorker,
    work: async (_name: string, _options: object, handle: typeof take) => {
      take = handle;
      return 'the worker';
    },
  };
  const workers = createWorkers(boss as unknown as PgBoss, { pollSeconds: 3_600, mostAtOnce: 1 });
  const job = defineJob({ name: 'test.rest', folded, payload: noPayload, run: async () => undefined });
  let finish = (): void => undefined;
  await workers.work(
    job,
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  return {
    wake: () => workers.wake(job.name),
    looked: () => notifyWorker.mock.calls.length,
    /** Begins a run. @returns what ends it */
    begin() {
      const running = take([{ id: 'one', data: {} }]);
      return () => {
        finish();
        return running;
      };
    },
  };
}

describe('a folded job', () => {
  it('is looked for once a second, however often it is enqueued', async () => {
    const { wake, looked } = await house({ folded: true });
    for (let at = 0; at < 20; at += 1) {
      wake();
      vi.advanceTimersByTime(100);
    }
    expect(looked()).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(looked()).toBe(2);
  });

  it('rests a second after a run in which more was enqueued, and then looks for it by itself', async () => {
    const { wake, looked, begin } = await house({ folded: true });
    const end = begin();
    vi.advanceTimersByTime(5_000);
    wake();
    vi.advanceTimersByTime(1_000);
    expect(looked()).toBe(0);
    await end();
    vi.advanceTimersByTime(999);
    expect(looked()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(looked()).toBe(1);
  });
});

it('any other job is looked for at once, and again as soon as one has ended', async () => {
  const { wake, looked, begin } = await house({ folded: false });
  wake();
  vi.advanceTimersByTime(10);
  expect(looked()).toBe(1);
  const end = begin();
  vi.advanceTimersByTime(10);
  await end();
  expect(looked()).toBe(2);
});
