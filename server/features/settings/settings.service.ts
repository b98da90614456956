import { replaceFigureSettings } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import type { OrganisationSettings } from './settings.contract';

const { changeSettings: action } = defineActions('organisation', { changeSettings: {} });

/** What the organisation decides about its figures; each of its pages follows at once. */
export async function changeSettings(
  acting: Acting,
  { exclusionThreshold, trackingLimit }: OrganisationSettings,
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const after = { exclusionThreshold, trackingLimit };
    const before = await replaceFigureSettings(trx, organisationId, after);
    await acting.audit(trx, {
      action,
      entity: 'organisation',
      entityId: organisationId,
      before,
      after,
    });
    await acting.touch(trx);
  });
}
