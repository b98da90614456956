import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { WasteEvent } from '../../domain/events/event-list.contract';

let app: TestApp;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let events: WasteEvent[];

const search = async (query: object) =>
  (await agent.get('/rest/v1/waste-events').query(query)).body as { events: WasteEvent[]; total: number };
const searched = (event: WasteEvent) =>
  [
    event.eventId,
    event.clientEventUuid,
    event.siteName,
    event.locationName,
    event.itemName,
    event.reasonName,
    event.sourceName,
    event.sinkName,
    event.note,
  ]
    .filter((part) => part !== null)
    .join(' ');
const containing = (text: string) =>
  events.filter((event) => searched(event).toLowerCase().includes(text.toLowerCase())).map(({ eventId }) => eventId);

async function enterAll(
  organisationId: number,
  permissions: readonly ['EDIT_TRANSACTIONS', 'VIEW_CCM_TOOLS_TAB'],
): Promise<void> {
  const places = [
    ['Harbour School', 'Kitchen'],
    ['Hill 50% School', 'Canteen_2'],
  ] as const;
  const locations = await Promise.all(
    places.map(async ([site, name]) =>
      addLocation(app, { organisationId, siteId: await addSite(app, { organisationId, name: site }), name }),
    ),
  );
  const value = (element: Parameters<typeof addValue>[2]['element'], name: string) =>
    addValue(app.db, organisationId, { element, name });
  const [item, reason, source, sink] = await Promise.all([
    value('WASTEITEM', 'Brötchen'),
    value('WASTEREASON', 'Überproduktion'),
    value('WASTESOURCE', 'Bakery "A"'),
    value('WASTESINK', 'Tierfutter'),
  ]);
  const wishes = [
    {},
    { itemId: item },
    { reasonId: reason, note: 'Ofen defekt' },
    { sourceId: source, note: '100 % verkohlt' },
    { sinkId: sink },
    { note: 'a\\b_c' },
  ];
  const person = await signedInAs(app, { organisationId, permissions });
  for (const [at, wish] of wishes.entries()) {
    const answer = await person.post('/rest/v1/waste-events/manual').send({
      clientEventUuid: randomUUID(),
      locationId: locations[at % 2],
      localDate: '2026-03-16',
      localTime: `1${at}:30`,
      wasteStageId: 8,
      grossWeight: 2,
      unit: 'kg',
      ...wish,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}

beforeAll(async () => {
  app = await testApp();
  const permissions = ['EDIT_TRANSACTIONS', 'VIEW_CCM_TOOLS_TAB'] as const;
  // The same names and notes in another organisation, of which nothing may be found.
  await enterAll(await newOrganisation(app), permissions);
  const organisationId = await newOrganisation(app);
  await enterAll(organisationId, permissions);
  agent = await signedInAs(app, { organisationId, permissions });
  ({ events } = await search({}));
});

describe('the text', () => {
  it.each([
    'harbour',
    'School',
    'kit',
    'Canteen',
    'school kitchen',
    'brötchen',
    'BRÖT',
    'überprod',
    'bakery "a',
    'tierf',
    'ofen DEFEKT',
    '100 %',
    '%',
    '_',
    '\\',
    '0% s',
    'e',
    'o',
    'zzz',
  ])('%s finds what has it in an id, a name or the note', async (text) => {
    const found = await search({ text });
    expect(found.events.map(({ eventId }) => eventId)).toEqual(containing(text));
    expect(found.total).toBe(containing(text).length);
    const download = await agent.get('/rest/v1/waste-events/export').query({ text });
    expect(download.text.trim().split('\r\n')).toHaveLength(1 + found.total);
  });

  it("finds every part of an event's number and of its UUID", async () => {
    expect(events).toHaveLength(6);
    const [event] = events as [WasteEvent];
    const number = String(event.eventId);
    const uuid = event.clientEventUuid;
    for (const text of [
      number,
      number.slice(-1),
      number.slice(0, -1) || number,
      uuid,
      uuid.toUpperCase(),
      uuid.slice(0, 8),
      uuid.slice(0, 15),
      uuid.slice(3, 17),
      uuid.slice(-13),
    ]) {
      const found = (await search({ text })).events.map(({ eventId }) => eventId);
      expect(found, text).toContain(event.eventId);
      // A digit alone may stand in a UUID too, which is not looked for by so little.
      expect(containing(text), text).toEqual(expect.arrayContaining(found));
    }
  });

  it.each(['siteName', '-itemName', 'netGrams'])('is sorted by %s all the same', async (sort) => {
    const found = await search({ text: 'school', sort });
    expect(found.events.map(({ eventId }) => eventId).sort()).toEqual(containing('school').sort());
  });
});

it('shows no page behind what is counted', async () => {
  const answer = await agent.get('/rest/v1/waste-events').query({ page: 100_000 });
  expect(answer.body).toMatchObject({ events: [], total: 6 });
});

it('ends each line of the download with the zone of its time', async () => {
  const { text } = await agent.get('/rest/v1/waste-events/export');
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1)),
  ).toEqual(['Time zone', ...events.map(({ timeZone }) => timeZone)]);
});
