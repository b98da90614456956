import { internalOrganisation } from '../../platform/actor';
import type { Visitor } from '../../platform/visitor';
import { sessionActions } from '../identity.audit';

interface RefusedLogout {
  /** Those that the message names as its own. */
  providers: readonly { id: string; tenantNumber: number }[];
  way: 'samlLogout' | 'oidcLogout';
  fault: string;
}

/** Writes down why a message of a provider ends nothing. Of a provider of several tenants it is nobody's in particular. */
export async function noteRefusedLogout({ db, ip, log, audit }: Visitor, { providers, way, fault }: RefusedLogout): Promise<void> {
  log.warn({ way, fault, ip }, 'message of a provider about leaving refused');
  const [provider, ...others] = providers;
  const whose = provider && others.length === 0 ? { entityId: provider.id, organisationId: provider.tenantNumber } : { organisationId: internalOrganisation };
  await db.transaction().execute((trx) => audit(trx, { action: sessionActions.refuse, entity: 'ssoConfig', ...whose, after: { way, fault } }));
}
