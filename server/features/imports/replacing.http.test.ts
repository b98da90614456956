import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { inChunks } from '../../platform/sheet/sheet.fixtures';
import type { ImportView } from './import.contract';
import { importerOf, type Importer } from './importer.fixtures';
import { mappingWith, plainMapping } from './imports.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const weight = { ...plainMapping.measures[0]!, costColumn: 'cost', currency: 'EUR' };
const mapping = { ...plainMapping, rowKey: ['nr'], measures: [weight] };
const sheet = (...lines: string[]) => ['nr,date,site,item,kg,cost', ...lines].join('\n') + '\n';
const first = ['1,2026-03-02,Nord,Rice,1.5,3', '2,2026-03-03,Nord,Beans,2,4', '3,2026-03-04,Nord,Soup,1,1'];
/** A week later, heavier, dearer and of another item; then as it was; then a new one. */
const corrected = sheet('1,2026-03-09,Nord,Pasta,2.5,5', first[1]!, '4,2026-03-05,Nord,Rice,7,7');

interface Standing {
  id: number;
  nr: number;
  g: number;
  day: string;
  item: string;
  cost: number;
  voided: boolean;
}

async function eventsOf({ organisationId }: Importer): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select e.id, e.import_line as nr, e.net_g as g, e.local_date as day, i.name as item, e.cost_amount as cost, e.voided_at is not null as voided
    from waste_event e join ref_value i on i.organisation_id = e.organisation_id and i.id = e.item_id
    where e.organisation_id = ${organisationId} order by e.import_batch_id, e.import_line`.execute(app.db);
  return rows;
}

async function weeksOf({ organisationId }: Importer) {
  const { rows } = await sql<{ week: string; g: number; cost: number }>`
    select week_start as week, sum(g) as g, sum(cost) as cost from rollup_week where organisation_id = ${organisationId} group by 1 order by 1`.execute(
    app.db,
  );
  return rows.map(({ week, g, cost }) => [week, g, cost]);
}

const answer = async (agent: Importer, id: number, corrections: 'leave' | 'replace'): Promise<ImportView> => {
  expect((await agent.post(`/rest/v1/imports/${id}/choices`).send({ corrections })).status).toBe(202);
  await agent.settle();
  return agent.view(id);
};
const replaced = async (agent: Importer, content: string): Promise<ImportView> => {
  const { id } = await answer(agent, (await agent.check({ content, mapping })).id, 'replace');
  return agent.step(id, 'run');
};
const undo = (agent: Importer, id: number) => agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'wrong week' });
const imported = async () => {
  const agent = await importerOf(app);
  const { id } = await agent.run({ content: sheet(...first), mapping });
  return { agent, id, before: await eventsOf(agent) };
};

describe('a corrected line with a key', () => {
  it('is asked about with what it would change, and nothing runs before somebody has answered', async () => {
    const { agent, before } = await imported();
    const checked = await agent.check({ content: corrected, mapping });
    expect(checked).toMatchObject({
      eventsTaken: 1,
      eventsKnown: 1,
      corrections: { lines: 1, answer: null },
      replaced: { events: 0 },
      lines: { taken: 1, replaced: 0, known: 1, leftOut: 1, reasons: [{ reason: 'changed', lines: 1 }] },
    });
    const run = await agent.post(`/rest/v1/imports/${checked.id}/run`).send({});
    expect([run.status, (run.body as { code: string }).code]).toEqual([409, 'imports.correctionsOpen']);
    const page = (await agent.get(`/imports/${checked.id}`)).text.replace(/\s/g, ' ');
    for (const words of [
      'Replace previous values?',
      'Weight: 1.5 kg → 2.5 kg',
      'Item: Rice → Pasta',
      'Cost: €3.00 → €5.00',
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('Run import');
    expect(await eventsOf(agent)).toEqual(before);
  });

  it('leaves the event as it is where somebody says so', async () => {
    const { agent, before } = await imported();
    const { id } = await agent.check({ content: corrected, mapping });
    expect(await answer(agent, id, 'leave')).toMatchObject({
      corrections: { lines: 1, answer: 'leave' },
      eventsTaken: 1,
      lines: { leftOut: 1 },
    });
    expect(await agent.step(id, 'run')).toMatchObject({
      state: 'DONE',
      eventsTaken: 1,
      replaced: { events: 0 },
      lines: { leftOut: 1, replaced: 0 },
    });
    expect((await eventsOf(agent)).slice(0, 3)).toEqual(before);
  });

  it('replaces it, with its sums before and after, its roll-ups and its history, and is known then', async () => {
    const { agent, before } = await imported();
    const { id } = await agent.check({ content: corrected, mapping });
    const page = await agent.get(`/imports/${id}`);
    expect(
      (
        await agent
          .post(`/imports/${id}/choices`)
          .type('form')
          .send({ _csrf: tokenOf(page.text), corrections: 'replace' })
      ).status,
    ).toBe(303);
    await agent.settle();
    const foretold = await agent.view(id);
    const sums = {
      events: 1,
      before: { netGrams: 1_500, costs: [{ currency: 'EUR', amount: '3.0000' }] },
      after: { netGrams: 2_500, costs: [{ currency: 'EUR', amount: '5.0000' }] },
    };
    expect(foretold).toMatchObject({
      state: 'CHECKED',
      eventsTaken: 1,
      replaced: sums,
      replacedKept: 1,
      lines: { taken: 1, replaced: 1, known: 1, leftOut: 0 },
    });
    expect(foretold.sums.find(({ unit }) => unit === 'kg')).toMatchObject({
      sheet: { value: '11.5' },
      taken: { value: '7' },
      replaced: { value: '2.5' },
      known: { value: '2' },
    });
    expect(await agent.step(id, 'run')).toMatchObject({
      state: 'DONE',
      eventsTaken: 1,
      eventsKnown: 1,
      netGrams: 7_000,
      replaced: sums,
      replacedKept: 1,
      lines: foretold.lines,
    });
    expect((await eventsOf(agent))[0]).toEqual({ ...before[0]!, g: 2_500, day: '2026-03-09', item: 'Pasta', cost: 5 });
    expect(await weeksOf(agent)).toEqual([
      ['2026-03-02', 10_000, 12],
      ['2026-03-09', 2_500, 5],
    ]);
    const { rows } = await sql<{
      why: string;
      g: number;
    }>`select why, (before ->> 'net_g')::numeric as g from waste_event_revision where organisation_id = ${agent.organisationId}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ why: 'week.csv: 2', g: 1_500 }]);
    expect(await agent.check({ content: corrected, mapping })).toMatchObject({
      eventsTaken: 0,
      eventsKnown: 3,
      corrections: null,
    });
    const csv = (await agent.get(`/rest/v1/imports/${id}/replaced.csv`)).text.replace('\ufeff', '').split('\r\n');
    expect(csv[1]).toBe(
      '2,1 | 2026-03-09 | Nord | Pasta | 2.5 | 5,1500,2500,3.0000 EUR,5 EUR,Rice,Pasta,2026-03-02,2026-03-09',
    );
    expect((await agent.get(`/imports/${id}`)).text).toContain('Replaced values');
  });

  it('is asked about again once another check is wanted, and never where nothing is asked', async () => {
    const { agent } = await imported();
    const { id } = await agent.check({ content: corrected, mapping });
    await answer(agent, id, 'replace');
    expect(await agent.step(id, 'check')).toMatchObject({ corrections: { answer: null } });
    const plain = await agent.check({ content: sheet(first[0]!), mapping });
    expect(plain.corrections).toBeNull();
    expect((await agent.post(`/rest/v1/imports/${plain.id}/choices`).send({ corrections: 'replace' })).status).toBe(
      409,
    );
    expect((await agent.post(`/rest/v1/imports/${plain.id}/choices`).send({ corrections: 'perhaps' })).status).toBe(
      400,
    );
  });

  it('changes nothing that was voided or changed by hand since, and says so', async () => {
    const {
      agent,
      before: [one, two],
    } = await imported();
    expect((await agent.post(`/rest/v1/waste-events/${one!.id}/void`).send({ reason: 'twice' })).status).toBe(204);
    await sql`insert into waste_event_revision (organisation_id, event_id, at, why, before) values (${agent.organisationId}, ${two!.id}, now(), 'misread', '{}')`.execute(
      app.db,
    );
    const content = sheet('1,2026-03-02,Nord,Rice,9,3', '2,2026-03-03,Nord,Beans,9,4', '3,2026-03-04,Nord,Soup,9,1');
    const checked = await agent.check({ content, mapping });
    expect(checked).toMatchObject({
      corrections: { lines: 1 },
      lines: {
        leftOut: 3,
        reasons: [
          { reason: 'changed', lines: 1 },
          { reason: 'edited', lines: 1 },
          { reason: 'voided', lines: 1 },
        ],
      },
    });
    await answer(agent, checked.id, 'replace');
    expect(await agent.step(checked.id, 'run')).toMatchObject({
      state: 'DONE',
      replaced: { events: 1 },
      lines: { replaced: 1, leftOut: 2 },
    });
    expect((await eventsOf(agent)).map(({ g, voided }) => [g, voided])).toEqual([
      [1_500, true],
      [2_000, false],
      [9_000, false],
    ]);
  });

  it('is refused with its fault, and replaces nothing, where a value is wrong', async () => {
    const { agent, before } = await imported();
    expect(await replaced(agent, sheet('1,2026-03-02,Nord,Rice,9,3', '2,2999-03-03,Nord,Beans,9,4'))).toMatchObject({
      linesRefused: 1,
      replaced: { events: 1 },
    });
    expect((await eventsOf(agent))[1]).toEqual(before[1]);
  });

  it('stands twice in a sheet as two events: the second is held against the second that is there', async () => {
    const { agent } = await imported();
    expect(await replaced(agent, sheet('1,2026-03-02,Nord,Rice,9,3', '1,2026-03-02,Nord,Rice,8,3'))).toMatchObject({
      eventsTaken: 1,
      replaced: { events: 1 },
    });
    expect(await replaced(agent, sheet('1,2026-03-02,Nord,Rice,9,3', '1,2026-03-02,Nord,Rice,7,3'))).toMatchObject({
      eventsTaken: 0,
      eventsKnown: 1,
      replaced: { events: 1, before: { netGrams: 8_000 }, after: { netGrams: 7_000 } },
    });
  });
});

describe('undoing an import that replaced', () => {
  it('gives the earlier values back, once', async () => {
    const { agent, before } = await imported();
    const weeks = await weeksOf(agent);
    const done = await replaced(agent, corrected);
    expect((await undo(agent, done.id)).body).toMatchObject({ state: 'UNDONE', putBack: { events: 1, left: 0 } });
    await agent.settle();
    expect((await eventsOf(agent)).filter(({ voided }) => !voided)).toEqual(before);
    expect(await weeksOf(agent)).toEqual(weeks);
    const again = await undo(agent, done.id);
    expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'imports.notNow']);
    expect((await agent.get(`/imports/${done.id}`)).text).toContain(
      'replaced events were restored to their previous values',
    );
    expect(await agent.check({ content: sheet(...first), mapping })).toMatchObject({
      eventsKnown: 3,
      corrections: null,
    });
    expect(await agent.check({ content: corrected, mapping })).toMatchObject({
      eventsTaken: 1,
      corrections: { lines: 1, answer: null },
    });
  });

  it('leaves what was changed by hand or voided since', async () => {
    const { agent, before } = await imported();
    const done = await replaced(
      agent,
      sheet('1,2026-03-02,Nord,Rice,9,3', '2,2026-03-03,Nord,Beans,9,4', '3,2026-03-04,Nord,Soup,9,1'),
    );
    await agent.post(`/rest/v1/waste-events/${before[0]!.id}/void`).send({ reason: 'twice' });
    await sql`insert into waste_event_revision (organisation_id, event_id, at, why, before) values (${agent.organisationId}, ${before[1]!.id}, now(), 'misread', '{}')`.execute(
      app.db,
    );
    expect((await undo(agent, done.id)).body).toMatchObject({ putBack: { events: 1, left: 2 } });
    expect((await eventsOf(agent)).map(({ g }) => g)).toEqual([9_000, 9_000, 1_000]);
  });

  it('waits for the undo of a later import that replaced the same events', async () => {
    const { agent, before } = await imported();
    const second = await replaced(agent, sheet('1,2026-03-02,Nord,Rice,8,3'));
    const third = await replaced(agent, sheet('1,2026-03-02,Nord,Rice,9,3'));
    const refused = await undo(agent, second.id);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'imports.undoLaterFirst']);
    expect((await undo(agent, third.id)).status).toBe(200);
    expect((await eventsOf(agent))[0]).toMatchObject({ g: 8_000 });
    expect((await undo(agent, second.id)).body).toMatchObject({ putBack: { events: 1, left: 0 } });
    expect(await eventsOf(agent)).toEqual(before);
  });
});

it('goes on after its worker died, and replaces nothing twice', async () => {
  const agent = await importerOf(app);
  const lines = (kg: number) =>
    sheet(...Array.from({ length: 1_500 }, (_, at) => `${at},2026-03-02,Nord,Rice,${kg},1`));
  await agent.run({ content: lines(1), mapping });
  const { id } = await answer(agent, (await agent.check({ content: lines(2), mapping })).id, 'replace');
  await agent.post(`/rest/v1/imports/${id}/run`).send({});
  const { runImport } = await import('./import-run.service');
  let transactions = 0;
  const db = new Proxy(app.db, {
    get(target, name) {
      if (name === 'transaction' && (transactions += 1) > 2) throw new Error('the node is gone');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
  await expect(
    runImport(
      { ...app.resources, database: { ...app.resources.database, db } },
      { organisationId: agent.organisationId, id },
    ),
  ).rejects.toThrow('the node is gone');
  expect(await agent.view(id)).toMatchObject({ state: 'RUNNING', linesRead: 1_000, replaced: { events: 1_000 } });
  await agent.settle();
  expect(await agent.view(id)).toMatchObject({
    state: 'DONE',
    eventsTaken: 0,
    eventsKnown: 0,
    lines: { replaced: 1_500 },
    replaced: { events: 1_500, before: { netGrams: 1_500_000 }, after: { netGrams: 3_000_000 } },
  });
  const { rows } = await sql<{
    g: number;
    n: number;
  }>`select sum(e.net_g) as g, (select count(*)::int from waste_event_revision r where r.organisation_id = ${agent.organisationId}) as n from waste_event e where e.organisation_id = ${agent.organisationId}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ g: 3_000_000, n: 1_500 }]);
});

it.each([
  [undefined, 1_500, 0],
  ['replace', 2_500, 1],
] as const)('does on the command line what its option says: %s', async (corrections, grams, events) => {
  const { agent } = await imported();
  const { runImportFromStream } = await import('./import-stream.service');
  const done = await runImportFromStream(app.resources, {
    organisationId: agent.organisationId,
    createdBy: null,
    login: 'command line',
    fileName: 'week.csv',
    mapping: mappingWith(mapping),
    corrections,
    source: () => inChunks(corrected, 1_000),
  });
  expect(done).toMatchObject({ state: 'DONE', eventsReplaced: events });
  expect((await eventsOf(agent))[0]!.g).toBe(grams);
});
