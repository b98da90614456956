import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { listCovers } from '../../domain/volumes';
import type { Permission } from '../../platform/permissions';

let app: TestApp;
let organisationId: number;
let siteId: number;
let kitchen: number;
let foreign: number;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
let reader: Agent;

const rights: Permission[] = ['VIEW_VAM_DASHBOARD', 'EDIT_VOLUMES'];

/** Today is Wednesday, 18 March 2026. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  siteId = await addSite(app, { organisationId, name: 'Harbor', currencyCode: 'USD' });
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Kitchen <1>', stages: [8] });
  const other = await newOrganisation(app, {});
  foreign = await addLocation(app, {
    organisationId: other,
    siteId: await addSite(app, { organisationId: other }),
    stages: [8],
  });
  manager = await signedInAs(app, { organisationId, permissions: rights });
  reader = await signedInAs(app, { organisationId, permissions: ['VIEW_VAM_DASHBOARD'] });
});

const stored = async () =>
  (
    await app.db
      .selectFrom('volume')
      .select(['kind', 'period', 'local_date', 'currency', 'value', 'estimated', 'origin'])
      .where('organisation_id', '=', organisationId)
      .orderBy('local_date')
      .orderBy('kind')
      .orderBy('currency', 'desc')
      .execute()
  ).map((one) =>
    [
      one.kind,
      one.period,
      one.local_date,
      one.currency,
      Number(one.value),
      one.estimated ? 'estimated' : '',
      one.origin,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );

const versionOf = async () =>
  (
    await app.db
      .selectFrom('organisation')
      .select('data_version')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).data_version;

const auditOf = () =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'before', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', 'like', 'volume.%')
    .orderBy('id')
    .execute();

beforeEach(async () => {
  await app.db.deleteFrom('volume').where('organisation_id', '=', organisationId).execute();
  await app.db.deleteFrom('volume_lock').where('organisation_id', '=', organisationId).execute();
});

const row = (change: object = {}) => ({
  locationId: kitchen,
  date: '2026-03-02',
  kind: 'COVERS',
  value: 120,
  ...change,
});
const post = (volumes: object[], agent: Agent = manager) => agent.post('/rest/v1/volumes').send({ volumes });
const codesOf = ({ body }: { body: { fields?: { field: string; code: string }[] } }) =>
  body.fields?.map(({ field, code }) => `${field}: ${code}`);

describe('POST /rest/v1/volumes', () => {
  it('writes, overwrites and deletes, is audited, and changes nothing the second time', async () => {
    const rows = [
      row(),
      row({ kind: 'REVENUE', value: '1234.5678', estimated: true }),
      row({ kind: 'REVENUE', value: 10, currency: 'EUR' }),
      row({ kind: 'PURCHASES', period: 'MONTH', date: '2026-02-01', value: 5_000 }),
    ];
    expect((await post(rows).expect(200)).body).toEqual({ changed: 4, deleted: 0, unchanged: 0 });
    expect(await stored()).toEqual(
      [
        'PURCHASES MONTH 2026-02-01 USD 5000 API',
        'COVERS DAY 2026-03-02 120 API',
        'REVENUE DAY 2026-03-02 USD 1234.5678 estimated API',
        'REVENUE DAY 2026-03-02 EUR 10 API',
      ].sort((a, b) => a.split(' ')[2]!.localeCompare(b.split(' ')[2]!)),
    );
    const version = await versionOf();
    expect((await post(rows).expect(200)).body).toEqual({ changed: 0, deleted: 0, unchanged: 4 });
    expect(await versionOf()).toBe(version);
    expect((await post([row({ value: null }), row({ kind: 'TRANSACTIONS', value: null })]).expect(200)).body).toEqual({
      changed: 0,
      deleted: 1,
      unchanged: 1,
    });
    expect(await versionOf()).toBeGreaterThan(version);
    const audits = await auditOf();
    expect(audits.slice(-1)).toMatchObject([
      { action: 'volume.enter', entity: 'location', before: [{ kind: 'COVERS', value: '120' }], after: [] },
    ]);
    expect(
      await listCovers(app.db, { organisationId, restriction: null }, { start: '2026-03-01', end: '2026-03-31' }),
    ).toEqual([]);
  });

  it.each([
    ['negative', { value: -1 }, 'value: volumes.problem.negative'],
    ['a cover too many', { value: 1_000_001 }, 'value: volumes.problem.tooLarge'],
    ['an exponent', { value: 1e30 }, 'value: volumes.problem.notANumber'],
    ['a word', { value: 'many' }, 'value: volumes.problem.notANumber'],
    ['a third decimal of covers', { value: '1.234' }, 'value: volumes.problem.tooFine'],
    ['tomorrow', { date: '2026-03-19' }, 'date: volumes.problem.inFuture'],
    ['before 2013', { date: '2012-12-31' }, 'date: volumes.problem.tooEarly'],
    ['a month that runs', { date: '2026-03-01', period: 'MONTH' }, 'date: volumes.problem.monthNotOver'],
    ['a month from its second day', { date: '2026-02-02', period: 'MONTH' }, 'date: volumes.problem.notFirstOfMonth'],
    ['covers in euros', { currency: 'EUR' }, 'currency: volumes.problem.needlessCurrency'],
    ['an unknown currency', { kind: 'REVENUE', currency: 'QQQ' }, 'currency: volumes.problem.unknownCurrency'],
  ])('refuses %s, and writes none of the others', async (_, bad, problem) => {
    const answer = await post([row({ date: '2026-03-03' }), row(bad)]);
    expect([answer.status, codesOf(answer)]).toEqual([422, [`volumes.1.${problem}`]]);
    expect(await stored()).toEqual([]);
  });

  it('refuses locations of others, days twice, and a total beside days', async () => {
    expect(codesOf(await post([row({ locationId: foreign }), row({ locationId: 900_000_001 })]))).toEqual([
      'volumes.0.locationId: volumes.problem.unknownLocation',
      'volumes.1.locationId: volumes.problem.unknownLocation',
    ]);
    expect(codesOf(await post([row(), row({ value: 130 })]))).toEqual(['volumes.1.date: volumes.problem.twice']);
    await post([row({ date: '2026-02-10' })]).expect(200);
    const total = row({ date: '2026-02-01', period: 'MONTH' });
    expect(codesOf(await post([total]))).toEqual(['volumes.0.date: volumes.problem.hasDays']);
    await post([row({ date: '2026-02-10', value: null }), total]).expect(200);
    expect(codesOf(await post([row({ date: '2026-02-10' })]))).toEqual(['volumes.0.date: volumes.problem.hasTotal']);
    expect(await post([]).then(({ status }) => status)).toBe(400);
    expect((await post([row()], reader)).status).toBe(403);
    const elsewhere = await signedInAs(app, {
      organisationId,
      permissions: rights,
      sites: [await addSite(app, { organisationId })],
    });
    expect(codesOf(await post([row()], elsewhere))).toEqual(['volumes.0.locationId: volumes.problem.unknownLocation']);
  });

  it('lists what is seen, by day, kind and place', async () => {
    await post([row(), row({ date: '2026-03-03', value: 99.5 }), row({ kind: 'TRANSACTIONS', value: 7 })]).expect(200);
    const { body } = await reader
      .get('/rest/v1/volumes')
      .query({ startDate: '2026-03-03', endDate: '2026-03-31', kind: 'COVERS', locationId: kitchen })
      .expect(200);
    expect(body.volumes).toEqual([
      {
        locationId: kitchen,
        date: '2026-03-03',
        period: 'DAY',
        kind: 'COVERS',
        value: '99.5',
        currency: null,
        estimated: false,
      },
    ]);
    expect(
      (await reader.get('/rest/v1/volumes').query({ startDate: '2026-03-03', endDate: '2026-03-01' })).status,
    ).toBe(400);
  });
});

describe('a locked month', () => {
  it('takes no changes until it is unlocked with a reason, but the same again', async () => {
    await post([row()]).expect(200);
    const path = '/rest/v1/volumes/locks/2026-03';
    await manager.put(path).send({ siteId, reason: 'Books closed' }).expect(204);
    await manager.put(path).send({ siteId, reason: 'Again' }).expect(204);
    expect((await post([row()]).expect(200)).body).toMatchObject({ unchanged: 1 });
    const refused = await post([row({ value: 121 }), row({ date: '2026-02-28' })]);
    expect([refused.status, codesOf(refused)]).toEqual([422, ['volumes.0.date: volumes.problem.locked']]);
    expect((await post([row({ value: null })])).status).toBe(422);
    expect(await stored()).toHaveLength(1);
    expect((await reader.get('/rest/v1/volumes/locks').expect(200)).body).toMatchObject({
      locks: [{ month: '2026-03', siteId, reason: 'Books closed' }],
    });
    expect((await manager.post(`${path}/unlock`).send({ siteId, reason: ' ' })).status).toBe(400);
    await manager.post(`${path}/unlock`).send({ siteId, reason: 'A receipt came late' }).expect(204);
    expect((await manager.post(`${path}/unlock`).send({ siteId, reason: 'Again' })).status).toBe(409);
    await post([row({ value: 121 })]).expect(200);
    expect((await auditOf()).slice(-3).map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      'volume.lock site',
      'volume.unlock site',
      'volume.enter location',
    ]);
  });

  it('may be that of all sites, for those who see all of them', async () => {
    const own = await signedInAs(app, { organisationId, permissions: rights, sites: [siteId] });
    const path = '/rest/v1/volumes/locks/2026-03';
    expect((await own.put(path).send({ reason: 'Mine' })).status).toBe(422);
    await manager.put(path).send({ reason: 'Year end' }).expect(204);
    expect(codesOf(await post([row()]))).toEqual(['volumes.0.date: volumes.problem.locked']);
    const page = (await own.get(`/volumes?locationId=${kitchen}&month=2026-03`).expect(200)).text;
    expect(page).toContain('March 2026 is locked for all sites');
    expect(page).not.toContain('/volumes/unlock');
    expect(page).not.toContain('name="covers1"');
    expect((await manager.put(path).send({ siteId: 900_000_001, reason: 'x' })).status).toBe(404);
  });
});

describe('the page of a month', () => {
  const address = () => `/volumes?locationId=${kitchen}&month=2026-03`;
  const send = async (path: string, form: Record<string, string>, agent = manager) => {
    const page = (await agent.get(address()).expect(200)).text;
    const mark = /name="mark" value="([^"]+)"/.exec(page)?.[1];
    const sent = path === '/volumes' && mark ? { mark, ...form } : form;
    return agent
      .post(path)
      .type('form')
      .send({ _csrf: tokenOf(page), locationId: String(kitchen), month: '2026-03', ...sent });
  };

  it('takes figures as people type them, and keeps what was not sent', async () => {
    await post([row({ date: '2026-03-05', value: 5, estimated: true })]).expect(200);
    const saved = await send('/volumes', { covers2: '1,250', revenue2: '$ 1,234.50', estimated3: 'on', covers3: '90' });
    expect([saved.status, saved.headers.location]).toEqual([303, expect.stringContaining('done=saved&count=3')]);
    expect(await stored()).toEqual([
      'COVERS DAY 2026-03-02 1250 TYPED',
      'REVENUE DAY 2026-03-02 USD 1234.5 TYPED',
      'COVERS DAY 2026-03-03 90 estimated TYPED',
      'COVERS DAY 2026-03-05 5 estimated API',
    ]);
    const page = (await manager.get(String(saved.headers.location)).expect(200)).text;
    expect(page).toContain('3 figures saved.');
    expect(page).toContain('Kitchen &lt;1&gt;');
    expect(page).toMatch(/name="covers2"[^>]*value="1250"/);
    expect((await send('/volumes', { covers2: '' })).status).toBe(303);
    expect(await stored()).toHaveLength(3);
  });

  it('may be of one kind alone, and leaves the others', async () => {
    await post([row({ value: 7 }), row({ kind: 'TRANSACTIONS', value: 5, estimated: true })]).expect(200);
    const page = (await manager.get(`${address()}&kind=COVERS`).expect(200)).text;
    expect(page).not.toContain('name="transactions2"');
    expect(page).not.toMatch(/name="estimated2"[^>]*checked/);
    const saved = await send('/volumes', { kind: 'COVERS', covers2: '8' });
    expect(saved.headers.location).toContain('kind=COVERS');
    expect(await stored()).toEqual(['COVERS DAY 2026-03-02 8 TYPED', 'TRANSACTIONS DAY 2026-03-02 5 estimated API']);
  });

  it('says beside a cell what is wrong with it, and keeps what was typed', async () => {
    const refused = await send('/volumes', { covers2: '12 people', covers3: '50' });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/id="covers2-error"[^>]*>Enter only a number/);
    expect(refused.text).toMatch(/name="covers3"[^>]*value="50"/);
    const negative = await send('/volumes', { covers2: '-4' });
    expect(negative.text).toMatch(/id="covers2-error"[^>]*>The figure cannot be negative/);
    expect(await stored()).toEqual([]);
  });

  it('overwrites nothing that others have changed meanwhile', async () => {
    const answer = await send('/volumes', { mark: 'old', covers2: '50' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Someone else has changed this');
    expect(await stored()).toEqual([]);
  });

  it('shows a reader the figures, and lets them change none', async () => {
    await post([row({ value: 1234 })]).expect(200);
    const page = (await reader.get(address()).expect(200)).text;
    expect(page).toContain('1,234');
    expect(page).not.toContain('name="covers2"');
    expect((await reader.get(`/volumes?locationId=${foreign}`)).status).toBe(404);
  });

  it('is locked and unlocked by a form', async () => {
    const locked = await send('/volumes/lock', { whose: 'site', reason: 'Books closed' });
    expect(locked.headers.location).toContain('done=locked');
    expect((await send('/volumes', { covers2: '1' })).status).toBe(422);
    expect((await send('/volumes/unlock', { whose: 'site', reason: '' })).status).toBe(422);
    expect((await send('/volumes/unlock', { whose: 'site', reason: 'Late receipt' })).headers.location).toContain(
      'done=unlocked',
    );
  });

  const pasted = (text: string, more: Record<string, string> = {}) =>
    send('/volumes/preview', { kind: 'COVERS', text, ...more });

  it('previews pasted rows with their problems, and saves what is left', async () => {
    await post([row({ value: 7 })]).expect(200);
    const text =
      'Date\tGuests\tSales\n03/02/2026\t120\t1,500.75\n03/03/2026\t-5\t2,000\n03/25/2026\t90\t\n03/04/2026\tmany\t';
    const preview = await pasted(text);
    expect(preview.status).toBe(200);
    for (const said of [
      '3 figures to save',
      'cannot be negative',
      'in the future',
      'Enter a number',
      'Covers, Revenue (USD)',
    ])
      expect(preview.text).toContain(said);
    expect(await stored()).toHaveLength(1);
    const content = /name="content" value="([^"]+)"/.exec(preview.text)?.[1] ?? '';
    const refused = await send('/volumes/import', { kind: 'COVERS', content });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('choose to skip them');
    const saved = await send('/volumes/import', { kind: 'COVERS', content, leaveOut: 'on' });
    expect(saved.headers.location).toContain('done=saved&count=3');
    expect(await stored()).toEqual([
      'COVERS DAY 2026-03-02 120 PASTED',
      'REVENUE DAY 2026-03-02 USD 1500.75 PASTED',
      'REVENUE DAY 2026-03-03 USD 2000 PASTED',
    ]);
  });

  it('reads a file as people keep it', async () => {
    const page = (await manager.get(address()).expect(200)).text;
    const preview = await manager
      .post('/volumes/preview')
      .field({
        _csrf: tokenOf(page),
        locationId: String(kitchen),
        month: '2026-03',
        kind: 'PURCHASES',
        estimated: 'on',
      })
      .attach(
        'file',
        Buffer.from('Küche Nord;;\n;;\nDatum;Gäste;Einkauf (EUR)\n02.03.2026;1.204;"1.234,50"\n03.03.2026;98,5;\n'),
        'März.csv',
      )
      .expect(200);
    for (const said of ['März.csv', '3 figures to save', '1,204', '98.5', '1,234.5'])
      expect(preview.text).toContain(said);
  });

  it.each([
    ['', 'Paste rows or choose a file'],
    ['hello', 'No dates with numbers were found'],
    ['2026-03-02\t1\t2', 'Include the headings'],
  ])('says what is missing in %j', async (text, sentence) => {
    const answer = await pasted(text);
    expect([answer.status, answer.text.includes(sentence)]).toEqual([422, true]);
  });
});
