import { defineJob, noPayload } from '../../../platform/jobs/define-job';
import { sweepEnded } from './ended-rows.service';

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
