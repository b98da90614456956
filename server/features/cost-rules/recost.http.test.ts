import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { RecostView } from '../../domain/catalogue/recost.contract';
import type { IngestCandidate } from '../../domain/events/ingest.contract';
import { ingestEvents } from '../../domain/events/ingest.service';
import { runRecost } from './recost.service';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

/** A kitchen in dollars and one in euros, with a price for every item in each. */
async function kitchens() {
  const organisationId = await newOrganisation(app);
  const [here, there] = [
    await addSite(app, { organisationId }),
    await addSite(app, { organisationId, currencyCode: 'EUR', timeZone: 'Europe/Berlin' }),
  ];
  const [dollars, euros] = [
    await addLocation(app, { organisationId, siteId: here }),
    await addLocation(app, { organisationId, siteId: there }),
  ];
  const agent = await signedInAs(app, {
    organisationId,
    permissions: ['VIEW_COST_RULES', 'EDIT_COST_RULES', 'EDIT_TRANSACTIONS'],
  });
  const price = async (body: object) =>
    (await agent.post('/rest/v1/cost-rules').send({ validFrom: '2025-01-01', ...body })).body.ruleId as number;
  const take = (candidates: Partial<IngestCandidate>[]) =>
    app.db.transaction().execute((trx) =>
      ingestEvents(
        trx,
        { organisationId, origin: 'API', clock: app.clock, domain: app.resources.domain },
        candidates.map((more, at) => ({
          importLine: at,
          clientEventUuid: randomUUID(),
          locationId: dollars,
          occurredAt: undefined,
          localDate: '2026-02-10',
          stageId: 8,
          grossGrams: 1_000,
          enteredValue: 1,
          enteredUnit: 'kg',
          ...more,
        })),
      ),
    );
  const costs = async () =>
    (
      await sql<{ cost: string | null; currency: string | null }>`
    select cost_amount::text as cost, cost_currency as currency from waste_event where organisation_id = ${organisationId} order by import_line`.execute(
        app.db,
      )
    ).rows.map(({ cost, currency }) => (cost === null ? null : `${Number(cost)} ${currency}`));
  const begin = (more: object = {}) =>
    agent
      .post('/rest/v1/recosts')
      .send({ fromDay: '2026-02-01', toDay: '2026-02-28', reason: 'New price list', ...more });
  const view = async (id: number) => (await agent.get(`/rest/v1/recosts/${id}`)).body as RecostView;
  const run = (id: number) => agent.post(`/rest/v1/recosts/${id}/run`).send({});
  const count = async (more: object = {}) => {
    const { recostId } = (await begin(more)).body as { recostId: number };
    await app.runJobs();
    return recostId;
  };
  return { organisationId, here, dollars, euros, agent, price, take, costs, begin, view, run, count };
}

type Kitchens = Awaited<ReturnType<typeof kitchens>>;

/** Costs of the events by currency, and what the roll-ups say: each event is of its site's currency. */
async function sums({ organisationId }: Kitchens) {
  await app.runJobs();
  const events = await sql<object>`
    select cost_currency as currency, sum(cost_amount) as cost from waste_event where organisation_id = ${organisationId} and voided_at is null and counts_as_waste and cost_amount is not null group by 1 order by 1`.execute(
    app.db,
  );
  const rolled = await sql<object>`
    select currency_code as currency, sum(cost) as cost from rollup_week where organisation_id = ${organisationId} group by 1 having sum(cost) <> 0 order by 1`.execute(
    app.db,
  );
  return { events: events.rows, rolled: rolled.rows };
}

describe('a recost', () => {
  it('counts first, each currency by itself, writes only when asked, and leaves entered costs and other days alone', async () => {
    const kitchen = await kitchens();
    const { price, take, costs, view, run, count, dollars, euros, agent } = kitchen;
    const rule = await price({ amountPerKg: '2', currency: 'USD' });
    await price({ amountPerKg: '1', currency: 'EUR' });
    const { taken } = await take([
      {},
      { grossGrams: 500 },
      { costAmount: '99' },
      { locationId: euros },
      { localDate: '2026-03-01' },
      { localDate: '2026-01-31' },
      { estimated: true },
    ]);
    await app.runJobs();
    await agent.put(`/rest/v1/cost-rules/${rule}`).send({ amountPerKg: '3', currency: 'USD', validFrom: '2025-01-01' });
    const id = await count();
    expect(await view(id)).toMatchObject({
      state: 'COUNTED',
      reason: 'New price list',
      written: null,
      counted: {
        events: 5,
        changed: 3,
        gained: 0,
        lost: 0,
        left: 1,
        currencies: [
          { currency: 'EUR', before: '1.0000', after: '1.0000' },
          { currency: 'USD', before: '5.0000', after: '7.5000' },
        ],
      },
    });
    expect(await costs()).toEqual(['2 USD', '1 USD', '99 USD', '1 EUR', '2 USD', '2 USD', '2 USD']);
    expect((await run(id)).status).toBe(204);
    await app.runJobs();
    expect(await costs()).toEqual(['3 USD', '1.5 USD', '99 USD', '1 EUR', '2 USD', '2 USD', '3 USD']);
    const done = await view(id);
    expect([done.state, done.written]).toEqual(['DONE', done.counted]);
    const after = await sums(kitchen);
    expect(after.events).toEqual(after.rolled);
    expect(await brokenInvariants(app.db, kitchen.organisationId)).toEqual({});
    const detail = (await agent.get(`/rest/v1/waste-events/${taken[0]?.eventId}`)).body;
    expect(detail).toMatchObject({
      event: { costAmount: '3.0000', costByRule: true },
      revisions: [{ why: 'New price list', before: { costAmount: '2.0000' } }],
    });
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', kitchen.organisationId)
      .where('entity', '=', 'recost')
      .orderBy('id')
      .execute();
    expect(audit.map((row) => row.action)).toEqual(['recost.count', 'recost.run', 'recost.end']);
    expect((await agent.get('/rest/v1/recosts')).body.recosts).toMatchObject([{ recostId: id, state: 'DONE' }]);
    expect(dollars).not.toBe(euros);
  });

  it('gives costs where there were none, takes them where no price is left, and may be of one site', async () => {
    const { price, take, costs, view, run, count, agent, here, euros } = await kitchens();
    await take([{}, { locationId: euros }]);
    const rule = await price({ amountPerKg: '2', currency: 'USD' });
    await price({ amountPerKg: '1', currency: 'EUR' });
    const id = await count({ siteId: here });
    expect((await view(id)).counted).toMatchObject({
      events: 1,
      gained: 1,
      currencies: [{ currency: 'USD', before: '0.0000', after: '2.0000' }],
    });
    await run(id);
    await app.runJobs();
    expect(await costs()).toEqual(['2 USD', null]);
    await agent.post(`/rest/v1/cost-rules/${rule}/end`).send({ validTo: '2026-01-31' });
    const again = await count();
    expect((await view(again)).counted).toMatchObject({ changed: 2, gained: 1, lost: 1 });
    await run(again);
    await app.runJobs();
    expect(await costs()).toEqual([null, '1 EUR']);
  });

  it('is not written by prices that have changed since, nor while another one is, nor twice', async () => {
    const { organisationId, price, take, view, run, count, agent } = await kitchens();
    await price({ amountPerKg: '2', currency: 'USD' });
    await take([{}]);
    const outdated = await count();
    await price({ amountPerKg: '3', currency: 'USD', priority: 1 });
    expect((await run(outdated)).body).toMatchObject({ code: 'costRules.previewOutdated' });
    const [first, second] = [await count(), await count()];
    expect((await run(first)).status).toBe(204);
    expect((await run(second)).body.code).toBe('costRules.recostRunning');
    expect(
      (await agent.post('/rest/v1/cost-rules').send({ amountPerKg: '9', currency: 'USD', validFrom: '2025-01-01' }))
        .body.code,
    ).toBe('costRules.recostRunning');
    await app.runJobs();
    expect((await run(first)).body.code).toBe('costRules.notCounted');
    expect((await view(first)).state).toBe('DONE');
    expect(
      await app.db
        .selectFrom('recost')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('state', '=', 'RUNNING')
        .execute(),
    ).toEqual([]);
  });

  it('is outdated by an item that moves, and holds moves and merges up while it is written', async () => {
    const { organisationId, agent: pricer, price, take, run, count } = await kitchens();
    const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_HIERARCHIES'] });
    await price({ amountPerKg: '2', currency: 'USD' });
    const value = (name: string) => addValue(app.db, organisationId, { element: 'WASTEITEM', name });
    const [category, item, other] = [await value('Category'), await value('Item'), await value('Other')];
    await take([{ itemId: item }]);
    const move = async (parentId: number | null) => {
      const { values } = (await agent.get('/rest/v1/hierarchies/WASTEITEM')).body as {
        values: { valueId: number; version: number; hierarchyId: number }[];
      };
      const of = (id: number) => values.find(({ valueId }) => valueId === id);
      return agent
        .put(`/rest/v1/hierarchy-values/${item}/place`)
        .send({ version: of(item)?.version, hierarchyId: of(parentId ?? item)?.hierarchyId, parentId });
    };
    const outdated = await count();
    expect((await move(category)).status).toBe(204);
    expect((await run(outdated)).body.code).toBe('costRules.previewOutdated');
    expect((await run(await count())).status).toBe(204);
    expect((await move(null)).body.code).toBe('costRules.recostRunning');
    expect(
      (await agent.post(`/rest/v1/hierarchy-values/${item}/merge`).send({ intoId: other, version: 2 })).body.code,
    ).toBe('costRules.recostRunning');
    await app.runJobs();
    expect((await move(null)).status).toBe(204);
    expect((await pricer.get('/rest/v1/recosts')).status).toBe(200);
  });

  it.each([
    ['days the wrong way round', { fromDay: '2026-02-28', toDay: '2026-02-01' }, 422, 'toDay'],
    ['more than a year', { fromDay: '2025-02-28', toDay: '2026-03-01' }, 422, 'toDay'],
    ['days ahead', { toDay: '2026-12-31' }, 422, 'toDay'],
    ['a day that is none', { fromDay: '2026-02-30' }, 400, 'fromDay'],
    ['no reason', { reason: ' ' }, 400, 'reason'],
    ['a site that is none', { siteId: 99_999_999 }, 422, 'siteId'],
  ])('of %s is refused', async (_, more, status, field) => {
    const { begin, organisationId } = await kitchens();
    const answer = await begin(more);
    expect([answer.status, answer.body.fields[0].field]).toEqual([status, field]);
    expect(
      await app.db.selectFrom('recost').select('id').where('organisation_id', '=', organisationId).execute(),
    ).toEqual([]);
  });

  it('of another organisation, or for somebody who sees only some sites, is not there', async () => {
    const { organisationId, here, count } = await kitchens();
    const id = await count();
    const permissions = ['VIEW_COST_RULES', 'EDIT_COST_RULES'] as const;
    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions });
    expect([
      (await stranger.get(`/rest/v1/recosts/${id}`)).status,
      (await stranger.post(`/rest/v1/recosts/${id}/run`).send({})).status,
    ]).toEqual([404, 404]);
    const limited = await signedInAs(app, { organisationId, permissions, sites: [here] });
    expect([
      (await limited.get(`/rest/v1/recosts/${id}`)).status,
      (await limited.post(`/rest/v1/recosts/${id}/run`).send({})).status,
    ]).toEqual([404, 422]);
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_COST_RULES'] });
    expect((await viewer.post(`/rest/v1/recosts/${id}/run`).send({})).status).toBe(403);
  });
});

it('in whatever steps, killed and run again, writes what was counted, and a second one finds nothing', async () => {
  const one = fc.record({
    euro: fc.boolean(),
    day: fc.integer({ min: 1, max: 28 }),
    grams: fc.integer({ min: 0, max: 5_000 }),
    said: fc.option(fc.integer({ min: 0, max: 9 })),
    rice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (rows, limit) => {
      const kitchen = await kitchens();
      const { organisationId, dollars, euros, price, take, costs, view, run, begin } = kitchen;
      const rice = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Rice' });
      await price({ amountPerKg: '2', currency: 'USD' });
      await take(
        rows.map(({ euro, day, grams, said, rice: isRice }) => ({
          locationId: euro ? euros : dollars,
          localDate: `2026-02-${String(day).padStart(2, '0')}`,
          grossGrams: grams,
          ...(said === null ? {} : { costAmount: String(said) }),
          ...(isRice ? { itemId: rice } : {}),
        })),
      );
      await app.runJobs();
      await price({ amountPerKg: '1.2345', currency: 'EUR' });
      await price({ amountPerKg: '7.77', currency: 'USD', itemId: rice });
      const { recostId: id } = (await begin()).body as { recostId: number };
      const key = { organisationId, id };
      await runRecost(app.resources, key, limit);
      const { counted } = await view(id);
      await run(id);
      // A worker that dies in the middle of a step leaves nothing of it behind.
      let told = 0;
      const dying = {
        ...app.resources,
        domain: {
          ...app.resources.domain,
          eventsTaken: async (...args: Parameters<typeof app.resources.domain.eventsTaken>) => {
            told += 1;
            if (told === 2) throw new Error('killed');
            await app.resources.domain.eventsTaken(...args);
          },
        },
      };
      await runRecost(dying, key, limit).catch((error: Error) => expect(error.message).toBe('killed'));
      await runRecost(app.resources, key, limit);
      const written = await costs();
      await runRecost(app.resources, key, limit);
      expect(await costs()).toEqual(written);
      expect((await view(id)).written).toEqual(counted);
      const after = await sums(kitchen);
      expect(after.events.filter((row) => Number((row as { cost: number }).cost) !== 0)).toEqual(after.rolled);
      const { rows: revisions } = await sql<{
        n: number;
      }>`select count(*)::int as n from waste_event_revision where organisation_id = ${organisationId} and cause = 'RECOST'`.execute(
        app.db,
      );
      expect(revisions[0]?.n).toBe(counted?.changed);
      const again = (await begin()).body as { recostId: number };
      await runRecost(app.resources, { organisationId, id: again.recostId }, limit);
      expect((await view(again.recostId)).counted).toMatchObject({ events: rows.length, changed: 0 });
    }),
    { numRuns: 6 },
  );
}, 120_000);
