import { describe, expect, it } from 'vitest';
import type { Resources } from '../resources';
import { defineResumeJob } from './resume-job';

const now = new Date('2026-03-18T12:00:00Z');
const resources = (kind: 'embedded' | 'postgres') =>
  ({ database: { db: {}, kind }, clock: { now: () => now } }) as unknown as Resources;

describe('what a killed worker has left', () => {
  it('is taken up one after the other, and what fails keeps nothing else waiting', async () => {
    const taken: number[] = [];
    const job = defineResumeJob<number>({
      name: 'test.resume',
      silentMs: 60_000,
      list: async () => [1, 2, 3],
      async resume(lost) {
        taken.push(lost);
        if (lost === 1) throw new Error('cannot go on');
      },
    });
    await expect(job.run({}, resources('postgres'))).rejects.toThrow('1 of 3 failed');
    expect(taken).toEqual([1, 2, 3]);
  });

  it.each([
    ['embedded', { atStart: true }, now],
    ['embedded', {}, new Date(now.getTime() - 60_000)],
    ['postgres', { atStart: true }, new Date(now.getTime() - 60_000)],
  ] as const)(
    'is told by its silence, but for what worked before the only process started: %s, %j',
    async (kind, payload, silent) => {
      let asked: unknown;
      const job = defineResumeJob({
        name: 'test.resume',
        silentMs: 60_000,
        list: async (_db, since) => {
          asked = since;
          return [];
        },
        resume: async () => undefined,
      });
      await job.run(payload, resources(kind));
      expect(asked).toEqual({ silent, now });
    },
  );
});
