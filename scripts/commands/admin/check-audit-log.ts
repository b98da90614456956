import { z } from 'zod';
import type { ChainFault } from '../../../server/platform/audit-chain/audit-chain.contract';
import { checkAndKeep, sealAudits } from '../../../server/platform/audit-chain/audit-chain.service';
import { listOrganisationsWithChain } from '../../../server/platform/audit-chain/audit-chain.store';
import { createSigner } from '../../../server/platform/signer';
import { systemClock } from '../../../server/platform/time';
import { keptSecret } from '../../../server/resources';
import { Refused } from '../../../server/setup/operator.service';
import { defineCommand } from './command';
import { withPreparedDatabase } from './database';

const words: Record<ChainFault['kind'], (fault: ChainFault) => string> = {
  changed: ({ auditId }) => `entry ${auditId} was changed after it was written`,
  removed: ({ auditId }) => `entry ${auditId} was deleted`,
  inserted: ({ auditId }) => `entry ${auditId} was not written by Tare`,
  sealRemoved: ({ position }) => `the entry at position ${position} and its seal were deleted`,
  end: () => 'the end of the log is not signed with this SESSION_SECRET',
};

export const checkAuditLogCommand = defineCommand({
  name: 'check-audit-log',
  about: 'Checks that no entry of the audit log was changed, deleted or added outside Tare. Fails if one was.',
  usage: '[--organisation ID]',
  values: { organisation: z.coerce.number().int().min(0).optional() },
  run: (values, tools) =>
    withPreparedDatabase(tools, false, async ({ config, db }) => {
      const signer = createSigner(() => config.sessionSecret ?? keptSecret(config, 'session-secret'));
      const now = systemClock.now();
      await sealAudits({ db, signer }, now);
      const all = await listOrganisationsWithChain(db);
      const chosen = all.filter((id) => values.organisation === undefined || id === values.organisation);
      if (values.organisation !== undefined && chosen.length === 0)
        throw new Refused(`Organisation ${values.organisation} has no audit log.`);
      let faults = 0;
      for (const organisationId of chosen) {
        const { rows, fault } = await checkAndKeep({ db, signer }, organisationId, now);
        if (fault) faults += 1;
        tools.say(`Organisation ${organisationId}: ${fault ? words[fault.kind](fault) : `${rows} entries, intact`}.`);
      }
      if (faults > 0) throw new Refused(`${faults} of ${chosen.length} logs are not as they were written.`);
    }),
});
