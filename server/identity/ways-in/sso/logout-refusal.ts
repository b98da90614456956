import { internalOrganisation } from '../../../platform/actor';
import type { Visitor } from '../../../platform/visitor';
import { noteRefusal } from '../../core/refusals/refusals';

interface RefusedLogout {
  /** Those that the message names as its own. */
  providers: readonly { id: string; tenantNumber: number }[];
  way: 'samlLogout' | 'oidcLogout';
  fault: string;
}

/** Writes down why a message of a provider ends nothing. Of a provider of several tenants it is nobody's in particular. */
export async function noteRefusedLogout(visitor: Visitor, { providers, way, fault }: RefusedLogout): Promise<void> {
  visitor.log.warn({ way, fault, ip: visitor.ip }, 'message of a provider about leaving refused');
  const [provider, ...others] = providers;
  const whose =
    provider && others.length === 0
      ? { entityId: provider.id, organisationId: provider.tenantNumber }
      : { organisationId: internalOrganisation };
  await noteRefusal(visitor, { ...whose, way, entity: 'ssoConfig', fault });
}
