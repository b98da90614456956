import type { Feature } from '../../platform/feature';
import { rollupJob } from '../dirty-weeks';
import { processDirtyWeeks } from './rollups.service';

export { processDirtyWeeks, rebuildEverything, type Processed } from './rollups.service';

export const feature: Feature = {
  name: 'rollups',
  routes: [],
  jobs: [
    {
      name: rollupJob,
      folded: true,
      expireInSeconds: 900,
      // A job that is folded into one already taken may miss the newest marks; the clock comes round for those.
      cron: '* * * * *',
      run: async (_payload, { database, clock }) => {
        await processDirtyWeeks(database.db, { clock });
      },
    },
  ],
};
