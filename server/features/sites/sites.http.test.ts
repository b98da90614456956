import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { SiteDetail, SiteOverview } from '../../domain/places/sites.contract';

let app: TestApp;
let organisationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let stranger: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  agent = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'] });
  stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['EDIT_SITES'] });
});

const site = (more: object = {}) => ({
  siteName: unique('School'),
  address: 'Mill Lane 1\nFairfax',
  countryCode: 'US',
  regionName: 'North',
  segmentName: null,
  timeZone: 'America/New_York',
  currencyCode: 'USD',
  ...more,
});

async function make(more: object = {}): Promise<number> {
  return (await agent.post('/rest/v1/sites').send(site(more))).body.siteId;
}

const detail = async (siteId: number) => (await agent.get(`/rest/v1/sites/${siteId}`)).body as SiteDetail;

describe('the lookup', () => {
  it('gives sites, locations and devices of the wanted states', async () => {
    const own = await newOrganisation(app);
    const person = await signedInAs(app, { organisationId: own });
    const open = await addSite(app, { organisationId: own, name: 'Open site' });
    const closed = await addSite(app, { organisationId: own, name: 'Closed site', status: 'I' });
    const kitchen = await addLocation(app, { organisationId: own, siteId: open, name: 'Kitchen' });
    await addLocation(app, { organisationId: own, siteId: open, name: 'Old kitchen', status: 'I' });
    await app.db
      .insertInto('device')
      .values({ organisation_id: own, serial: 'S-1', name: 'Scale', location_id: kitchen })
      .execute();
    const names = async (query: string) =>
      (
        (await person.get(`/rest/v1/sites${query}`)).body as {
          siteName: string;
          locations: { locationName: string; devices: { deviceName: string }[] }[];
        }[]
      ).map((one) => [
        one.siteName,
        one.locations.map((location) => [location.locationName, location.devices.map((device) => device.deviceName)]),
      ]);
    expect(await names('')).toEqual([['Open site', [['Kitchen', [['Scale']].flat()]]]]);
    expect(await names('?status=A&status=A')).toEqual(await names(''));
    expect(await names('?status=A&status=I')).toEqual([
      ['Closed site', []],
      [
        'Open site',
        [
          ['Kitchen', ['Scale']],
          ['Old kitchen', []],
        ],
      ],
    ]);
    expect(await names('?status=I')).toEqual([['Closed site', []]]);
    expect((await person.get('/rest/v1/sites?status=X')).status).toBe(400);
    const limited = await signedInAs(app, { organisationId: own, locations: [kitchen] });
    expect((await limited.get('/rest/v1/sites?status=A&status=I')).body).toMatchObject([
      { siteId: open, locations: [{ locationId: kitchen }] },
    ]);
    expect(closed).not.toBe(open);
  });

  it.each(['/rest/v1/sites', '/rest/v1/sites/overview'])('%s of another organisation is not there', async (path) => {
    expect((await stranger.get(path).query({ organisationId })).status).toBe(404);
    expect((await agent.get(path).query({ organisationId })).status).toBe(200);
    const staff = await signedInAs(app, { organisationId: 1, permissions: ['EDIT_SITES'] });
    expect((await staff.get(path).query({ organisationId })).status).toBe(200);
  });
});

describe('a site', () => {
  it('is made, changed and listed', async () => {
    const name = unique('Elm School');
    const siteId = await make({ siteName: name, regionName: 'South', segmentName: 'Schools' });
    expect((await detail(siteId)).site).toMatchObject({
      siteName: name,
      address: 'Mill Lane 1\nFairfax',
      regionName: 'South',
      segmentName: 'Schools',
      siteStatus: 'A',
      hasEvents: false,
    });
    expect(
      (
        await agent.put(`/rest/v1/sites/${siteId}`).send(
          site({
            siteName: name,
            regionName: '',
            currencyCode: 'EUR',
            timeZone: 'Europe/Berlin',
            countryCode: 'DE',
            siteStatus: 'A',
          }),
        )
      ).status,
    ).toBe(204);
    expect((await detail(siteId)).site).toMatchObject({
      regionName: null,
      currencyCode: 'EUR',
      countryName: 'Germany',
      timeZone: 'Europe/Berlin',
    });
    const listed = await agent.get('/rest/v1/sites/overview').query({ text: name.toUpperCase(), sort: '-siteName' });
    expect(listed.body).toMatchObject({ total: 1, sites: [{ siteId, locationCount: 0 }] });
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity_id', '=', String(siteId))
      .where('entity', '=', 'site')
      .execute();
    expect(audit.map((row) => row.action)).toEqual(['site.create', 'site.change']);
  });

  it.each([
    ['no name', { siteName: '  ' }, 400, 'siteName'],
    ['a long name', { siteName: 'x'.repeat(201) }, 400, 'siteName'],
    ['a control character', { siteName: 'a\u0000b' }, 400, 'siteName'],
    ['a country that is none', { countryCode: 'QQ' }, 422, 'countryCode'],
    ['a country in words', { countryCode: 'Germany' }, 400, 'countryCode'],
    ['a currency that is none', { currencyCode: 'QQQ' }, 422, 'currencyCode'],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, 400, 'timeZone'],
    ['a number as address', { address: 7 }, 400, 'address'],
  ])('with %s is refused', async (_, more, status, field) => {
    const answer = await agent.post('/rest/v1/sites').send(site(more));
    expect(answer.status).toBe(status);
    expect(answer.body.fields).toMatchObject([{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
  });

  it('has a name of its own, whatever the case', async () => {
    const name = unique('Twin');
    await make({ siteName: name });
    const answer = await agent.post('/rest/v1/sites').send(site({ siteName: name.toUpperCase() }));
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject([{ field: 'siteName', code: 'sites.nameTaken' }]);
  });

  it('may change zone and currency until its first event, and neither afterwards', async () => {
    const siteId = await make();
    const body = site({ siteStatus: 'A' });
    const change = (more: object) => agent.put(`/rest/v1/sites/${siteId}`).send({ ...body, ...more });
    expect((await change({ currencyCode: 'EUR', timeZone: 'Europe/Berlin' })).status).toBe(204);
    expect((await change({})).status).toBe(204);
    const locationId = await addLocation(app, { organisationId, siteId });
    await addEvents(app, { organisationId, locationId, events: [{ day: '2026-03-16', grams: 5 }] });
    const before = (await detail(siteId)).site;
    expect(before).toMatchObject({ hasEvents: true, timeZone: 'America/New_York', currencyCode: 'USD' });
    for (const [more, code, fields] of [
      [{ currencyCode: 'EUR' }, 'sites.currencyFixed', ['currencyCode']],
      [{ timeZone: 'America/Chicago' }, 'sites.timeZoneFixed', ['timeZone']],
      [
        { timeZone: 'Europe/Berlin', currencyCode: 'EUR', siteName: 'Not written' },
        'sites.timeZoneFixed',
        ['timeZone', 'currencyCode'],
      ],
    ] as const) {
      const answer = await change(more);
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe(code);
      expect((answer.body.fields as { field: string }[]).map(({ field }) => field)).toEqual(fields);
      expect((await detail(siteId)).site).toEqual(before);
    }
    expect((await change({ countryCode: 'CA' })).status).toBe(204);
  });

  it('is named and sorted by its country in the language of the person', async () => {
    const own = await newOrganisation(app);
    for (const countryCode of ['AT', 'DE', 'US', 'ZA'])
      await addSite(app, { organisationId: own, name: countryCode, countryCode });
    const namesIn = async (locale: 'en_US' | 'de_DE', query: object) => {
      const person = await signedInAs(app, { organisationId: own, permissions: ['EDIT_SITES'], locale });
      return ((await person.get('/rest/v1/sites/overview').query(query)).body as SiteOverview).sites.map(
        (one) => one.countryName,
      );
    };
    expect(await namesIn('en_US', { sort: 'countryName' })).toEqual([
      'Austria',
      'Germany',
      'South Africa',
      'United States',
    ]);
    expect(await namesIn('de_DE', { sort: 'countryName' })).toEqual([
      'Deutschland',
      'Österreich',
      'Südafrika',
      'Vereinigte Staaten',
    ]);
    expect(await namesIn('de_DE', { sort: '-countryName', text: 'ÖSTERREICH' })).toEqual(['Österreich']);
    expect(await namesIn('de_DE', { text: 'Germany' })).toEqual([]);
  });

  it('closes with its locations, which are opened one by one', async () => {
    const siteId = await make();
    const body = site();
    const locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
    await agent.put(`/rest/v1/sites/${siteId}`).send({ ...body, siteStatus: 'I' });
    expect(await detail(siteId)).toMatchObject({ site: { siteStatus: 'I' }, locations: [{ locationStatus: 'I' }] });
    const open = () =>
      agent
        .put(`/rest/v1/locations/${locationId}`)
        .send({ locationName: 'Kitchen', holidaysObserved: true, locationStatus: 'A' });
    expect((await open()).body).toMatchObject({ code: 'sites.siteClosed' });
    expect((await agent.post('/rest/v1/locations').send({ siteId, locationName: 'New' })).status).toBe(422);
    await agent.put(`/rest/v1/sites/${siteId}`).send({ ...body, siteStatus: 'A' });
    expect((await detail(siteId)).locations).toMatchObject([{ locationStatus: 'I' }]);
    expect((await open()).status).toBe(204);
    expect((await detail(siteId)).locations).toMatchObject([{ locationStatus: 'A' }]);
  });

  it('is not there for another organisation', async () => {
    const siteId = await make();
    expect((await stranger.get(`/rest/v1/sites/${siteId}`)).status).toBe(404);
    expect((await stranger.put(`/rest/v1/sites/${siteId}`).send(site({ siteStatus: 'I' }))).status).toBe(404);
    expect((await stranger.post('/rest/v1/locations').send({ siteId, locationName: 'Mine now' })).status).toBe(404);
    expect((await stranger.post('/rest/v1/sites').send(site({ organisationId }))).status).toBe(404);
    expect((await detail(siteId)).locations).toEqual([]);
  });

  it('is changed only by those who see all of it', async () => {
    const siteId = await make();
    const inside = await addLocation(app, { organisationId, siteId });
    const beside = await addLocation(app, { organisationId, siteId });
    const bySite = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'], sites: [siteId] });
    const byLocation = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'], locations: [inside] });
    expect((await bySite.put(`/rest/v1/sites/${siteId}`).send(site({ siteStatus: 'A' }))).status).toBe(204);
    expect((await bySite.post('/rest/v1/sites').send(site())).body.code).toBe('sites.limitedToSites');
    expect((await byLocation.put(`/rest/v1/sites/${siteId}`).send(site({ siteStatus: 'A' }))).status).toBe(404);
    expect((await byLocation.get(`/rest/v1/sites/${siteId}`)).body.locations).toMatchObject([{ locationId: inside }]);
    const rename = (id: number) =>
      byLocation
        .put(`/rest/v1/locations/${id}`)
        .send({ locationName: unique('Renamed'), holidaysObserved: true, locationStatus: 'A' });
    expect((await rename(inside)).status).toBe(204);
    expect((await rename(beside)).status).toBe(404);
  });
});

describe('a location', () => {
  it('is made for its stages, in activation, and renamed', async () => {
    const siteId = await make();
    const made = await agent
      .post('/rest/v1/locations')
      .send({ siteId, locationName: 'Canteen', holidaysObserved: false, wasteStageIds: [23, 8, 8] });
    expect((await detail(siteId)).locations).toMatchObject([
      { locationId: made.body.locationId, locationName: 'Canteen', holidaysObserved: false, wasteStageIds: [8, 23] },
    ]);
    const stages = await app.db
      .selectFrom('location_stage')
      .select(['period', 'entered_on'])
      .where('location_id', '=', made.body.locationId)
      .execute();
    expect(stages).toEqual([
      { period: 'ACTIVATION', entered_on: '2026-03-18' },
      { period: 'ACTIVATION', entered_on: '2026-03-18' },
    ]);
    expect(
      (await agent.post('/rest/v1/locations').send({ siteId, locationName: 'CANTEEN' })).body.fields,
    ).toMatchObject([{ field: 'locationName', code: 'sites.locationNameTaken' }]);
    expect(
      (await agent.post('/rest/v1/locations').send({ siteId, locationName: 'Other', wasteStageIds: [7] })).status,
    ).toBe(422);
  });

  it('that observes no holidays any more is counted anew', async () => {
    const siteId = await make();
    const locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen', holidaysObserved: true });
    await addEvents(app, {
      organisationId,
      locationId,
      events: [
        { day: '2025-12-22', grams: 5 },
        { day: '2025-12-29', grams: 5 },
      ],
    });
    await app.runJobs();
    const christmas = async () =>
      (
        await app.db
          .selectFrom('location_day')
          .select('is_open')
          .where('location_id', '=', locationId)
          .where('local_date', '=', '2025-12-25')
          .executeTakeFirstOrThrow()
      ).is_open;
    expect(await christmas()).toBe(false);
    await agent
      .put(`/rest/v1/locations/${locationId}`)
      .send({ locationName: 'Kitchen', holidaysObserved: false, locationStatus: 'A' });
    await app.runJobs();
    expect(await christmas()).toBe(true);
  });
});

describe('a device', () => {
  it('gets a key that opens, a new one that ends it, and none when it is retired', async () => {
    const siteId = await make();
    const locationId = await addLocation(app, { organisationId, siteId });
    const serial = randomUUID();
    const { deviceId } = (await agent.post('/rest/v1/devices').send({ serial, deviceName: 'Scale', locationId })).body;
    expect((await detail(siteId)).devices).toMatchObject([{ deviceId, hasKey: false }]);
    const newKey = async () => (await agent.post(`/rest/v1/devices/${deviceId}/key`).send({})).body.key as string;
    const opens = async (key: string) =>
      (
        await supertest(app.app)
          .post('/rest/v1/waste-events')
          .set('Authorization', `Bearer ${key}`)
          .send({ events: [1] })
      ).status;
    const first = await newKey();
    expect(await opens(first)).toBe(200);
    const second = await newKey();
    expect([await opens(first), await opens(second)]).toEqual([401, 200]);
    const change = (deviceStatus: string) =>
      agent.put(`/rest/v1/devices/${deviceId}`).send({ deviceName: 'Scale 2', locationId: null, deviceStatus });
    expect((await change('I')).status).toBe(204);
    expect((await agent.post(`/rest/v1/devices/${deviceId}/key`).send({})).status).toBe(409);
    expect((await change('A')).status).toBe(204);
    expect(await opens(second)).toBe(401);
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'device')
      .where('entity_id', '=', String(deviceId))
      .execute();
    expect(audit.map((row) => row.action)).toContain('device.newKey');
    expect(JSON.stringify(audit)).not.toContain(second);
    expect(
      (await agent.post('/rest/v1/devices').send({ serial, deviceName: 'Twin', locationId: null })).body.fields,
    ).toMatchObject([{ field: 'serial', code: 'devices.serialTaken' }]);
  });

  it('is not there for another organisation, and goes to none of its locations', async () => {
    const { deviceId } = (
      await agent.post('/rest/v1/devices').send({ serial: randomUUID(), deviceName: 'Scale', locationId: null })
    ).body;
    expect((await stranger.post(`/rest/v1/devices/${deviceId}/key`).send({})).status).toBe(404);
    expect(
      (
        await stranger
          .put(`/rest/v1/devices/${deviceId}`)
          .send({ deviceName: 'Mine', locationId: null, deviceStatus: 'A' })
      ).status,
    ).toBe(404);
    const locationId = await addLocation(app, { organisationId, siteId: await make() });
    expect(
      (await stranger.post('/rest/v1/devices').send({ serial: randomUUID(), deviceName: 'Scale', locationId })).status,
    ).toBe(422);
  });

  it('needs the right', async () => {
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect(
      (await viewer.post('/rest/v1/devices').send({ serial: 'x', deviceName: 'x', locationId: null })).status,
    ).toBe(403);
    expect((await viewer.get('/rest/v1/sites/overview')).status).toBe(403);
  });
});
