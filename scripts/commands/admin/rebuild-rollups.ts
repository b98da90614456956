import { z } from 'zod';
import { countEverything } from '../../../server/domain/measures/marks.store';
import { rebuildEverything } from '../../../server/domain/measures/rollups.service';
import { internalOrganisation } from '../../../server/platform/actor';
import { defineActions, recordAudit } from '../../../server/platform/audit';
import type { Db } from '../../../server/platform/db/database';
import { touch } from '../../../server/platform/freshness';
import { afterFilling } from '../../../server/platform/lifecycle/maintenance';
import { systemClock } from '../../../server/platform/time';
import { domainWithoutJobs } from '../../../server/resources';
import { Refused } from '../../../server/setup/operator.service';
import { defineCommand, flag } from './command';
import { withPreparedDatabase } from './database';

const rollupActions = defineActions('rollups', { rebuild: {} });

async function organisationsOf(db: Db, only: number | undefined): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('organisation_directory')
    .select(['id', 'name'])
    .where('id', only === undefined ? '<>' : '=', only ?? internalOrganisation)
    .orderBy('id')
    .execute();
  if (only !== undefined && rows.length === 0) throw new Refused(`There is no organisation ${only}.`);
  return rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]));
}

export const rebuildRollupsCommand = defineCommand({
  name: 'rebuild-rollups',
  about: 'Recalculates every weekly figure, period and baseline from the events. Users can continue working.',
  usage: '[--organisation ID] [--dry-run]',
  values: { organisation: z.coerce.number().int().positive().optional(), 'dry-run': flag },
  run: (values, tools) =>
    withPreparedDatabase(tools, values['dry-run'], async ({ database, db }) => {
      const organisations = await organisationsOf(db, values.organisation);
      let total = 0;
      for (const { id, name } of organisations) {
        const { weeks } = values['dry-run']
          ? { weeks: await countEverything(db, id) }
          : await rebuildEverything(db, { clock: systemClock, domain: domainWithoutJobs(), organisationId: id });
        total += weeks;
        tools.say(`${name} (${id}): ${weeks} weeks${values['dry-run'] ? ' would be rebuilt' : ' rebuilt'}`);
        if (!values['dry-run']) {
          await db.transaction().execute(async (trx) => {
            await recordAudit(trx, {
              organisationId: id,
              userId: null,
              actor: 'command line',
              at: systemClock.now(),
              action: rollupActions.rebuild,
              entity: 'organisation',
              entityId: id,
              after: { weeks },
            });
            await touch(trx, id);
          });
        }
      }
      tools.say(
        `${total} weeks of ${organisations.length} organisations.${values['dry-run'] ? ' This was a dry run. Nothing was changed.' : ''}`,
      );
      if (!values['dry-run']) await afterFilling(database);
    }),
});
