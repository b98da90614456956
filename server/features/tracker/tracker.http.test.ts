import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { rotateDeviceKey } from '../../domain/places';
import { trackerSetup, type TrackerSetup } from './tracker.contract';

let app: TestApp;
let organisationId: number;
let locationId: number;

async function keyAt(placeId: number | null): Promise<string> {
  const { id: deviceId } = await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: unique('SN'), name: 'Dish return', location_id: placeId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
}

async function addValue(elementCode: string, name: string, more: object = {}): Promise<number> {
  const { id: hierarchy } = await app.db
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: elementCode, name: unique(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('ref_value')
    .values({
      organisation_id: organisationId,
      hierarchy_id: hierarchy,
      element_code: elementCode,
      name,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const setup = (key: string) => browser(app).get('/rest/v1/devices/profile').set('Authorization', `Bearer ${key}`);

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId, name: 'Harbor' });
  locationId = await addLocation(app, { organisationId, siteId, name: 'Dish return', stages: [9] });
});

// Issue 29: what the tracker shows, where nobody has published a profile
describe('the setup of a device', () => {
  it('has the values in use with their tares, the stages of the location and its operators', async () => {
    const bread = await addValue('WASTEITEM', 'Bread');
    await addValue('WASTEITEM', 'Gone', { status: 'I' });
    const tub = await addValue('CONTAINER', 'Tub', { tare_g: 250 });
    const operator = {
      organisation_id: organisationId,
      location_id: locationId,
      locale: 'de_DE',
      pin_hash: 'of no PIN',
      pin_set_at: app.clock.now(),
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    };
    await app.db
      .insertInto('operator')
      .values([
        { ...operator, alias: 'Blitz' },
        { ...operator, alias: 'Left', status: 'I' },
      ])
      .execute();
    const { status, body, text } = await setup(await keyAt(locationId));
    expect(status).toBe(200);
    const { profile, operators, unit, takesPhotos } = trackerSetup.parse(body);
    expect(profile).toMatchObject({ profileVersion: null, deviceName: 'Dish return', location: { locationId } });
    expect(profile.buttons.map(({ kind, refId, tareGrams }) => ({ kind, refId, tareGrams }))).toEqual([
      { kind: 'stage', refId: 9, tareGrams: null },
      { kind: 'item', refId: bread, tareGrams: null },
      { kind: 'container', refId: tub, tareGrams: 250 },
    ]);
    expect([operators, unit]).toEqual([[{ alias: 'Blitz', locale: 'de_DE' }], expect.stringMatching(/^(kg|lb)$/)]);
    expect(takesPhotos).toBe(false);
    expect(text).not.toContain('PIN');
  });

  it('without a location has nothing to weigh, and without a key there is none', async () => {
    const { body } = await setup(await keyAt(null));
    expect((body as TrackerSetup).profile).toMatchObject({ location: null, buttons: [] });
    expect((await setup('x'.repeat(40))).status).toBe(401);
  });
});

describe('the page', () => {
  it('is the same for everybody, names its manifest, and is installable', async () => {
    const page = await browser(app).get('/tracker');
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('rel="manifest" href="/tracker/app.webmanifest"'),
    ]);
    const manifest = await browser(app).get('/tracker/app.webmanifest');
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    const { start_url, icons } = JSON.parse(manifest.text || (manifest.body as Buffer).toString()) as {
      start_url: string;
      icons: { src: string; type: string }[];
    };
    expect(start_url).toBe('/tracker');
    for (const { src, type } of icons) {
      const icon = await browser(app).get(src);
      expect([icon.status, icon.headers['content-type']]).toEqual([200, type]);
      expect((icon.body as Buffer).subarray(1, 4).toString()).toBe('PNG');
    }
  });
});
