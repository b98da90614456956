import { defineJob, noPayload } from '../../../platform/jobs/define-job';
import { keepSample } from './session-list.service';

/** The queue gives it to one node. */
export const sampleSessionsJob = defineJob({
  name: 'sessions.sample',
  payload: noPayload,
  folded: true,
  cron: '*/15 * * * *',
  atStart: {},
  run: (_payload, { database: { db }, clock }) => keepSample(db, clock.now()),
});
