import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { deletedBefore } from './sample-records.rules';
import { deleteRemoved } from './sample-records.store';

export const tidyJob = defineJob({
  name: 'sampleRecords.tidy',
  payload: noPayload,
  folded: true,
  cron: '40 2 * * *',
  run: (_payload, { database, clock }) => deleteRemoved(database.db, deletedBefore(clock.now())),
});

export const sampleRecordJobs = [tidyJob];
