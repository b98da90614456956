import { z } from 'zod';
import { defineJob } from '../../platform/jobs/define-job';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { Job } from '../../platform/resources';
import { checkImport } from './import-check.service';
import { silentMs } from './import.contract';
import { runImport } from './import-run.service';
import { listSilentImports, type ImportKey } from './import.store';

const importKey = z.object({ organisationId: z.int(), id: z.int() });

export const checkJob: JobHandle<ImportKey> = { name: 'imports.check', payload: importKey };
export const runJob: JobHandle<ImportKey> = { name: 'imports.run', payload: importKey };

export const importJobs: Job[] = [
  defineJob({ ...checkJob, expireInSeconds: 3_600, run: (key, resources) => checkImport(resources, key) }),
  defineJob({ ...runJob, expireInSeconds: 3_600, run: (key, resources) => runImport(resources, key) }),
  defineJob({
    // The queue gives a killed worker's job away only after it has expired, which is too long for somebody who waits.
    name: 'imports.resume',
    payload: z.object({ atStart: z.boolean().optional() }),
    folded: true,
    cron: '* * * * *',
    atStart: { atStart: true },
    async run({ atStart }, { database: { db, kind }, clock, jobs }) {
      // The embedded database has this process alone: whoever worked before it started is gone.
      const alone = kind === 'embedded' && atStart === true;
      const silent = await listSilentImports(db, new Date(clock.now().getTime() - (alone ? 0 : silentMs)));
      for (const { state, ...key } of silent) {
        await db.transaction().execute((trx) => jobs.send(trx, state === 'CHECKING' ? checkJob : runJob, key));
      }
    },
  }),
];
