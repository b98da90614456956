import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { mergeJob } from './merges.job-handle';
import { runMerge } from './merges.service';
import { listOpenMerges } from './merges.store';

/** Longer than a transaction that had read the old value before the merge can stay open. */
const stragglerMs = 10 * 60_000;

export const mergeJobs: Job[] = [
  defineJob({
    ...mergeJob,
    expireInSeconds: 3_600,
    run: async (key, resources) => {
      await runMerge(resources, key);
    },
  }),
  defineResumeJob({
    name: 'hierarchies.resume',
    silentMs: 60_000,
    list: (db, { silent, now }) =>
      listOpenMerges(db, { silentSince: silent, endedSince: new Date(now.getTime() - stragglerMs) }),
    resume: async (key, resources) => {
      await runMerge(resources, key);
    },
  }),
];
