import type { Agent } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { keepProposal } from '../../domain/catalogue';
import type { ItemProposal } from '../../domain/catalogue/proposals.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;
let hierarchyId: number;
let tofu: number;
let keeper: Agent;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'School' });
  const locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [8] });
  tofu = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Tofu' });
  ({ hierarchy_id: hierarchyId } = await app.db
    .selectFrom('ref_value')
    .select('hierarchy_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', tofu)
    .executeTakeFirstOrThrow());
  await addEvents(app, {
    organisationId,
    locationId,
    events: [
      { day: '2026-02-03', grams: 100 },
      { day: '2026-02-04', grams: 300 },
      { day: '2026-02-05', grams: 500 },
    ],
  });
  const [first, second] = await events();
  await app.db.transaction().execute(async (trx) => {
    for (const { id } of [first!, second!])
      await keepProposal(trx, organisationId, { name: 'Jackfruit', eventId: id, userId: null, now: app.clock.now() });
  });
  keeper = await signedInAs(app, { organisationId, permissions: ['EDIT_HIERARCHIES'] });
});

const events = () =>
  app.db
    .selectFrom('waste_event')
    .select(['id', 'item_id'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
const items = async () => (await events()).map(({ item_id: id }) => id);
const proposals = async (who = keeper): Promise<ItemProposal[]> =>
  (await who.get('/rest/v1/item-proposals').expect(200)).body.proposals;
const decide = async (way: 'accept' | 'merge' | 'dismiss', body: object = {}, who = keeper) =>
  who.post(`/rest/v1/item-proposals/${(await proposals())[0]?.proposalId}/${way}`).send(body);

describe('proposed items', () => {
  it('are listed with what was weighed under their name', async () => {
    expect(await proposals()).toMatchObject([{ name: 'Jackfruit', events: 2, proposedBy: null }]);
  });

  it('are made items, which what was weighed under the name gets, and nothing else', async () => {
    const answer = await decide('accept', { name: 'Jackfruit, raw', hierarchyId });
    expect(answer.status).toBe(200);
    const { valueId } = answer.body as { valueId: number };
    expect(await items()).toEqual([valueId, valueId, null]);
    expect(await proposals()).toEqual([]);
    const revisions = await app.db
      .selectFrom('waste_event_revision')
      .select('why')
      .where('organisation_id', '=', organisationId)
      .execute();
    expect(revisions).toEqual([{ why: 'Jackfruit' }, { why: 'Jackfruit' }]);
    const audits = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .execute();
    expect(audits.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['referenceValue.create', 'itemProposal.accept']),
    );
  });

  it('are an item that there is already', async () => {
    expect((await decide('merge', { intoId: tofu })).status).toBe(204);
    expect(await items()).toEqual([tofu, tofu, null]);
    expect(await proposals()).toEqual([]);
  });

  it('are dismissed, and what was weighed stays without an item', async () => {
    expect((await decide('dismiss')).status).toBe(204);
    expect(await items()).toEqual([null, null, null]);
    expect(await proposals()).toEqual([]);
  });

  it('change nothing where the item is refused', async () => {
    const reason = await addValue(app.db, organisationId, { element: 'WASTEREASON', name: 'Overproduction' });
    expect((await decide('accept', { name: 'TOFU', hierarchyId })).body.code).toBe('hierarchies.nameTaken');
    expect((await decide('merge', { intoId: reason })).body.code).toBe('hierarchies.unknownTarget');
    expect(await items()).toEqual([null, null, null]);
    expect(await proposals()).toHaveLength(1);
  });

  it('are decided once', async () => {
    const [{ proposalId }] = (await proposals()) as [ItemProposal];
    const path = `/rest/v1/item-proposals/${proposalId}`;
    const answers = await Promise.all([
      keeper.post(`${path}/merge`).send({ intoId: tofu }),
      keeper.post(`${path}/dismiss`).send({}),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it('are decided by whoever sees the whole organization', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: ['EDIT_HIERARCHIES'], sites: [siteId] });
    expect(await proposals(limited)).toEqual([]);
    expect((await decide('dismiss', {}, limited)).body.code).toBe('hierarchies.limitedToSites');
    const other = await signedInAs(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'] });
    expect((await other.get('/rest/v1/item-proposals')).status).toBe(403);
  });
});
