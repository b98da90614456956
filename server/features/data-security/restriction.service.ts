import {
  belongsTo,
  deleteRestriction,
  findRestriction,
  insertRestriction,
  ungrantableItems,
} from '../../domain/places';
import type { SecuredItems } from '../../domain/places/secured-items.contract';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';

const actions = defineActions('restriction', { set: { severity: 'warning' }, remove: { severity: 'warning' } });

/** Whom somebody narrows, and to what: `null` lets them see the whole organisation again. */
export interface Restricting {
  userId: number;
  items: SecuredItems | null;
}

/**
 * Narrows a member of the organisation that is acted in to sites and locations, or lifts that. That they are narrowed is a fact of
 * its own: with no item left they see nothing. It holds from their next request on, on every node.
 * @throws as `restrictWithin`
 */
export const restrict = (acting: Acting, wanted: Restricting): Promise<void> =>
  acting.db.transaction().execute((trx) => restrictWithin(trx, acting, wanted));

/**
 * The same in the transaction of a use case that changes more of the person. It writes the audit row itself, and takes the
 * organisation's lock.
 * @throws 404 unknownPerson for who is no member of the organisation; 422 unknownSites, unknownLocations for ids that are not of the
 * organisation or beyond what whoever acts may see, beyondYours where somebody narrowed would let another see more than they do
 */
export async function restrictWithin(trx: Trx, acting: Acting, { userId, items }: Restricting): Promise<void> {
  const { organisationId } = acting.scope;
  await lockOrganisation(trx, organisationId);
  if (!(await belongsTo(trx, { organisationId, userId }))) throw fail.notFound('dataSecurity.unknownPerson');
  const whose = { organisationId, userId };
  const before = await findRestriction(trx, whose);
  const after = items && { siteIds: inOrder(items.siteIds), locationIds: inOrder(items.locationIds) };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await checkGrantable(trx, acting, { before, after });
  await deleteRestriction(trx, whose);
  if (after) await insertRestriction(trx, whose, after);
  await acting.audit(trx, {
    action: after ? actions.set : actions.remove,
    entity: 'user',
    entityId: userId,
    before,
    after,
  });
  await acting.touch(trx);
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** Nobody takes away or gives what they do not see themselves. */
async function checkGrantable(
  trx: Trx,
  { scope }: Acting,
  { before, after }: Record<'before' | 'after', SecuredItems | null>,
): Promise<void> {
  if (after) {
    const { siteIds, locationIds } = await ungrantableItems(trx, scope, after);
    if (siteIds.length > 0) throw refuse('dataSecurity.unknownSites', 'siteIds');
    if (locationIds.length > 0) throw refuse('dataSecurity.unknownLocations', 'locationIds');
  }
  if (seesAll(scope)) return;
  const unseen = before && (await ungrantableItems(trx, scope, before));
  if (!after || (unseen && unseen.siteIds.length + unseen.locationIds.length > 0))
    throw fail.unprocessable('dataSecurity.beyondYours');
}

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

export { findRestriction } from '../../domain/places';
