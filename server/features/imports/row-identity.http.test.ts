import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { earlierUuid } from './event-identity';
import { importerOf, sheetOf, type Importer } from './importer.fixtures';
import { plainMapping } from './imports.fixtures';
import { earlierRowKeyOf } from './row-key.rules';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const lines = ['2026-03-02,Nord,Rice,1.5', '2026-03-02,Nord,Rice,1.5', '2026-03-03,Nord,Beans,1.25'];
const weight = plainMapping.measures[0]!;

async function eventsOf({ organisationId }: Importer): Promise<number> {
  const { n } = await app.db
    .selectFrom('waste_event')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisationId)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe('the same rows', () => {
  it.each<[string, string, object]>([
    [
      'with another delimiter and a decimal comma',
      'date;site;item;kg\n2026-03-02;Nord;Rice;1,5\n2026-03-02;Nord;Rice;1,50\n2026-03-03;Nord;Beans;1,25\n',
      { decimal: ',' },
    ],
    [
      'with another form of dates',
      'date,site,item,kg\n2.3.2026,Nord,Rice,1.5\n2.3.2026,Nord,Rice,1.5\n3.3.2026,Nord,Beans,1.25\n',
      { dates: { column: 'date', patterns: ['d.M.yyyy'] } },
    ],
    [
      'with columns more, in another order',
      'weather,kg,item,site,date\nrain,1.5,Rice,Nord,2026-03-02\nsun,1.5,Rice,Nord,2026-03-02\n,1.25,Beans,Nord,2026-03-03\n',
      {},
    ],
    [
      'in grams, by a mapping of another name',
      'date,site,item,g\n2026-03-02,nord,RICE,1500\n2026-03-02,Nord,Rice,1500\n2026-03-03,Nord,Beans,1250\n',
      { name: 'Other', measures: [{ ...weight, column: 'g', unit: 'g', name: 'Grams' }] },
    ],
  ])('are known %s', async (_case, content, changes) => {
    const agent = await importerOf(app);
    await agent.run({ content: sheetOf(...lines) });
    const again = await agent.run({ content, mapping: { ...plainMapping, ...changes } });
    expect(again).toMatchObject({
      state: 'DONE',
      eventsTaken: 0,
      eventsKnown: 3,
      lines: { taken: 0, known: 3, refused: 0, leftOut: 0 },
    });
    expect(await eventsOf(agent)).toBe(3);
  });

  it('are known from two files that were checked before either ran', async () => {
    const first = await importerOf(app);
    const second = await importerOf(app, { organisationId: first.organisationId });
    const checked = [
      await first.check({ content: sheetOf(...lines) }),
      await second.check({ content: sheetOf(...lines) }),
    ] as const;
    expect(checked[1]).toMatchObject({ eventsTaken: 3, sameFile: null });
    await first.step(checked[0].id, 'run');
    expect(await second.view(checked[1].id)).toMatchObject({ state: 'CHECKED', sameFile: { id: checked[0].id } });
    expect(await second.step(checked[1].id, 'run')).toMatchObject({ state: 'DONE', eventsTaken: 0, eventsKnown: 3 });
    expect(await eventsOf(first)).toBe(3);
  });

  it('are known once they run at the same time', async () => {
    const first = await importerOf(app);
    const second = await importerOf(app, { organisationId: first.organisationId });
    const checked = [
      await first.check({ content: sheetOf(...lines) }),
      await second.check({ content: sheetOf(...lines) }),
    ] as const;
    await Promise.all([
      first.post(`/rest/v1/imports/${checked[0].id}/run`).send({}),
      second.post(`/rest/v1/imports/${checked[1].id}/run`).send({}),
    ]);
    await app.runJobs();
    const done = [await first.view(checked[0].id), await second.view(checked[1].id)];
    expect(done.map(({ eventsTaken }) => eventsTaken).sort()).toEqual([0, 3]);
    expect(await eventsOf(first)).toBe(3);
  });

  it('are announced with their number where another mapping would take them again', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.run({ content: sheetOf(...lines) });
    const known = await agent.check({ content: sheetOf(...lines) });
    expect((await agent.get(`/imports/${known.id}`)).text).toContain('Importing it again will not create duplicates.');
    const otherwise = await agent.check({
      content: sheetOf(...lines),
      mapping: { ...plainMapping, stage: { constant: 9 } },
    });
    expect(otherwise).toMatchObject({ eventsTaken: 3, eventsKnown: 0, sameFile: { id } });
    expect((await agent.get(`/imports/${otherwise.id}`)).text).toContain(
      'If you import it now, 3 events will be recorded twice',
    );
  });

  it('are taken once more than they stand there', async () => {
    const agent = await importerOf(app);
    await agent.run({ content: sheetOf(...lines) });
    expect(await agent.run({ content: sheetOf(lines[0]!, lines[0]!, lines[0]!) })).toMatchObject({
      eventsTaken: 1,
      eventsKnown: 2,
    });
  });
});

describe('rows that an earlier release imported', () => {
  /** As that release left them: names from the cells, nothing said of the kind of identity. */
  async function importedEarlier(agent: Importer, mapping: object = plainMapping) {
    const done = await agent.run({ content: sheetOf(...lines), mapping });
    const seen = new Map<string, number>();
    for (const [at, text] of lines.entries()) {
      const [date = '', site = '', item = '', kg = ''] = text.split(',');
      const rowKey = earlierRowKeyOf({ date, site, item, kg }, (mapping as { rowKey?: string[] }).rowKey);
      const occurrence = seen.get(rowKey) ?? 0;
      seen.set(rowKey, occurrence + 1);
      const uuid = earlierUuid({
        organisationId: agent.organisationId,
        mappingName: 'Plain',
        rowKey,
        measure: 'Weight',
        occurrence,
      });
      const event = await app.db
        .selectFrom('waste_event')
        .select(['id', 'client_event_uuid'])
        .where('organisation_id', '=', agent.organisationId)
        .where('import_line', '=', at + 2)
        .executeTakeFirstOrThrow();
      const hash = await hashAsBefore(event.id, agent.organisationId);
      await sql`update ingest_key set client_event_uuid = ${uuid}, content_hash = decode(${hash}, 'hex') where organisation_id = ${agent.organisationId} and client_event_uuid = ${event.client_event_uuid}`.execute(
        app.db,
      );
      await sql`update waste_event set client_event_uuid = ${uuid} where organisation_id = ${agent.organisationId} and id = ${event.id}`.execute(
        app.db,
      );
    }
    await sql`update import_batch set totals = totals - 'identity' - 'account' where organisation_id = ${agent.organisationId} and id = ${done.id}`.execute(
      app.db,
    );
    return done;
  }

  async function hashAsBefore(id: number, organisationId: number): Promise<string> {
    const { contentHash } = await import('../../domain/events/content-hash');
    const e = await app.db
      .selectFrom('waste_event')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return contentHash({
      clientEventUuid: '',
      locationId: e.location_id,
      occurredAt: undefined,
      localDate: e.local_date,
      stageId: e.stage_id,
      itemId: e.item_id ?? undefined,
      grossGrams: Number(e.gross_g),
      tareGrams: 0,
      enteredValue: Number(e.entered_value),
      enteredUnit: e.entered_unit,
      estimated: false,
    });
  }

  it('are known from the same sheet, and only what is new is taken', async () => {
    const agent = await importerOf(app);
    await importedEarlier(agent);
    const again = await agent.run({ content: sheetOf(...lines, '2026-03-04,Nord,Rice,4') });
    expect(again).toMatchObject({ state: 'DONE', eventsTaken: 1, eventsKnown: 3, lines: { taken: 1, known: 3 } });
    expect(await eventsOf(agent)).toBe(4);
    expect(await agent.check({ content: sheetOf(...lines, '2026-03-04,Nord,Rice,4') })).toMatchObject({
      eventsTaken: 0,
      eventsKnown: 4,
    });
  });

  it('are told from their corrections by their key', async () => {
    const agent = await importerOf(app);
    const mapping = { ...plainMapping, rowKey: ['date', 'site', 'item'] };
    await importedEarlier(agent, mapping);
    expect(
      await agent.check({ content: sheetOf(lines[0]!, lines[1]!, '2026-03-03,Nord,Beans,9'), mapping }),
    ).toMatchObject({
      eventsTaken: 0,
      eventsKnown: 2,
      lines: { known: 2, leftOut: 1, reasons: [{ reason: 'changed', lines: 1 }] },
    });
  });

  it('show in their old import without an account of its lines', async () => {
    const agent = await importerOf(app);
    const { id } = await importedEarlier(agent);
    expect(await agent.view(id)).toMatchObject({ state: 'DONE', lines: null, sums: [] });
    expect((await agent.get(`/imports/${id}`)).status).toBe(200);
  });
});
