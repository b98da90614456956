import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { scratchValues, type ScratchValues } from '../../../tests/support/scratch-organisation';
import { publicUrl, testApp, type TestApp } from '../../../tests/support/test-app';
import { rotateDeviceKey } from '../../domain/places/device-key.store';

let app: TestApp;
let organisationId: number;
let locationId: number;
let values: ScratchValues;
let elsewhere: { organisationId: number; locationId: number; values: ScratchValues };
let key: string;
let deviceId: number;

beforeAll(async () => {
  app = await testApp();
  const open = async () => {
    const id = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: id });
    return {
      organisationId: id,
      locationId: await addLocation(app, { organisationId: id, siteId }),
      values: await scratchValues(app.db, id),
    };
  };
  ({ organisationId, locationId, values } = await open());
  elsewhere = await open();
  ({ key, deviceId } = await newDevice(locationId));
});

async function newDevice(at: number | null) {
  const device = await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: randomUUID(), name: 'Scale', location_id: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const given = await app.db
    .transaction()
    .execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: device.id }));
  return { deviceId: device.id, key: given };
}

const event = (more: object = {}) => ({
  clientEventUuid: randomUUID(),
  occurredAt: '2026-03-16T12:30:00-04:00',
  wasteStageId: 8,
  grossWeight: 2.5,
  unit: 'kg',
  ...more,
});

const send = (events: unknown, withKey = key) =>
  supertest(app.app)
    .post('/rest/v1/waste-events')
    .set('Authorization', `Bearer ${withKey}`)
    .send({ events } as object);

const storedIds = async () =>
  (await app.db.selectFrom('waste_event').select('id').where('organisation_id', '=', organisationId).execute()).length;

const auditRows = async () =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'wasteEvent.takeBatch')
      .execute()
  ).length;

describe('a device', () => {
  it('reports an event, at its own location unless it names another, and the roll-ups follow', async () => {
    const answer = await send([
      event({
        itemId: values.item,
        containerId: values.container,
        cost: { amount: '4.50', currency: 'USD' },
        note: 'Burnt',
      }),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.events).toEqual([{ index: 0, status: 'taken', eventId: expect.any(Number) }]);
    const row = await app.db
      .selectFrom('waste_event')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', answer.body.events[0].eventId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      location_id: locationId,
      device_id: deviceId,
      gross_g: 2500,
      tare_g: 500,
      net_g: 2000,
      entered_value: 2.5,
      entered_unit: 'kg',
      origin: 'DEVICE',
      local_date: '2026-03-16',
      cost_amount: 4.5,
      note: 'Burnt',
    });
    await app.runJobs();
    const week = await app.db
      .selectFrom('rollup_week')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', locationId)
      .executeTakeFirstOrThrow();
    expect(week.txn).toBeGreaterThan(0);
  });

  it('loses nothing that is implausible: it is taken, marked in the answer and for people, until one confirms it', async () => {
    const confirmed = event({ grossWeight: 99_999, confirm: ['weight'] });
    const answer = await send([event(), event({ grossWeight: 99_999 }), event({ grossWeight: 0 }), confirmed]);
    const rows = answer.body.events as { status: string; eventId: number; questions?: string[] }[];
    expect(rows.map(({ status, questions }) => [status, questions])).toEqual([
      ['taken', undefined],
      ['taken', ['weight']],
      ['taken', ['zero']],
      ['taken', undefined],
    ]);
    const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'] });
    const marks = async () =>
      Promise.all(
        rows.map(async ({ eventId }) => {
          const { body } = await agent.get(`/rest/v1/waste-events/${eventId}`);
          return (body as { event: { unconfirmed: string[] | null } }).event.unconfirmed;
        }),
      );
    expect(await marks()).toEqual([null, ['weight'], ['zero'], null]);
    const put = (at: number, more: object) =>
      agent.put(`/rest/v1/waste-events/${rows[at]?.eventId}`).send({ reason: 'Looked', ...more });
    await put(1, { change: { note: 'Odd' } });
    expect(await marks()).toEqual([null, ['weight'], ['zero'], null]);
    await put(1, { change: {}, confirm: ['weight'] });
    await put(2, { change: { grossWeight: 2, unit: 'kg' } });
    expect(await marks()).toEqual([null, null, null, null]);
  });

  it('writes one audit row for a batch', async () => {
    const before = await auditRows();
    await send([event(), event(), event({ unit: 'stone' })]);
    expect(await auditRows()).toBe(before + 1);
  });

  it.each([
    ['a key that nobody has', 'tare_0123456789012345678901234567890123456789'],
    ['something short', 'abc'],
  ])('is refused with %s', async (_, wrong) => {
    expect((await send([event()], wrong)).status).toBe(401);
  });

  it('is refused without a key, whatever else it brings', async () => {
    const answer = await supertest(app.app)
      .post('/rest/v1/waste-events')
      .set('Origin', publicUrl)
      .send({ events: [event()] });
    expect(answer.status).toBe(401);
  });

  it('is refused once it is retired or has a newer key', async () => {
    const old = await newDevice(locationId);
    await app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: old.deviceId }));
    expect((await send([event()], old.key)).status).toBe(401);
    const retired = await newDevice(locationId);
    expect((await send([event()], retired.key)).status).toBe(200);
    await app.db.updateTable('device').set({ status: 'I' }).where('id', '=', retired.deviceId).execute();
    expect((await send([event()], retired.key)).status).toBe(401);
  });

  it('says for each row what is wrong and takes the rest', async () => {
    const bad: [object | unknown, string, string][] = [
      ['not an object', 'wrongType', ''],
      [null, 'wrongType', ''],
      [event({ grossWeight: 'NaN' }), 'wrongType', 'grossWeight'],
      [event({ grossWeight: null }), 'required', 'grossWeight'],
      [event({ grossWeight: 1e300 }), 'wasteEvents.invalidWeight', 'grossWeight'],
      [event({ grossWeight: -1 }), 'wasteEvents.invalidWeight', 'grossWeight'],
      [event({ grossWeight: 1, tareWeight: 2 }), 'wasteEvents.tareAboveGross', 'tareWeight'],
      [event({ grossWeight: 5, netWeight: 1, tareWeight: 1 }), 'wasteEvents.weightsDisagree', 'netWeight'],
      [event({ unit: 'stone' }), 'notOneOf', 'unit'],
      [event({ occurredAt: '2026-02-30T12:00:00Z' }), 'wasteEvents.invalidTime', 'occurredAt'],
      [event({ occurredAt: '2026-03-01T12:00:00' }), 'wasteEvents.invalidTime', 'occurredAt'],
      [event({ occurredAt: 1742126400 }), 'wrongType', 'occurredAt'],
      [event({ occurredAt: '2031-01-01T00:00:00Z' }), 'wasteEvents.inTheFuture', 'occurredAt'],
      [event({ occurredAt: '1999-01-01T00:00:00Z' }), 'wasteEvents.tooLongAgo', 'occurredAt'],
      [event({ clientEventUuid: 'a\u0000b' }), 'wasteEvents.invalidUuid', 'clientEventUuid'],
      [event({ clientEventUuid: 7 }), 'wrongType', 'clientEventUuid'],
      [event({ wasteStageId: 7 }), 'wasteEvents.unknownStage', 'wasteStageId'],
      [event({ wasteStageId: 99_999_999_999 }), 'wasteEvents.unknownStage', 'wasteStageId'],
      [event({ itemId: elsewhere.values.item }), 'wasteEvents.unknownReference', 'itemId'],
      [event({ itemId: values.reason }), 'wasteEvents.unknownReference', 'itemId'],
      [event({ locationId: elsewhere.locationId }), 'wasteEvents.unknownLocation', 'locationId'],
      [event({ locationId: 1.5 }), 'wrongType', 'locationId'],
      [event({ quantity: 1e308 }), 'wasteEvents.invalidQuantity', 'quantity'],
      [event({ note: 'a\u0007b' }), 'wasteEvents.invalidNote', 'note'],
      [event({ note: 'a\u0000b' }), 'wasteEvents.invalidNote', 'note'],
      [event({ note: 'x'.repeat(1_001) }), 'wasteEvents.invalidNote', 'note'],
      [event({ cost: { amount: '1e9', currency: 'USD' } }), 'wasteEvents.invalidCost', 'cost.amount'],
      [event({ cost: { amount: 1, currency: 'EUR' } }), 'wasteEvents.otherCurrency', 'cost.currency'],
      [event({ surprise: 1 }), 'unknownField', 'surprise'],
    ];
    const answer = await send([...bad.map(([row]) => row), event()]);
    expect(answer.status).toBe(200);
    const said = answer.body.events as {
      index: number;
      status: string;
      code?: string;
      field?: string;
      message?: string;
    }[];
    expect(said.slice(0, -1).map(({ status, code, field }) => [status, code, field])).toEqual(
      bad.map(([, code, field]) => ['refused', code, field]),
    );
    expect(said.map((row) => row.index)).toEqual(said.map((_, index) => index));
    expect(
      said.slice(0, -1).every((row) => row.message && !row.message.includes('{{') && row.message !== row.code),
    ).toBe(true);
    expect(said.at(-1)).toMatchObject({ status: 'taken' });
  });

  it('needs a location from somewhere', async () => {
    const nowhere = await newDevice(null);
    const answer = await send([event(), event({ locationId })], nowhere.key);
    expect(answer.body.events).toMatchObject([
      { status: 'refused', code: 'wasteEvents.unknownLocation', field: 'locationId' },
      { status: 'taken' },
    ]);
  });
});

describe('a batch', () => {
  it.each([
    ['malformed JSON', '{"events":[', 400, 'malformedJson'],
    ['NaN as a number', '{"events":[{"grossWeight":NaN}]}', 400, 'malformedJson'],
    ['no list', '{"events":{}}', 400, 'badRequest'],
    ['an empty list', '{"events":[]}', 400, 'badRequest'],
    ['nothing', '{}', 400, 'badRequest'],
    ['an unknown member', '{"events":[1],"more":1}', 400, 'badRequest'],
  ])('%s', async (_, text, status, code) => {
    const answer = await supertest(app.app)
      .post('/rest/v1/waste-events')
      .set('Authorization', `Bearer ${key}`)
      .type('json')
      .send(text);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) });
  });

  it('of a thousand is taken, of one more refused whole', async () => {
    const many = Array.from({ length: 1_001 }, () => event());
    const before = await storedIds();
    const refused = await send(many);
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({ code: 'tooLarge', max: 1_000 });
    expect(await storedIds()).toBe(before);
    const taken = await send(many.slice(0, 1_000));
    expect(taken.body.events.filter((row: { status: string }) => row.status === 'taken')).toHaveLength(1_000);
    expect(await storedIds()).toBe(before + 1_000);
  });

  it('too large to be read is refused', async () => {
    const answer = await send([event({ note: 'x'.repeat(2_200_000) })]);
    expect(answer.status).toBe(413);
    expect(answer.body.code).toBe('tooLarge');
  });

  it('knows an event that it has seen, in this batch or before, and refuses another under its UUID', async () => {
    const one = event();
    const first = await send([one, one, { ...one, grossWeight: 9 }]);
    const eventId = first.body.events[0].eventId;
    expect(first.body.events).toMatchObject([
      { status: 'taken' },
      { status: 'known', eventId },
      { status: 'refused', code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' },
    ]);
    const again = await send([
      { ...one, clientEventUuid: one.clientEventUuid.toUpperCase() },
      { ...one, note: 'Other' },
    ]);
    expect(again.body.events).toMatchObject([
      { status: 'known', eventId },
      { status: 'refused', code: 'wasteEvents.duplicateUuid' },
    ]);
  });

  it('may name who weighed it, who shows on the event, and nobody of another organization', async () => {
    const addOperator = async (of: { organisationId: number; locationId: number }, alias: string) => {
      const now = app.clock.now();
      const { id } = await app.db
        .insertInto('operator')
        .values({
          organisation_id: of.organisationId,
          location_id: of.locationId,
          alias,
          locale: 'en_US',
          pin_hash: 'of no PIN',
          pin_set_at: now,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const own = await addOperator({ organisationId, locationId }, 'Blitz');
    const foreign = await addOperator(elsewhere, 'Spy');
    const said = event({ operatorId: own });
    const { body } = await send([said, event({ operatorId: foreign }), { ...said, operatorId: null }]);
    const [taken, ...others] = body.events as { status: string; eventId: number }[];
    expect([taken?.status, ...others]).toEqual([
      'taken',
      expect.objectContaining({ status: 'refused', code: 'wasteEvents.unknownReference', field: 'operatorId' }),
      expect.objectContaining({ status: 'refused', code: 'wasteEvents.duplicateUuid' }),
    ]);
    expect((await send([said])).body.events).toMatchObject([{ status: 'known' }]);
    const reader = await signedInAs(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'] });
    const { body: detail } = await reader.get(`/rest/v1/waste-events/${taken?.eventId}`);
    expect(detail.event).toMatchObject({ operatorId: own, operatorAlias: 'Blitz' });
  });

  // ASVS V2.3.4
  it('sent twice at the same time leaves each event once', async () => {
    const rows = Array.from({ length: 200 }, () => event());
    const before = await storedIds();
    const answers = await Promise.all([send(rows), send([...rows].reverse()), send(rows)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const taken = answers
      .flatMap((answer) => answer.body.events as { status: string }[])
      .filter((row) => row.status === 'taken');
    expect(taken).toHaveLength(200);
    expect(
      answers.flatMap((answer) => answer.body.events as { status: string }[]).every((row) => row.status !== 'refused'),
    ).toBe(true);
    expect(await storedIds()).toBe(before + 200);
  });
});
