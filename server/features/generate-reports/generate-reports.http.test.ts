import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { addDays, addMonths, subDays } from 'date-fns';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs, tokenOf } from '../../../tests/support/people';
import { openSmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, testNow } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { sampleSheet } from '../../platform/sheet/sheet.reader';
import { keptMonths } from './report-kinds.rules';
import { insertShare } from './report-shares.store';
import { reportJobs } from './reports.jobs';
import { runDueSchedules } from './schedules.service';

let app: ClockedApp;
let organisationId: number;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
const sites: number[] = [];
const kitchens: number[] = [];

const rights: Permission[] = ['GENERATE_REPORTS', 'VIEW_BASE_LPO_PAGE'];
const asked = { wasteStageId: 8, locale: 'en_US', unitId: 12, period: 'last4Weeks' };

/** Ten weeks up to Sunday, 15 March 2026; the test's today is the Wednesday after. */
const tenWeeks = (grams: number) =>
  weeksOfEvents({
    weekStart: '2026-01-05',
    gramsOfWeeks: Array.from({ length: 10 }, (_, at) => (at < 6 ? 1_000 : grams)),
  });

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app, { unitId: 12, timeZone: 'Europe/Berlin' });
  for (const [at, name] of ['Alder', '=Birch'].entries()) {
    sites[at] = await addSite(app, { organisationId, name });
    kitchens[at] = await addLocation(app, { organisationId, siteId: sites[at], name: `Kitchen ${at}`, stages: [8] });
    await addEvents(app, { organisationId, locationId: kitchens[at], events: tenWeeks(at === 0 ? 800 : 1_250) });
  }
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
});
afterEach(() => app.clock.set(testNow));

async function makeReport(body: object, agent: Agent = manager): Promise<number> {
  const requested = await agent.post('/rest/v1/reports/runs').send({ ...asked, ...body });
  expect(requested.status, requested.text).toBe(202);
  await app.runJobs();
  return requested.body.runId as number;
}

const file = (runId: number, format: string, agent: Agent = manager) =>
  agent
    .get(`/rest/v1/reports/runs/${runId}/files/${format}`)
    .buffer(true)
    .parse((answer, done) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => done(null, Buffer.concat(pieces)));
    });

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  // Words are set apart by spaces that do not break.
  return text.replace(/\s+/g, ' ');
}

/** The rows of each worksheet. */
async function rowsOf(workbook: Buffer): Promise<string[][][]> {
  const read = (worksheet?: string) =>
    sampleSheet(Readable.from([workbook]), {
      most: 100,
      limits: { bytes: 1_000_000, lines: 1_000 },
      ...(worksheet === undefined ? {} : { worksheet }),
    });
  const { sheets } = await read();
  return Promise.all(sheets.map(async (name) => (await read(name)).rows.map(({ cells }) => cells)));
}

describe('a report', () => {
  it('says on its page, in its PDF, workbook and CSV what the weighings add up to', async () => {
    const runId = await makeReport({ kind: 'siteComparison' });
    const { rows: raw } = {
      rows: await app.db
        .selectFrom('waste_event')
        .select(['location_id', 'net_g'])
        .where('organisation_id', '=', organisationId)
        .where('local_date', '>=', '2026-02-16')
        .where('voided_at', 'is', null)
        .execute(),
    };
    const kilograms = kitchens.map(
      (id) => raw.filter((one) => one.location_id === id).reduce((sum, one) => sum + Number(one.net_g), 0) / 1000,
    );
    expect(kilograms).toEqual([44.8, 70]);

    const page = await manager.get(`/generate-reports/runs/${runId}`);
    const pdf = await textOf((await file(runId, 'pdf')).body as Buffer);
    for (const text of [page.text.replaceAll('\u202f', ' '), pdf]) {
      expect(text).toContain('44.8 kg');
      expect(text).toContain('70.0 kg');
      // 1,000 g a weighing before, 800 g and 1,250 g now, on the same open days.
      expect(text).toContain('−20.0%');
      expect(text).toContain('+25.0%');
    }
    const csv = ((await file(runId, 'csv')).body as Buffer).toString('utf8').split('\r\n');
    expect(csv[0]).toContain('Weight vs. baseline (%)');
    expect(csv[1]).toBe('Alder,44.8,56,-20,,100');
    expect(csv[2]).toBe("'=Birch,70,56,25,,100");

    const [, worksheet] = await rowsOf((await file(runId, 'xlsx')).body as Buffer);
    expect(worksheet).toEqual([
      ['Site', 'Waste (kg)', 'Baseline (kg)', 'Weight vs. baseline (%)', 'Cost vs. baseline (%)', 'Days tracked (%)'],
      ['Alder', '44.8', '56', '-20', '', '100'],
      ['=Birch', '70', '56', '25', '', '100'],
    ]);

    const print = await manager.get(`/reports/pdf-reports/${runId}`);
    expect(print.text).toContain('70.0');
    expect(print.text).not.toContain('<nav');
  });

  it('stays as it was made, and is made anew with the same dates', async () => {
    const runId = await makeReport({ kind: 'topItems' });
    const before = await file(runId, 'csv');
    await addEvents(app, {
      organisationId,
      locationId: kitchens[0] ?? 0,
      events: [{ day: '2026-03-10', grams: 9_000 }],
    });
    await app.runJobs();
    expect((await file(runId, 'csv')).body).toEqual(before.body);
    const page = await manager.get(`/generate-reports/runs/${runId}`);
    const again = await manager
      .post(`/generate-reports/runs/${runId}/again`)
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    await app.runJobs();
    const next = Number(/runs\/(\d+)$/.exec(again.headers.location as string)?.[1]);
    expect(next).not.toBe(runId);
    expect(String((await file(next, 'csv')).body)).toContain(',123.8,');
    expect(String(before.body)).toContain(',114.8,');
    await app.db
      .deleteFrom('waste_event')
      .where('organisation_id', '=', organisationId)
      .where('net_g', '=', 9_000)
      .execute();
  });

  it.each(['teamSheet', 'managerSummary', 'siteComparison', 'topItems', 'goalProgress', 'flwInventory', 'compliance'])(
    'of kind %s is made in more than one language',
    async (kind) => {
      const runId = await makeReport({ kind, locale: kind.length % 2 ? 'de_DE' : 'fr_FR', unitId: 11 });
      const { state } = (await manager.get(`/rest/v1/reports/runs/${runId}`)).body as { state: string };
      expect(state).toBe('done');
      expect(((await file(runId, 'pdf')).body as Buffer).subarray(0, 8).toString()).toBe('%PDF-1.7');
    },
  );

  it('asked for twice at the same time is made once', async () => {
    const ask = () =>
      manager.post('/rest/v1/reports/runs').send({ ...asked, kind: 'compliance', period: 'last13Weeks' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ body }) => (body as { runId: number }).runId)).size).toBe(1);
    await app.runJobs();
  });

  it('that was cancelled is not made', async () => {
    const { body } = await manager.post('/rest/v1/reports/runs').send({ ...asked, kind: 'teamSheet' });
    const { runId } = body as { runId: number };
    expect((await manager.post(`/rest/v1/reports/runs/${runId}/cancel`)).body).toMatchObject({ state: 'cancelled' });
    await app.runJobs();
    expect((await manager.get(`/rest/v1/reports/runs/${runId}`)).body).toMatchObject({ state: 'cancelled' });
    expect((await file(runId, 'pdf')).status).toBe(404);
  });

  it.each([
    ['a period of days for a report of weeks', { kind: 'compliance', period: 'lastMonth' }, 'period'],
    [
      'dates that are no week',
      { kind: 'compliance', period: 'custom', startDate: '2026-03-03', endDate: '2026-03-15' },
      'startDate',
    ],
    ['dates ahead', { kind: 'topItems', period: 'custom', startDate: '2026-03-02', endDate: '2027-03-15' }, 'endDate'],
    ['a site of nobody', { kind: 'topItems', siteId: 999_999_999 }, 'place'],
    ['a stage that is unknown', { kind: 'topItems', wasteStageId: 4_711 }, 'wasteStageId'],
    ['a unit that is unknown', { kind: 'topItems', unitId: 4 }, 'unitId'],
  ])('is refused for %s, and nothing is kept', async (_, wish, field) => {
    const count = async () => (await manager.get('/rest/v1/reports/runs')).body.total as number;
    const before = await count();
    const { status, body } = await manager.post('/rest/v1/reports/runs').send({ ...asked, ...wish });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
    expect(await count()).toBe(before);
  });

  it('is open to those alone who see all that it is of', async () => {
    const narrowed = await signedInAs(app, { organisationId, permissions: rights, sites: [sites[0] ?? 0] });
    const whole = await makeReport({ kind: 'siteComparison', period: 'lastWeek' });
    const part = await makeReport({ kind: 'siteComparison', siteId: sites[0], period: 'lastWeek' });
    expect((await narrowed.get(`/generate-reports/runs/${whole}`)).status).toBe(404);
    expect((await file(whole, 'pdf', narrowed)).status).toBe(404);
    expect((await narrowed.get(`/generate-reports/runs/${part}`)).status).toBe(200);
    const own = await makeReport({ kind: 'siteComparison', period: 'lastWeek' }, narrowed);
    const text = await textOf((await file(own, 'pdf', narrowed)).body as Buffer);
    expect(text).toContain('Alder');
    expect(text).not.toContain('Birch');
    expect(text).toContain('All sites the author has access to');
  });
});

describe('a report of what has a right of its own', () => {
  const own: [string, Permission][] = [
    ['donationStatement', 'VIEW_DONATION_DASHBOARD'],
    ['volumeAdjusted', 'VIEW_VAM_DASHBOARD'],
    ['rawExport', 'EDIT_TRANSACTIONS'],
  ];
  let whole: Agent;

  beforeAll(async () => {
    whole = await signedInAs(app, {
      organisationId,
      permissions: [...rights, 'EDIT_DONATIONS', 'EDIT_VOLUMES', ...own.map(([, permission]) => permission)],
    });
  });

  it.each(own)('of kind %s needs it to be made and to be read', async (kind) => {
    const refused = await manager.post('/rest/v1/reports/runs').send({ ...asked, kind });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('"kind"')]);
    const runId = await makeReport({ kind, locale: 'fr_FR' }, whole);
    expect((await whole.get(`/generate-reports/runs/${runId}`)).status).toBe(200);
    for (const address of [`/generate-reports/runs/${runId}`, `/reports/pdf-reports/${runId}`])
      expect((await manager.get(address)).status).toBe(404);
    expect((await file(runId, 'csv')).status).toBe(404);
    const listed = (await manager.get('/rest/v1/reports/runs')).body as { runs: { runId: number }[] };
    expect(listed.runs.map((run) => run.runId)).not.toContain(runId);
    const catalog = (await manager.get('/generate-reports')).text;
    expect(catalog).not.toContain(`/generate-reports/new?kind=${kind}`);
  });

  it('states what partners took, by their weight where they confirmed it', async () => {
    const post = async (path: string, body: object) =>
      (await whole.post(`/rest/v1/donations/${path}`).send(body)).body as { partnerId: number; pickupId: number };
    const { partnerId } = await post('partners', { name: '=Shelter', kind: 'shelter', contact: '' });
    const lot = { ...{ partnerId, locationId: kitchens[0], note: '' }, value: 12.5 };
    const first = await post('pickups', { ...lot, day: '2026-03-10', grams: 5_000 });
    await post('pickups', { ...lot, day: '2026-03-11', grams: 2_000 });
    await post(`pickups/${first.pickupId}/receipt`, {
      ...{ receiptNo: 'R-1', receivedOn: '2026-03-10', partnerGrams: 4_900, version: 1 },
    });
    const runId = await makeReport({ kind: 'donationStatement' }, whole);
    const csv = String((await file(runId, 'csv', whole)).body).split('\r\n');
    expect(csv[0]).toContain('Partner,Pickups,Donated (kg),Pickup weight (kg),Receipt weight (kg),Value');
    expect(csv[1]).toMatch(/^'=Shelter,2,6\.9,7,4\.9,.*25.*,1$/);
    const { text } = await whole.get(`/generate-reports/runs/${runId}`);
    expect(text.replaceAll('\u202f', ' ')).toContain('Including 4.9 kg confirmed by partners');
    expect(text).toContain('1 receipt missing');
    expect(text).toContain('R-1');
  });

  it('sets waste against covers by site and month', async () => {
    const volumes = Array.from({ length: 28 }, (_, at) => ({
      locationId: kitchens[1],
      date: new Date(Date.UTC(2026, 1, 16 + at)).toISOString().slice(0, 10),
      kind: 'COVERS',
      value: 100,
    }));
    await whole.post('/rest/v1/volumes').send({ volumes }).expect(200);
    const runId = await makeReport({ kind: 'volumeAdjusted' }, whole);
    const csv = String((await file(runId, 'csv', whole)).body).split('\r\n');
    expect(csv[0]).toContain('Site,Dates,Waste per cover (g)');
    // Two weighings of 1,250 g a day for a hundred guests.
    expect(csv[1]).toMatch(/^'=Birch,"Feb 16 – 28, 2026",25,/);
    expect(csv[2]).toMatch(/^'=Birch,"Mar 1 – 15, 2026",25,/);
    expect(csv.join()).not.toContain('Alder');
    const none = await makeReport({ kind: 'volumeAdjusted', siteId: sites[0] }, whole);
    expect((await whole.get(`/generate-reports/runs/${none}`)).text).toContain('No covers, sales receipts');
  });

  it('holds every weighing with all its fields in its files, as they were', async () => {
    const runId = await makeReport({ kind: 'rawExport' }, whole);
    const page = (await whole.get(`/generate-reports/runs/${runId}`)).text.replaceAll('\u202f', ' ');
    expect(page).toContain('112 weighings. The CSV and Excel files contain all their fields.');
    expect(page).toContain('114.8 kg');
    expect(page).not.toContain('Reason for voiding');
    const lines = String((await file(runId, 'csv', whole)).body)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(113);
    expect(lines[0]).toMatch(/Event,Date,.*Net weight \(kg\).*,Reason for voiding,Time zone$/);
    expect(lines.filter((line) => line.includes(",'=Birch,"))).toHaveLength(56);
    const sheets = await rowsOf((await file(runId, 'xlsx', whole)).body as Buffer);
    expect(sheets.at(-1)?.[0]).toEqual(expect.arrayContaining(['Site', 'Location']));
    expect(sheets.at(-1)?.flat()).toContain('=Birch');
  });

  it('is mailed to nobody who may not read it', async () => {
    const reader = await newPerson(app, { organisationId });
    const { text } = await whole.get('/generate-reports/schedules/new?kind=rawExport');
    const send = (path: string, form: object) =>
      whole
        .post(path)
        .type('form')
        .send({ ...form, _csrf: tokenOf(text) });
    const created = await send('/generate-reports/schedules', {
      ...{ kind: 'rawExport', place: '', wasteStageId: '8', locale: 'en_US', unitId: '12', currency: '' },
      ...{ period: 'lastWeek', cadence: 'weekly', weekDay: '1', monthDay: '1', hour: '6' },
      recipientId: reader.userId,
    });
    const address = String(created.headers.location).split('?')[0] ?? '';
    const run = String((await send(`${address}/now`, {})).headers.location);
    await app.runJobs();
    expect((await whole.get(run)).text).toContain('Does not have permission for this kind of report.');
    await send(`${address}/delete`, {});
  });

  it('of too many weighings is not made, and says what to do', async () => {
    const large = await newOrganisation(app, { unitId: 12 });
    const author = await signedInAs(app, { organisationId: large, permissions: [...rights, 'EDIT_TRANSACTIONS'] });
    const siteId = await addSite(app, { organisationId: large, name: 'Cedar' });
    const locationId = await addLocation(app, { organisationId: large, siteId, name: 'Main', stages: [8] });
    await addEvents(app, { organisationId: large, locationId, events: [{ day: '2026-03-10', grams: 100 }] });
    await sql`
      insert into waste_event (organisation_id, location_id, client_event_uuid, occurred_at, local_date, week_start, stage_id,
        gross_g, tare_g, net_g, entered_value, entered_unit, note, origin, created_at)
      select organisation_id, location_id, gen_random_uuid(), occurred_at + n * interval '1 second', local_date, week_start, stage_id,
        gross_g, tare_g, net_g, entered_value, entered_unit, 'a note of some length ' || n, origin, created_at
      from waste_event cross join generate_series(1, 10000) n where organisation_id = ${large}`.execute(app.db);
    const runId = await makeReport({ kind: 'rawExport' }, author);
    expect((await author.get(`/generate-reports/runs/${runId}`)).text).toContain(
      'There are more than 10,000 weighings in this period.',
    );
  });
});

describe('a schedule', () => {
  const form = {
    kind: 'managerSummary',
    place: '',
    wasteStageId: '8',
    locale: 'de_DE',
    unitId: '12',
    currency: '',
    period: 'lastWeek',
    cadence: 'weekly',
    weekDay: '1',
    monthDay: '1',
    hour: '6',
  };

  async function create(agent: Agent, more: object) {
    const page = await agent.get('/generate-reports/schedules/new');
    return agent
      .post('/generate-reports/schedules')
      .type('form')
      .send({ ...form, ...more, _csrf: tokenOf(page.text) });
  }

  it('mails its PDF on Monday to whoever sees all of it, once, and records to whom', async () => {
    const sink = await openSmtpSink();
    const resources = { ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } };
    const reader = await newPerson(app, { organisationId });
    const narrowed = await newPerson(app, { organisationId, sites: [sites[0] ?? 0] });
    const created = await create(manager, { recipientId: [reader.userId, narrowed.userId] });
    const scheduleId = Number(/schedules\/(\d+)/.exec(created.headers.location as string)?.[1]);

    const runAt = async (instant: string) => {
      app.clock.set(instant);
      await runDueSchedules(app.resources);
      await app.runJobs();
      await app.resources.outbox.runDue(resources);
    };
    // Six in the morning in Berlin is five in Greenwich.
    await runAt('2026-03-23T04:59:00Z');
    expect(sink.received).toEqual([]);
    // Its owner asks for the same by hand at that moment, which is mailed to nobody.
    app.clock.set('2026-03-23T04:59:30Z');
    const owner = await signedInAs(app, { organisationId, permissions: rights });
    await app.db
      .updateTable('report_schedule')
      .set({ owner_id: owner.person.userId })
      .where('id', '=', scheduleId)
      .execute();
    await owner
      .post('/rest/v1/reports/runs')
      .send({ ...asked, kind: 'managerSummary', locale: 'de_DE', period: 'lastWeek' });
    await runAt('2026-03-23T05:00:00Z');
    await runAt('2026-03-23T05:05:00Z');

    // The manager's session is over by then.
    app.clock.set(testNow);

    const mails = sink.received;
    expect(mails.map(({ to }) => to)).toEqual([reader.login]);
    const [mail] = mails;
    expect(mail?.subject).toContain('Zusammenfassung für die Leitung');
    expect(mail?.text).not.toContain('/generate-reports/runs/');
    const [attached] = mail?.attachments ?? [];
    expect(attached).toMatchObject({ name: 'Zusammenfassung für die Leitung.pdf', type: 'application/pdf' });
    const text = await textOf(attached?.content ?? Buffer.from(''));
    expect(text).toContain('16.–22. März 2026');

    const { rows } = {
      rows: await app.db.selectFrom('report_run').select('id').where('schedule_id', '=', scheduleId).execute(),
    };
    expect(rows).toHaveLength(1);
    const page = await manager.get(`/generate-reports/runs/${rows[0]?.id}`);
    expect(page.text).toContain(reader.login);
    expect(page.text).toContain('Does not have access to all locations in this report.');
    await sink.close();
  });

  it('is paused once its owner has lost the right to reports', async () => {
    const owner = await signedInAs(app, { organisationId, permissions: rights });
    const created = await create(owner, { recipientId: [owner.person.userId] });
    const scheduleId = Number(/schedules\/(\d+)/.exec(created.headers.location as string)?.[1]);
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', owner.person.userId).execute();
    app.clock.set('2026-03-23T05:00:00Z');
    await runDueSchedules(app.resources);
    app.clock.set(testNow);
    const page = await manager.get(`/generate-reports/schedules/${scheduleId}`);
    expect(page.text).toContain('The user who requested the report no longer has access to reports.');
  });

  it('goes to nobody outside of the organization, and to somebody', async () => {
    const elsewhere = await newOrganisation(app);
    const stranger = await newPerson(app, { organisationId: elsewhere });
    const refused = await create(manager, { recipientId: [stranger.userId] });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Only active users of this organization can receive the report.');
    expect((await create(manager, {})).text).toContain('Choose at least one recipient.');
  });

  it('keeps what somebody else has saved meanwhile', async () => {
    const created = await create(manager, { recipientId: [manager.person.userId] });
    const address = String(created.headers.location).split('?')[0] ?? '';
    const page = await manager.get(address);
    const save = (version: string, hour: string) =>
      manager
        .post(address)
        .type('form')
        .send({ ...form, hour, recipientId: manager.person.userId, version, _csrf: tokenOf(page.text) });
    expect((await save('1', '7')).status).toBe(303);
    expect((await save('1', '8')).status).toBe(409);
    expect((await manager.get(address)).text).toMatch(/<option value="7" selected/);
  });
});

it('old reports are deleted, except evidence and what a link still leads to', async () => {
  const organisationWide = { organisationId, createdBy: manager.person.userId, now: new Date(testNow) };
  const plain = await makeReport({ kind: 'topItems' });
  const linked = await makeReport({ kind: 'managerSummary' });
  const evidence = await makeReport({ kind: 'flwInventory' });
  await app.db.transaction().execute((trx) =>
    insertShare(trx, {
      ...organisationWide,
      runId: linked,
      tokenHash: randomBytes(32),
      expiresAt: new Date('2029-01-01T00:00:00Z'),
    }),
  );
  const purge = async () => {
    await reportJobs.find(({ name }) => name === 'reports.purge')!.run({}, app.resources);
    const { rows } = await sql<{ id: number }>`
      select id from report_run where id = any(${[plain, linked, evidence]}::bigint[]) order by id`.execute(app.db);
    return rows.map(({ id }) => Number(id));
  };
  app.clock.set(subDays(addMonths(new Date(testNow), keptMonths), 1).toISOString());
  expect(await purge()).toEqual([plain, linked, evidence]);
  app.clock.set(addDays(addMonths(new Date(testNow), keptMonths), 1).toISOString());
  expect(await purge()).toEqual([linked, evidence]);
});
