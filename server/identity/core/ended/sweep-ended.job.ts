import type { Db } from '../../../platform/db/database';
import { defineJob, noPayload } from '../../../platform/jobs/define-job';
import { tryPolicy } from '../../policies/mfa/factor.rules';
import { deleteEnded, forgetWrongCodes, shortLived } from './ended-rows.store';

/** The queue gives it to one node. */
export const sweepEndedJob = defineJob({
  name: 'identity.sweep-ended',
  payload: noPayload,
  folded: true,
  cron: '7 * * * *',
  async run(_payload, { database: { db }, clock }) {
    await sweepEnded(db, clock.now());
  },
});

/** Each step is a transaction of its own: nobody waits for long, and what was done stays done. */
const usualSteps = { most: 1000, steps: 100 };

/** The clocks of two processes may differ. */
const graceMs = 3_600_000;

/**
 * Takes away what is of no use any more, in steps of `most` rows and so many steps a table at the most; the rest goes the next time.
 * @returns how many rows went or were cleared
 */
export async function sweepEnded(db: Db, now: Date, { most, steps }: typeof usualSteps = usualSteps): Promise<number> {
  const endedBy = new Date(now.getTime() - graceMs);
  const works = [
    ...shortLived.map((kind) => () => deleteEnded(db, kind, { endedBy, most })),
    () => forgetWrongCodes(db, { windowEnded: new Date(endedBy.getTime() - tryPolicy.seconds * 1000), most }),
  ];
  let gone = 0;
  for (const work of works) gone += await inSteps(work, { most, steps });
  return gone;
}

async function inSteps(step: () => Promise<number>, { most, steps }: typeof usualSteps): Promise<number> {
  let gone = 0;
  for (let taken = 0; taken < steps; taken += 1) {
    const some = await step();
    gone += some;
    if (some < most) break;
  }
  return gone;
}
