import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { Job } from '../../platform/resources';
import { purgePhotos } from './photo-deletion.service';

export const purgePhotosJob: Job = defineJob({
  name: 'photos.purge',
  payload: noPayload,
  folded: true,
  cron: '41 3 * * *',
  run: (_payload, { database: { db }, clock }) => purgePhotos(db, clock.now()),
});
