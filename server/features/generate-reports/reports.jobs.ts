import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { Job } from '../../platform/resources';
import { runReport } from './report-run.service';
import { listSilentRuns } from './report-runs.store';
import { runReportJob } from './reports.job-handle';
import { runDueSchedules } from './schedules.service';

export const reportJobs: Job[] = [
  defineJob({ ...runReportJob, expireInSeconds: 600, run: (key, resources) => runReport(resources, key) }),
  defineJob({
    name: 'reports.schedules',
    payload: noPayload,
    folded: true,
    cron: '*/5 * * * *',
    run: (_, resources) => runDueSchedules(resources),
  }),
  defineResumeJob({
    name: 'reports.resume',
    silentMs: 300_000,
    list: (db, { silent }) => listSilentRuns(db, silent),
    resume: (key, resources) => runReport(resources, key),
  }),
];
