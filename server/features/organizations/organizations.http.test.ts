import { beforeAll, describe, expect, it } from 'vitest';
import { auditedIn } from '../../../tests/support/acting';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { browser, newOrganisation, newPerson, signedInAs, signIn, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { rotateDeviceKey } from '../../domain/places/device-key.store';
import type { OrganizationDetail, OrganizationList } from '../../domain/places/organizations.contract';
import { permissions } from '../../permission-matrix';
import { internalOrganisation } from '../../platform/actor';

let app: TestApp;
let staff: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
});

const fields = (more: object = {}) => ({
  name: unique('House'),
  kind: 'CUSTOMER',
  segmentName: 'Hotels',
  countryCode: 'DE',
  currencyCode: 'EUR',
  unit: 'kg',
  locale: 'de_DE',
  timeZone: 'Europe/Berlin',
  ...more,
});
const address = () => `${unique('first').replace(/\s/g, '-')}@house.test`;
const detailOf = async (id: number, agent = staff) =>
  (await agent.get(`/rest/v1/organizations/${id}`)).body as OrganizationDetail;
const codesOf = (answer: { body: { code: string; fields?: { field: string; code: string }[] } }) =>
  answer.body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [answer.body.code];
const change = async (id: number, more: object, agent = staff) => {
  const {
    organization: { name, kind, segmentName, countryCode, currencyCode, unit, locale, timeZone, parentId },
    revision,
  } = await detailOf(id, agent);
  return agent
    .put(`/rest/v1/organizations/${id}`)
    .send({ name, kind, segmentName, countryCode, currencyCode, unit, locale, timeZone, parentId, revision, ...more });
};

describe('the list', () => {
  // Spec 5: Organization: participantId, participantName
  it('has every organization for internal staff, searched, filtered and sorted', async () => {
    const name = unique('Zzz 100%');
    const parentId = await newOrganisation(app);
    const id = await newOrganisation(app, { name, parentId });
    const list = async (query: object) =>
      (await staff.get('/rest/v1/organizations').query(query)).body as OrganizationList;
    expect((await list({ text: name.toUpperCase() })).organizations).toMatchObject([
      { organizationId: id, kind: 'CUSTOMER', parentId, siteCount: 0, system: false, status: 'ACTIVE' },
    ]);
    expect(
      (await list({ text: 'Tare', kind: 'CUSTOMER' })).organizations.find(
        ({ organizationId }) => organizationId === internalOrganisation,
      ),
    ).toMatchObject({ system: true });
    expect((await list({ sort: '-name', limit: 1 })).total).toBeGreaterThan(2);
    expect((await list({ status: 'SUSPENDED', text: name })).total).toBe(0);
  });

  it('counts the sites that the reader sees', async () => {
    const [own, other] = [await newOrganisation(app), await newOrganisation(app)];
    const sites = await Promise.all([own, own, own].map((organisationId) => addSite(app, { organisationId })));
    await addSite(app, { organisationId: other });
    const narrowed = await signedInAs(app, {
      organisationId: own,
      permissions: ['EDIT_ORGANIZATIONS'],
      sites: sites.slice(0, 2),
    });
    const helper = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['EDIT_ORGANIZATIONS'] });
    await app.db
      .insertInto('secured_site')
      .values({ organisation_id: own, user_id: helper.person.userId, site_id: sites[0] ?? 0 })
      .execute();
    const counts = (agent: typeof staff) =>
      Promise.all(
        [own, other].map(async (id) => {
          const { organizations } = (await agent.get('/rest/v1/organizations').query({ text: String(id) }))
            .body as OrganizationList;
          return organizations.find(({ organizationId }) => organizationId === id)?.siteCount;
        }),
      );
    expect([await counts(staff), await counts(helper), await counts(narrowed)]).toEqual([
      [3, 1],
      [1, 1],
      [2, undefined],
    ]);
    expect(
      [await detailOf(own), await detailOf(own, helper), await detailOf(own, narrowed)].map(
        ({ organization }) => organization.siteCount,
      ),
    ).toEqual([3, 1, 2]);
  });

  it('has only what is reached for anybody else with the permission', async () => {
    const own = await newOrganisation(app);
    const below = await newOrganisation(app, { parentId: own });
    const agent = await signedInAs(app, { organisationId: own, permissions: ['EDIT_ORGANIZATIONS'] });
    expect(
      ((await agent.get('/rest/v1/organizations')).body as OrganizationList).organizations
        .map(({ organizationId }) => organizationId)
        .sort(),
    ).toEqual([own, below].sort());
    expect((await agent.get(`/rest/v1/organizations/${await newOrganisation(app)}`)).status).toBe(404);
    expect(
      (
        await agent
          .post('/rest/v1/organizations')
          .send({ ...fields(), administratorName: 'A', administratorEmail: address() })
      ).status,
    ).toBe(403);
    expect(codesOf(await change(below, { parentId: null }, agent))).toEqual(['parentId: organizations.parentByStaff']);
    expect((await change(below, { name: unique('Renamed') }, agent)).status).toBe(204);
  });
});

describe('a new organization', () => {
  it('is there with its first administrator, who is invited by mail', async () => {
    const email = address();
    const made = await staff
      .post('/rest/v1/organizations')
      .send({ ...fields(), administratorName: 'Ada First', administratorEmail: email });
    expect(made.status).toBe(200);
    const { organizationId } = made.body as { organizationId: number };
    expect(await detailOf(organizationId)).toMatchObject({
      staff: true,
      organization: { segmentName: 'Hotels', countryCode: 'DE', unit: 'kg', hasEvents: false, parentId: null },
    });
    expect(
      (
        await app.db
          .selectFrom('checkweight_note_reference')
          .select('key')
          .where('organisation_id', '=', organizationId)
          .execute()
      ).length,
    ).toBeGreaterThan(3);
    const people = (await staff.get('/rest/v1/users').query({ organisationId: organizationId })).body.users as object[];
    expect(people).toMatchObject([{ fullName: 'Ada First', email, status: 'INVITED', roleNames: ['Administrator'] }]);
    await app.runJobs();
    const sent = await app.db.selectFrom('outbox').select('payload').where('target', '=', email).execute();
    expect(JSON.stringify(sent)).toContain('/activate-user?token=');
    expect(await auditedIn(app.db, organizationId)).toEqual(['organisation.create']);
  });

  it('is refused whole where a part of it is not right', async () => {
    const taken = unique('Taken');
    await newOrganisation(app, { name: taken });
    const { login } = await newPerson(app, { organisationId: await newOrganisation(app) });
    const send = (more: object) =>
      staff
        .post('/rest/v1/organizations')
        .send({ ...fields(), administratorName: 'A', administratorEmail: address(), ...more });
    const name = unique('Half');
    expect(codesOf(await send({ name: taken.toUpperCase() }))).toEqual(['name: organizations.nameTaken']);
    expect(codesOf(await send({ name, administratorEmail: login }))).toEqual(['administratorEmail: users.emailTaken']);
    expect(codesOf(await send({ name, countryCode: 'ZZ' }))).toEqual(['countryCode: sites.unknownCountry']);
    expect(codesOf(await send({ name, parentId: internalOrganisation }))).toEqual([
      'parentId: organizations.unknownParent',
    ]);
    expect(codesOf(await send({ name, timeZone: 'Mars/Olympus' }))).toEqual(['timeZone: sites.unknownTimeZone']);
    expect((await staff.get('/rest/v1/organizations').query({ text: name })).body.total).toBe(0);
  });
});

describe('a change', () => {
  it('is kept, and the later of two editors is told', async () => {
    const id = await newOrganisation(app);
    const { revision } = await detailOf(id);
    const name = unique('Renamed');
    const send = (more: object) =>
      staff.put(`/rest/v1/organizations/${id}`).send({ ...fields({ name }), revision, ...more });
    expect((await send({ kind: 'TRIAL' })).status).toBe(204);
    expect((await detailOf(id)).organization).toMatchObject({
      name,
      kind: 'TRIAL',
      unit: 'kg',
      locale: 'de_DE',
      timeZone: 'Europe/Berlin',
    });
    const late = await send({ kind: 'PARTNER' });
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  });

  it('of the currency is refused once there are events, and of nothing else', async () => {
    const id = await newOrganisation(app);
    expect((await change(id, { currencyCode: 'EUR' })).status).toBe(204);
    const locationId = await addLocation(app, {
      organisationId: id,
      siteId: await addSite(app, { organisationId: id }),
    });
    await addEvents(app, {
      organisationId: id,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-02-02', gramsOfWeeks: [100] }),
    });
    const refused = await change(id, { currencyCode: 'USD' });
    expect([refused.status, codesOf(refused)]).toEqual([409, ['currencyCode: organizations.currencyFixed']]);
    expect((await change(id, { timeZone: 'Europe/Paris' })).status).toBe(204);
  });

  it('never makes a circle, also where two are moved at once', async () => {
    const top = await newOrganisation(app);
    const below = await newOrganisation(app, { parentId: top });
    expect(codesOf(await change(top, { parentId: below }))).toEqual(['parentId: organizations.circle']);
    expect(codesOf(await change(top, { parentId: top }))).toEqual(['parentId: organizations.circle']);
    expect(codesOf(await change(internalOrganisation, { parentId: top }))).toEqual([
      'parentId: organizations.systemStandsAlone',
    ]);
    const [one, other] = [await newOrganisation(app), await newOrganisation(app)];
    const moved = await Promise.all([change(one, { parentId: other }), change(other, { parentId: one })]);
    expect(moved.map(({ status }) => status).sort()).toEqual([204, 422]);
  });

  it('is refused to somebody limited to sites', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, {
      organisationId: own,
      permissions: ['EDIT_ORGANIZATIONS'],
      sites: [await addSite(app, { organisationId: own })],
    });
    expect((await change(own, { name: unique('Mine') }, agent)).body.code).toBe('organizations.limitedToSites');
  });
});

describe('a suspended organization', () => {
  it('signs its people out, lets nobody in and hears no device, until it is opened again', async () => {
    const id = await newOrganisation(app);
    const person = await newPerson(app, { organisationId: id });
    const theirs = await signIn(app, person.login);
    const { id: deviceId } = await app.db
      .insertInto('device')
      .values({ organisation_id: id, serial: 'scale', name: 'Scale', location_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = await app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId: id, deviceId }));
    const device = async () =>
      (await browser(app).post('/rest/v1/waste-events').set('Authorization', `Bearer ${key}`).send({ events: [] }))
        .status;
    const set = async (suspended: boolean) =>
      (
        await staff
          .put(`/rest/v1/organizations/${id}/status`)
          .send({ suspended, revision: (await detailOf(id)).revision })
      ).status;
    const [before, heard] = [(await theirs.get('/rest/v1/user')).status, await device()];
    expect([before, heard === 401]).toEqual([200, false]);

    expect(await set(true)).toBe(204);
    expect([(await theirs.get('/rest/v1/user')).status, await device()]).toEqual([401, 401]);
    await expect(signIn(app, person.login)).rejects.toThrow('422');

    expect(await set(false)).toBe(204);
    expect([(await theirs.get('/rest/v1/user')).status, await device()]).toEqual([401, heard]);
    expect((await (await signIn(app, person.login)).get('/rest/v1/user')).status).toBe(200);
    expect(await auditedIn(app.db, id)).toEqual(
      expect.arrayContaining(['organisation.suspend', 'organisation.reopen']),
    );
  });

  it('is never the internal one', async () => {
    const { revision } = await detailOf(internalOrganisation);
    expect(
      (await staff.put(`/rest/v1/organizations/${internalOrganisation}/status`).send({ suspended: true, revision }))
        .body.code,
    ).toBe('organizations.systemStays');
  });
});
