import { beforeEach, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { actingFor } from '../../platform/acting';
import type { Permission } from '../../platform/permissions';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const address = '/rest/v1/user/secured-items';
const rights: Permission[] = ['VIEW_CCM_DATA_SECURITY', 'EDIT_TRANSACTIONS'];

let app: TestApp;
let organisationId: number;
let name: string;
let first: number;
let second: number;
let hall: number;
let bar: number;
let agent: Agent;

beforeEach(async () => {
  app = await testApp();
  name = unique('Secured kitchens');
  organisationId = await newOrganisation(app, { name });
  first = await addSite(app, { organisationId, name: 'Airport' });
  second = await addSite(app, { organisationId, name: 'Bay' });
  await addLocation(app, { organisationId, siteId: first, name: 'Gate' });
  hall = await addLocation(app, { organisationId, siteId: second, name: 'Hall' });
  bar = await addLocation(app, { organisationId, siteId: second, name: 'Bar' });
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

const narrow = (who: Agent, siteIds: number[], locationIds: number[] = []) =>
  who.put(address).send({ siteIds, locationIds });
const seen = async (who: Agent, organisation = organisationId) =>
  (
    (await who.get(`/rest/v1/sites?organisationId=${organisation}`)).body as {
      siteId: number;
      locations: { locationId: number }[];
    }[]
  ).map(({ siteId, locations }) => [siteId, ...locations.map(({ locationId }) => locationId)]);
const everything = () => [
  [first, expect.any(Number)],
  [second, bar, hall],
];

describe('narrowing oneself', () => {
  // Spec 7: put secured site ids and secured location ids
  it('to sites and locations holds from the next request on and is lifted', async () => {
    expect((await narrow(agent, [], [hall])).status).toBe(204);
    expect(await seen(agent)).toEqual([[second, hall]]);
    expect((await agent.get(`${address}/own`)).body).toEqual({
      siteIds: [],
      locationIds: [hall],
      organizations: [{ organizationId: organisationId, organizationName: name, items: 1 }],
    });
    expect((await narrow(agent, [first])).status).toBe(204);
    expect((await seen(agent)).map(([siteId]) => siteId)).toEqual([first]);
    expect((await agent.get('/home')).text).toContain('You can see 1 of 3 open locations.');
    expect((await agent.delete(address)).status).toBe(204);
    expect(await seen(agent)).toEqual(everything());
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', agent.person.userId)
      .where('entity', '=', 'user')
      .orderBy('id')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['ownNarrowing.set', 'ownNarrowing.set', 'ownNarrowing.lift']);
  });

  it('shrinks sums and lists', async () => {
    for (const locationId of [hall, bar])
      await addEvents(app, { organisationId, locationId, events: [{ day: '2026-03-16', grams: 1000 }] });
    const total = async () => (await agent.get('/rest/v1/waste-events')).body.total as number;
    expect(await total()).toBe(2);
    await narrow(agent, [], [hall]);
    expect(await total()).toBe(1);
  });

  // Spec 2: Data security modals list tenants and their secured sites, and sites and their secured locations
  // Spec 7: get secured items
  it('tells both lists by name', async () => {
    expect((await agent.get(address)).body).toEqual({
      tenantNameToSecuredSiteNameEntries: [],
      siteNameToSecuredLocationNameEntries: [],
    });
    expect((await agent.get('/data-security')).text).toContain('You can see everything');
    await narrow(agent, [first], [bar]);
    expect((await agent.get(address)).body).toEqual({
      tenantNameToSecuredSiteNameEntries: [{ tenantName: name, securedSites: ['Airport', 'Bay'] }],
      siteNameToSecuredLocationNameEntries: [{ siteName: 'Bay', securedLocations: ['Bar'] }],
    });
    const { text } = await agent.get('/data-security');
    expect([text.includes('Airport'), text.includes('Hall')]).toEqual([true, false]);
  });

  it('goes for what is done for the person without a request too', async () => {
    await narrow(agent, [first]);
    const acting = await actingFor(app.resources, { userId: agent.person.userId, organisationId });
    expect(acting?.scope.restriction).toEqual({ sites: [first], locations: [] });
  });

  it('is done in each organization that staff reach, and leaves the others as they are', async () => {
    const staff = await signedInAs(app, { organisationId: 1, permissions: rights });
    const other = await newOrganisation(app);
    const there = await addSite(app, { organisationId: other });
    expect((await narrow(staff, [first, there])).status).toBe(204);
    expect((await seen(staff)).map(([siteId]) => siteId)).toEqual([first]);
    expect((await narrow(staff, [there])).status).toBe(204);
    expect([await seen(staff), await seen(staff, other)]).toEqual([everything(), [[there]]]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['organisation_id', 'action'])
      .where('user_id', '=', staff.person.userId)
      .where('entity', '=', 'user')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      { organisation_id: organisationId, action: 'ownNarrowing.set' },
      { organisation_id: other, action: 'ownNarrowing.set' },
      { organisation_id: organisationId, action: 'ownNarrowing.lift' },
    ]);
  });
});

describe('somebody whom others have narrowed', () => {
  let narrowed: Agent;
  beforeEach(async () => {
    narrowed = await signedInAs(app, { organisationId, permissions: rights, sites: [second] });
  });

  it('is offered what these let them see, and may narrow themselves within it', async () => {
    const choices = await narrowed.get(`${address}/choices`);
    expect(choices.body).toEqual([
      {
        siteId: second,
        siteName: 'Bay',
        whole: true,
        locations: [
          { locationId: bar, locationName: 'Bar' },
          { locationId: hall, locationName: 'Hall' },
        ],
      },
    ]);
    await narrow(narrowed, [], [bar]);
    expect(await seen(narrowed)).toEqual([[second, bar]]);
    expect((await narrowed.get(`${address}/choices`)).body).toEqual(choices.body);
  });

  it('cannot widen it, neither by more items nor by lifting their own', async () => {
    for (const [sites, locations] of [
      [[first], []],
      [[first, second], []],
    ])
      expect([(await narrow(narrowed, sites as number[], locations as number[])).body.code]).toEqual([
        'dataSecurity.unknownSites',
      ]);
    await narrow(narrowed, [], [bar]);
    expect((await narrowed.delete(address)).status).toBe(204);
    expect(await seen(narrowed)).toEqual([[second, bar, hall]]);
  });

  it('sees nothing of what others have closed since', async () => {
    await narrow(narrowed, [second]);
    await app.db
      .updateTable('secured_site')
      .set({ site_id: first })
      .where('user_id', '=', narrowed.person.userId)
      .execute();
    expect(await seen(narrowed)).toEqual([]);
    await narrowed.delete(address);
    expect((await seen(narrowed)).map(([siteId]) => siteId)).toEqual([first]);
  });

  it('may not choose a site whole of which they see some locations', async () => {
    const ofHall = await signedInAs(app, { organisationId, permissions: rights, locations: [hall] });
    expect((await ofHall.get(`${address}/choices`)).body).toEqual([
      { siteId: second, siteName: 'Bay', whole: false, locations: [{ locationId: hall, locationName: 'Hall' }] },
    ]);
    expect((await narrow(ofHall, [second])).body.code).toBe('dataSecurity.unknownSites');
    expect((await narrow(ofHall, [], [hall])).status).toBe(204);
  });
});

describe('is refused, and changes nothing', () => {
  it.each([
    ['nothing checked', { siteIds: [], locationIds: [] }, 422],
    ['an id that nobody has', { siteIds: [900_000_001], locationIds: [] }, 422],
    ['no numbers', { siteIds: ['1'], locationIds: [] }, 400],
    ['a negative id', { siteIds: [-1], locationIds: [] }, 400],
    ['10,001 ids', { siteIds: Array.from({ length: 10_001 }, (_, at) => at + 1), locationIds: [] }, 400],
    ['no lists', {}, 400],
  ])('%s', async (_name, body, status) => {
    await narrow(agent, [first]);
    expect((await agent.put(address).send(body)).status).toBe(status);
    expect((await agent.get(`${address}/own`)).body).toMatchObject({ siteIds: [first], locationIds: [] });
  });

  it('items of another organization, as if there were none', async () => {
    const other = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: other });
    const [theirs, none] = [await narrow(agent, [first, siteId]), await narrow(agent, [first, 900_000_001])];
    expect([theirs.status, theirs.body.code]).toEqual([422, none.body.code]);
    expect(await seen(agent)).toEqual(everything());
  });

  it('without the permission', async () => {
    const other = await signedInAs(app, { organisationId });
    expect([(await narrow(other, [first])).status, (await other.get(address)).status]).toEqual([403, 403]);
    expect((await other.get('/home')).text).not.toContain('/data-security');
  });
});

// Spec 2: Account menu: view data security, set data security, /client-view
it('the account menu leads to both windows, and the page wakes them', async () => {
  const { text } = await agent.get('/home');
  for (const part of [
    'href="/data-security"',
    'href="/data-security/set"',
    'data-island="data-security/data-security-windows"',
  ])
    expect([part, text.includes(part)]).toEqual([part, true]);
});

it('keeps the answers of 300 sites with five locations each small enough to choose from at once', async () => {
  const many = await newOrganisation(app);
  const sites = await app.db
    .insertInto('site')
    .values(
      Array.from({ length: 300 }, (_, at) => ({
        organisation_id: many,
        name: `Site ${at}`,
        country_code: 'US',
        currency_code: 'USD',
        time_zone: 'UTC',
      })),
    )
    .returning('id')
    .execute();
  await app.db
    .insertInto('location')
    .values(
      sites.flatMap(({ id }) =>
        Array.from({ length: 5 }, (_, at) => ({ organisation_id: many, site_id: id, name: `Kitchen ${at}` })),
      ),
    )
    .execute();
  const person = await signedInAs(app, { organisationId: many, permissions: rights });
  const { body, text } = await person.get(`${address}/choices`);
  expect([(body as object[]).length, text.length < 200_000]).toEqual([300, true]);
  expect(
    (
      await narrow(
        person,
        sites.map(({ id }) => id),
      )
    ).status,
  ).toBe(204);
});
