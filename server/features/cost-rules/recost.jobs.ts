import { listSilentRecosts } from '../../domain/catalogue';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { recostJob } from './recost.job-handle';
import { runRecost } from './recost.service';

export const recostJobs: Job[] = [
  defineJob({ ...recostJob, expireInSeconds: 3_600, run: (key, resources) => runRecost(resources, key) }),
  defineResumeJob({
    name: 'cost-rules.resume',
    silentMs: 60_000,
    list: (db, { silent }) => listSilentRecosts(db, silent),
    resume: (key, resources) => runRecost(resources, key),
  }),
];
