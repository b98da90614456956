import { beforeAll, expect, it } from 'vitest';
import { addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { scratchValues } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Currency, Hierarchy } from '../../domain/catalogue/refdata.contract';
import type { Country } from '../../domain/places/place.contract';
import type { PlaceChoices } from '../../platform/places/place-choices.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let stranger: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId });
  await scratchValues(app.db, organisationId);
  agent = await signedInAs(app, { organisationId });
  stranger = await signedInAs(app, { organisationId: await newOrganisation(app) });
});

const get = async (path: string) => (await agent.get(`/rest/v1${path}`)).body;

it('lists currencies with the three first, then by name', async () => {
  const rows: Currency[] = await get('/refdata/currency');
  expect(rows.slice(0, 3).map((row) => row.currencyCode)).toEqual(['USD', 'GBP', 'EUR']);
  const names = rows.slice(3).map((row) => row.currencyDesc.toLowerCase());
  expect(names).toEqual([...names].sort());
  expect(rows.length).toBeGreaterThan(100);
});

it('lists countries, units and stages', async () => {
  expect(await get('/refdata/countries')).toEqual(
    expect.arrayContaining([{ countryCode: 'DE', countryName: 'Germany' } satisfies Country]),
  );
  expect(await get('/refdata/units')).toEqual(
    expect.arrayContaining([{ unitId: 11, unitAbrv: 'lb', unitName: 'pound', gramsPerUnit: 453.59237 }]),
  );
  expect((await get('/refdata/wasteStages')).map((row: { wasteStageId: number }) => row.wasteStageId)).toEqual([
    8, 9, 23,
  ]);
});

it.each([
  ['en_US', 'Germany'],
  ['de_DE', 'Deutschland'],
  ['fr_FR', 'Allemagne'],
] as const)('offers places in %s', async (locale, germany) => {
  const person = await signedInAs(app, { organisationId, locale });
  const { countries, timeZones, currencies } = (await person.get('/rest/v1/refdata/places')).body as PlaceChoices;
  expect(countries.find((one) => one.countryCode === 'DE')).toEqual({
    countryCode: 'DE',
    countryName: germany,
    timeZones: ['Europe/Berlin'],
    currencyCode: 'EUR',
  });
  expect(countries.length).toBeGreaterThan(240);
  expect(timeZones).toContain('America/Chicago');
  expect(currencies.map((one) => one.currencyCode)).toEqual(expect.arrayContaining(['SEK', 'EUR', 'USD']));
});

it('lists hierarchies and their values', async () => {
  const hierarchies: Hierarchy[] = await get(`/refdata/${siteId}/hiers`);
  expect(hierarchies).toEqual(await get('/refdata/0/hiers'));
  const tray = hierarchies.find((one) => one.hierName === 'Tray');
  expect(tray).toMatchObject({ elementCode: 'CONTAINER' });
  expect(await get(`/refdata/participant/${organisationId}/CONTAINER/hier/${tray?.hierId}`)).toMatchObject([
    { refName: 'Tray', tareGrams: 500, status: 'A' },
  ]);
  expect(await get(`/refdata/participant/${organisationId}/WASTESINK/hier/0`)).toMatchObject([
    { refName: 'Back to stock', countsAsWaste: false },
    { refName: 'Compost' },
  ]);
  expect(
    (await agent.get(`/rest/v1/refdata/participant/${organisationId}/WASTESINK/hier/${tray?.hierId}`)).status,
  ).toBe(404);
});

it.each([
  () => `/refdata/${siteId}/hiers`,
  () => `/refdata/participant/${organisationId}/WASTEITEM/hier/0`,
  () => `/refdata/0/hiers?organisationId=${organisationId}`,
])('%s is not there for another organisation', async (path) => {
  expect((await agent.get(`/rest/v1${path()}`)).status).toBe(200);
  expect((await stranger.get(`/rest/v1${path()}`)).status).toBe(404);
});

it.each(['/refdata/x/hiers', '/refdata/99999999999999999999/hiers', '/refdata/participant/1/COLOUR/hier/0'])(
  '%s is not there',
  async (path) => {
    expect((await agent.get(`/rest/v1${path}`)).status).toBe(404);
  },
);

it('offers each person the organisations that they may choose', async () => {
  expect(await get('/participant/participants')).toEqual([
    { participantId: organisationId, participantName: expect.any(String) },
  ]);
  const staff = await signedInAs(app, { organisationId: 1 });
  const seen = (await staff.get('/rest/v1/participant/participants')).body as { participantId: number }[];
  expect(seen.map((one) => one.participantId)).toEqual(expect.arrayContaining([1, organisationId]));
});

it('is for nobody who is not signed in', async () => {
  expect((await browser(app).get('/rest/v1/refdata/currency')).status).toBe(401);
});
