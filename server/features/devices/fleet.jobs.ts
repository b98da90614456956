import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { Job } from '../../platform/resources';
import { addDays, localDateOf } from '../../platform/time';
import { removeDaysBefore } from './fleet.store';

/** For as long as what devices said of themselves is kept. */
const keptDays = 400;

export const fleetJobs: Job[] = [
  defineJob({
    name: 'devices.purge-days',
    payload: noPayload,
    folded: true,
    cron: '23 3 * * *',
    run: (_payload, { database: { db }, clock }) =>
      removeDaysBefore(db, addDays(localDateOf(clock.now(), 'UTC'), -keptDays)),
  }),
];
