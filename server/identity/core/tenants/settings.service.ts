import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { seesAll } from '../../../platform/restriction.rules';
import { tenantActions } from '../../identity.audit';
import { lockTenant } from '../memberships/administrators.store';
import { saveSettings, selectSettings, type TenantSettings } from './settings.store';

/** Changes what is said of the tenant that is acted in. @throws Failure 403 limitedToSites */
export function changeSettings(acting: ActingPersonally, edit: TenantSettings): Promise<TenantSettings> {
  const { now, scope } = acting;
  if (!seesAll(scope)) throw fail.forbidden('identity.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    await lockTenant(trx, scope.organisationId);
    const { tenantId, ...before } = await selectSettings(trx, scope.organisationId);
    const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    const after = { ...before, ...given };
    await saveSettings(trx, scope.organisationId, { ...after, now });
    await acting.audit(trx, {
      action: tenantActions.changeSettings,
      entity: 'tenant',
      entityId: scope.organisationId,
      before,
      after,
    });
    return { tenantId, ...after };
  });
}
