import type { JobDefinition } from '../../platform/resources';
import { checkImport } from './import-check.service';
import { runImport } from './import-run.service';
import { listSilentImports, type ImportKey } from './import.store';

export const checkJob = 'imports.check';
export const runJob = 'imports.run';

/** A worker that was silent this long is taken for gone. A batch takes a second or two. */
const silentMs = 60_000;

const keyOf = ({ organisationId, id }: Record<string, unknown>): ImportKey => ({ organisationId: Number(organisationId), id: Number(id) });

export const importJobs: JobDefinition[] = [
  { name: checkJob, expireInSeconds: 3_600, run: (payload, resources) => checkImport(resources, keyOf(payload)) },
  { name: runJob, expireInSeconds: 3_600, run: (payload, resources) => runImport(resources, keyOf(payload)) },
  {
    // The queue gives a killed worker's job away only after it has expired, which is too long for somebody who waits.
    name: 'imports.resume',
    folded: true,
    cron: '* * * * *',
    async run(_payload, { database: { db }, clock, jobs }) {
      const silent = await listSilentImports(db, new Date(clock.now().getTime() - silentMs));
      for (const { state, ...key } of silent) {
        await db.transaction().execute((trx) => jobs.send(trx, state === 'CHECKING' ? checkJob : runJob, { ...key }));
      }
    },
  },
];
