import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { Job } from '../../platform/resources';
import { settleDeliveries } from './delivery-list.store';
import { deliverJob } from './delivery.job';
import { tellEverywhere, tellFirings } from './delivery.service';
import { sendDigests } from './digest.service';

export const alertJobs: Job[] = [
  defineJob({
    ...deliverJob,
    expireInSeconds: 900,
    run: ({ organisationId }, resources) => tellFirings(resources, organisationId),
  }),
  defineJob({
    name: 'alerts.sweep',
    payload: noPayload,
    folded: true,
    expireInSeconds: 900,
    cron: '* * * * *',
    async run(_payload, resources) {
      try {
        await tellEverywhere(resources);
      } finally {
        await settleDeliveries(resources.database.db, resources.clock.now());
      }
    },
  }),
  defineJob({
    name: 'alerts.digest',
    payload: noPayload,
    folded: true,
    expireInSeconds: 900,
    // Every zone's seven o'clock is the beginning of a quarter of an hour.
    cron: '*/15 * * * *',
    atStart: {},
    run: (_payload, resources) => sendDigests(resources),
  }),
];
