import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { sampleRecordList } from './sample-records.contract';
import { tidyJob } from './sample-records.jobs';

let app: TestApp;
let organisationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
const place = { north: 0, south: 0, closed: 0 };
const permissions = ['VIEW_SAMPLE_RECORDS', 'EDIT_SAMPLE_RECORDS'] as const;

/** An organisation that weighs in kg, with two from the north, a new and an old one, and one from the south. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId, name: 'School' });
  place.north = await addLocation(app, { organisationId, siteId, name: 'North' });
  place.south = await addLocation(app, { organisationId, siteId, name: 'South' });
  place.closed = await addLocation(app, { organisationId, siteId, name: 'Closed', status: 'I' });
  agent = await signedInAs(app, { organisationId, permissions });
  for (const [name, locationId, recordedOn, grams] of [
    ['Bread', place.north, '2026-03-17', 1_500],
    ['Soup', place.south, '2026-03-10', 750],
    ['Rice', place.north, '2025-06-01', 20_000],
  ] as const) {
    expect((await add({ name, locationId, recordedOn, grams })).status).toBe(200);
  }
});

const add = (body: object) => agent.post('/rest/v1/sample-records').send(body);
const namesOf = async (query: string) =>
  sampleRecordList.parse((await agent.get(`/rest/v1/sample-records${query}`)).body).rows.map(({ name }) => name);

/** One of its own for each test that takes it away. @returns its id */
async function added(name: string): Promise<number> {
  return (await add({ name, locationId: place.south, recordedOn: '2025-04-01', grams: 1 })).body.id as number;
}

async function removed(id: number) {
  const page = await agent.get('/sample-records');
  return agent
    .post(`/sample-records/${id}/remove`)
    .type('form')
    .send({ _csrf: tokenOf(page.text) });
}

describe('the list', () => {
  it.each([
    ['', ['Bread', 'Soup', 'Rice']],
    ['?sort=weight', ['Soup', 'Bread', 'Rice']],
    ['?sort=-location', ['Soup', 'Rice', 'Bread']],
    ['?days=30', ['Bread', 'Soup']],
    ['?days=365&sort=name', ['Bread', 'Rice', 'Soup']],
  ])('%s', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('of one location', async () => {
    expect(await namesOf(`?locationId=${place.north}&sort=recordedOn`)).toEqual(['Rice', 'Bread']);
  });

  it.each(['?days=7', '?locationId=x', '?colour=red'])('refuses %s', async (query) => {
    expect((await agent.get(`/rest/v1/sample-records${query}`)).status).toBe(400);
  });

  it('is limited to what somebody may see', async () => {
    const limited = await signedInAs(app, { organisationId, permissions, locations: [place.south] });
    expect((await limited.get('/rest/v1/sample-records')).body).toMatchObject({ total: 1, rows: [{ name: 'Soup' }] });
  });

  it('is a file too, with the filters of the page', async () => {
    const { text, headers } = await agent.get(`/rest/v1/sample-records/export?locationId=${place.north}`);
    expect(headers['content-disposition']).toContain('filename="SampleRecords.csv"');
    expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Name,Date,Site,Location,Weight (kg)',
      'Bread,2026-03-17,School,North,1.5',
      'Rice,2025-06-01,School,North,20',
    ]);
  });
});

describe('adding', () => {
  it.each([
    ['a day to come', { recordedOn: '2026-03-19' }, 422, 'recordedOn', 'sampleRecords.inFuture'],
    ['a day of long ago', { recordedOn: '2025-03-01' }, 422, 'recordedOn', 'sampleRecords.tooLongAgo'],
    ['a day that does not exist', { recordedOn: '2026-02-30' }, 400, 'recordedOn', 'notADate'],
    ['no name', { name: ' ' }, 400, 'name', 'required'],
    ['no weight', { grams: 0 }, 400, 'grams', 'tooSmall'],
  ])('%s is refused', async (_what, wrong, status, field, code) => {
    const answer = await add({ name: 'Wrong', locationId: place.north, recordedOn: '2026-03-01', grams: 1, ...wrong });
    expect([answer.status, answer.body.fields]).toMatchObject([status, [{ field, code }]]);
  });

  it.each(['closed', 'elsewhere'] as const)('at a location that is %s is refused', async (which) => {
    const elsewhere = await newOrganisation(app);
    const strange = await addLocation(app, {
      organisationId: elsewhere,
      siteId: await addSite(app, { organisationId: elsewhere }),
    });
    const answer = await add({
      name: 'Wrong',
      locationId: which === 'closed' ? place.closed : strange,
      recordedOn: '2026-03-01',
      grams: 1,
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'sampleRecords.unknownLocation']);
  });

  it('leaves an audit row', async () => {
    const id = await added('Audited');
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'entity'])
      .where('organisation_id', '=', organisationId)
      .where('entity_id', '=', String(id))
      .execute();
    expect(rows).toEqual([{ action: 'sampleRecord.add', entity: 'sampleRecord' }]);
    await removed(id);
  });
});

describe('removing', () => {
  it('takes it off the list, once, and says so', async () => {
    const id = await added('Short');
    expect((await removed(id)).headers.location).toBe('/sample-records?done=removed');
    expect(await namesOf('')).not.toContain('Short');
    expect((await removed(id)).status).toBe(404);
    expect((await agent.get('/sample-records?done=removed')).text).toContain('The record was removed.');
  });

  it('becomes final 30 days later', async () => {
    const [recent, old] = [await added('Recent'), await added('Old')];
    for (const id of [recent, old]) await removed(id);
    const ofOld = app.db
      .updateTable('sample_record')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', old);
    await ofOld.set({ removed_at: new Date('2026-02-01T00:00:00Z') }).execute();
    await app.db.transaction().execute((trx) => app.resources.jobs.send(trx, tidyJob));
    await app.runJobs();
    const left = await app.db
      .selectFrom('sample_record')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', [recent, old])
      .execute();
    expect(left).toEqual([{ id: recent }]);
  });
});

describe('the page', () => {
  it('shows the list, and offers changes to whoever may make them', async () => {
    const { text } = await agent.get('/sample-records');
    expect(text).toContain('Bread');
    expect(text).toContain('data-island="sample-records/add-sample-record"');
    expect(text).toMatch(/action="\/sample-records\/\d+\/remove"/);
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_SAMPLE_RECORDS'] });
    const page = await reader.get('/sample-records');
    expect(page.text).toContain('Bread');
    expect(page.text).not.toMatch(/data-island="sample-records|\/remove"/);
  });

  it('names what was filtered for, and keeps it in the file', async () => {
    const { text } = await agent.get(`/sample-records?days=30&locationId=${place.south}&done=added`);
    expect(text).not.toContain('Bread');
    expect(text).toContain('The record was added.');
    expect(text).toContain(`href="/rest/v1/sample-records/export?locationId=${place.south}&amp;days=30"`);
    expect(text).not.toMatch(/href="[^"]*done=/);
  });

  it('says why there is nothing', async () => {
    expect((await agent.get(`/sample-records?days=30&locationId=${place.closed}`)).text).toContain(
      'No records for these filters.',
    );
    const nobody = await signedInAs(app, { organisationId: await newOrganisation(app), permissions });
    expect((await nobody.get('/sample-records')).text).toContain('Nothing recorded yet');
  });

  it('speaks German', async () => {
    const german = await signedInAs(app, { organisationId, permissions, locale: 'de_DE' });
    expect((await german.get('/sample-records')).text).toContain('Letzte 30 Tage');
  });
});
