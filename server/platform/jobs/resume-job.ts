import { z } from 'zod';
import type { Db } from '../db/database';
import type { Job, Resources } from '../resources';
import { defineJob } from './define-job';
import { eachApart } from './each-apart';

interface Resuming<Lost> {
  name: string;
  /** Without progress for so long, work has lost its worker. */
  silentMs: number;
  list(db: Db, since: { silent: Date; now: Date }): Promise<readonly Lost[]>;
  resume(lost: Lost, resources: Resources): Promise<void>;
}

/**
 * Takes up what a killed worker has left behind, every minute and at start. The queue gives such a job away only after it has
 * expired, which is too long for somebody who waits. What fails keeps nothing else waiting.
 */
export function defineResumeJob<Lost>({ name, silentMs, list, resume }: Resuming<Lost>): Job {
  return defineJob({
    name,
    payload: z.object({ atStart: z.boolean().optional() }),
    folded: true,
    cron: '* * * * *',
    atStart: { atStart: true },
    async run({ atStart }, resources) {
      const {
        database: { db, kind },
        clock,
      } = resources;
      const now = clock.now();
      // The embedded database has this process alone: whoever worked before it started is gone.
      const alone = kind === 'embedded' && atStart === true;
      await eachApart(await list(db, { silent: new Date(now.getTime() - (alone ? 0 : silentMs)), now }), (lost) =>
        resume(lost, resources),
      );
    },
  });
}
