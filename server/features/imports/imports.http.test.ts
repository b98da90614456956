/* eslint max-lines: off -- one story a way of importing, each through the same calls; apart they would repeat the files and the waiting */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { inChunks } from '../../platform/sheet/sheet.fixtures';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import type { ImportView } from './import.contract';
import { mayImport } from './import.rules';
import { mappingWith, plainMapping } from './imports.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const permissions = ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'] as const;
type Importer = Awaited<ReturnType<typeof importer>>;

async function importer(
  wish: Parameters<typeof newOrganisation>[1] = {
    currencyCode: 'EUR',
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    unitId: 12,
  },
) {
  const organisationId = await newOrganisation(app, wish);
  return Object.assign(await signedInAs(app, { organisationId, permissions }), { organisationId });
}

it('run in a client view is written down with both identities', async () => {
  const agent = await importer();
  const { id } = await uploadAndCheck(agent);
  const helper = await signedInAs(app, {
    organisationId: internalOrganisation,
    permissions: ['CREATE_CLIENT_VIEW_SESSION'],
  });
  expect(
    (
      await helper
        .post('/rest/v1/client-view-session')
        .send({ organisationId: agent.organisationId, userId: agent.person.userId, reason: 'Case 4711' })
    ).status,
  ).toBe(200);
  expect((await helper.post(`/rest/v1/imports/${id}/run`).send({})).status).toBe(202);
  await app.runJobs();
  expect(
    await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'acting_user_id', 'acting_person'])
      .where('organisation_id', '=', agent.organisationId)
      .where('action', '=', 'import.run')
      .execute(),
  ).toEqual([
    { user_id: agent.person.userId, acting_user_id: helper.person.userId, acting_person: helper.person.login },
  ]);
});

const sheet = (...lines: string[]) => ['date,site,item,kg', ...lines].join('\n') + '\n';
const good = ['2026-03-02,Nord,Rice,1.5', '2026-03-03,Nord,Rice,2', '2026-03-04,Süd,Beans,0.25'];

interface Sending {
  content?: string | Buffer;
  name?: string;
  mapping?: object | string;
}

const send = (agent: Importer, { content = sheet(...good), name = 'week.csv', mapping = plainMapping }: Sending = {}) =>
  agent
    .post('/rest/v1/imports')
    .field('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
    .attach('file', Buffer.from(content as string), name);

async function upload(agent: Importer, sending: Sending = {}): Promise<number> {
  const answer = await send(agent, sending);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ state: 'UPLOADED' });
  expect(answer.status).toBe(201);
  return (answer.body as ImportView).id;
}

async function step(agent: Importer, id: number, name: 'check' | 'run'): Promise<ImportView> {
  expect((await agent.post(`/rest/v1/imports/${id}/${name}`).send({})).status).toBe(202);
  await app.runJobs();
  return (await agent.get(`/rest/v1/imports/${id}`)).body as ImportView;
}

async function uploadAndCheck(agent: Importer, sending: Sending = {}) {
  const id = await upload(agent, sending);
  return step(agent, id, 'check');
}

async function rollups(organisationId: number) {
  const { rows } = await sql<{ grams: number; txn: number }>`
    select coalesce(sum(g), 0) as grams, coalesce(sum(txn), 0)::int as txn from rollup_week where organisation_id = ${organisationId}`.execute(
    app.db,
  );
  return rows[0];
}

async function rowsOf(
  organisationId: number,
  table: 'waste_event' | 'site' | 'ref_value' | 'ingest_key' | 'dirty_week',
): Promise<number> {
  const row = await app.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

describe('from a sheet to the figures', () => {
  it('uploads, checks without writing, runs, and shows the totals that the database adds up', async () => {
    const agent = await importer();
    const checked = await uploadAndCheck(agent, { name: 'Küche März.csv' });
    expect(checked).toMatchObject({
      state: 'CHECKED',
      fileName: 'Küche März.csv',
      linesRead: 3,
      linesRefused: 0,
      eventsTaken: 3,
      eventsKnown: 0,
      netGrams: 3750,
      unknownSites: { count: 2, names: ['Nord', 'Süd'], created: true },
      firstDay: '2026-03-02',
      lastDay: '2026-03-04',
      sameFile: null,
    });
    for (const table of ['waste_event', 'site', 'ref_value', 'ingest_key', 'dirty_week'] as const)
      expect(await rowsOf(agent.organisationId, table), table).toBe(0);

    const done = await step(agent, checked.id, 'run');
    expect(done).toMatchObject({
      state: 'DONE',
      linesRead: 3,
      eventsTaken: 3,
      eventsKnown: 0,
      netGrams: 3750,
      sitesCreated: 2,
      progress: null,
    });
    expect(await rollups(agent.organisationId)).toEqual({ grams: 3750, txn: 3 });
    const audits = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'after'])
      .where('organisation_id', '=', agent.organisationId)
      .where('entity', '=', 'import')
      .orderBy('id')
      .execute();
    expect(audits.map((row) => [row.action, row.actor])).toEqual([
      ['import.upload', agent.person.login],
      ['import.run', agent.person.login],
    ]);
    expect(audits[1]?.after).toMatchObject({ linesRead: 3, eventsTaken: 3, grams: 3750 });
    expect(
      await app.db
        .selectFrom('import_file')
        .select('part')
        .where('organisation_id', '=', agent.organisationId)
        .execute(),
    ).toEqual([]);
  });

  it('recognises a repeated import: the same file is announced, and none of its events is taken twice', async () => {
    const agent = await importer();
    const first = await uploadAndCheck(agent);
    await step(agent, first.id, 'run');
    const again = await uploadAndCheck(agent, { name: 'same bytes.csv' });
    expect(again).toMatchObject({ eventsTaken: 0, eventsKnown: 3, sameFile: { id: first.id, fileName: 'week.csv' } });
    const more = await uploadAndCheck(agent, { content: sheet(...good, '2026-03-05,Nord,Rice,1') });
    expect(more).toMatchObject({ eventsTaken: 1, eventsKnown: 3, sameFile: null, unknownSites: { count: 0 } });
    expect(await step(agent, more.id, 'run')).toMatchObject({ state: 'DONE', eventsTaken: 1, eventsKnown: 3 });
    expect(await rollups(agent.organisationId)).toEqual({ grams: 4750, txn: 4 });
  });

  it('reports each bad line and takes the good ones in', async () => {
    const agent = await importer();
    const bad = [
      '2026-02-30,Nord,Rice,1',
      '2026-03-05,Nord,Rice,heavy',
      '2026-03-06,Nord,Rice',
      '2027-01-01,Nord,Rice,1',
    ];
    const checked = await uploadAndCheck(agent, { content: sheet(good[0]!, ...bad, good[1]!) });
    const done = await step(agent, checked.id, 'run');
    for (const view of [checked, done])
      expect(view).toMatchObject({ linesRead: 6, linesRefused: 4, eventsTaken: 2, errorsKept: 4 });
    const errors = await app.db
      .selectFrom('import_error')
      .select(['line', 'column_name', 'code', 'raw'])
      .where('organisation_id', '=', agent.organisationId)
      .orderBy('line')
      .execute();
    expect(errors).toEqual([
      { line: 3, column_name: 'date', code: 'import.noSuchDate', raw: '2026-02-30' },
      { line: 4, column_name: 'kg', code: 'import.notANumber', raw: 'heavy' },
      { line: 5, column_name: '', code: 'import.raggedLine', raw: '2026-03-06 | Nord | Rice' },
      { line: 6, column_name: 'date', code: 'wasteEvents.inTheFuture', raw: '2027-01-01' },
    ]);
  });

  it('takes a line with all of its measures or with none', async () => {
    const agent = await importer();
    const mapping = {
      ...plainMapping,
      newSites: { country: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' },
      measures: [
        { kind: 'weight', name: 'Kitchen', column: 'kitchen', unit: 'kg' },
        {
          kind: 'weight',
          name: 'Plate',
          column: 'plate',
          unit: 'kg',
          costColumn: 'plate_cost',
          currency: 'USD',
          stage: { constant: 23 },
        },
      ],
    };
    const content = 'date,site,item,kitchen,plate,plate_cost\n2026-03-02,Nord,Rice,1,2,3\n2026-03-03,Nord,Rice,4,5,\n';
    const checked = await uploadAndCheck(agent, { content, mapping });
    const done = await step(agent, checked.id, 'run');
    for (const view of [checked, done]) expect(view).toMatchObject({ linesRefused: 1, eventsTaken: 2, netGrams: 9000 });
    expect(
      await app.db
        .selectFrom('import_error')
        .select(['line', 'column_name', 'code', 'raw'])
        .where('organisation_id', '=', agent.organisationId)
        .execute(),
    ).toEqual([{ line: 2, column_name: 'plate_cost', code: 'wasteEvents.otherCurrency', raw: '3' }]);
  });

  it('refuses lines of unknown sites where the mapping says so, and of closed locations', async () => {
    const agent = await importer();
    const siteId = await addSite(app, { organisationId: agent.organisationId, name: 'Nord' });
    await addLocation(app, { organisationId: agent.organisationId, siteId, name: 'Nord' });
    const east = await addSite(app, { organisationId: agent.organisationId, name: 'Ost' });
    await addLocation(app, { organisationId: agent.organisationId, siteId: east, name: 'Ost', status: 'I' });
    const content = sheet('2026-03-02,NORD,Rice,1', '2026-03-02,West,Rice,1', '2026-03-02,Ost,Rice,1');
    const checked = await uploadAndCheck(agent, { content, mapping: { ...plainMapping, unknownSites: 'refuse' } });
    expect(checked).toMatchObject({
      eventsTaken: 1,
      linesRefused: 2,
      unknownSites: { count: 1, names: ['West'], created: false },
    });
    expect(await step(agent, checked.id, 'run')).toMatchObject({ eventsTaken: 1, linesRefused: 2, sitesCreated: 0 });
    expect(await rowsOf(agent.organisationId, 'site')).toBe(2);
  });

  it('foretells the cost that the cost rules give', async () => {
    const agent = await importer();
    await app.db
      .insertInto('cost_rule')
      .values({
        organisation_id: agent.organisationId,
        amount_per_kg: 4,
        currency_code: 'EUR',
        valid_from: '2020-01-01',
      })
      .execute();
    const checked = await uploadAndCheck(agent);
    const done = await step(agent, checked.id, 'run');
    expect(checked.costs).toEqual([{ currency: 'EUR', amount: '15.0000' }]);
    expect(done.costs).toEqual(checked.costs);
  });

  it('makes the site of a line where nothing was measured', async () => {
    const agent = await importer();
    const checked = await uploadAndCheck(agent, { content: sheet(good[0]!, '2026-03-02,Still,Rice,0') });
    expect(checked).toMatchObject({
      linesRead: 2,
      linesRefused: 0,
      eventsTaken: 1,
      unknownSites: { count: 2 },
      lines: { taken: 1, leftOut: 1, reasons: [{ reason: 'zero', lines: 1 }] },
    });
    expect(await step(agent, checked.id, 'run')).toMatchObject({ eventsTaken: 1, sitesCreated: 2 });
  });

  it('leaves a line out that was imported before with other values', async () => {
    const agent = await importer();
    const mapping = { ...plainMapping, rowKey: ['date', 'site', 'item'] };
    await step(agent, (await uploadAndCheck(agent, { mapping })).id, 'run');
    const checked = await uploadAndCheck(agent, { mapping, content: sheet('2026-03-02,Nord,Rice,9', good[1]!) });
    expect(checked).toMatchObject({ eventsTaken: 0, eventsKnown: 1, linesRefused: 0, lines: { known: 1, leftOut: 1 } });
    const csv = await agent.get(`/rest/v1/imports/${checked.id}/left-out.csv`);
    expect(csv.text).toContain('This row was already imported with different values.');
  });
});

describe('workbooks', () => {
  const head = ['date', 'site', 'item', 'kg'];

  it('gives the same figures as the CSV of the same lines, and knows its lines again', async () => {
    const agent = await importer();
    const rows = good
      .map((line) => line.split(','))
      .map(([date = '', site, item, kg]) => [day(date), site!, item!, Number(kg)]);
    const checked = await uploadAndCheck(agent, {
      name: 'week.xlsx',
      content: await bookOf({ Cover: [['Our waste']], March: [head, ...rows] }),
    });
    expect(checked).toMatchObject({
      state: 'CHECKED',
      linesRead: 3,
      linesRefused: 0,
      eventsTaken: 3,
      netGrams: 3750,
      firstDay: '2026-03-02',
      lastDay: '2026-03-04',
    });
    await step(agent, checked.id, 'run');
    expect(await rollups(agent.organisationId)).toEqual({ grams: 3750, txn: 3 });
    expect(await uploadAndCheck(agent)).toMatchObject({ eventsTaken: 0, eventsKnown: 3 });
  });

  it.each([
    ['1900', false],
    ['1904', true],
  ])('reads serial numbers without a format in a workbook that counts from %s', async (_epoch, date1904) => {
    const agent = await importer();
    const serial = date1904 ? 44_621 : 46_083;
    const mapping = { ...plainMapping, decimal: ',', dates: { column: 'date', patterns: ['excel-serial'] } };
    const checked = await uploadAndCheck(agent, {
      mapping,
      name: 'week.xlsx',
      content: await bookOf({ A: [head, [serial, 'Nord', 'Rice', 1.234]] }, { date1904 }),
    });
    expect(checked).toMatchObject({ eventsTaken: 1, netGrams: 1234, firstDay: '2026-03-02' });
  });

  it('names the lines whose formulas keep no result and whose cells hold errors', async () => {
    const agent = await importer();
    const lines = [{ formula: 'A1*2', result: 2 }, { formula: 'A1*2' }, { error: '#REF!' as const }].map((kg) => [
      day('2026-03-02'),
      'Nord',
      'Rice',
      kg,
    ]);
    const checked = await uploadAndCheck(agent, {
      name: 'week.xlsx',
      content: await bookOf({ A: [head, ...lines] as never }),
    });
    expect(checked).toMatchObject({ eventsTaken: 1, linesRefused: 2, netGrams: 2000 });
    const csv = await agent.get(`/rest/v1/imports/${checked.id}/errors.csv`);
    expect(csv.text).toContain('import.formulaWithoutValue');
    expect(csv.text).toContain('import.errorCell');
  });

  it.each([
    ['is an archive and no workbook', Buffer.from('PK\u0003\u0004 and no more'), 'import.notAWorkbook'],
    [
      'is binary and only called a sheet',
      Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0, 0, 0, 0, 0xff, 0xfe, 0x00, 0x01, 0x80]),
      'import.notText',
    ],
    [
      'is encrypted or of the old form',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      'import.oldWorkbook',
    ],
  ])('refuses a file that %s before anything is kept', async (_what, content, code) => {
    const agent = await importer();
    const answer = await send(agent, { content, name: 'week.xlsx' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      fields: [{ field: 'file', code: code.replace('import.', 'imports.errors.') }],
    });
    expect((await agent.get('/rest/v1/imports')).body).toMatchObject({ total: 0 });
  });
});

describe('files that are unusable as a whole leave nothing half-written', () => {
  it.each([
    ['ends in the middle', sheet(...good) + '2026-03-05,Nord,"Ri', 'import.endsInTheMiddle'],
    ['is empty', '', 'import.emptyFile'],
    ['has no lines', 'date,site,item,kg\n', 'import.noRows'],
    ['lacks a column', 'date,place,item,kg\n2026-03-02,Nord,Rice,1\n', 'import.missingColumn'],
  ])('a file that %s fails in the check', async (_what, content, code) => {
    const agent = await importer();
    const checked = await uploadAndCheck(agent, { content });
    expect(checked).toMatchObject({ state: 'FAILED', eventsTaken: 0, failure: { code } });
    expect(checked.failure?.message).not.toContain('imports.');
    expect((await agent.post(`/rest/v1/imports/${checked.id}/run`).send({})).status).toBe(409);
    expect(await rowsOf(agent.organisationId, 'waste_event')).toBe(0);
    expect(await rowsOf(agent.organisationId, 'site')).toBe(0);
  });

  it('reads the kept file with another mapping', async () => {
    const agent = await importer();
    const failed = await uploadAndCheck(agent, { content: 'date,place,item,kg\n2026-03-02,Nord,Rice,1\n' });
    const answer = await agent
      .put(`/rest/v1/imports/${failed.id}/mapping`)
      .send({ ...plainMapping, site: { column: 'place' } });
    expect([answer.status, (answer.body as ImportView).state]).toEqual([202, 'CHECKING']);
    await app.runJobs();
    expect((await agent.get(`/rest/v1/imports/${failed.id}`)).body).toMatchObject({
      state: 'CHECKED',
      eventsTaken: 1,
      failure: null,
    });
  });

  // ASVS V5.2.1/2
  it('a file that is too large is answered with 413', async () => {
    const agent = await importer();
    const answer = await send(agent, { content: Buffer.alloc(50 * 1_048_576 + 1, 'a') });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([413, 'tooLarge']);
    expect((await agent.get('/rest/v1/imports')).body).toEqual({ imports: [], total: 0 });
  });
});

describe('what is wrong with a request is said field by field', () => {
  it.each([
    ['no JSON', '{', 422, 'mapping'],
    ['a column that is missing', { ...plainMapping, site: {} }, 422, 'mapping.site'],
    [
      'a unit that does not exist',
      { ...plainMapping, measures: [{ kind: 'weight', name: 'W', column: 'kg', unit: 'stone' }] },
      422,
      'mapping.measures.0.unit',
    ],
    [
      'a country that does not exist',
      { ...plainMapping, newSites: { ...plainMapping.newSites, country: 'XX' } },
      422,
      'mapping.newSites.country',
    ],
    ['nothing', '', 422, 'mapping'],
  ])('a mapping with %s', async (_what, mapping, status, field) => {
    const agent = await importer();
    const answer = await send(agent, { mapping });
    expect(answer.status).toBe(status);
    expect((answer.body as { fields: { field: string; message: string }[] }).fields[0]).toMatchObject({
      field,
      message: expect.not.stringContaining('imports.') as string,
    });
    expect((await agent.get('/rest/v1/imports')).body).toMatchObject({ total: 0 });
  });

  it('no file, and a shipped mapping that does not exist', async () => {
    const agent = await importer();
    expect((await agent.post('/rest/v1/imports').field('mappingName', 'generic')).body).toMatchObject({
      fields: [{ field: 'file' }],
    });
    expect(
      (
        await agent
          .post('/rest/v1/imports')
          .field('mappingName', 'nothing')
          .attach('file', Buffer.from(sheet(...good)), 'a.csv')
      ).body,
    ).toMatchObject({ fields: [{ field: 'mappingName' }] });
  });
});

describe('who may', () => {
  it('knows no import of another organisation', async () => {
    const [owner, other] = [await importer(), await importer()];
    const { id } = await uploadAndCheck(owner);
    const paths = [
      ['get', ''],
      ['get', '/errors.csv'],
      ['post', '/check'],
      ['post', '/run'],
      ['delete', ''],
    ] as const;
    for (const [method, path] of paths)
      expect((await other[method](`/rest/v1/imports/${id}${path}`).send({})).status, path).toBe(404);
    expect((await other.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'mine' })).status).toBe(404);
    expect((await other.put(`/rest/v1/imports/${id}/mapping`).send(plainMapping)).status).toBe(404);
    expect((await other.get(`/imports/${id}`)).status).toBe(404);
    expect((await other.get(`/imports/${id}/mapping`)).status).toBe(404);
    expect((await owner.get(`/rest/v1/imports/${id}`)).body).toMatchObject({ state: 'CHECKED' });
  });

  it('leads people home who may look at data but not change it', async () => {
    const organisationId = await newOrganisation(app);
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_DATA_MANAGER'] });
    for (const path of ['/imports', '/imports/new']) expect((await viewer.get(path)).headers.location).toBe('/home');
    expect((await viewer.get('/rest/v1/imports')).status).toBe(403);
    expect((await viewer.post('/rest/v1/imports').attach('file', Buffer.from('a'), 'a.csv')).status).toBe(403);
  });

  it('is not for people who are limited to some sites', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId });
    const limited = await signedInAs(app, { organisationId, permissions, sites: [siteId] });
    expect((await limited.get('/imports')).text).toContain('You need access to all sites to import');
    expect((await limited.get('/rest/v1/imports')).status).toBe(403);
    expect(mayImport({ permissions: new Set(permissions), restriction: { sites: [], locations: [4] } })).toBe(false);
    expect(mayImport({ permissions: new Set(permissions), restriction: { sites: [], locations: [] } })).toBe(false);
  });
});

describe('undo and errors', () => {
  it('takes the events out of the roll-ups, says so, and lets the same file in again', async () => {
    const agent = await importer();
    const { id } = await uploadAndCheck(agent);
    await step(agent, id, 'run');
    expect((await agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: ' ' })).status).toBe(400);
    expect(await rollups(agent.organisationId)).toEqual({ grams: 3750, txn: 3 });

    const undone = await agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'wrong month' });
    expect(undone.body).toMatchObject({ state: 'UNDONE', undoReason: 'wrong month' });
    await app.runJobs();
    expect(await rollups(agent.organisationId)).toEqual({ grams: 0, txn: 0 });
    expect((await agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'twice' })).status).toBe(409);

    const again = await uploadAndCheck(agent);
    expect(again).toMatchObject({ eventsTaken: 3, eventsKnown: 0, sameFile: null });
    await step(agent, again.id, 'run');
    expect(await rollups(agent.organisationId)).toEqual({ grams: 3750, txn: 3 });
  });

  it('gives the errors as CSV in which no cell is a formula', async () => {
    const agent = await importer();
    const { id } = await uploadAndCheck(agent, {
      content: sheet('2026-03-02,Nord,Rice,=1+1', '2026-03-02,Nord,Rice,@SUM(A1)'),
    });
    const csv = await agent.get(`/rest/v1/imports/${id}/errors.csv`);
    expect(csv.headers['content-disposition']).toContain(`ImportErrors-${id}.csv`);
    expect(csv.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Row,Column,Problem,Value,Code',
      "2,kg,This is not a number.,'=1+1,import.notANumber",
      "3,kg,This is not a number.,'@SUM(A1),import.notANumber",
      '',
    ]);
  });

  it('throws away a file of which nothing went in, and no other', async () => {
    const agent = await importer();
    const { id } = await uploadAndCheck(agent);
    expect((await agent.delete(`/rest/v1/imports/${id}`)).status).toBe(204);
    expect((await agent.get(`/rest/v1/imports/${id}`)).status).toBe(404);
    const done = await uploadAndCheck(agent);
    await step(agent, done.id, 'run');
    expect((await agent.delete(`/rest/v1/imports/${done.id}`)).status).toBe(409);
  });
});

describe('the pages, without a script', () => {
  it('sends a file with columns to assign, assigns them, checks, runs and undoes', async () => {
    const agent = await importer();
    const form = await agent.get('/imports/new');
    const sent = await agent
      .post('/imports')
      .field('_csrf', tokenOf(form.text))
      .field('mappingName', 'own')
      .field('mapping', '')
      .attach('file', Buffer.from('Tag;Küche;kg\n2.3.2026;Nord;1,5\n'), 'küche.csv');
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/^\/imports\/\d+$/)]);
    await app.runJobs();
    const mappingAddress = `${sent.headers.location}/mapping`;

    const assign = await agent.get(mappingAddress);
    expect(assign.text).toContain('Küche');
    expect(assign.text).toContain('1,5');
    const mapping = {
      ...plainMapping,
      dates: { column: 'Tag', patterns: ['d.M.yyyy'] },
      site: { column: 'Küche' },
      item: undefined,
    };
    const wrong = await agent
      .post(mappingAddress)
      .type('form')
      .send({ _csrf: tokenOf(assign.text), mapping: '{"version": 2}' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('&quot;version&quot;: 2');
    const address =
      (
        await agent
          .post(mappingAddress)
          .type('form')
          .send({ _csrf: tokenOf(assign.text), mapping: JSON.stringify(mapping) })
      ).headers.location ?? '';
    expect((await agent.get(address)).text).toContain('Checking the file');
    await app.runJobs();

    const checked = await agent.get(address);
    expect(checked.text).toContain('Import 1 weighing');
    await agent
      .post(`${address}/run`)
      .type('form')
      .send({ _csrf: tokenOf(checked.text) });
    await app.runJobs();
    const done = await agent.get(address);
    expect(done.text).toContain('Undo this import');
    await agent
      .post(`${address}/undo`)
      .type('form')
      .send({ _csrf: tokenOf(done.text), reason: 'a test' });
    expect((await agent.get(address)).text).toContain('This import was undone');
    expect((await agent.get('/imports')).text).toContain('küche.csv');
  });

  it('reads another sheet and another line of names as asked, and takes no day that can be read in two ways', async () => {
    const agent = await importer();
    const form = await agent.get('/imports/new');
    const content = await bookOf({
      First: [
        ['Date', 'Site', 'kg'],
        ['03/04/2026', 'Nord', 1],
      ],
      Second: [
        ['a title', 'and more'],
        ['Tag', 'Küche', 'Gewicht kg'],
        [day('2026-03-02'), 'Nord', 1],
      ],
    });
    const sent = await agent
      .post('/imports')
      .field('_csrf', tokenOf(form.text))
      .field('mappingName', 'own')
      .field('mapping', '')
      .attach('file', content, 'two.xlsx');
    expect((await agent.get(sent.headers.location ?? '')).text).toContain('How should “03/04/2026” in row 2 be read?');
    const address = `${sent.headers.location}/mapping`;
    const first = await agent.get(address);
    expect(first.text).toContain('<option value="Second">');
    expect(first.text).toContain('&quot;patterns&quot;: []');
    const second = await agent.get(`${address}?sheet=Second&header=2&headerLines=1`);
    expect(second.text).toContain('&quot;worksheet&quot;: &quot;Second&quot;');
    expect(second.text).toContain('&quot;headerRow&quot;: 2');
    expect(second.text).toContain('&quot;column&quot;: &quot;Gewicht kg&quot;');
    expect((await agent.get(`${address}?header=0`)).status).toBe(400);
    expect((await agent.get(`${address}?sheet=Third`)).text).toContain('The spreadsheet cannot be displayed');
  });

  it('shows the form again with what was wrong', async () => {
    const agent = await importer();
    const form = await agent.get('/imports/new');
    const answer = await agent
      .post('/imports')
      .field('_csrf', tokenOf(form.text))
      .field('mapping', '{"version":1}')
      .attach('file', Buffer.from('a'), 'a.csv');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('This entry is missing.');
    expect(answer.text).toContain('{&quot;version&quot;:1}');
  });
});

describe('a worker that is gone', () => {
  it('leaves the rest to another, which goes on where it stopped and takes nothing twice', async () => {
    const agent = await importer();
    const lines = Array.from({ length: 2_500 }, (_, at) => `2026-03-0${1 + (at % 9)},Nord,Rice,${1 + (at % 7)}`);
    const { id } = await uploadAndCheck(agent, { content: sheet(...lines) });
    await agent.post(`/rest/v1/imports/${id}/run`).send({});
    // The first worker dies after its first batch: the database goes away under it.
    const { runImport } = await import('./import-run.service');
    let transactions = 0;
    const dying = {
      ...app.resources,
      database: {
        ...app.resources.database,
        db: new Proxy(app.db, {
          get(db, name) {
            if (name === 'transaction' && (transactions += 1) > 2) throw new Error('the node is gone');
            const value: unknown = Reflect.get(db, name, db);
            return typeof value === 'function' ? (value as () => unknown).bind(db) : value;
          },
        }),
      },
    };
    await expect(runImport(dying, { organisationId: agent.organisationId, id })).rejects.toThrow('the node is gone');
    expect((await agent.get(`/rest/v1/imports/${id}`)).body).toMatchObject({
      state: 'RUNNING',
      linesRead: 1_000,
      eventsTaken: 1_000,
    });

    await app.runJobs();
    expect((await agent.get(`/rest/v1/imports/${id}`)).body).toMatchObject({
      state: 'DONE',
      linesRead: 2_500,
      eventsTaken: 2_500,
      eventsKnown: 0,
    });
    expect(await rowsOf(agent.organisationId, 'waste_event')).toBe(2_500);
    const audits = await app.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('organisation_id', '=', agent.organisationId)
      .where('entity_id', '=', String(id))
      .where('entity', '=', 'import')
      .orderBy('id')
      .execute();
    expect(audits.map(({ action }) => action)).toEqual(['import.upload', 'import.resume', 'import.run']);
    expect(audits[1]?.after).toMatchObject({ linesRead: 1_000, eventsTaken: 1_000 });
  });

  it('whose command was stopped is ended with an audit row, and the next import of the file says so', async () => {
    const organisationId = await newOrganisation(app, {
      currencyCode: 'EUR',
      countryCode: 'DE',
      timeZone: 'Europe/Berlin',
      unitId: 12,
    });
    const { runImportFromStream } = await import('./import-stream.service');
    const mapping = mappingWith();
    const content = sheet(...Array.from({ length: 1_500 }, (_, at) => `2026-03-02,Nord,Rice,${(at + 1) / 100}`));
    const wish = {
      organisationId,
      createdBy: null,
      login: 'command line',
      fileName: 'week.csv',
      mapping,
      source: () => inChunks(content, 10_000),
    };
    const stop = new Error('the command was stopped');
    await expect(
      runImportFromStream(app.resources, {
        ...wish,
        say: (progress) => {
          if ('linesRead' in progress) throw stop;
        },
      }),
    ).rejects.toThrow(stop);
    const said: unknown[] = [];
    const done = await runImportFromStream(app.resources, {
      ...wish,
      say: (progress) => {
        if ('brokenOff' in progress) said.push(progress.brokenOff.linesRead);
      },
    });
    expect([done.state, done.eventsTaken, done.eventsKnown, said]).toEqual(['DONE', 500, 1_000, [1_000]]);
    const audits = await app.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'import')
      .orderBy('id')
      .execute();
    expect(audits).toMatchObject([
      { action: 'import.fail', after: { failure: 'imports.interrupted', eventsTaken: 1_000 } },
      { action: 'import.run', after: { eventsTaken: 500 } },
    ]);
  });

  it('is noticed after a minute of silence', async () => {
    const agent = await importer();
    const { id } = await uploadAndCheck(agent);
    await app.db
      .updateTable('import_batch')
      .set({ state: 'RUNNING', totals: sql`totals || '{"aliveAt":"2026-03-18T11:58:00Z"}'` })
      .where('organisation_id', '=', agent.organisationId)
      .where('id', '=', id)
      .execute();
    const { importJobs } = await import('./import.jobs');
    await importJobs.find((job) => job.name === 'imports.resume')!.run({}, app.resources);
    await app.runJobs();
    expect((await agent.get(`/rest/v1/imports/${id}`)).body).toMatchObject({ state: 'DONE' });
  });
});

const shared = (file: string) => fileURLToPath(new URL(`../../../../shared/data/${file}`, import.meta.url));
function isAbsent(file: string): boolean {
  const absent = !existsSync(shared(file));
  if (absent) process.stdout.write(`skipped: ${file} may not ship with the product and is not at ../shared/data\n`);
  return absent;
}

describe('real sheets', () => {
  const importReal = async (agent: Importer, file: string, mappingName: string) => {
    const sent = await agent.post('/rest/v1/imports').field('mappingName', mappingName).attach('file', shared(file));
    const { id } = sent.body as ImportView;
    await step(agent, id, 'check');
    return step(agent, id, 'run');
  };

  const smith = 'smith_food_rescue_donations_2024-2025.csv';
  it.skipIf(isAbsent(smith))('Smith: 11,464.6 lb read back from the database', async () => {
    const agent = await importer({ name: unique('Smith') });
    const done = await importReal(agent, smith, 'smith-food-rescue');
    expect(done).toMatchObject({ state: 'DONE', linesRead: 1_082, linesRefused: 0 });
    const { rows } = await sql<{ pounds: number }>`
      select round(sum(e.net_g) / (select grams_per_unit from unit where abbr = 'lb'), 1) as pounds from waste_event e
      where e.organisation_id = ${agent.organisationId} and e.voided_at is null`.execute(app.db);
    expect(rows[0]?.pounds).toBe(11_464.6);
    expect((await rollups(agent.organisationId))?.grams).toBeCloseTo(11_464.603 * 453.59237, -1);
  });

  const sodertalje = 'sodertalje_school_monthly_waste_2019.csv';
  it.skipIf(isAbsent(sodertalje))(
    'Södertälje: a wide sheet with decimal commas, its sums by kind of waste',
    async () => {
      const agent = await importer({
        countryCode: 'SE',
        currencyCode: 'SEK',
        timeZone: 'Europe/Stockholm',
        unitId: 12,
      });
      const done = await importReal(agent, sodertalje, 'sodertalje-monthly');
      expect(done).toMatchObject({ state: 'DONE', linesRead: 247, linesRefused: 0, sitesCreated: 25 });
      const { rows } = await sql<{ reason: string; kg: number }>`
      select r.name as reason, round(sum(e.net_g) / 1000, 1) as kg from waste_event e join ref_value r on r.organisation_id = e.organisation_id and r.id = e.reason_id
      where e.organisation_id = ${agent.organisationId} group by r.name order by r.name`.execute(app.db);
      // What the data's README sums without the comma cells, and those cells.
      const text = readFileSync(shared(sodertalje), 'utf8');
      const commas = (column: number) =>
        text
          .split('\n')
          .flatMap((line) => {
            const cell = (line.match(/("[^"]*"|[^,]*)(,|$)/g) ?? [])[column]?.replace(/,$/, '') ?? '';
            return /^"\d+,\d"$/.test(cell) ? [Number(cell.replaceAll('"', '').replace(',', '.'))] : [];
          })
          .reduce((sum, one) => sum + one, 0);
      const expected = (plain: number, column: number) => Math.round((plain + commas(column)) * 10) / 10;
      expect(rows).toEqual([
        { reason: 'Kitchen', kg: expected(19_721, 6) },
        { reason: 'Plate', kg: expected(46_290, 8) },
        { reason: 'Serving', kg: expected(17_989, 7) },
      ]);
    },
  );
});
