import type { Feature } from '../../platform/feature';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { markDirty, rollupJob } from '../dirty-weeks';
import { rollupLag } from './rollup-lag.store';
import { processDirtyWeeks } from './rollups.service';

export { countEverything } from './marks.store';
export { processDirtyWeeks, rebuildEverything } from './rollups.service';

/** An import goes on marking the weeks that it is writing, and each of its batches would wait for a worker that has taken them. */
const secondsToRest = 20;

export const feature: Feature = {
  name: 'rollups',
  routes: [],
  measures: [rollupLag],
  async onEventsTaken(trx, { organisationId, weeks, moreFollow }, jobs) {
    await markDirty(trx, organisationId, weeks);
    if (!moreFollow) await jobs.send(trx, rollupJob);
  },
  jobs: [
    defineJob({
      ...rollupJob,
      folded: true,
      expireInSeconds: 900,
      atStart: {},
      run: async (_payload, { database, clock, domain }) => {
        await processDirtyWeeks(database.db, { clock, domain });
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
  ],
};
