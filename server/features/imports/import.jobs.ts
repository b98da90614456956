import type { JobDefinition } from '../../platform/resources';
import { checkImport } from './import-check.service';
import { silentMs } from './import.contract';
import { runImport } from './import-run.service';
import { listSilentImports, type ImportKey } from './import.store';

export const checkJob = 'imports.check';
export const runJob = 'imports.run';

const keyOf = ({ organisationId, id }: Record<string, unknown>): ImportKey => ({ organisationId: Number(organisationId), id: Number(id) });

export const importJobs: JobDefinition[] = [
  { name: checkJob, expireInSeconds: 3_600, run: (payload, resources) => checkImport(resources, keyOf(payload)) },
  { name: runJob, expireInSeconds: 3_600, run: (payload, resources) => runImport(resources, keyOf(payload)) },
  {
    // The queue gives a killed worker's job away only after it has expired, which is too long for somebody who waits.
    name: 'imports.resume',
    folded: true,
    cron: '* * * * *',
    atStart: true,
    async run({ atStart }, { database: { db, kind }, clock, jobs }) {
      // The embedded database has this process alone: whoever worked before it started is gone.
      const alone = kind === 'embedded' && atStart === true;
      const silent = await listSilentImports(db, new Date(clock.now().getTime() - (alone ? 0 : silentMs)));
      for (const { state, ...key } of silent) {
        await db.transaction().execute((trx) => jobs.send(trx, state === 'CHECKING' ? checkJob : runJob, { ...key }));
      }
    },
  },
];
