import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { IngestCandidate } from '../../domain/events/ingest.contract';
import { ingestEvents } from '../../domain/events/ingest.service';
import type { Permission } from '../../platform/permissions';
import { runBulk } from './bulk-run.service';

let app: TestApp;
const rights: Permission[] = ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS', 'VIEW_BASE_LPO_PAGE'];

beforeAll(async () => {
  app = await testApp();
});

/** A kitchen in New York and one in Berlin, in an organisation that weighs in kilograms. */
async function kitchens() {
  const organisationId = await newOrganisation(app, { unitId: 12 });
  const [here, there] = [
    await addSite(app, { organisationId, name: 'Mill' }),
    await addSite(app, { organisationId, name: 'Harbour', timeZone: 'Europe/Berlin' }),
  ];
  const [kitchen, bar] = [
    await addLocation(app, { organisationId, siteId: here, name: 'Kitchen', stages: [8] }),
    await addLocation(app, { organisationId, siteId: there, name: 'Bar', stages: [8] }),
  ];
  const [bread, soup] = [
    await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread <b>' }),
    await addValue(app.db, organisationId, { element: 'WASTEITEM', name: '=Soup' }),
  ];
  const agent = await signedInAs(app, { organisationId, permissions: rights });
  const take = async (candidates: Partial<IngestCandidate>[]) => {
    const { taken } = await app.db.transaction().execute((trx) =>
      ingestEvents(
        trx,
        { organisationId, origin: 'API', clock: app.clock, domain: app.resources.domain },
        candidates.map((more) => ({
          clientEventUuid: randomUUID(),
          locationId: kitchen,
          occurredAt: new Date('2026-02-10T15:00:00Z'),
          stageId: 8,
          grossGrams: 1_000,
          enteredValue: 1,
          enteredUnit: 'kg',
          ...more,
        })),
      ),
    );
    await app.runJobs();
    return taken.map(({ eventId }) => eventId);
  };
  const one = async (more: Partial<IngestCandidate> = {}) => (await take([more]))[0] as number;
  const post = async (path: string, form: object, as = agent) => {
    const token = tokenOf((await as.get('/data-manager')).text);
    return as
      .post(`/data-manager${path}`)
      .type('form')
      .send({ _csrf: token, ...form });
  };
  return { organisationId, here, kitchen, bar, bread, soup, agent, take, one, post };
}

type Kitchens = Awaited<ReturnType<typeof kitchens>>;

const events = async ({ organisationId }: Kitchens, ids: readonly number[]) =>
  (
    await sql<{
      id: number;
      g: number;
      item: number | null;
      day: string;
      location: number;
      voided: boolean;
      cost: number | null;
    }>`
      select id, net_g as g, item_id as item, local_date as day, location_id as location, voided_at is not null as voided, cost_amount as cost
      from waste_event where organisation_id = ${organisationId} and (id = any(${[...ids]}::bigint[]) or split_from = any(${[...ids]}::bigint[])) order by id`.execute(
      app.db,
    )
  ).rows;

/** What the roll-ups say is what the events come to. */
async function isRolledUp({ organisationId }: Kitchens) {
  await app.runJobs();
  const { rows } = await sql<{ raw: number; rolled: number }>`
    select (select coalesce(sum(net_g), 0) from waste_event where organisation_id = ${organisationId} and voided_at is null and counts_as_waste) as raw,
      (select coalesce(sum(g), 0) from rollup_week where organisation_id = ${organisationId}) as rolled`.execute(
    app.db,
  );
  expect(Number(rows[0]?.rolled)).toBe(Number(rows[0]?.raw));
  expect(await brokenInvariants(app.db, organisationId)).toEqual({});
  return Number(rows[0]?.raw);
}

const fieldsOf = (html: string): Record<string, string> => {
  const inputs = [...html.matchAll(/<input(?=[^>]*\bname="([^"]+)")(?=[^>]*\bvalue="([^"]*)")[^>]*>/g)];
  const selects = [...html.matchAll(/<select[^>]*\bname="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)];
  return {
    ...Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
    ...Object.fromEntries(
      selects.map(([, name = '', options = '']) => [
        name,
        /<option(?=[^>]*\bselected)[^>]*\bvalue="([^"]*)"/.exec(options)?.[1] ?? '',
      ]),
    ),
  };
};

describe('one event', () => {
  it('is corrected field by field, keeps what it was, and tells a second editor of it', async () => {
    const all = await kitchens();
    const { agent, one, post, soup, bar } = all;
    const id = await one({ occurredAt: new Date('2026-02-10T23:30:00Z'), note: 'as weighed' });
    const shown = fieldsOf((await agent.get(`/data-manager/events/${id}/correct`)).text);
    const form = { ...shown, note: 'as weighed', reason: 'Read wrongly' };
    const saved = await post(`/events/${id}/correct`, { ...form, grossWeight: '2,5', itemId: soup });
    expect([saved.status, saved.headers.location]).toEqual([303, `/data-manager/events/${id}?done=corrected`]);
    expect(await events(all, [id])).toMatchObject([{ g: 2_500, item: soup, day: '2026-02-10' }]);
    const late = await post(`/events/${id}/correct`, { ...form, grossWeight: '9' });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('Someone else changed this event')]);
    const page = await agent.get(`/data-manager/events/${id}`);
    expect(page.text).toContain('Read wrongly');
    expect(page.text).toContain('1.00 kg → 2.50 kg'.replaceAll(' kg', '\u202fkg'));
    const again = fieldsOf((await agent.get(`/data-manager/events/${id}/correct`)).text);
    // In Berlin the same instant lies on the next day.
    await post(`/events/${id}/correct`, { ...again, note: 'as weighed', locationId: bar, reason: 'Other kitchen' });
    expect(await events(all, [id])).toMatchObject([{ location: bar, day: '2026-02-11' }]);
    const nothing = await post(`/events/${id}/correct`, {
      ...fieldsOf((await agent.get(`/data-manager/events/${id}/correct`)).text),
      note: 'as weighed',
      reason: 'None',
    });
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('Nothing was changed')]);
    expect(await isRolledUp(all)).toBe(2_500);
  });

  it('is voided and restored with a reason, and found right until it changes', async () => {
    const all = await kitchens();
    const { agent, take, post, bread } = all;
    const ids = await take(
      Array.from({ length: 12 }, (_, at) => ({
        itemId: bread,
        grossGrams: at === 11 ? 20_000 : 1_000 + at,
        occurredAt: new Date(`2026-03-${String(at + 2).padStart(2, '0')}T15:00:00Z`),
      })),
    );
    const id = ids[11] as number;
    const list = async () => (await agent.get('/data-manager/suspicious')).text;
    expect(await list()).toContain('20 times the usual');
    expect((await post(`/events/${id}/steps/confirm`, { standing: 0 })).status).toBe(303);
    expect(await list()).not.toContain('20 times the usual');
    expect((await post(`/events/${id}/steps/void`, { standing: 0, reason: ' ' })).status).toBe(422);
    expect((await post(`/events/${id}/steps/void`, { standing: 0, reason: 'Twice' })).status).toBe(303);
    const before = await isRolledUp(all);
    const { standing = '' } = fieldsOf((await agent.get(`/data-manager/events/${id}`)).text);
    expect((await post(`/events/${id}/steps/restore`, { standing, reason: 'Not twice' })).status).toBe(303);
    expect(await isRolledUp(all)).toBe(before + 20_000);
    expect(await list()).toContain('20 times the usual');
  });

  it('is split into parts that weigh and cost the same, which cannot count beside the whole', async () => {
    const all = await kitchens();
    const { one, post, soup, organisationId } = all;
    const id = await one({ grossGrams: 1_000.01, costAmount: '10.0001' });
    const total = await isRolledUp(all);
    const split = await post(`/events/${id}/split`, {
      standing: 0,
      reason: 'Two dishes',
      by: 'share',
      amount: ['1', '1', '1', ''],
      itemId: [String(soup), '', '', ''],
    });
    expect(split.headers.location).toBe(`/data-manager/events/${id}?done=split`);
    const [whole, ...parts] = await events(all, [id]);
    expect(whole).toMatchObject({ voided: true, g: 1_000.01 });
    expect(parts.map(({ g, item }) => [g, item])).toEqual([
      [333.34, soup],
      [333.34, null],
      [333.33, null],
    ]);
    expect(parts.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 10_000), 0)).toBe(100_001);
    expect(await isRolledUp(all)).toBe(total);
    const back = (eventId: number, step: string) =>
      sql<{
        n: number;
      }>`select coalesce(max(id), 0) as n from waste_event_revision where organisation_id = ${organisationId} and event_id = ${eventId}`
        .execute(app.db)
        .then(({ rows }) => post(`/events/${eventId}/steps/${step}`, { standing: rows[0]?.n, reason: 'Back' }));
    expect((await back(id, 'restore')).text).toContain('Void the parts first');
    for (const { id: part } of parts) await back(part, 'void');
    expect((await back(id, 'restore')).status).toBe(303);
    expect((await back(parts[0]?.id ?? 0, 'restore')).text).toContain('Void that event first');
    expect(await isRolledUp(all)).toBe(total);
  });
});

describe('many events', () => {
  const changeOf = (location = '') => Number(/changes\/(\d+)/.exec(location)?.[1]);
  const outcomes = async ({ organisationId }: Kitchens, id: number) =>
    (
      await sql<{ outcome: string; n: number }>`
        select outcome, count(*)::int as n from bulk_change_row where organisation_id = ${organisationId} and bulk_id = ${id} group by 1 order by 1`.execute(
        app.db,
      )
    ).rows.map(({ outcome, n }) => `${outcome} ${n}`);

  it('are changed after a preview, killed and resumed, and given back but for what changed since', async () => {
    const all = await kitchens();
    const { agent, take, post, bread, soup, organisationId } = all;
    const ids = (await take(Array.from({ length: 9 }, () => ({ itemId: bread })))).sort((a, b) => a - b);
    const [first = 0, second = 0, third = 0] = ids;
    await agent.post(`/rest/v1/waste-events/${first}/void`).send({ reason: 'Twice' });
    const total = await isRolledUp(all);
    const made = await post('/changes', {
      filter: 'state=all',
      kind: 'itemId',
      itemId: soup,
      reason: 'Was soup',
    });
    const id = changeOf(made.headers.location);
    await app.runJobs();
    const page = await agent.get(`/data-manager/changes/${id}`);
    expect(page.text).toContain('This event has been voided. Restore it first.');
    expect(await outcomes(all, id)).toEqual(['changes 8', 'refused 1']);
    // Somebody corrects one between preview and run.
    await agent.put(`/rest/v1/waste-events/${second}`).send({ reason: 'x', change: { note: 'mine' } });
    await app.db
      .updateTable('bulk_change')
      .set({ state: 'RUNNING' })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
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
    const key = { organisationId, id };
    await expect(runBulk(dying, key, 3)).rejects.toThrow('killed');
    expect(await outcomes(all, id)).toEqual(['changes 5', 'refused 2', 'written 2']);
    await runBulk(app.resources, key, 3);
    await runBulk(app.resources, key, 3);
    expect(await outcomes(all, id)).toEqual(['refused 2', 'written 7']);
    expect((await events(all, ids)).filter(({ item }) => item === soup)).toHaveLength(7);
    expect(await isRolledUp(all)).toBe(total);
    await agent.put(`/rest/v1/waste-events/${third}`).send({ reason: 'x', change: { note: 'mine' } });
    expect((await post(`/changes/${id}/undo`, { reason: 'Was bread' })).status).toBe(303);
    await app.runJobs();
    expect(await outcomes(all, id)).toEqual(['left 1', 'refused 2', 'returned 6']);
    expect((await events(all, ids)).filter(({ item }) => item === soup).map((one) => one.id)).toEqual([third]);
    expect(await isRolledUp(all)).toBe(total);
    expect((await post(`/changes/${id}/undo`, { reason: 'Again' })).status).toBe(409);
  });

  it('are voided and moved, with roll-ups that follow, and back', async () => {
    const all = await kitchens();
    const { agent, take, bar, kitchen } = all;
    const ids = await take([{}, {}, { occurredAt: new Date('2026-02-11T23:30:00Z') }]);
    const total = await isRolledUp(all);
    const run = async (change: object) => {
      const { changeId } = (
        await agent.post('/rest/v1/data-manager/changes').send({ eventIds: ids, change, reason: 'Wrong place' })
      ).body as { changeId: number };
      await app.runJobs();
      expect((await agent.post(`/rest/v1/data-manager/changes/${changeId}/run`).send({})).status).toBe(204);
      await app.runJobs();
      return changeId;
    };
    const undo = async (changeId: number) => {
      await agent.post(`/rest/v1/data-manager/changes/${changeId}/undo`).send({ reason: 'Was right' });
      await app.runJobs();
    };
    const voided = await run({ kind: 'void' });
    expect(await isRolledUp(all)).toBe(0);
    await undo(voided);
    expect(await isRolledUp(all)).toBe(total);
    const moved = await run({ kind: 'set', field: 'locationId', value: bar });
    expect((await events(all, ids)).map(({ location, day }) => [location, day]).sort()).toEqual([
      [bar, '2026-02-10'],
      [bar, '2026-02-10'],
      [bar, '2026-02-12'],
    ]);
    expect(await isRolledUp(all)).toBe(total);
    await undo(moved);
    expect(new Set((await events(all, ids)).map(({ location }) => location))).toEqual(new Set([kitchen]));
    expect(await isRolledUp(all)).toBe(total);
  });

  it('stay as they are for whoever may not', async () => {
    const all = await kitchens();
    const { organisationId, here, one, bar, agent, post } = all;
    const [mine, other] = [await one(), await one({ locationId: bar })];
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_DATA_MANAGER'] });
    const page = await reader.get(`/data-manager/events/${mine}`);
    expect([page.status, page.text.includes('/steps/')]).toEqual([200, false]);
    expect((await post(`/events/${mine}/steps/void`, { standing: 0, reason: 'x' }, reader)).status).toBe(302);
    expect(await events(all, [mine])).toMatchObject([{ voided: false }]);
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [here] });
    expect((await limited.get(`/data-manager/events/${other}`)).status).toBe(404);
    const made = await limited
      .post('/rest/v1/data-manager/changes')
      .send({ eventIds: [mine, other], change: { kind: 'void' }, reason: 'x' });
    await app.runJobs();
    const { changeId } = made.body as { changeId: number };
    expect((await limited.get(`/rest/v1/data-manager/changes/${changeId}`)).body).toMatchObject({ events: 1 });
    const begun = await agent
      .post('/rest/v1/data-manager/changes')
      .send({ eventIds: [other], change: { kind: 'void' }, reason: 'x' });
    expect((await limited.get(`/data-manager/changes/${begun.body.changeId}`)).status).toBe(404);
    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
    const strange = await stranger
      .post('/rest/v1/data-manager/changes')
      .send({ eventIds: [mine], change: { kind: 'void' }, reason: 'x' });
    expect([strange.status, strange.body.code]).toEqual([422, 'dataManager.noEvents']);
  });
});
