import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { seesAll } from '../../../platform/restriction.rules';
import { tenantActions } from '../../identity.audit';
import { lockTenant } from '../memberships/administrators.store';
import type { SettingsEdit } from './settings.contract';
import { saveSettings, selectSettings } from './settings.store';

const briefly = 200;

/** A picture in the text itself would bury what else has changed. */
const inBrief = ({ logo, ...said }: SettingsEdit): SettingsEdit =>
  logo && logo.length > briefly ? { ...said, logo: `${logo.slice(0, briefly)}…` } : { ...said, logo };

/** Changes what is said of the tenant that is acted in; a field that is left out stays. @throws Failure 403 limitedToSites */
export function changeSettings(
  acting: ActingPersonally,
  edit: SettingsEdit,
): Promise<SettingsEdit & { tenantId: string }> {
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
      before: inBrief(before),
      after: inBrief(after),
    });
    return { tenantId, ...after };
  });
}
