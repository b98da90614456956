import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { settleHeartbeats } from './heartbeats';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const calls = '/rest/v1/devices';
let app: ClockedApp;
let organisationId: number;
let locationId: number;
let agent: Agent;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});
beforeEach(async () => {
  app.clock.set(new Date(testNow));
  organisationId = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId, name: 'Harbour' });
  locationId = await addLocation(app, { organisationId, siteId });
  agent = await signedInAs(app, {
    organisationId,
    permissions: ['VIEW_DEVICE_MANAGER', 'VIEW_CCM_TOOLS_TAB', 'EDIT_SITES'],
  });
});

async function post(path: string, form: Record<string, string>, from = path.replace(/\/[^/]+$/, '')) {
  const page = await agent.get(from);
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(page.text), ...form });
}

/** By itself in its element: serial numbers look alike. */
const codeIn = (text: string) => />([A-Z2-9]{4}-[A-Z2-9]{4})</.exec(text)?.[1] ?? '';

/** Adds a device on its page. @returns its page's address and the code */
async function added(): Promise<{ device: string; code: string; id: number }> {
  const form = {
    deviceName: 'Dish return',
    serial: unique('SN'),
    locationId: String(locationId),
  };
  const { status, text } = await post('/device-monitor/new', form, '/device-monitor/new');
  expect(status).toBe(200);
  const device = /action="(\/device-monitor\/devices\/\d+)\/code"/.exec(text)?.[1] ?? '';
  return { device, code: codeIn(text), id: Number(device.split('/').at(-1)) };
}

const enrol = (code: string) => browser(app).post(`${calls}/enrol`).send({ code });
const keyOf = async (code: string) => (await enrol(code)).body.key as string;
const beat = (key: string, more: object = {}) =>
  browser(app)
    .post(`${calls}/heartbeat`)
    .set('Authorization', `Bearer ${key}`)
    .send({ appVersion: '1.4.2', clock: app.clock.now().toISOString(), ...more });

describe('enrolment', () => {
  it('makes a tablet the device, by a code that works once', async () => {
    const { code, id } = await added();
    const { status, body } = await enrol(code.toLowerCase().replace('-', ' '));
    expect([status, body]).toMatchObject([200, { deviceId: id, deviceName: 'Dish return' }]);
    expect((await beat(body.key as string)).status).toBe(200);
    const again = await enrol(code);
    expect([again.status, again.body.fields]).toMatchObject([422, [{ field: 'code' }]]);
    const [row] = await app.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'device.enrol')
      .execute();
    expect(row).toBeDefined();
  });

  it('refuses a code that has expired, that a newer one replaced, or of a retired device', async () => {
    const first = await added();
    app.clock.set(new Date(Date.parse(testNow) + 60 * 60_000));
    expect((await enrol(first.code)).status).toBe(422);
    app.clock.set(new Date(testNow));
    const newer = codeIn((await post(`${first.device}/code`, {}, first.device)).text);
    expect((await enrol(first.code)).status).toBe(422);
    await post(`${first.device}/retire`, {}, first.device);
    expect((await enrol(newer)).status).toBe(422);
    expect((await enrol('ZZZZ-ZZZZ')).status).toBe(422);
  });

  it('of another tablet ends the key of the one before; so does revoking it', async () => {
    const { device, code } = await added();
    const old = await keyOf(code);
    const next = await keyOf(codeIn((await post(`${device}/code`, {}, device)).text));
    expect([(await beat(old)).status, (await beat(next)).status]).toEqual([401, 200]);
    expect((await post(`${device}/revoke`, {}, device)).headers.location).toBe(`${device}?done=revoked`);
    expect((await beat(next)).status).toBe(401);
  });
});

describe('a heartbeat', () => {
  it('says how the device is, and is answered with its settings and commands', async () => {
    const { device, code } = await added();
    const key = await keyOf(code);
    await post(`${device}/settings`, { channel: 'beta', locale: 'de_DE', asksPin: 'on', scale: 'request' }, device);
    await post(`${device}/command`, { kind: 'sendLog' }, device);
    const clock = new Date(app.clock.now().getTime() + 300_000).toISOString();
    const { body } = await beat(key, { batteryPercent: 12, charging: false, queueDepth: 61, clock });
    expect(body).toMatchObject({
      channel: 'beta',
      settingsVersion: 1,
      settings: { locale: 'de_DE', asksPin: true, scale: 'request' },
      commands: [{ kind: 'sendLog' }],
    });
    await settleHeartbeats(app.db);
    const page = await agent.get(device);
    for (const said of [
      'Online',
      '1.4.2',
      'The clock is more than 2 minutes off.',
      'The battery is below 20%',
      '50 or more weighings',
    ])
      expect(page.text).toContain(said);
    // Told again until it answers, once for all.
    const { commandId } = (await beat(key)).body.commands[0] as { commandId: number };
    const answer = () =>
      browser(app)
        .post(`${calls}/commands/${commandId}/result`)
        .set('Authorization', `Bearer ${key}`)
        .send({ done: true, answer: '<b>line</b>' });
    expect([(await answer()).status, (await answer()).status]).toEqual([204, 404]);
    expect((await beat(key)).body.commands).toEqual([]);
    expect((await agent.get(device)).text).toContain('&lt;b&gt;line&lt;/b&gt;');
  });

  it('keeps the worst of a day, and nothing older over something newer', async () => {
    const { id, code } = await added();
    const key = await keyOf(code);
    for (const [batteryPercent, queueDepth] of [
      [50, 3],
      [9, 1],
      [70, 8],
    ] as const) {
      await beat(key, { batteryPercent, queueDepth });
      await settleHeartbeats(app.db);
    }
    expect(
      await app.db.selectFrom('device_day').selectAll().where('organisation_id', '=', organisationId).execute(),
    ).toMatchObject([{ device_id: id, heartbeats: 3, lowest_battery: 9, deepest_queue: 8 }]);
  });

  it.each([
    [{ batteryPercent: 101 }],
    [{ queueDepth: -1 }],
    [{ clock: 'yesterday' }],
    [{ appVersion: 'x'.repeat(41) }],
    [{ rubbish: 1 }],
  ])('refuses %j', async (wrong) => {
    const key = await keyOf((await added()).code);
    expect((await beat(key, wrong)).status).toBe(400);
  });
});

describe('the list', () => {
  it('tells silence from quiet by the calendar', async () => {
    const { code } = await added();
    const key = await keyOf(code);
    const list = async () => {
      const { text } = await agent.get('/device-monitor');
      return /fleet-\d+|Offline|Quiet|Online/.exec(text.slice(text.indexOf('<tbody')))?.[0];
    };
    await beat(key);
    await settleHeartbeats(app.db);
    expect(await list()).toBe('Online');
    // Two days later, with an open day between and nothing weighed.
    app.clock.set(new Date(Date.parse(testNow) + 2 * 86_400_000));
    agent = await signedInAs(app, { organisationId, permissions: ['VIEW_DEVICE_MANAGER'] });
    expect(await list()).toBe('Offline');
    await beat(key);
    await settleHeartbeats(app.db);
    expect(await list()).toBe('Quiet');
    await app.db
      .insertInto('calendar_exception')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        from_date: '2020-01-01',
        to_date: '2030-01-01',
        open: false,
        reason: '',
        created_at: app.clock.now(),
      })
      .execute();
    expect(await list()).toBe('Online');
  });
});

describe('a device', () => {
  it('is replaced by another, which has its name, place and settings; its own history stays', async () => {
    const { device, id } = await added();
    await post(`${device}/settings`, { channel: 'stable', locale: 'fr_FR', scale: 'continuous' }, device);
    const swapped = await post(`${device}/swap`, { serial: unique('SN') }, device);
    const other = swapped.headers.location?.replace('?done=swapped', '') ?? '';
    expect(other).not.toBe(device);
    const page = (await agent.get(other)).text;
    expect([page.includes('Not enrolled'), page.includes(`href="${device}"`), page.includes('Dish return')]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await agent.get(device)).text).toContain('Retired');
    const taken = await post(`${other}/swap`, { serial: page.match(/SN[^<"]*/)?.[0] ?? '' }, other);
    expect(taken.status).toBe(422);
    expect(id).toBeGreaterThan(0);
  });

  it('that is released is claimed once by another organization, which learns its serial number alone', async () => {
    const { device, code, id } = await added();
    const key = await keyOf(code);
    await post(`${device}/case`, { note: 'Screen cracked' }, device);
    const other = await newOrganisation(app);
    const claimer = await signedInAs(app, {
      organisationId: other,
      permissions: ['VIEW_DEVICE_MANAGER', 'EDIT_SITES'],
    });
    const claim = async (by: Agent, typed: string) => {
      const page = await by.get('/device-monitor/claim');
      const form = { code: typed, deviceName: 'Pass', locationId: '' };
      return by
        .post('/device-monitor/claim')
        .type('form')
        .send({ _csrf: tokenOf(page.text), ...form });
    };
    const release = async () => codeIn((await post(`${device}/release`, {}, device)).text);
    const first = await release();
    expect((await beat(key)).status).toBe(401);
    // Taken back, it can be released anew; the first code is void.
    await post(`${device}/reactivate`, {}, device);
    expect((await claim(claimer, first)).status).toBe(422);
    const second = await release();
    const claimed = await claim(claimer, second.toLowerCase());
    expect(claimed.status).toBe(200);
    for (const hidden of ['Dish return', 'Screen cracked', 'Harbour']) expect(claimed.text).not.toContain(hidden);
    expect((await claim(claimer, second)).status).toBe(422);
    expect((await beat(await keyOf(codeIn(claimed.text)))).status).toBe(200);
    // The history stays, and the device does not come back by itself.
    const old = (await agent.get(device)).text;
    expect([old.includes('Screen cracked'), old.includes('Claimed by another organization')]).toEqual([true, true]);
    expect((await post(`${device}/reactivate`, {}, device)).status).toBe(409);
    // Released there, it comes back to its history.
    const there = /action="(\/device-monitor\/devices\/\d+)\/code"/.exec(claimed.text)?.[1] ?? '';
    const page = await claimer.get(there);
    const back = codeIn(
      (
        await claimer
          .post(`${there}/release`)
          .type('form')
          .send({ _csrf: tokenOf(page.text) })
      ).text,
    );
    const returned = await claim(agent, back);
    expect(returned.text).toContain(`/device-monitor/devices/${id}/code`);
    expect(returned.text).toContain('Screen cracked');
  });

  it('has cases, which are closed once', async () => {
    const { device } = await added();
    await post(`${device}/case`, { note: 'Screen cracked' }, device);
    const caseId = /name="caseId" value="(\d+)"/.exec((await agent.get(device)).text)?.[1] ?? '';
    const close = () => post(`${device}/close`, { caseId, resolution: 'New screen' }, device);
    expect((await close()).status).toBe(303);
    expect((await close()).status).toBe(409);
    expect((await agent.get(device)).text).toContain('New screen');
  });

  it('of another organization, and the hub of one that the person does not reach, are not there', async () => {
    const { device, id } = await added();
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_DEVICE_MANAGER', 'VIEW_CCM_TOOLS_TAB', 'EDIT_SITES'],
    });
    const answers = [device, `/device-hub/${organisationId}/devices/${id}`].map(
      async (path) => (await stranger.get(path)).status,
    );
    expect(await Promise.all(answers)).toEqual([404, 404]);
    expect((await agent.get(`/device-hub/${organisationId}/devices/${id}`)).status).toBe(200);
  });
});
