import { listOpenMerges, mergeJob } from '../../domain/catalogue';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { runMerge } from './merges.service';

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
