import type { Feature } from '../../platform/feature';
import { defineJob } from '../../platform/jobs/define-job';
import { markDirty, rollupJob } from '../dirty-weeks';
import { rollupLag } from './rollup-lag.store';
import { processDirtyWeeks } from './rollups.service';

export { countEverything } from './marks.store';
export { processDirtyWeeks, rebuildEverything } from './rollups.service';

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
      // A job that is folded into one already taken may miss the newest marks; the next scheduled run takes those.
      cron: '* * * * *',
      atStart: {},
      run: async (_payload, { database, clock, domain }) => {
        await processDirtyWeeks(database.db, { clock, domain });
      },
    }),
  ],
};
