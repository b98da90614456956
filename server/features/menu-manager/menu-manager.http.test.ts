import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { rotateDeviceKey } from '../../domain/places';
import { publishedProfile } from '../../domain/tracker-profiles';

type Agent = Awaited<ReturnType<typeof signedInAs>>;
type Form = Record<string, string | string[]>;

const permissions = ['VIEW_TRACKER_PROFILE_MANAGER'] as const;
let app: TestApp;
let organisationId: number;
let agent: Agent;
let values: Record<'soup' | 'bread' | 'old' | 'scraps', number>;
let devices: { here: number; there: number; retired: number };
let siteIds: number[];

beforeAll(async () => {
  app = await testApp();
});

async function addValue(element: string, name: string, more: object = {}): Promise<number> {
  const of = { organisation_id: organisationId, element_code: element };
  await app.db
    .insertInto('hierarchy')
    .values({ ...of, name: element })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const list = await app.db
    .selectFrom('hierarchy')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('element_code', '=', element)
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('ref_value')
    .values({ ...of, hierarchy_id: list.id, name, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addDevice(siteName: string, status: 'A' | 'I' = 'A'): Promise<number> {
  const siteId = await addSite(app, { organisationId, name: siteName });
  siteIds.push(siteId);
  const { id } = await app.db
    .insertInto('device')
    .values({
      organisation_id: organisationId,
      serial: unique('SN'),
      name: `${siteName} tablet`,
      location_id: await addLocation(app, { organisationId, siteId }),
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteIds = [];
  agent = await signedInAs(app, { organisationId, permissions });
  values = {
    soup: await addValue('WASTEITEM', 'Soup'),
    bread: await addValue('WASTEITEM', 'Bread <&>'),
    old: await addValue('WASTEITEM', 'Old', { status: 'I' }),
    scraps: await addValue('WASTEITEM', 'Scraps'),
  };
  await addValue('CONTAINER', 'Bucket', { tare_g: 500 });
  devices = {
    here: await addDevice('Harbour'),
    there: await addDevice('Hill'),
    retired: await addDevice('Gone', 'I'),
  };
});

async function post(path: string, form: Form, { as = agent, from = path.replace(/\/[^/]+$/, '') } = {}) {
  const page = await as.get(from);
  return as
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(page.text), ...form });
}

async function created(start = 'inUse', name = 'Hot kitchen'): Promise<string> {
  const form = { organisationId: String(organisationId), name, start, copyOf: '' };
  const { status, headers } = await post('/menu-manager/new', form, { from: '/menu-manager/new' });
  expect(status).toBe(303);
  return headers.location?.split('?')[0] ?? '';
}

const textOf = async (path: string, as = agent) => (await as.get(path)).text;
const seenIn = (text: string) => /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? '';
const seen = async (profile: string) => seenIn(await textOf(`${profile}?adds=1`));
const shown = (deviceId: number) => publishedProfile(app.db, { organisationId, deviceId });
const itemsOf = async (deviceId: number) =>
  (await shown(deviceId))?.buttons.filter(({ kind }) => kind === 'item').map(({ refId }) => refId);

/** By way of the page that says what changes. */
async function publish(profile: string, form: Form, { as = agent, version = 'draft' } = {}) {
  const from = `${profile}/publish?version=${version}`;
  const fields = { version, seen: seenIn(await textOf(from, as)), ...form };
  const confirm = await post(`${profile}/publish`, fields, { as, from });
  const ids = /name="devices" value="([\d,]*)"/.exec(confirm.text)?.[1];
  if (confirm.status !== 200 || ids === undefined) return { confirm, answer: confirm };
  return {
    confirm,
    answer: await post(`${profile}/publish`, { ...fields, devices: ids, sites: '', confirmed: 'yes' }, { as, from }),
  };
}

describe('a profile', () => {
  it('begins with the values in use, is changed as a draft, and reaches the devices that are chosen', async () => {
    const profile = await created();
    const page = await textOf(profile);
    for (const said of ['Soup', 'Bread &lt;&amp;&gt;', 'Scraps', 'Unpublished changes']) expect(page).toContain(said);
    expect(page).not.toContain('>Old<');
    const { bread, scraps, soup } = values;
    await post(`${profile}/move`, { kind: 'item', seen: await seen(profile), up: String(soup) });
    await post(`${profile}/remove`, { kind: 'item', seen: await seen(profile), refId: String(scraps) });
    expect(await shown(devices.here)).toBeNull();

    const { confirm, answer } = await publish(profile, { devices: String(devices.here) });
    expect(confirm.text).toMatch(/>1<\/span> device changes to version 1/);
    expect([answer.status, answer.headers.location]).toEqual([303, `${profile}?done=published`]);
    expect(await shown(devices.here)).toMatchObject({ name: 'Hot kitchen', version: 1 });
    expect(await itemsOf(devices.here)).toEqual([bread, soup]);
    expect(await shown(devices.there)).toBeNull();
    const key = await app.db
      .transaction()
      .execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: devices.here }));
    const setup = await browser(app).get('/rest/v1/devices/profile').set('Authorization', `Bearer ${key}`);
    expect((setup.body as { profile: object }).profile).toMatchObject({
      profileName: 'Hot kitchen',
      profileVersion: 1,
      buttons: expect.arrayContaining([expect.objectContaining({ kind: 'item', refId: bread })]),
    });

    // The next change begins a draft, which no device shows; a version that was published never changes.
    await post(`${profile}/order`, { kind: 'item', seen: await seen(profile), order: `${soup},${bread}` });
    expect(await itemsOf(devices.here)).toEqual([bread, soup]);
    expect(await textOf(`${profile}/compare`)).toMatch(/Moved[\s\S]*From position/);
    await publish(profile, { sites: siteIds.slice(1, 2).map(String) });
    expect([(await shown(devices.here))?.version, (await shown(devices.there))?.version]).toEqual([1, 2]);
    expect(await itemsOf(devices.there)).toEqual([soup, bread]);

    // Back to the first version, as the third.
    await publish(profile, { devices: [devices.here, devices.there].map(String) }, { version: '1' });
    expect([(await shown(devices.there))?.version, await itemsOf(devices.there)]).toEqual([3, [bread, soup]]);
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'trackerProfile')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action.replace('trackerProfile.', ''))).toEqual([
      'create',
      'order',
      'remove',
      'publish',
      'order',
      'publish',
      'publish',
    ]);
  });

  it('follows a value that was merged, and leaves a retired one out', async () => {
    const profile = await created();
    await publish(profile, { devices: String(devices.here) });
    const { bread, scraps, soup } = values;
    const merge = { organisation_id: organisationId, old_id: scraps, new_id: bread, by_login: 'x', state: 'DONE' };
    const now = app.clock.now();
    await app.db
      .insertInto('ref_merge')
      .values({ ...merge, merged_at: now, alive_at: now, events_expected: 0 })
      .execute();
    expect(await itemsOf(devices.here)).toEqual([bread, soup]);
    await app.db.updateTable('ref_value').set({ status: 'I' }).where('id', '=', soup).execute();
    expect(await itemsOf(devices.here)).toEqual([bread]);
    expect(await textOf(profile)).toContain('Retired: not shown on tablets');
  });

  it('is archived once no device shows it, and restored', async () => {
    const profile = await created();
    await publish(profile, { devices: String(devices.here) });
    expect((await post(`${profile}/archive`, {}, { from: profile })).status).toBe(409);
    const other = await created('inUse', 'Other');
    await publish(other, { devices: String(devices.here) });
    expect((await post(`${profile}/archive`, {}, { from: profile })).status).toBe(303);
    expect(await textOf('/menu-manager')).not.toContain('Hot kitchen');
    expect((await agent.get(`${profile}/publish`)).status).toBe(409);
    expect((await post(`${profile}/restore`, {}, { from: profile })).status).toBe(303);
    expect(await textOf('/menu-manager')).toContain('Hot kitchen');
  });
});

describe('refused', () => {
  it('is the later of two editors, who is told by whom and can do it all the same', async () => {
    const profile = await created('empty');
    const old = await seen(profile);
    const add = (refIds: string, mark: string) => post(`${profile}/add`, { kind: 'item', seen: mark, refIds });
    expect((await add(String(values.soup), old)).status).toBe(303);
    const later = await add(`${values.bread}`, old);
    expect(later.status).toBe(409);
    for (const said of ['Your change has not been saved yet', 'Last changed by', 'Bread &lt;&amp;&gt;'])
      expect(later.text).toContain(said);
    expect((await add(String(values.bread), seenIn(later.text))).status).toBe(303);
    expect(await textOf(profile)).toMatch(/Soup[\s\S]*Bread/);
    const order = await post(`${profile}/order`, { kind: 'item', seen: old, order: String(values.bread) });
    expect(order.text).toContain(`name="order" value="${values.bread},${values.soup}"`);
  });

  it('are a retired value, a foreign one, one of another kind, a taken name, and a draft that no tracker could use', async () => {
    const profile = await created('empty');
    const mark = await seen(profile);
    const foreign = await app.db
      .selectFrom('ref_value')
      .select('id')
      .where('organisation_id', '<>', organisationId)
      .executeTakeFirst();
    const refusals = [
      [{ kind: 'item', refIds: String(values.old) }, 'Old is retired'],
      [{ kind: 'item', refIds: String(foreign?.id ?? 999_999_999) }, 'was not found'],
      [{ kind: 'reason', refIds: String(values.soup) }, 'was not found'],
      [{ kind: 'item' }, 'at least one value'],
    ] as const;
    for (const [form, said] of refusals) {
      const { status, text } = await post(`${profile}/add`, { seen: mark, ...form });
      expect([status, text.includes(said)]).toEqual([422, true]);
    }
    expect(await textOf(`${profile}/publish`)).toContain('neither a stage nor an item');
    const bare = { version: 'draft', seen: `${mark}.0`, confirmed: 'yes' };
    expect((await post(`${profile}/publish`, bare)).status).toBe(422);
    const again = { organisationId: String(organisationId), name: 'hot KITCHEN', start: 'empty', copyOf: '' };
    expect((await post('/menu-manager/new', again, { from: '/menu-manager/new' })).status).toBe(422);
    expect((await post('/menu-manager/new', { ...again, name: ' ' }, { from: '/menu-manager/new' })).status).toBe(422);
  });

  it('are retired devices, and those at sites that somebody does not see, which keep what they show', async () => {
    const profile = await created();
    await publish(profile, { devices: [devices.here, devices.there].map(String) });
    const local = await signedInAs(app, { organisationId, permissions, sites: siteIds.slice(0, 1) });
    const page = await textOf(`${profile}/publish`, local);
    expect([page.includes('Harbour tablet'), page.includes('Hill tablet')]).toEqual([true, false]);
    await post(`${profile}/remove`, { kind: 'item', seen: await seen(profile), refId: String(values.soup) });
    for (const [id, said] of [
      [devices.retired, 'was not found'],
      [devices.there, 'was not found'],
    ] as const) {
      const { answer } = await publish(profile, { devices: String(id) }, { as: local });
      expect([answer.status, answer.text.includes(said)]).toEqual([422, true]);
    }
    const { answer } = await publish(profile, { devices: String(devices.retired) });
    expect([answer.status, answer.text.includes('is retired')]).toEqual([422, true]);
    const early = seenIn(await textOf(`${profile}/publish?version=1`));
    await publish(profile, { devices: String(devices.here) }, { as: local });
    // Whoever confirms the newest version after another one was published does not roll that back.
    const late = { version: '1', seen: early, devices: String(devices.here), sites: '', confirmed: 'yes' };
    expect((await post(`${profile}/publish`, late)).status).toBe(409);
    expect([(await shown(devices.here))?.version, (await shown(devices.there))?.version]).toEqual([2, 1]);
    // What is shown where they do not see it still keeps a profile from being archived.
    const other = await created('inUse', 'Other');
    await publish(other, { devices: String(devices.here) });
    expect((await post(`${profile}/archive`, {}, { as: local, from: profile })).status).toBe(409);
  });

  it('is everybody of another organization, who finds nothing', async () => {
    const profile = await created();
    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions });
    for (const path of ['', '/preview', '/compare', '/publish'])
      expect((await stranger.get(`${profile}${path}`)).status).toBe(404);
    const own = profile.replace(`/${organisationId}/`, '/1/');
    expect((await agent.get(own)).status).toBe(404);
    expect((await agent.get(`${profile}/preview?version=9`)).status).toBe(404);
    expect((await agent.get(`${profile}/preview?version=x&step=y&locale=z`)).status).toBe(200);
  });
});
