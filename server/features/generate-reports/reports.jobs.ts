import { subMonths } from 'date-fns';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { keptKinds, keptMonths } from './report-kinds.rules';
import { runReport } from './report-run.service';
import { deleteRunsBefore, listSilentRuns } from './report-runs.store';
import { runReportJob } from './reports.job-handle';
import { runDueSchedules } from './schedules.service';

/** Each takes its files along. */
const deletedAtOnce = 100;

export const reportJobs: Job[] = [
  defineJob({ ...runReportJob, expireInSeconds: 600, run: (key, resources) => runReport(resources, key) }),
  defineJob({
    name: 'reports.schedules',
    payload: noPayload,
    folded: true,
    cron: '*/5 * * * *',
    run: (_, resources) => runDueSchedules(resources),
  }),
  defineJob({
    name: 'reports.purge',
    payload: noPayload,
    folded: true,
    cron: '17 4 * * *',
    async run(_, { database: { db }, clock }) {
      const now = clock.now();
      const terms = { kept: keptKinds, now, limit: deletedAtOnce };
      while ((await deleteRunsBefore(db, subMonths(now, keptMonths), terms)) === deletedAtOnce);
    },
  }),
  defineResumeJob({
    name: 'reports.resume',
    silentMs: 300_000,
    list: (db, { silent }) => listSilentRuns(db, silent),
    resume: (key, resources) => runReport(resources, key),
  }),
];
