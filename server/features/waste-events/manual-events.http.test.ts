import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue, scratchValues, type ScratchValues } from '../../../tests/support/scratch-organisation';
import { testApp, testNow, type TestApp } from '../../../tests/support/test-app';
import type { WasteEvent } from '../../domain/events/event-list.contract';

const needed = ['EDIT_TRANSACTIONS', 'VIEW_CCM_TOOLS_TAB'] as const;

let app: TestApp;
let organisationId: number;
let siteId: number;
let locationId: number;
let otherLocationId: number;
let values: ScratchValues;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let stranger: Awaited<ReturnType<typeof signedInAs>>;
let foreign: number;
let strangersSite: number;
let strangersLocation: number;

beforeAll(async () => {
  app = await testApp();
  foreign = await newOrganisation(app);
  strangersSite = await addSite(app, { organisationId: foreign });
  strangersLocation = await addLocation(app, { organisationId: foreign, siteId: strangersSite });
  stranger = await signedInAs(app, { organisationId: foreign, permissions: needed });
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Harbour School' });
  locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  otherLocationId = await addLocation(app, {
    organisationId,
    siteId: await addSite(app, { organisationId, name: 'Hill School' }),
    name: 'Canteen',
  });
  values = await scratchValues(app.db, organisationId);
  agent = await signedInAs(app, { organisationId, permissions: needed });
});

const typed = (more: object = {}) => ({
  clientEventUuid: randomUUID(),
  locationId,
  localDate: '2026-03-16',
  localTime: '12:30',
  wasteStageId: 8,
  grossWeight: 2,
  unit: 'kg',
  ...more,
});

async function enter(more: object = {}): Promise<number> {
  const answer = await agent.post('/rest/v1/waste-events/manual').send(typed(more));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.eventId;
}

const detail = async (eventId: number) =>
  (await agent.get(`/rest/v1/waste-events/${eventId}`)).body as {
    event: WasteEvent;
    currency: string;
    revisions: { why: string; byName: string; before: WasteEvent }[];
  };

/** The lines of the download; the first is its head. */
async function lines(query: object = {}, reader = agent): Promise<string[]> {
  const answer = await reader.get('/rest/v1/waste-events/export').query(query);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('WasteEvents.csv');
  return answer.text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n');
}

const list = async (query: object = {}) =>
  (await agent.get('/rest/v1/waste-events').query(query)).body as { events: WasteEvent[]; total: number };

describe('an event entered by hand', () => {
  it('stands at the wall clock of its location and is there once, however often it is sent', async () => {
    const body = typed({
      itemId: values.item,
      containerId: values.container,
      costAmount: '3.25',
      note: 'Line one\nline two',
    });
    const first = await agent.post('/rest/v1/waste-events/manual').send(body);
    const second = await agent.post('/rest/v1/waste-events/manual').send(body);
    expect(second.body).toEqual(first.body);
    expect((await detail(first.body.eventId)).event).toMatchObject({
      occurredAt: '2026-03-16T16:30:00.000Z',
      localDate: '2026-03-16',
      origin: 'WEB',
      grossGrams: 2000,
      tareGrams: 500,
      netGrams: 1500,
      enteredValue: 2,
      enteredUnit: 'kg',
      itemName: 'Rice',
      containerName: 'Tray',
      costAmount: '3.2500',
      costCurrency: 'USD',
      createdByName: expect.stringContaining('Person'),
      note: 'Line one\nline two',
    });
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'wasteEvent.enter')
      .execute();
    expect(audit).toHaveLength(1);
  });

  it('happened now where no time is typed', async () => {
    const eventId = await enter({ localDate: undefined, localTime: undefined });
    expect((await detail(eventId)).event.occurredAt).toBe(new Date(testNow).toISOString());
  });

  it.each([
    ['a day that does not exist', { localDate: '2026-02-30' }, 400, 'localDate'],
    ['a time that does not exist', { localTime: '25:00' }, 400, 'localTime'],
    ['a day without a time', { localTime: undefined }, 400, 'localTime'],
    ['a day to come', { localDate: '2027-01-01' }, 422, 'occurredAt'],
    ['a text as weight', { grossWeight: '2' }, 400, 'grossWeight'],
    ['a huge weight', { grossWeight: 1e200 }, 422, 'grossWeight'],
    ['no weight', { grossWeight: null }, 422, 'grossWeight'],
    ['no UUID', { clientEventUuid: 'x' }, 422, 'clientEventUuid'],
    ['a control character', { note: 'a\u0001b' }, 422, 'note'],
    ['a cost in words', { costAmount: 'much' }, 422, 'costAmount'],
    ['an unknown field', { surprise: 1 }, 400, 'surprise'],
  ])('%s is refused', async (_, more, status, field) => {
    const answer = await agent.post('/rest/v1/waste-events/manual').send(typed(more));
    expect(answer.status).toBe(status);
    expect(answer.body.fields).toMatchObject([{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
    expect((await list()).total).toBe(0);
  });

  it('goes to no location of another organisation, nor to one that the person may not see', async () => {
    expect(
      (await agent.post('/rest/v1/waste-events/manual').send(typed({ locationId: strangersLocation }))).status,
    ).toBe(422);
    const limited = await signedInAs(app, { organisationId, permissions: needed, locations: [otherLocationId] });
    expect((await limited.post('/rest/v1/waste-events/manual').send(typed())).status).toBe(422);
    expect(
      (await limited.post('/rest/v1/waste-events/manual').send(typed({ locationId: otherLocationId }))).status,
    ).toBe(200);
  });
});

describe('an implausible event', () => {
  const post = (body: object) => agent.post('/rest/v1/waste-events/manual').send(body);

  it('is asked about in words, and saved once the answer names the question', async () => {
    await enter({ grossWeight: 2.5 });
    const body = typed({ grossWeight: 99_999 });
    const asked = await post(body);
    expect([asked.status, asked.body]).toEqual([
      409,
      {
        code: 'wasteEvents.confirmFirst',
        message: 'This value is unusual. Confirm it first.',
        requestId: expect.any(String),
        questions: ['weight'],
        fields: [
          {
            field: 'grossWeight',
            code: 'wasteEvents.asks.timesHeaviest',
            message: '99,999\u202fkg is 40,000 times the heaviest weighing at this location. Save it anyway?',
          },
        ],
      },
    ]);
    expect((await post({ ...body, confirm: ['price'] })).status).toBe(409);
    expect((await post({ ...body, confirm: ['surprise'] })).status).toBe(400);
    expect((await list()).total).toBe(1);
    const saved = await post({ ...body, confirm: ['weight'] });
    expect(saved.status).toBe(200);
    // What is in already is not asked about again.
    expect([(await post(body)).body, (await list()).total]).toEqual([saved.body, 2]);
    // One that was confirmed is not what is usual.
    expect((await post(typed({ grossWeight: 150 }))).status).toBe(409);
  });

  it('of 0 kg says what it means', async () => {
    const asked = await post(typed({ grossWeight: 0 }));
    expect([asked.body.questions, asked.body.fields[0].message]).toEqual([
      ['zero'],
      'A weight of 0\u202fkg records a day without waste and does not count as a weighing. Save it anyway?',
    ]);
    const whatItCost = await post(typed({ grossWeight: 0.5, containerId: values.container, costAmount: '3' }));
    expect(whatItCost.body.questions).toEqual(['zero', 'price']);
    await enter({ grossWeight: 0, confirm: ['zero'] });
  });

  it('is asked about where a change makes it one, and only there', async () => {
    const eventId = await enter({ costAmount: '4', grossWeight: 2 });
    const put = (change: object, confirm?: string[]) =>
      agent.put(`/rest/v1/waste-events/${eventId}`).send({ reason: 'Read again', change, confirm });
    const asked = await put({ grossWeight: 2_000, unit: 'kg' });
    expect([asked.status, asked.body.questions]).toEqual([409, ['weight']]);
    expect((await put({ grossWeight: 2_000, unit: 'kg' }, ['weight'])).status).toBe(204);
    expect((await put({ note: 'As it is' })).status).toBe(204);
    // A cost that was given stays.
    expect((await detail(eventId)).event).toMatchObject({
      netGrams: 2_000_000,
      costAmount: '4.0000',
      costByRule: false,
    });
  });
});

describe('the list', () => {
  it('filters, sorts and pages', async () => {
    await enter({ grossWeight: 1, localDate: '2026-03-14', itemId: values.item, note: 'Burnt crust' });
    await enter({ grossWeight: 3, localDate: '2026-03-15', reasonId: values.reason });
    const late = await enter({ grossWeight: 2, locationId: otherLocationId, wasteStageId: 9 });
    const nets = async (query: object) => (await list(query)).events.map((event) => event.netGrams);
    expect(await nets({})).toEqual([2000, 3000, 1000]);
    expect(await nets({ sort: 'netGrams' })).toEqual([1000, 2000, 3000]);
    expect(await nets({ sort: '-itemName' })).toEqual([1000, expect.any(Number), expect.any(Number)]);
    expect(await nets({ sort: '-netGrams', limit: 1, page: 2 })).toEqual([2000]);
    expect(await nets({ startDate: '2026-03-15', endDate: '2026-03-15' })).toEqual([3000]);
    expect(await nets({ siteId })).toEqual([3000, 1000]);
    expect(await nets({ locationId: otherLocationId })).toEqual([2000]);
    expect(await nets({ wasteStageId: 9 })).toEqual([2000]);
    expect(await nets({ itemId: values.item })).toEqual([1000]);
    expect(await nets({ reasonId: values.reason })).toEqual([3000]);
    expect(await nets({ text: 'CRUST' })).toEqual([1000]);
    expect(await nets({ text: '100%_' })).toEqual([]);
    expect(await nets({ origin: 'IMPORT' })).toEqual([]);
    expect((await list({ limit: 2 })).total).toBe(3);
    await agent.post(`/rest/v1/waste-events/${late}/void`).send({ reason: 'Twice' });
    expect(await nets({})).toEqual([3000, 1000]);
    expect(await nets({ state: 'voided' })).toEqual([2000]);
    expect((await list({ state: 'all' })).total).toBe(3);
  });

  it.each([
    ['itemId', 'itemName', 'WASTEITEM'],
    ['reasonId', 'reasonName', 'WASTEREASON'],
    ['sourceId', 'sourceName', 'WASTESOURCE'],
    ['sinkId', 'sinkName', 'WASTESINK'],
    ['daypartId', 'daypartName', 'DAYPART'],
    ['containerId', 'containerName', 'CONTAINER'],
  ] as const)('is narrowed by %s and ordered by %s, with what names none last', async (field, sort, element) => {
    const [later, earlier, theirs] = await Promise.all([
      addValue(app.db, organisationId, { element, name: 'beta' }),
      addValue(app.db, organisationId, { element, name: 'Alpha' }),
      addValue(app.db, foreign, { element, name: 'Gamma' }),
    ]);
    const none = await enter();
    const second = await enter({ [field]: later });
    const first = await enter({ [field]: earlier });
    const found = async (query: object) => (await list(query)).events.map((event) => event.eventId);
    expect(await found({ sort })).toEqual([first, second, none]);
    expect(await found({ sort: `-${sort}` })).toEqual([second, first, none]);
    expect(await found({ [field]: later })).toEqual([second]);
    expect(await lines({ [field]: later })).toEqual([
      expect.any(String),
      expect.stringMatching(new RegExp(`^${second},`)),
    ]);
    expect(await found({ [field]: theirs })).toEqual([]);
    expect(await lines({ [field]: theirs })).toHaveLength(1);
  });

  it.each(['siteId', 'locationId'] as const)('shows nothing for a %s of another organisation', async (field) => {
    await enter();
    const query = { [field]: { siteId: strangersSite, locationId: strangersLocation }[field] };
    expect(await list(query)).toMatchObject({ events: [], total: 0 });
    expect(await lines(query)).toHaveLength(1);
    expect(await lines({ [field]: { siteId, locationId }[field] })).toHaveLength(2);
  });

  it.each([
    ['end before start', { startDate: '2026-03-02', endDate: '2026-03-01' }, 'endDate'],
    ['a day that does not exist', { startDate: '2026-02-30' }, 'startDate'],
    ['a page of a thousand', { limit: 1_000 }, 'limit'],
    ['a stage beyond numbers', { wasteStageId: '99999999999' }, 'wasteStageId'],
    ['NaN', { locationId: 'NaN' }, 'locationId'],
    ['a control character', { text: 'a\u0000b' }, 'text'],
    ['an unknown state', { state: 'gone' }, 'state'],
    ['an unknown filter', { colour: 'red' }, 'colour'],
  ])('refuses %s', async (_, query, field) => {
    const answer = await agent.get('/rest/v1/waste-events').query(query);
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0]).toMatchObject({ field });
  });

  it('shows a limited person their own places only', async () => {
    await enter();
    const there = await enter({ locationId: otherLocationId });
    const limited = await signedInAs(app, { organisationId, permissions: needed, locations: [otherLocationId] });
    const seen = await limited.get('/rest/v1/waste-events');
    expect(seen.body.events.map((event: WasteEvent) => event.eventId)).toEqual([there]);
  });

  it('is for staff of the internal organisation to look at elsewhere, and for nobody else', async () => {
    const eventId = await enter();
    expect((await stranger.get('/rest/v1/waste-events').query({ organisationId })).status).toBe(404);
    expect((await agent.get('/rest/v1/waste-events').query({ organisationId: 1 })).status).toBe(404);
    expect((await agent.get('/rest/v1/waste-events').query({ organisationId })).body.total).toBe(1);
    const staff = await signedInAs(app, { organisationId: 1, permissions: needed });
    expect((await staff.get('/rest/v1/waste-events').query({ organisationId })).body.total).toBe(1);
    expect((await staff.get('/rest/v1/waste-events').query({ organisationId: 99_999_999 })).status).toBe(404);
    expect(
      (await staff.post(`/rest/v1/waste-events/${eventId}/void`).send({ organisationId, reason: 'Test' })).status,
    ).toBe(204);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['actor'])
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'wasteEvent.void')
      .executeTakeFirstOrThrow();
    expect(audit.actor).toBe(staff.person.login);
  });
});

describe('the download', () => {
  it('has a row for each event of the filter, newest first, over several pages', async () => {
    const rows = Array.from({ length: 2_050 }, (_, at) => ({
      organisation_id: organisationId,
      location_id: locationId,
      client_event_uuid: randomUUID(),
      occurred_at: sql<Date>`'2026-03-16T12:00:00.123456Z'::timestamptz`,
      local_date: '2026-03-16',
      week_start: '2026-03-16',
      stage_id: 8,
      gross_g: at,
      tare_g: 0,
      net_g: at,
      entered_value: at,
      entered_unit: 'g',
      origin: 'API' as const,
      created_at: app.clock.now(),
    }));
    for (let from = 0; from < rows.length; from += 1_000)
      await app.db
        .insertInto('waste_event')
        .values(rows.slice(from, from + 1_000))
        .execute();
    const read = await lines();
    expect(read).toHaveLength(2_051);
    expect(new Set(read.map((line) => line.split(',')[0])).size).toBe(2_051);
    expect(await lines({ startDate: '2026-03-17' })).toHaveLength(1);
  });

  it('lets no cell become a formula', async () => {
    await enter({ note: '=HYPERLINK("http://evil.test")' });
    await enter({ note: '@SUM(1)' });
    const text = (await lines()).join('\n');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(text).toContain(`,'@SUM(1),`);
  });

  it('names the stages in the language of the person', async () => {
    for (const wasteStageId of [8, 9, 23]) await enter({ wasteStageId });
    const german = await signedInAs(app, { organisationId, permissions: needed, locale: 'de_DE' });
    const stages = async (reader: typeof agent) => (await lines({}, reader)).map((line) => line.split(',')[5]);
    expect(await stages(german)).toEqual(['Stufe', 'Tellerreste', 'Nach dem Gast', 'Vor dem Gast']);
    expect(await stages(agent)).toEqual(['Stage', 'Consumer plate waste', 'Post-consumer', 'Pre-consumer']);
  });

  it('refuses before it starts', async () => {
    expect((await agent.get('/rest/v1/waste-events/export').query({ startDate: 'x' })).status).toBe(400);
  });
});

describe('a change', () => {
  it('keeps what was before, with who and why, and only changes what is named', async () => {
    const eventId = await enter({ itemId: values.item, note: 'As said', costAmount: '2' });
    const answer = await agent.put(`/rest/v1/waste-events/${eventId}`).send({
      reason: 'Scale was off',
      change: { grossWeight: 3, unit: 'lb', sinkId: values.sink, localDate: '2026-03-15', localTime: '08:05' },
    });
    expect(answer.status).toBe(204);
    const { event, revisions } = await detail(eventId);
    expect(event).toMatchObject({
      grossGrams: 1360.78,
      enteredValue: 3,
      enteredUnit: 'lb',
      sinkName: 'Compost',
      itemName: 'Rice',
      note: 'As said',
      costAmount: '2.0000',
      occurredAt: '2026-03-15T12:05:00.000Z',
      localDate: '2026-03-15',
    });
    expect(revisions).toMatchObject([
      {
        why: 'Scale was off',
        byName: expect.stringContaining('Person'),
        before: {
          grossGrams: 2000,
          sinkName: null,
          localDate: '2026-03-16',
          occurredAt: '2026-03-16T16:30:00.000Z',
          itemName: 'Rice',
        },
      },
    ]);
    await agent
      .put(`/rest/v1/waste-events/${eventId}`)
      .send({ reason: 'No note', change: { note: null, itemId: null } });
    expect((await detail(eventId)).event).toMatchObject({ note: null, itemId: null, grossGrams: 1360.78 });
    expect((await detail(eventId)).revisions.map((one) => one.why)).toEqual(['No note', 'Scale was off']);
  });

  it('moves to a location of its own organisation only', async () => {
    const eventId = await enter();
    const move = (to: number) =>
      agent.put(`/rest/v1/waste-events/${eventId}`).send({ reason: 'Wrong kitchen', change: { locationId: to } });
    expect((await move(strangersLocation)).status).toBe(422);
    expect((await move(otherLocationId)).status).toBe(204);
    expect((await detail(eventId)).event.locationName).toBe('Canteen');
  });

  it.each([
    ['no reason', { reason: ' ', change: { note: 'x' } }, 422],
    ['a day without a time', { reason: 'x', change: { localDate: '2026-03-15' } }, 400],
    ['a weight without a unit', { reason: 'x', change: { grossWeight: 1 } }, 400],
    ['a value of another kind', { reason: 'x', change: { itemId: 'reason' } }, 400],
    ['a control character in the reason', { reason: 'a\u0000b', change: {} }, 400],
  ])('is refused with %s', async (_, body, status) => {
    const eventId = await enter();
    expect((await agent.put(`/rest/v1/waste-events/${eventId}`).send(body)).status).toBe(status);
    expect((await detail(eventId)).revisions).toEqual([]);
  });

  it("of somebody else's or no event is 404", async () => {
    const eventId = await enter();
    for (const id of [eventId, 999_999_999, '1e3', 'x']) {
      expect((await stranger.get(`/rest/v1/waste-events/${id}`)).status).toBe(404);
      expect((await stranger.put(`/rest/v1/waste-events/${id}`).send({ reason: 'x', change: {} })).status).toBe(404);
      expect((await stranger.post(`/rest/v1/waste-events/${id}/void`).send({ reason: 'x' })).status).toBe(404);
      expect((await stranger.delete(`/rest/v1/waste-events/${id}/void`).send({ reason: 'x' })).status).toBe(404);
    }
    expect((await detail(eventId)).event.voidedAt).toBeNull();
  });

  it('voids and restores, each once, and the weeks follow', async () => {
    const eventId = await enter();
    const week = async () => {
      await app.runJobs();
      return (
        (
          await app.db
            .selectFrom('rollup_week')
            .select('txn')
            .where('organisation_id', '=', organisationId)
            .executeTakeFirst()
        )?.txn ?? 0
      );
    };
    expect(await week()).toBe(1);
    expect((await agent.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'Test weighing' })).status).toBe(
      204,
    );
    expect((await agent.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'Again' })).status).toBe(409);
    expect((await detail(eventId)).event).toMatchObject({
      voidReason: 'Test weighing',
      voidedByName: expect.stringContaining('Person'),
    });
    expect(await week()).toBe(0);
    expect((await agent.delete(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'It was real' })).status).toBe(
      204,
    );
    expect((await agent.delete(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'Again' })).status).toBe(409);
    expect(await week()).toBe(1);
  });

  it('needs the right', async () => {
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await viewer.get('/rest/v1/waste-events')).status).toBe(403);
    expect((await viewer.get('/rest/v1/waste-events/export')).status).toBe(403);
    expect((await viewer.post('/rest/v1/waste-events/manual').send(typed())).status).toBe(403);
  });
});
