import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { joinOrganisation, newOrganisation, newPerson, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { linesOf, partsOf } from './lookup-description.rules';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

let app: TestApp;
let staff: Agent;

beforeAll(async () => {
  app = await testApp();
  staff = await signedInAs(app, {
    organisationId: internalOrganisation,
    permissions: ['VIEW_CONSOLE', 'VIEW_CCM_TOOLS_TAB'],
    locale: 'en_US',
  });
});

const byUser = (agent: Agent, userFieldType: string, userField: string) =>
  agent.get('/rest/v1/system/lookupByUserField').query({ userFieldType, userField });
const byId = (agent: Agent, idType: string, id: unknown) =>
  agent.get('/rest/v1/system/lookupById').query({ idType, id: String(id) });
const descriptionOf = ({ body }: { body: unknown }) => (body as { description: string }).description;
const shown = (answer: { body: unknown }) =>
  Object.fromEntries(linesOf(descriptionOf(answer)).map(({ label, value }) => [label, value]));
const rename = (userId: number, name: string) =>
  app.db.updateTable('identity.user').set({ full_name: name }).where('id', '=', userId).execute();

/** An organisation with one of each place, with names that are hard on a colon-separated text. */
async function kitchen() {
  const name = unique('Großküche "Süd": Halle 3');
  const organisationId = await newOrganisation(app, {
    name,
    countryCode: 'DE',
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
  });
  const siteId = await addSite(app, { organisationId, name: 'Depot: North & South' });
  const locationId = await addLocation(app, { organisationId, siteId, name: 'Küche 2: kalt' });
  const { id: deviceId } = await app.db
    .insertInto('device')
    .values({
      organisation_id: organisationId,
      serial: 'A:1',
      name: 'Scale End',
      location_id: locationId,
      last_seen_at: new Date('2026-03-17T08:30:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { name, organisationId, siteId, locationId, deviceId };
}

describe('looking up a user', () => {
  // Spec 7: GET /system/lookupByUserField?userFieldType=&userField=
  it.each(['Id', 'Login', 'Email', 'Name'])('by %s finds the person, in every organization', async (type) => {
    const { organisationId, name } = await kitchen();
    const person = await newPerson(app, { organisationId });
    const fullName = unique('Änne O’Neill: van der Berg');
    await rename(person.userId, fullName);
    const asked =
      {
        Id: String(person.userId),
        Login: person.login.toUpperCase(),
        Email: person.login,
        Name: fullName.slice(2).toLowerCase(),
      }[type] ?? '';
    const answer = await byUser(staff, type, asked);
    expect(shown(answer)).toMatchObject({
      Organization: `${name} (${organisationId})`,
      User: `${fullName} (${person.userId})`,
      Login: person.login,
      Email: person.login,
      Status: 'Active',
      LastSignIn: '',
    });
    expect(partsOf(descriptionOf(answer))).toHaveLength(7);
  });

  it('names all organizations of the person to staff, and to others their own', async () => {
    const [first, second] = [await kitchen(), await kitchen()];
    const person = await newPerson(app, { organisationId: first.organisationId });
    await joinOrganisation(app, person, { organisationId: second.organisationId });
    expect(shown(await byUser(staff, 'Login', person.login)).Organization).toBe(
      [first, second]
        .map(({ name, organisationId }) => `${name} (${organisationId})`)
        .sort()
        .join(', '),
    );
    const customer = await signedInAs(app, { organisationId: second.organisationId, permissions: ['VIEW_CONSOLE'] });
    expect(shown(await byUser(customer, 'Login', person.login)).Organization).toBe(
      `${second.name} (${second.organisationId})`,
    );
  });

  it('by a name that fits many shows ten and says how many more there are', async () => {
    const { organisationId } = await kitchen();
    const many = unique('Many');
    for (let nth = 0; nth < 12; nth += 1)
      await rename((await newPerson(app, { organisationId })).userId, `${many} ${String(nth).padStart(2, '0')}`);
    const lines = linesOf(descriptionOf(await byUser(staff, 'Name', many)));
    expect(lines.filter(({ label }) => label === 'User').map(({ value }) => value.replace(/ \(\d+\)$/, ''))).toEqual(
      [...Array(10).keys()].map((nth) => `${many} ${String(nth).padStart(2, '0')}`),
    );
    expect(lines.at(-1)).toEqual({ label: 'More', value: '2' });
  });

  it('is written down with who was looked for and found, also when it was nobody', async () => {
    const agent = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['VIEW_CONSOLE'] });
    const person = await newPerson(app, { organisationId: await newOrganisation(app) });
    await byUser(agent, 'Login', person.login);
    await byUser(agent, 'Email', 'nobody@tare.test');
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'entity_id', 'after', 'organisation_id'])
      .where('actor', '=', agent.person.login)
      .where('action', '=', 'person.lookUp')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        action: 'person.lookUp',
        entity: 'user',
        entity_id: String(person.userId),
        after: { field: 'Login', asked: person.login, found: [person.userId] },
        organisation_id: internalOrganisation,
      },
      {
        action: 'person.lookUp',
        entity: 'user',
        entity_id: null,
        after: { field: 'Email', asked: 'nobody@tare.test', found: [] },
        organisation_id: internalOrganisation,
      },
    ]);
  });

  it.each([
    ['Login', 'nobody'],
    ['Id', '900000001'],
    ['Id', 'twelve'],
    ['Name', '%_%'],
    ['Name', '_'.repeat(20)],
  ])('by %s %s finds nobody and says so', async (type, field) => {
    const answer = await byUser(staff, type, field);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      404,
      `No one found for “${field}”.`,
    ]);
  });

  it.each([
    ['Password', 'x'],
    ['Login', ''],
    ['Login', ' '],
    ['Login', 'x'.repeat(255)],
    ['Name', 'a\u0000b'],
  ])('by %s %j is no question', async (type, field) => {
    expect((await byUser(staff, type, field)).status).toBe(400);
  });
});

describe('looking up an id', () => {
  // Spec 7: GET /system/lookupById?idType&id
  it('gives what it belongs to, whole, from the organization down', async () => {
    const { name, organisationId, siteId, locationId, deviceId } = await kitchen();
    const [Organization, Site, Location] = [
      `${name} (${organisationId})`,
      `Depot: North & South (${siteId})`,
      `Küche 2: kalt (${locationId})`,
    ];
    expect(shown(await byId(staff, 'Organization', organisationId))).toEqual({
      Organization,
      Status: 'Active',
      Country: 'DE',
      Currency: 'EUR',
      TimeZone: 'Europe/Berlin',
      Sites: '1',
      Locations: '1',
      Devices: '1',
    });
    expect(shown(await byId(staff, 'Site', siteId))).toEqual({
      Organization,
      Site,
      Status: 'Active',
      Country: 'DE',
      Currency: 'EUR',
      TimeZone: 'Europe/Berlin',
      Locations: '1',
    });
    expect(shown(await byId(staff, 'Location', locationId))).toEqual({
      Organization,
      Site,
      Location,
      Status: 'Active',
      TimeZone: 'Europe/Berlin',
      Devices: '1',
    });
    const device = await byId(staff, 'Device', deviceId);
    expect(shown(device)).toEqual({
      Organization,
      Site,
      Location,
      Device: `Scale End (${deviceId})`,
      Status: 'Active',
      Serial: 'A:1',
      LastSeen: '2026-03-17 08:30 UTC',
    });
    // As a reader of the specification splits it: every value whole, the colons of names as the letter that looks like one.
    expect(partsOf(descriptionOf(device)).map((part) => part.replaceAll('\ua789', ':'))).toEqual(
      Object.values(shown(device)),
    );
  });

  it('of a device that stands nowhere says so by empty lines', async () => {
    const { organisationId } = await kitchen();
    const { id } = await app.db
      .insertInto('device')
      .values({ organisation_id: organisationId, serial: 'B2', name: 'Spare' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(shown(await byId(staff, 'Device', id))).toMatchObject({
      Site: '',
      Location: '',
      Device: `Spare (${id})`,
      LastSeen: '',
    });
  });

  it('that nobody has, or that is not theirs, is answered alike', async () => {
    const [own, theirs] = [await kitchen(), await kitchen()];
    const customer = await signedInAs(app, { organisationId: own.organisationId, permissions: ['VIEW_CONSOLE'] });
    const answer = async (type: string, id: number) => {
      const { status, body } = await byId(customer, type, id);
      return [status, (body as { code: string }).code, (body as { message: string }).message.replace(String(id), 'ID')];
    };
    expect((await byId(customer, 'Site', own.siteId)).status).toBe(200);
    for (const [type, id] of [
      ['Organization', theirs.organisationId],
      ['Site', theirs.siteId],
      ['Location', theirs.locationId],
      ['Device', theirs.deviceId],
    ] as const) {
      expect(await answer(type, id)).toEqual([404, 'supportConsole.nothing', 'Nothing found with the ID ID.']);
      expect(await answer(type, id)).toEqual(await answer(type, 900_000_001));
    }
  });

  it('finds for somebody limited to a site that alone, for staff who limited themselves there, too', async () => {
    const { organisationId, siteId, locationId, deviceId } = await kitchen();
    const other = await addSite(app, { organisationId });
    const limited = await signedInAs(app, { organisationId, permissions: ['VIEW_CONSOLE'], sites: [other] });
    const member = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['VIEW_CONSOLE'] });
    await app.db
      .insertInto('restricted_person')
      .values({ organisation_id: organisationId, user_id: member.person.userId })
      .execute();
    await app.db
      .insertInto('secured_site')
      .values({ organisation_id: organisationId, user_id: member.person.userId, site_id: other })
      .execute();
    for (const agent of [limited, member]) {
      const seen = [
        await byId(agent, 'Site', other),
        await byId(agent, 'Site', siteId),
        await byId(agent, 'Location', locationId),
        await byId(agent, 'Device', deviceId),
      ];
      expect(seen.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
      expect(shown(await byId(agent, 'Organization', organisationId))).toMatchObject({
        Sites: '1',
        Locations: '0',
        Devices: '0',
      });
    }
  });

  it.each([
    ['Site', '0'],
    ['Site', '-1'],
    ['Site', '1.5'],
    ['Site', 'one'],
    ['Site', '99999999999999999999'],
    ['User', '1'],
    ['Site', ''],
  ])('%s %s is no question', async (type, id) => {
    expect((await byId(staff, type, id)).status).toBe(400);
  });
});

describe('the page', () => {
  // Spec 2: Support console: heading, Lookup By User Field with four forms, Lookup By Id with four forms
  it('has its heading and two sections with eight forms of one field, as an internal tool in the menu', async () => {
    const { text } = await staff.get('/support-console');
    expect(text).toMatch(/<h1[^>]*>Support Console/);
    for (const heading of ['Lookup By User Field', 'Lookup By Id'])
      expect(text).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`));
    const fields = [...text.matchAll(/<label for="lookup-(?:user|id)-\w+"[^>]*>([^<]*)</g)].map((match) => match[1]);
    expect(fields).toEqual(['Id', 'Login', 'Email', 'Name', 'Organization Id', 'Site Id', 'Location Id', 'Device Id']);
    expect(text).toContain('Internal tools');
    expect(text).toContain('href="/support-console"');
  });

  it('answers its forms without scripts, too', async () => {
    const { siteId } = await kitchen();
    const found = await staff.get('/support-console').query({ idType: 'Site', id: siteId });
    expect(found.text).toMatch(/<dt>Site<\/dt><dd>Depot: North &amp; South/);
    expect((await staff.get('/support-console').query({ userFieldType: 'Login', userField: 'nobody' })).text).toContain(
      'No one found for “nobody”.',
    );
    expect((await staff.get('/support-console').query({ idType: 'Site', id: 'x' })).text).toContain(
      'IDs must be whole numbers. Other values can have up to 254 characters.',
    );
  });

  // Spec 2: support-console: VIEW_CONSOLE, listed under CCM tools
  it('is for those with VIEW_CONSOLE, as is the tool in the shell', async () => {
    const organisationId = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId, permissions: ['VIEW_CCM_TOOLS_TAB'] });
    expect([
      (await agent.get('/support-console')).headers.location,
      (await byId(agent, 'Organization', organisationId)).status,
      (await byUser(agent, 'Id', '1')).status,
    ]).toEqual(['/home', 403, 403]);
    expect((await agent.get('/home')).text).not.toContain('tare-lookup');
  });
});

describe('the tool in the shell', () => {
  // Spec 2: ID lookup tool: Organization/User/Login Name/Email Address, or Organization/Site/Location/Device
  it('asks for a person or an id from every page, by its labels', async () => {
    const { text } = await staff.get('/home');
    const dialog = /<dialog id="tare-lookup"[\s\S]*?<\/dialog>/.exec(text)?.[0] ?? '';
    expect([...dialog.matchAll(/<option value="(?:user|id)\.\w+"[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual([
      'User',
      'Login Name',
      'Email Address',
      'Organization',
      'Site',
      'Location',
      'Device',
    ]);
    expect(text).toMatch(/<a[^>]*href="\/support-console#lookup-ids"[^>]*data-opens="tare-lookup"/);
    expect(text).toContain('<kbd>i</kbd>');
  });
});
