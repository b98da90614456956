import type { ActingPersonally } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import { fail } from '../../platform/errors';
import { viewAddressOf, viewLimits } from './saved-views.rules';
import { countSavedViews, deleteSavedView, putSavedView } from './saved-views.store';

const actions = defineActions('savedView', { save: {}, remove: {} });

/** Whoever acts. */
export const keeperOf = ({ scope, actor }: ActingPersonally) => ({
  organisationId: scope.organisationId,
  userId: actor.userId,
});

/**
 * Saves a report with its filters for the acting person; one of the same name is replaced.
 * @throws 422 savedViews.notAReport for an address of another page, savedViews.tooMany
 */
export async function saveView(
  acting: ActingPersonally,
  { address, name }: { address: string; name: string },
): Promise<void> {
  const view = viewAddressOf(address);
  if (!view) throw fail.unprocessable('savedViews.notAReport');
  await acting.db.transaction().execute(async (trx) => {
    const id = await putSavedView(trx, keeperOf(acting), { ...view, name, now: acting.now });
    if ((await countSavedViews(trx, keeperOf(acting))) > viewLimits.perPerson)
      throw fail.unprocessable('savedViews.tooMany', { params: { most: viewLimits.perPerson } });
    await acting.audit(trx, { action: actions.save, entity: 'savedView', entityId: id, after: { name, ...view } });
  });
}

/** @throws 404 savedViews.notFound for one that the person does not have */
export async function removeView(acting: ActingPersonally, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const removed = await deleteSavedView(trx, keeperOf(acting), id);
    if (!removed) throw fail.notFound('savedViews.notFound');
    await acting.audit(trx, { action: actions.remove, entity: 'savedView', entityId: id, before: removed });
  });
}
