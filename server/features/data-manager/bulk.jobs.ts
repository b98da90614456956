import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { runBulk } from './bulk-run.service';
import { bulkJob } from './bulk.job-handle';
import { listSilent } from './bulk.store';

export const bulkJobs: Job[] = [
  defineJob({ ...bulkJob, expireInSeconds: 3_600, run: (key, resources) => runBulk(resources, key) }),
  defineResumeJob({
    name: 'data-manager.resume',
    silentMs: 60_000,
    list: (db, { silent }) => listSilent(db, silent),
    resume: (key, resources) => runBulk(resources, key),
  }),
];
