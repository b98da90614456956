import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { rotateDeviceKey } from '../../domain/places/device-key.store';
import type { OperatorDetail, OperatorList } from './operators.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'School' });
});

const kitchen = () => addLocation(app, { organisationId, siteId });
const manager = (more: object = {}) => signedInAs(app, { organisationId, permissions: ['EDIT_OPERATORS'], ...more });
type Agent = Awaited<ReturnType<typeof manager>>;

const make = (agent: Agent, body: object) =>
  agent.post('/rest/v1/operators').send({ alias: 'Cook', locale: 'en_US', ...body });
const detailOf = async (agent: Agent, id: number) =>
  ((await agent.get(`/rest/v1/operators/${id}`)).body as OperatorDetail).operator;
const codesOf = (answer: { body: { code: string; fields?: { field: string; code: string }[] } }) =>
  answer.body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [answer.body.code];

async function deviceAt(
  locationId: number,
): Promise<
  (
    alias: string,
    pin: string,
  ) => Promise<{ status: number; body: { code?: string; operatorId?: number; locale?: string } }>
> {
  const { id: deviceId } = await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: `scale-${locationId}`, name: 'Scale', location_id: locationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
  return (alias, pin) =>
    browser(app).post('/rest/v1/operators/sign-in').set('Authorization', `Bearer ${key}`).send({ alias, pin });
}

const wrong = (pin: string) => (pin === '000000' ? '000001' : '000000');

describe('an operator', () => {
  it('gets a PIN that is shown once, opens the tracker with it, and keeps no trace of it anywhere', async () => {
    const agent = await manager();
    const locationId = await kitchen();
    const made = await make(agent, { alias: 'Blitz', locationId, locale: 'de_DE' });
    const { operatorId, pin } = made.body as { operatorId: number; pin: string };
    expect(pin).toMatch(/^\d{6}$/);
    const stands = await deviceAt(locationId);
    expect((await stands('blitz', pin)).body).toEqual({ operatorId, alias: 'Blitz', locale: 'de_DE' });
    expect(codesOf((await stands('Blitz', wrong(pin))) as never)).toEqual(['operators.wrongPin']);
    expect((await (await deviceAt(await kitchen()))('Blitz', pin)).status).toBe(422);
    const row = await app.db.selectFrom('operator').selectAll().where('id', '=', operatorId).executeTakeFirstOrThrow();
    expect(row.pin_hash).toMatch(/^\$argon2id\$/);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'operator')
      .execute();
    expect(
      JSON.stringify([audited, await agent.get(`/rest/v1/operators/${operatorId}`).then(({ body }) => body as object)]),
    ).not.toContain(pin);
  });

  it('has a new PIN at once when it is rotated, and none while deactivated', async () => {
    const agent = await manager();
    const locationId = await kitchen();
    const { operatorId, pin } = (await make(agent, { locationId })).body as { operatorId: number; pin: string };
    const stands = await deviceAt(locationId);
    const rotated = ((await agent.post(`/rest/v1/operators/${operatorId}/pin`).send({})).body as { pin: string }).pin;
    if (rotated !== pin) expect((await stands('Cook', pin)).status).toBe(422);
    expect((await stands('Cook', rotated)).status).toBe(200);
    const set = async (active: boolean) =>
      (
        await agent
          .put(`/rest/v1/operators/${operatorId}/status`)
          .send({ active, version: (await detailOf(agent, operatorId)).version })
      ).status;
    expect(await set(false)).toBe(204);
    expect((await stands('Cook', rotated)).status).toBe(422);
    expect((await agent.post(`/rest/v1/operators/${operatorId}/pin`).send({})).body.code).toBe('operators.inactive');
    expect(await set(true)).toBe(204);
    expect((await stands('Cook', rotated)).status).toBe(200);
  });

  it('is locked for a while after five wrong numbers, the right one included', async () => {
    const agent = await manager();
    const locationId = await kitchen();
    const { operatorId, pin } = (await make(agent, { locationId })).body as { operatorId: number; pin: string };
    const stands = await deviceAt(locationId);
    await Promise.all(Array.from({ length: 5 }, () => stands('Cook', wrong(pin))));
    expect(codesOf((await stands('Cook', pin)) as never)).toEqual(['operators.wrongPin']);
    await app.db.updateTable('operator').set({ locked_until: app.clock.now() }).where('id', '=', operatorId).execute();
    expect((await stands('Cook', pin)).status).toBe(200);
  });

  it('is not written down as locked by a right number after four wrong ones', async () => {
    const locationId = await kitchen();
    const { operatorId, pin } = (await make(await manager(), { locationId })).body as {
      operatorId: number;
      pin: string;
    };
    const stands = await deviceAt(locationId);
    const locks = () =>
      app.db
        .selectFrom('audit_log')
        .select('after')
        .where('organisation_id', '=', organisationId)
        .where('action', '=', 'operator.lock')
        .where('entity_id', '=', String(operatorId))
        .execute();
    for (let tries = 0; tries < 4; tries += 1) await stands('Cook', wrong(pin));
    expect((await stands('Cook', pin)).status).toBe(200);
    expect(await locks()).toEqual([]);
    for (let tries = 0; tries < 5; tries += 1) await stands('Cook', wrong(pin));
    expect(await locks()).toEqual([{ after: { failures: 5 } }]);
  });

  it('has a name of its own at the location, until it is free again', async () => {
    const agent = await manager();
    const [one, other] = [await kitchen(), await kitchen()];
    const { operatorId } = (await make(agent, { locationId: one })).body as { operatorId: number };
    expect(codesOf(await make(agent, { alias: 'COOK', locationId: one }))).toEqual(['alias: operators.aliasTaken']);
    expect((await make(agent, { locationId: other })).status).toBe(200);
    const both = await Promise.all([
      make(agent, { alias: 'Twin', locationId: one }),
      make(agent, { alias: 'twin', locationId: one }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    await agent.put(`/rest/v1/operators/${operatorId}/status`).send({ active: false, version: 1 });
    expect((await make(agent, { locationId: one })).status).toBe(200);
    expect(
      codesOf(await agent.put(`/rest/v1/operators/${operatorId}/status`).send({ active: true, version: 2 })),
    ).toEqual(['alias: operators.aliasTaken']);
  });

  it('tells the later of two editors', async () => {
    const agent = await manager();
    const locationId = await kitchen();
    const { operatorId } = (await make(agent, { locationId })).body as { operatorId: number };
    const rename = (alias: string) =>
      agent.put(`/rest/v1/operators/${operatorId}`).send({ alias, locationId, locale: 'fr_FR', version: 1 });
    expect((await rename('First')).status).toBe(204);
    const late = await rename('Second');
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    expect(await detailOf(agent, operatorId)).toMatchObject({ alias: 'First', locale: 'fr_FR', version: 2 });
  });

  it.each([
    ['a name of 51 characters', { alias: 'x'.repeat(51) }, 'alias: tooLong'],
    ['no name', { alias: ' ' }, 'alias: required'],
    ['an unknown language', { locale: 'xx' }, 'locale: notOneOf'],
    ['a location of nobody', { locationId: 900_000_001 }, 'locationId: operators.unknownLocation'],
  ])('is refused with %s', async (_what, wish, problem) => {
    const answer = await make(await manager(), { locationId: await kitchen(), ...wish });
    expect([answer.status >= 400 && answer.status < 500, codesOf(answer)]).toEqual([true, [problem]]);
  });
});

describe('the list', () => {
  it('is searched, filtered, sorted and paged', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own, permissions: ['EDIT_OPERATORS'] });
    const locationId = await addLocation(app, {
      organisationId: own,
      siteId: await addSite(app, { organisationId: own }),
      name: 'Bakery',
    });
    for (const alias of ['Ada', 'bo', 'Cid 100%']) await make(agent, { alias, locationId });
    const list = async (query: object = {}) =>
      (await agent.get('/rest/v1/operators').query(query)).body as OperatorList;
    expect((await list()).operators.map(({ alias }) => alias)).toEqual(['Ada', 'bo', 'Cid 100%']);
    expect(await list({ sort: '-alias', limit: 1, page: 2 })).toMatchObject({
      total: 3,
      page: 2,
      operators: [{ alias: 'bo' }],
    });
    expect((await list({ text: '100%' })).total).toBe(1);
    expect((await list({ text: 'BAKERY' })).total).toBe(3);
    expect((await list({ status: 'I' })).total).toBe(0);
  });

  // Spec 7: A kitchen’s people are kept by whoever sees its location
  it('shows somebody limited to a site no other, and lets them change no other', async () => {
    const own = await addSite(app, { organisationId });
    const here = await addLocation(app, { organisationId, siteId: own });
    const whole = await manager();
    const [near, far] = [
      (await make(whole, { locationId: here })).body,
      (await make(whole, { locationId: await kitchen() })).body,
    ] as { operatorId: number }[];
    const agent = await manager({ sites: [own] });
    expect(
      ((await agent.get('/rest/v1/operators')).body as OperatorList).operators.map(({ operatorId }) => operatorId),
    ).toEqual([near?.operatorId]);
    expect((await agent.get(`/rest/v1/operators/${far?.operatorId}`)).status).toBe(404);
    expect((await agent.post(`/rest/v1/operators/${far?.operatorId}/pin`).send({})).status).toBe(404);
    expect(codesOf(await make(agent, { alias: 'Other', locationId: await kitchen() }))).toEqual([
      'locationId: operators.unknownLocation',
    ]);
  });
});
