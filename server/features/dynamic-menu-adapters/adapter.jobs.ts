import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { Job } from '../../platform/resources';
import { runJob } from './run.job';
import { performRun, startScheduled } from './runs.service';

export const adapterJobs: Job[] = [
  defineJob({
    ...runJob,
    expireInSeconds: 300,
    concurrency: 2,
    run: (of, resources) => performRun(resources, of),
  }),
  defineJob({
    name: 'menu-adapters.schedule',
    payload: noPayload,
    folded: true,
    cron: '*/5 * * * *',
    atStart: {},
    run: (_payload, resources) => startScheduled(resources),
  }),
];
