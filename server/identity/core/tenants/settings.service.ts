import type { ActingPersonally } from '../../../platform/acting';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { seesAll } from '../../../platform/restriction.rules';
import { tenantActions } from '../../identity.audit';
import { lockTenant } from '../memberships/administrators.store';
import type { SettingsEdit } from './settings.contract';
import { saveSettings, selectSettings } from './settings.store';
import { isNameTaken, parentOf, renameTenant } from './sub-tenant.store';
import { selectOwn } from './tenant.store';

const briefly = 200;

/** A picture in the text itself would bury what else has changed. */
const inBrief = ({ logo, ...said }: SettingsEdit): SettingsEdit =>
  logo && logo.length > briefly ? { ...said, logo: `${logo.slice(0, briefly)}…` } : { ...said, logo };

/**
 * Changes the name of the tenant that is acted in, and what is said of it; a field that is left out stays.
 * @throws Failure 403 limitedToSites, 409 nameTaken by another one right below the same
 */
export function changeSettings(
  acting: ActingPersonally,
  { name, ...edit }: SettingsEdit & { name?: string | undefined },
): Promise<SettingsEdit & { tenantId: string }> {
  const { now, scope } = acting;
  if (!seesAll(scope)) throw fail.forbidden('identity.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    // Whoever names another one below the same does so before or after.
    if (name !== undefined) await lockTenant(trx, internalOrganisation);
    await lockTenant(trx, scope.organisationId);
    const { tenantId, ...before } = await selectSettings(trx, scope.organisationId);
    const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    const after = { ...before, ...given };
    await saveSettings(trx, scope.organisationId, { ...after, now });
    const rewritten = after.dateFormat !== before.dateFormat || after.timeFormat !== before.timeFormat;
    if (name !== undefined) await rename(trx, acting, name);
    await acting.audit(trx, {
      action: tenantActions.changeSettings,
      entity: 'tenant',
      entityId: scope.organisationId,
      before: inBrief(before),
      after: inBrief(after),
    });
    if (rewritten) await acting.touch(trx);
    return { tenantId, ...after };
  });
}

async function rename(trx: Trx, acting: ActingPersonally, name: string): Promise<void> {
  const { organisationId: number } = acting.scope;
  const { name: before } = await selectOwn(trx, { top: number, below: false });
  if (name === before) return;
  const parentNumber = await parentOf(trx, number);
  if (parentNumber !== null && (await isNameTaken(trx, { parentNumber, name, except: number })))
    throw fail.conflict('subTenants.nameTaken', { fields: [{ field: 'name', code: 'subTenants.nameTaken' }] });
  await renameTenant(trx, number, name);
  await acting.audit(trx, {
    action: tenantActions.rename,
    entity: 'tenant',
    entityId: number,
    before: { name: before },
    after: { name },
  });
  await acting.touch(trx);
}
