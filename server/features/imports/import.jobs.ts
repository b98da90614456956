import { z } from 'zod';
import { defineJob } from '../../platform/jobs/define-job';
import type { JobHandle } from '../../platform/jobs/job-handle';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import { analyzeNew } from '../../platform/lifecycle/maintenance';
import type { Job } from '../../platform/resources';
import { checkImport } from './import-check.service';
import { runImport } from './import-run.service';
import { silentMs } from './import.contract';
import { listSilentImports, type ImportKey } from './import.store';

const importKey = z.object({ organisationId: z.int(), id: z.int() });

export const checkJob: JobHandle<ImportKey> = { name: 'imports.check', payload: importKey };
export const runJob: JobHandle<ImportKey> = { name: 'imports.run', payload: importKey };

export const importJobs: Job[] = [
  defineJob({ ...checkJob, expireInSeconds: 3_600, run: (key, resources) => checkImport(resources, key) }),
  defineJob({
    ...runJob,
    expireInSeconds: 3_600,
    async run(key, resources) {
      await runImport(resources, key);
      // A first import fills what pages read next.
      await analyzeNew(resources.database.db);
    },
  }),
  defineResumeJob({
    name: 'imports.resume',
    silentMs,
    list: (db, { silent }) => listSilentImports(db, silent),
    async resume({ state, ...key }, { database: { db }, jobs }) {
      await db.transaction().execute((trx) => jobs.send(trx, state === 'CHECKING' ? checkJob : runJob, key));
    },
  }),
];
