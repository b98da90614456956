import {
  addValue,
  changing,
  decideProposal,
  listProposals,
  lockProposal,
  lockValue,
  refuseValue,
} from '../../domain/catalogue';
import type { NewValue } from '../../domain/catalogue/hierarchies.contract';
import type { ProposalList } from '../../domain/catalogue/proposals.contract';
import { giveItem } from '../../domain/events';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';

const proposalActions = defineActions('itemProposal', { accept: {}, merge: {}, dismiss: {} });

/** For whoever may decide: whoever sees only some sites decides nothing. */
export const readProposals = async ({ db, scope }: Acting): Promise<ProposalList> => ({
  proposals: seesAll(scope) ? await listProposals(db, scope.organisationId) : [],
});

interface Deciding {
  proposalId: number;
  action: keyof typeof proposalActions;
  /** The item that the name is, of a proposal by that name; null where there is none. */
  itemOf(trx: Trx): Promise<number | null>;
}

/** @throws 404 unknownProposal, 422 limitedToSites and as the item is refused */
function decide(acting: Acting, { proposalId, action, itemOf }: Deciding): Promise<number | null> {
  const {
    scope: { organisationId },
    now,
    domain,
  } = acting;
  return changing(acting, async (trx) => {
    const proposal = await lockProposal(trx, organisationId, proposalId);
    if (!proposal) throw fail.notFound('hierarchies.unknownProposal');
    const { name, eventIds } = proposal;
    const itemId = await itemOf(trx);
    const userId = userIdOf(acting);
    const given =
      itemId === null ? [] : await giveItem(trx, organisationId, { eventIds, itemId, why: name, userId, now });
    if (given.length > 0)
      await domain.eventsTaken(trx, {
        organisationId,
        change: 'corrected',
        events: { ids: given.map(({ eventId }) => eventId) },
        weeks: given,
        now,
        moreFollow: false,
      });
    await decideProposal(trx, organisationId, { proposalId, itemId, userId, now });
    await acting.audit(trx, {
      action: proposalActions[action],
      entity: 'itemProposal',
      entityId: proposalId,
      before: { name },
      after: { itemId, events: given.length },
    });
    await acting.touch(trx);
    return itemId;
  });
}

/** Makes the item, under the name that is said here, and gives it to what was weighed under the proposed one. */
export const acceptProposal = (acting: Acting, { proposalId, item }: { proposalId: number; item: NewValue }) =>
  decide(acting, {
    proposalId,
    action: 'accept',
    itemOf: (trx) => addValue(trx, acting, { ...item, only: 'WASTEITEM' }),
  });

/** The name is another item's. */
export const mergeProposal = (acting: Acting, { proposalId, intoId }: { proposalId: number; intoId: number }) =>
  decide(acting, {
    proposalId,
    action: 'merge',
    async itemOf(trx) {
      const item = await lockValue(trx, acting.scope.organisationId, intoId);
      if (item?.elementCode !== 'WASTEITEM') throw refuseValue('hierarchies.unknownTarget', 'intoId');
      if (item.status !== 'A') throw refuseValue('hierarchies.mergeIntoRetired', 'intoId');
      return item.valueId;
    },
  });

/** What was weighed under the name stays without an item. */
export const dismissProposal = (acting: Acting, { proposalId }: { proposalId: number }) =>
  decide(acting, { proposalId, action: 'dismiss', itemOf: async () => null });
