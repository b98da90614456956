import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue, translate } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { resolveNames } from '../../domain/catalogue/catalogue.service';
import { ingestEvents } from '../../domain/events/ingest.service';
import type { Locale } from '../../platform/actor';

let app: TestApp;
let organisationId: number;
let locationId: number;
const ids = { rice: 0, apple: 0, expired: 0, spoilt: 0 };

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  locationId = await addLocation(app, { organisationId, siteId: await addSite(app, { organisationId }) });
  ids.rice = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Rice' });
  ids.apple = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Sauce' });
  ids.expired = await addValue(app.db, organisationId, { element: 'WASTEREASON', name: 'Expired' });
  ids.spoilt = await addValue(app.db, organisationId, { element: 'WASTEREASON', name: 'Spoilt' });
  await translate(app.db, organisationId, { refId: ids.rice, de_DE: 'Zreis', fr_FR: 'Riz' });
  await translate(app.db, organisationId, { refId: ids.expired, de_DE: 'Verdorben' });
  await translate(app.db, organisationId, { refId: ids.spoilt, de_DE: 'Verdorben', es_ES: 'Expired' });
  const weighing = (itemId: number) => ({
    clientEventUuid: randomUUID(),
    locationId,
    occurredAt: undefined,
    localDate: '2026-03-02',
    stageId: 8,
    grossGrams: 100,
    enteredValue: 100,
    enteredUnit: 'g',
    itemId,
    reasonId: ids.expired,
  });
  await app.db
    .transaction()
    .execute((trx) =>
      ingestEvents(trx, { organisationId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
        weighing(ids.rice),
        weighing(ids.apple),
      ]),
    );
  await app.runJobs();
});

const permissions = ['EDIT_TRANSACTIONS', 'VIEW_NEW_FOOD_WASTE_DASHBOARD', 'VIEW_BASE_LPO_PAGE'] as const;
const reader = (locale: Locale) => signedInAs(app, { organisationId, permissions, locale });
const api = '/rest/v1';
const itemNames = (rows: { itemName: string }[]) => rows.map((row) => row.itemName);

type Reader = Awaited<ReturnType<typeof reader>>;

/** The names in the order in which they are listed. */
const lists: Record<string, (agent: Reader) => Promise<string[]>> = {
  'a list': async (agent) =>
    itemNames((await agent.get(`${api}/waste-events`).query({ sort: 'itemName' })).body.events),
  'the events behind a figure': async (agent) =>
    itemNames((await agent.get(`${api}/events`).query({ sort: 'itemName' })).body.events),
  'a choice': async (agent) =>
    (await agent.get(`${api}/waste-events/choices`).query({ field: 'itemId', inUse: 'true' })).body.options.map(
      (one: { label: string }) => one.label,
    ),
  'a filter': async (agent) =>
    (await agent.get(`${api}/waste-events/head`)).body.filters
      .find(({ name }: { name: string }) => name === 'itemId')
      .options.map((one: { label: string }) => one.label)
      .slice(1),
  'a hierarchy': async (agent) =>
    (await agent.get(`${api}/refdata/participant/${organisationId}/WASTEITEM/hier/0`)).body.map(
      (one: { refName: string }) => one.refName,
    ),
};

const texts = {
  'the page behind a figure': '/events',
  'a download': `${api}/waste-events/export`,
  'the download of a figure': `${api}/events/export`,
  'the entry page': '/enter-waste',
};

const rice = { en_US: 'Rice', de_DE: 'Zreis', fr_FR: 'Riz', es_ES: 'Rice' } as const;
const locales = Object.keys(rice) as (keyof typeof rice)[];

describe.each(Object.entries(lists))('%s', (_, namesIn) => {
  it.each(locales)('in %s', async (locale) => {
    expect(await namesIn(await reader(locale))).toEqual(['Sauce', rice[locale]].toSorted());
  });
});

// Of equal weights the older value comes first, whatever it is called.
it.each(locales)('weekly totals in %s', async (locale) => {
  const agent = await reader(locale);
  expect(
    (
      await agent
        .get(`${api}/waste-events/weekly-totals`)
        .query({ element: 'WASTEITEM', startDate: '2026-03-02', endDate: '2026-03-08' })
    ).body.map((one: { refName: string }) => one.refName),
  ).toEqual([rice[locale], 'Sauce']);
});

describe.each(Object.entries(texts))('%s', (_, address) => {
  it.each(locales)('in %s', async (locale) => {
    const { text } = await (await reader(locale)).get(address);
    expect([...new Set(text.match(/Zreis|Riz|Rice/g))]).toEqual([rice[locale]]);
  });
});

it('an event and what it was before', async () => {
  const agent = await reader('de_DE');
  const event = (await agent.get(`${api}/waste-events`).query({ itemId: ids.rice })).body.events[0];
  expect(
    (await agent.put(`${api}/waste-events/${event.eventId}`).send({ reason: 'wrong', change: { itemId: ids.apple } }))
      .status,
  ).toBeLessThan(300);
  const detail = (await agent.get(`${api}/waste-events/${event.eventId}`)).body;
  expect([detail.event.itemName, detail.event.reasonName, detail.revisions[0].before.itemName]).toEqual([
    'Sauce',
    'Verdorben',
    'Zreis',
  ]);
  await agent.put(`${api}/waste-events/${event.eventId}`).send({ reason: 'right', change: { itemId: ids.rice } });
});

it.each(['rice', 'zreis', 'RIZ'])('a search for %s finds the event in whatever language it is read', async (text) => {
  for (const locale of ['en_US', 'de_DE'] as const) {
    const { events } = (await (await reader(locale)).get(`${api}/waste-events`).query({ text })).body;
    expect(events.map((event: { itemId: number }) => event.itemId)).toEqual([ids.rice]);
  }
});

const resolve = async (element: 'WASTEITEM' | 'WASTEREASON', name: string) => {
  const names = { sites: [], locations: [], references: [{ element, name, hierarchy: 'Any' }] };
  const { references } = await app.db
    .transaction()
    .execute((trx) => resolveNames(trx, organisationId, { names, choice: { places: 'refuse', references: 'refuse' } }));
  return references[0];
};

it('a sheet may name a value in any language, by its own name first, and by no name that two have', async () => {
  expect(await resolve('WASTEITEM', 'RIZ')).toBe(ids.rice);
  expect(await resolve('WASTEREASON', 'expired')).toBe(ids.expired);
  expect(await resolve('WASTEREASON', 'Verdorben')).toBeNull();
  expect(await resolve('WASTEREASON', 'Riz')).toBeNull();
});

it('whoever types an item in names it in their language; by its own name it is found, and shown in theirs', async () => {
  const german = await reader('de_DE');
  const { text } = await german.get('/enter-waste');
  const enter = (itemName: string) =>
    german
      .post('/enter-waste')
      .type('form')
      .send({
        _csrf: /name="_csrf" value="([^"]*)"/.exec(text)?.[1],
        clientEventUuid: randomUUID(),
        locationId,
        unit: 'kg',
        wasteStageId: 8,
        itemId: 'other',
        itemName,
        reasonId: ids.expired,
        localDate: '',
        localTime: '',
        weight: '1',
      });
  expect(new URL((await enter('zreis')).headers.location ?? '', 'http://x').searchParams.get('itemId')).toBe(
    String(ids.rice),
  );
  const asked = await enter('Rice');
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('Zreis');
  expect(asked.text).not.toContain('Kein Lebensmittel');
});
