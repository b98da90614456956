import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { runCopy } from './copy-run.service';
import { copyJob } from './copy.job-handle';
import { listSilent } from './copy.store';

export const copyJobs: Job[] = [
  defineJob({ ...copyJob, expireInSeconds: 3_600, run: (key, resources) => runCopy(resources, key) }),
  defineResumeJob({
    name: 'mass-package-copy.resume',
    silentMs: 60_000,
    list: (db, { silent }) => listSilent(db, silent),
    resume: (key, resources) => runCopy(resources, key),
  }),
];
