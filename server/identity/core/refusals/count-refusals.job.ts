import { defineJob, noPayload } from '../../../platform/jobs/define-job';
import { countRefusals } from './refusals';

/** The queue gives it to one node. */
export const countRefusalsJob = defineJob({
  name: 'identity.count-refusals',
  payload: noPayload,
  folded: true,
  cron: '*/15 * * * *',
  run: (_payload, { database: { db }, clock }) => countRefusals(db, clock.now()),
});
