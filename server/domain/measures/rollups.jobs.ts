import type { Trx } from '../../platform/db/database';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { JobSender } from '../../platform/jobs/job-handle';
import type { EventsTaken } from '../events';
import { markDirty, rollupJob } from '../weeks';
import { processDirtyWeeks } from './rollups.service';

/** An import goes on marking the weeks that it is writing; rebuilt after each of its batches, they would cost as much as all of the import. */
const secondsToRest = 20;

/** The figures of the weeks that the events lie in are computed anew. */
export async function markWeeksOfEvents(
  trx: Trx,
  { organisationId, weeks, moreFollow }: EventsTaken,
  jobs: JobSender,
): Promise<void> {
  await markDirty(trx, organisationId, weeks);
  if (!moreFollow) await jobs.send(trx, rollupJob);
}

export const rollupJobs = [
  defineJob({
    ...rollupJob,
    folded: true,
    expireInSeconds: 900,
    atStart: {},
    run: async (_payload, { database, clock, domain }) => {
      await processDirtyWeeks(database.db, { clock, domain, untilNow: true });
    },
  }),
  defineJob({
    name: 'rollups.sweep',
    payload: noPayload,
    folded: true,
    expireInSeconds: 900,
    // A job that is folded into one already taken may miss the newest marks, and a long import sends none before its end.
    cron: '* * * * *',
    run: async (_payload, { database, clock, domain }) => {
      await processDirtyWeeks(database.db, { clock, domain, restedSeconds: secondsToRest });
    },
  }),
];
