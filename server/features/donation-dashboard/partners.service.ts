import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import type { PartnerEdit, PartnerTerms } from './donations.contract';
import { donationLimits } from './donations.rules';
import { countPartners, insertPartner, lockPartner, partnerNameIsTaken, updatePartner } from './partners.store';

const partnerActions = defineActions('donationPartner', { create: {}, change: {} });

const taken = () =>
  fail.unprocessable('donations.error.notSaved', { fields: [{ field: 'name', code: 'donations.error.nameTaken' }] });

/** @throws 422 nameTaken, tooManyPartners */
export function createPartner(acting: Acting, terms: PartnerTerms): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await lockOrganisation(trx, scope.organisationId);
    if ((await countPartners(trx, scope)) >= donationLimits.partners)
      throw fail.unprocessable('donations.error.tooManyPartners', { params: { most: donationLimits.partners } });
    const partnerId = await insertPartner(trx, scope, { terms, now });
    if (partnerId === undefined) throw taken();
    await acting.audit(trx, {
      action: partnerActions.create,
      entity: 'donationPartner',
      entityId: partnerId,
      after: terms,
    });
    await acting.touch(trx);
    return partnerId;
  });
}

/** A retired partner keeps what it took; it takes nothing more. @throws 404 unknownPartner, 409 conflict, 422 nameTaken */
export function changePartner(
  acting: Acting,
  { partnerId, edit: { version, ...terms } }: { partnerId: number; edit: PartnerEdit },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await lockOrganisation(trx, scope.organisationId);
    const before = await lockPartner(trx, scope, partnerId);
    if (!before) throw fail.notFound('donations.error.unknownPartner');
    if (before.version !== version) throw fail.conflict('errors.conflict');
    if (await partnerNameIsTaken(trx, scope, { name: terms.name, exceptId: partnerId })) throw taken();
    await updatePartner(trx, scope, { partnerId, terms, now });
    const { partnerId: _, version: __, ...was } = before;
    await acting.audit(trx, {
      action: partnerActions.change,
      entity: 'donationPartner',
      entityId: partnerId,
      before: was,
      after: terms,
    });
    await acting.touch(trx);
  });
}
