import { defineJob, noPayload } from '../../../platform/jobs/define-job';
import { createDomainProofs } from './domain-proof';
import { recheckDomains } from './sso-domain.service';

/** The queue gives it to one node. */
export const recheckDomainsJob = defineJob({
  name: 'identity.recheck-domains',
  payload: noPayload,
  folded: true,
  cron: '41 * * * *',
  run: (_payload, { database: { db }, clock, config }) =>
    recheckDomains(db, clock.now(), createDomainProofs(config.dnsServers)),
});
