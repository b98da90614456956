import { defineJob, noPayload } from '../jobs/define-job';
import type { Resources } from '../resources';
import { checkAndKeep, checkAudit, removeOld } from './audit-chain.service';
import { adoptEarlierRows, listOrganisationsWithChain } from './audit-chain.store';

const meansOf = ({ database: { db }, signer }: Resources) => ({ db, signer });

export const checkAuditJob = defineJob({
  ...checkAudit,
  expireInSeconds: 900,
  run: async ({ organisationId }, resources) => {
    await checkAndKeep(meansOf(resources), organisationId, resources.clock.now());
  },
});

/** Removes what is no longer kept, then proves what is left. */
export const keepAuditsJob = defineJob({
  name: 'audit.keep',
  payload: noPayload,
  folded: true,
  cron: '41 2 * * *',
  expireInSeconds: 3600,
  run: async (_payload, resources) => {
    const now = resources.clock.now();
    for (const organisationId of await listOrganisationsWithChain(resources.database.db)) {
      await removeOld(meansOf(resources), organisationId, now);
      const { fault } = await checkAndKeep(meansOf(resources), organisationId, now);
      if (fault) resources.log.error({ organisationId, fault }, 'the audit log is not as it was written');
    }
  },
});

export const adoptAuditsJob = defineJob({
  name: 'audit.adopt',
  payload: noPayload,
  folded: true,
  cron: '7 * * * *',
  atStart: {},
  run: async (_payload, { database: { db } }) => {
    await adoptEarlierRows(db);
  },
});
