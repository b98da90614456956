import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { Job } from '../../platform/resources';
import { deletePhotosPast } from './photos.store';

const inOneGo = 500;

/** Photos are kept no longer than their organisation wants. */
export const purgePhotosJob: Job = defineJob({
  name: 'photos.purge',
  payload: noPayload,
  folded: true,
  cron: '41 3 * * *',
  async run(_payload, { database: { db }, clock }) {
    const now = clock.now();
    while ((await deletePhotosPast(db, { now, limit: inOneGo })) === inOneGo);
  },
});
