import { beforeAll, describe, expect, it } from 'vitest';
import { actingIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { SecuredItems } from '../../domain/places/secured-items.contract';
import { findRestriction, restrict } from './';

let app: TestApp;
let organisationId: number;
let first: number;
let second: number;
/** Both of the second site. */
let hall: number;
let bar: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  [first, second] = [await addSite(app, { organisationId }), await addSite(app, { organisationId })];
  [hall, bar] = [
    await addLocation(app, { organisationId, siteId: second }),
    await addLocation(app, { organisationId, siteId: second }),
  ];
});

const nothing: SecuredItems = { siteIds: [], locationIds: [] };
const whole = () => actingIn(app.db, { organisationId, clock: app.clock });
const narrowed = (sites: number[], locations: number[] = []) =>
  actingIn(app.db, { organisationId, clock: app.clock, scope: { restriction: { sites, locations } } });
const versionOf = async () =>
  (
    await app.db
      .selectFrom('organisation')
      .select('data_version')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).data_version;

describe('narrowing somebody', () => {
  it('holds from their next request on, keeps the fact when nothing is left, and is lifted', async () => {
    const agent = await signedInAs(app, { organisationId });
    const { userId } = agent.person;
    const seen = async () =>
      ((await agent.get('/rest/v1/sites')).body as { siteId: number; locations: { locationId: number }[] }[]).map(
        ({ siteId, locations }) => [siteId, locations.map(({ locationId }) => locationId)],
      );
    const all = await seen();
    expect(all).toHaveLength(2);

    const before = await versionOf();
    await restrict(whole(), { userId, items: { siteIds: [second, second], locationIds: [bar] } });
    expect(await seen()).toEqual([[second, [bar]]]);
    expect(await findRestriction(app.db, { organisationId, userId })).toEqual({
      siteIds: [second],
      locationIds: [bar],
    });
    expect(await versionOf()).toBe(before + 1);

    await restrict(whole(), { userId, items: nothing });
    expect(await seen()).toEqual([]);
    expect(await findRestriction(app.db, { organisationId, userId })).toEqual(nothing);

    await restrict(whole(), { userId, items: null });
    expect(await seen()).toEqual(all);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['action', 'severity'])
      .where('organisation_id', '=', organisationId)
      .where('entity_id', '=', String(userId))
      .where('entity', '=', 'user')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      { action: 'restriction.set', severity: 'warning' },
      { action: 'restriction.set', severity: 'warning' },
      { action: 'restriction.remove', severity: 'warning' },
    ]);
  });

  it('to what they are narrowed to already changes and audits nothing', async () => {
    const { userId } = await newPerson(app, { organisationId, sites: [first] });
    const before = await versionOf();
    await restrict(whole(), { userId, items: { siteIds: [first], locationIds: [] } });
    expect(await versionOf()).toBe(before);
  });
});

describe('is refused, and changes nothing', () => {
  const elsewhere = async () => {
    const other = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: other });
    return { siteId, locationId: await addLocation(app, { organisationId: other, siteId }) };
  };

  async function refused(acting: ReturnType<typeof whole>, items: SecuredItems | null, code: string): Promise<void> {
    const { userId } = await newPerson(app, { organisationId, sites: [first] });
    await expect(restrict(acting, { userId, items })).rejects.toMatchObject({
      status: 422,
      code: `dataSecurity.${code}`,
    });
    expect(await findRestriction(app.db, { organisationId, userId })).toEqual({ siteIds: [first], locationIds: [] });
  }

  it('for a site or location of another organization', async () => {
    const { siteId, locationId } = await elsewhere();
    await refused(whole(), { siteIds: [first, siteId], locationIds: [] }, 'unknownSites');
    await refused(whole(), { siteIds: [], locationIds: [locationId] }, 'unknownLocations');
    await refused(whole(), { siteIds: [], locationIds: [900_000_001] }, 'unknownLocations');
  });

  it('where whoever acts sees less than they would give', async () => {
    await refused(narrowed([first]), { siteIds: [second], locationIds: [] }, 'unknownSites');
    await refused(narrowed([first]), { siteIds: [], locationIds: [hall] }, 'unknownLocations');
    await refused(narrowed([first, second], [hall]), { siteIds: [second], locationIds: [] }, 'unknownSites');
    await refused(narrowed([first]), null, 'beyondYours');
  });

  it('where whoever acts does not see what they would take away', () =>
    refused(narrowed([second]), { siteIds: [second], locationIds: [] }, 'beyondYours'));

  it('for somebody of another organization', async () => {
    const { userId } = await newPerson(app, { organisationId: await newOrganisation(app) });
    await expect(restrict(whole(), { userId, items: nothing })).rejects.toMatchObject({
      status: 404,
      code: 'dataSecurity.unknownPerson',
    });
  });
});

it('somebody narrowed gives others what they see themselves', async () => {
  const { userId } = await newPerson(app, { organisationId, locations: [hall] });
  await restrict(narrowed([second], []), { userId, items: { siteIds: [second], locationIds: [bar] } });
  expect(await findRestriction(app.db, { organisationId, userId })).toEqual({ siteIds: [second], locationIds: [bar] });
});

it('a site is changed only by who sees all of it', async () => {
  const place = {
    siteName: 'Renamed',
    countryCode: 'US',
    timeZone: 'America/New_York',
    currencyCode: 'USD',
    siteStatus: 'A',
  };
  const agent = await signedInAs(app, {
    organisationId,
    permissions: ['EDIT_SITES'],
    sites: [first, second],
    locations: [hall],
  });
  expect((await agent.put(`/rest/v1/sites/${second}`).send(place)).status).toBe(404);
  expect((await agent.put(`/rest/v1/sites/${first}`).send(place)).status).toBe(204);
});
