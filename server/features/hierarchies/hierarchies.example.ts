import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';
import type { TestApp } from '../../../tests/support/test-app';
import { keepProposal } from '../../domain/catalogue';

/** What somebody has weighed at the location under the name. */
async function propose(
  { db, clock }: TestApp,
  { organisationId, locationId, name }: { organisationId: number; locationId: number; name: string },
): Promise<number> {
  const { id: eventId } = await db
    .selectFrom('waste_event')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('location_id', '=', locationId)
    .where('voided_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .transaction()
    .execute((trx) => keepProposal(trx, organisationId, { name, eventId, userId: null, now: clock.now() }));
  const { id } = await db
    .selectFrom('item_proposal')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

export const example = defineExample({
  async records(app, { organisationId, organisationMark, locationId }) {
    const { db } = app;
    const valueId = await addValue(db, organisationId, { element: 'WASTESOURCE', name: `${organisationMark} source` });
    const intoId = await addValue(db, organisationId, {
      element: 'WASTESOURCE',
      name: `${organisationMark} other source`,
    });
    const { hierarchy_id: hierarchyId } = await db
      .selectFrom('ref_value')
      .select('hierarchy_id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', valueId)
      .executeTakeFirstOrThrow();
    const itemId = await addValue(db, organisationId, { element: 'WASTEITEM', name: `${organisationMark} item` });
    const { hierarchy_id: itemHierarchyId } = await db
      .selectFrom('ref_value')
      .select('hierarchy_id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow();
    const proposalId = await propose(app, { organisationId, locationId, name: `${organisationMark} proposal` });
    return {
      elementCode: 'WASTESOURCE',
      valueId,
      intoId,
      hierarchyId,
      itemId,
      itemHierarchyId,
      proposalId,
      mergedProposalId: await propose(app, { organisationId, locationId, name: `${organisationMark} like another` }),
      dismissedProposalId: await propose(app, { organisationId, locationId, name: `${organisationMark} no item` }),
    };
  },

  async *changes({ itemId, itemHierarchyId, proposalId, ...made }) {
    const { valueId, intoId, hierarchyId, organisationMark } = made;
    yield {
      route: 'post /rest/v1/hierarchies',
      body: { elementCode: 'WASTESOURCE', hierarchyName: `${organisationMark} list` },
    };
    yield {
      route: 'put /rest/v1/hierarchies/lists/:hierarchyId',
      body: { hierarchyName: `${organisationMark} renamed list` },
    };
    yield {
      route: 'post /rest/v1/hierarchy-values',
      body: {
        hierarchyId,
        name: `${organisationMark} new source`,
        translations: { de_DE: `${organisationMark} neue Herkunft` },
      },
    };
    yield {
      route: 'put /rest/v1/hierarchy-values/:valueId',
      values: { valueId },
      body: { version: 1, name: `${organisationMark} renamed source` },
    };
    yield {
      route: 'put /rest/v1/hierarchy-values/:valueId/place',
      values: { valueId },
      body: { version: 2, hierarchyId, parentId: null },
    };
    yield { route: 'post /rest/v1/hierarchy-values/:valueId/merge', values: { valueId }, body: { version: 3, intoId } };
    yield {
      route: 'post /rest/v1/item-proposals/:proposalId/accept',
      values: { proposalId },
      body: { hierarchyId: itemHierarchyId, name: `${organisationMark} accepted` },
    };
    yield {
      route: 'post /rest/v1/item-proposals/:proposalId/merge',
      values: { proposalId: made.mergedProposalId },
      body: { intoId: itemId },
    };
    yield {
      route: 'post /rest/v1/item-proposals/:proposalId/dismiss',
      values: { proposalId: made.dismissedProposalId },
      body: {},
    };
  },
});
