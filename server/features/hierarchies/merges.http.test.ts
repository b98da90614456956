import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { domain, actingIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { addValue, translate } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { resolveNames } from '../../domain/catalogue/catalogue.service';
import { voidEvent } from '../../domain/events/event-changes.service';
import type { IngestCandidate } from '../../domain/events/ingest.contract';
import { ingestEvents } from '../../domain/events/ingest.service';
import { runMerge } from './merges.service';

let app: TestApp;
let organisationId: number;
let locationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  locationId = await addLocation(app, { organisationId, siteId: await addSite(app, { organisationId }) });
  agent = await signedInAs(app, {
    organisationId,
    permissions: ['EDIT_HIERARCHIES', 'EDIT_TRANSACTIONS', 'VIEW_COST_RULES'],
  });
});

const item = (name = unique('Item'), element = 'WASTEITEM') => addValue(app.db, organisationId, { element, name });
const event = (more: Partial<IngestCandidate> = {}): IngestCandidate => ({
  clientEventUuid: randomUUID(),
  locationId,
  occurredAt: undefined,
  localDate: '2026-02-10',
  stageId: 8,
  grossGrams: 1_000,
  enteredValue: 1,
  enteredUnit: 'kg',
  costAmount: '2.5',
  ...more,
});
const take = (candidates: IngestCandidate[]) =>
  app.db
    .transaction()
    .execute((trx) =>
      ingestEvents(trx, { organisationId, origin: 'API', clock: app.clock, domain: app.resources.domain }, candidates),
    );
const itemsOf = async () =>
  (
    await sql<{
      id: number;
      itemId: number | null;
    }>`select id, item_id as "itemId" from waste_event where organisation_id = ${organisationId} order by id`.execute(
      app.db,
    )
  ).rows;
const merge = (valueId: number, intoId: number, version = 1) =>
  agent.post(`/rest/v1/hierarchy-values/${valueId}/merge`).send({ version, intoId });

/** What the events add up to, and what the roll-ups of one element do: figures that a merge must not move. */
async function sums() {
  await app.runJobs();
  const {
    rows: [events],
  } = await sql<object>`
    select count(*)::int as txn, sum(net_g) as g, sum(cost_amount) as cost from waste_event where organisation_id = ${organisationId} and voided_at is null and counts_as_waste`.execute(
    app.db,
  );
  const {
    rows: [rolled],
  } = await sql<object>`
    select sum(txn)::int as txn, sum(g) as g, sum(cost) as cost from rollup_week_dim where organisation_id = ${organisationId} and element_code = 'WASTEITEM'`.execute(
    app.db,
  );
  return { events, rolled };
}

describe('a merge', () => {
  it('says before what it changes, re-points events in steps and leaves every sum as it was', async () => {
    const [old, kept] = [await item(), await item()];
    const taken = await take([...Array.from({ length: 7 }, () => event({ itemId: old })), event({ itemId: kept })]);
    await voidEvent(actingIn(app.db, { organisationId, clock: app.clock }), {
      eventId: taken.taken[0]?.eventId ?? 0,
      reason: 'a test',
    });
    const before = await sums();
    expect(before.events).toEqual(before.rolled);
    expect((await agent.get(`/rest/v1/hierarchy-values/${old}/merge`).query({ intoId: kept })).body).toMatchObject({
      events: 7,
      voided: 1,
      costRules: 0,
      below: 0,
    });
    expect((await merge(old, kept)).status).toBe(204);
    expect(await sums()).toEqual(before);
    expect((await itemsOf()).filter(({ itemId }) => itemId === old)).toEqual([]);
    expect(await brokenInvariants(app.db, organisationId)).toEqual({});
    const tree = (await agent.get('/rest/v1/hierarchies/WASTEITEM')).body;
    expect(tree.merges[0]).toMatchObject({ oldId: old, newId: kept, state: 'DONE', eventsExpected: 7, eventsMoved: 7 });
    expect(tree.values.some((one: { valueId: number }) => one.valueId === old)).toBe(false);
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'referenceValue')
      .where('entity_id', '=', String(old))
      .orderBy('id')
      .execute();
    expect(audit.map((row) => row.action)).toEqual(['referenceValue.merge', 'referenceValue.mergeEnd']);
  });

  it('keeps each event as it was in its history', async () => {
    const [oldName, newName] = [unique('White rice'), unique('Rice')];
    const [old, kept] = [await item(oldName), await item(newName)];
    const {
      taken: [one],
    } = await take([event({ itemId: old })]);
    await merge(old, kept);
    await app.runJobs();
    const detail = (await agent.get(`/rest/v1/waste-events/${one?.eventId}`)).body;
    expect(detail.event).toMatchObject({ itemId: kept, itemName: newName, costAmount: '2.5000' });
    expect(detail.revisions).toMatchObject([{ why: `${oldName} → ${newName}`, before: { itemId: old } }]);
  });

  it('means the new value for whoever still sends the old one, by id, by name and in another language', async () => {
    const [oldName, otherName] = [unique('Semmeln'), unique('Panecillos')];
    const [first, second, last] = [await item(oldName), await item(), await item()];
    await translate(app.db, organisationId, { refId: first, es_ES: otherName });
    await merge(first, second);
    await app.runJobs();
    await merge(second, last);
    await app.runJobs();
    const uuid = randomUUID();
    const { taken } = await take([event({ itemId: first, clientEventUuid: uuid }), event({ itemId: second })]);
    const found = await itemsOf();
    expect(taken.map(({ eventId }) => found.find(({ id }) => id === eventId)?.itemId)).toEqual([last, last]);
    // The same row sent again is still known by what it said.
    expect((await take([event({ itemId: first, clientEventUuid: uuid })])).known).toHaveLength(1);
    const names = {
      sites: [],
      locations: [],
      references: [oldName.toUpperCase(), otherName].map((name) => ({
        element: 'WASTEITEM' as const,
        name,
        hierarchy: 'Items',
      })),
    };
    const resolved = await app.db
      .transaction()
      .execute((trx) =>
        resolveNames(trx, organisationId, { names, choice: { places: 'refuse', references: 'create' } }),
      );
    expect([resolved.references, resolved.made.references]).toEqual([[last, last], []]);
    expect(
      (await agent.get(`/rest/v1/refdata/participant/${organisationId}/WASTEITEM/hier/0`)).body.map(
        (one: { refId: number }) => one.refId,
      ),
    ).not.toContain(first);
  });

  it('lets the value that is left take the name of the other one over', async () => {
    const [oldName, newName] = [unique('Better name'), unique('Worse name')];
    const [old, kept] = [await item(oldName), await item(newName)];
    await merge(old, kept);
    expect((await agent.put(`/rest/v1/hierarchy-values/${kept}`).send({ version: 1, name: oldName })).status).toBe(204);
    const names = {
      sites: [],
      locations: [],
      references: [oldName, newName].map((name) => ({ element: 'WASTEITEM' as const, name, hierarchy: 'Items' })),
    };
    const resolved = await app.db
      .transaction()
      .execute((trx) =>
        resolveNames(trx, organisationId, { names, choice: { places: 'refuse', references: 'refuse' } }),
      );
    expect(resolved.references).toEqual([kept, kept]);
  });

  it('takes along what lies in the value and its prices, which go behind the other’s own', async () => {
    const [old, kept] = [await item(), await item()];
    const child = await item();
    await app.db
      .updateTable('ref_value')
      .set({ parent_id: old })
      .where('id', '=', child)
      .where('organisation_id', '=', organisationId)
      .execute();
    const rule = (itemId: number, amount: number, from: string) =>
      app.db
        .insertInto('cost_rule')
        .values({
          organisation_id: organisationId,
          ref_item_id: itemId,
          amount_per_kg: amount,
          currency_code: 'USD',
          valid_from: from,
        })
        .execute();
    await rule(kept, 2, '2025-01-01');
    await rule(old, 9, '2026-01-01');
    expect((await agent.get(`/rest/v1/hierarchy-values/${old}/merge`).query({ intoId: kept })).body).toMatchObject({
      costRules: 1,
      below: 1,
    });
    await merge(old, kept);
    const tree = (await agent.get('/rest/v1/hierarchies/WASTEITEM')).body;
    expect(tree.values.find((one: { valueId: number }) => one.valueId === child)).toMatchObject({ parentId: kept });
    const { siteId } = await app.db
      .selectFrom('location')
      .select('site_id as siteId')
      .where('id', '=', locationId)
      .executeTakeFirstOrThrow();
    const tried = (
      await agent
        .get('/rest/v1/cost-rules/test')
        .query({ siteId, itemId: old, weight: 1, unit: 'kg', day: '2026-02-10' })
    ).body;
    expect([
      tried.cost,
      tried.rules.map((one: { rule: { amountPerKg: string } }) => Number(one.rule.amountPerKg)),
    ]).toEqual(['2.0000', [2, 9]]);
  });

  it('keeps the order that the prices of the value had among themselves', async () => {
    const [old, kept] = [await item(), await item()];
    const rule = (itemId: number, more: object) =>
      app.db
        .insertInto('cost_rule')
        .values({
          organisation_id: organisationId,
          ref_item_id: itemId,
          currency_code: 'USD',
          valid_from: '2025-01-01',
          amount_per_kg: 1,
          ...more,
        })
        .execute();
    await rule(kept, { amount_per_kg: 2, valid_to: '2025-12-31' });
    await rule(old, { amount_per_kg: 5, priority: 5 });
    await rule(old, { amount_per_kg: 3, priority: 3, valid_from: '2025-06-01' });
    await merge(old, kept);
    const { siteId } = await app.db
      .selectFrom('location')
      .select('site_id as siteId')
      .where('id', '=', locationId)
      .executeTakeFirstOrThrow();
    const orderOn = async (day: string) =>
      (
        (await agent.get('/rest/v1/cost-rules/test').query({ siteId, itemId: kept, weight: 1, unit: 'kg', day })).body
          .rules as { rule: { amountPerKg: string } }[]
      ).map(({ rule: one }) => Number(one.amountPerKg));
    expect(await orderOn('2025-07-01')).toEqual([2, 5, 3]);
    expect(await orderOn('2026-02-01')).toEqual([5, 3]);
  });

  it('takes alerts along: each asks for the other value, once, and whoever edits it is told', async () => {
    const [old, kept] = [await item(), await item()];
    const person = agent.person.userId;
    const alert = async (name: string, refs: number[]) => {
      const { id } = await app.db
        .insertInto('alert')
        .values({
          organisation_id: organisationId,
          name,
          description: name,
          comp_type: 'netWeightAmount',
          operator: 'GT',
          value: 0,
          unit_id: 12,
          created_at: app.clock.now(),
          created_by: person,
          updated_at: app.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const ref of refs)
        await app.db
          .insertInto('alert_ref')
          .values({ organisation_id: organisationId, alert_id: id, element_code: 'WASTEITEM', ref_id: ref })
          .execute();
      return id;
    };
    const [one, both] = [await alert('The old one', [old]), await alert('Both', [old, kept])];
    await merge(old, kept);
    const refs = await app.db
      .selectFrom('alert_ref')
      .select(['alert_id', 'ref_id'])
      .where('organisation_id', '=', organisationId)
      .where('alert_id', 'in', [one, both])
      .orderBy('alert_id')
      .execute();
    expect(refs).toEqual([
      { alert_id: one, ref_id: kept },
      { alert_id: both, ref_id: kept },
    ]);
    const versions = await app.db
      .selectFrom('alert')
      .select('version')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', [one, both])
      .execute();
    expect(versions).toEqual([{ version: 2 }, { version: 2 }]);
  });

  it('is refused into itself, into what lies in it, into a retired one, into another kind, by an old version, and a second time', async () => {
    const [old, below, retired, reason, kept] = [
      await item(),
      await item(),
      await item(),
      await item(unique('Reason'), 'WASTEREASON'),
      await item(),
    ];
    await app.db.updateTable('ref_value').set({ parent_id: old }).where('id', '=', below).execute();
    await app.db.updateTable('ref_value').set({ status: 'I' }).where('id', '=', retired).execute();
    for (const [intoId, code] of [
      [old, 'mergeIntoItself'],
      [below, 'mergeIntoBelow'],
      [retired, 'mergeIntoRetired'],
      [reason, 'otherElement'],
      [99_999_999, 'unknownTarget'],
    ] as const) {
      expect((await merge(old, intoId)).body).toMatchObject({
        code: `hierarchies.${code}`,
        fields: [{ field: 'intoId' }],
      });
    }
    expect((await merge(old, kept, 7)).status).toBe(409);
    expect((await merge(old, kept)).status).toBe(204);
    expect((await merge(old, kept)).status).toBe(404);
  });
});

it('run in whatever steps, killed and run again, ends the same as once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3 }),
      async (count, limit, stragglers) => {
        const [old, kept] = [await item(), await item()];
        await take(Array.from({ length: count }, (_, at) => event({ itemId: old, localDate: `2026-02-${10 + at}` })));
        const before = await sums();
        await merge(old, kept);
        const key = { organisationId, oldId: old };
        // A worker that dies in the middle of a step leaves nothing of it behind.
        let steps = 0;
        const dying = {
          ...app.resources,
          domain: {
            ...domain,
            eventsTaken: async (...args: Parameters<typeof domain.eventsTaken>) => {
              steps += 1;
              if (steps === 2) throw new Error('killed');
              await app.resources.domain.eventsTaken(...args);
            },
          },
        };
        await runMerge(dying, key, limit).catch((error: Error) => expect(error.message).toBe('killed'));
        await runMerge(app.resources, key, limit);
        expect(await runMerge(app.resources, key, limit)).toBe(0);
        // What an open transaction still brings in under the old value is taken along by the run after the end.
        const late = await take(Array.from({ length: stragglers }, () => event({ itemId: kept })));
        for (const { eventId } of late.taken)
          await sql`update waste_event set item_id = ${old} where organisation_id = ${organisationId} and id = ${eventId}`.execute(
            app.db,
          );
        expect(await runMerge(app.resources, key, limit)).toBe(stragglers);
        expect((await itemsOf()).filter(({ itemId }) => itemId === old)).toEqual([]);
        const after = await sums();
        expect(after.events).toEqual(after.rolled);
        expect(Number((after.events as { txn: number }).txn)).toBe(
          Number((before.events as { txn: number }).txn) + stragglers,
        );
        const moved = await app.db
          .selectFrom('ref_merge')
          .select(['events_moved', 'state'])
          .where('organisation_id', '=', organisationId)
          .where('old_id', '=', old)
          .executeTakeFirstOrThrow();
        expect(moved).toEqual({ events_moved: count + stragglers, state: 'DONE' });
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);
