import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { actingIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { watched } from '../../../tests/support/statements';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { choicesQuery, type EventChoices, type EventHead } from '../../domain/events/event-choices.contract';
import { searchChoices } from '../../domain/events/event-choices.service';
import { eventFilter } from '../../domain/events/event-query.contract';
import type { EventColumn } from '../../domain/events/event.table';
import { translator } from '../../platform/i18n/messages';
import type { ListHead } from '../../platform/table/list-head.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;
const ids = { open: 0, closed: 0 };

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'North' });
  const otherSite = await addSite(app, { organisationId, name: 'South' });
  ids.open = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  ids.closed = await addLocation(app, { organisationId, siteId: otherSite, name: 'Servery' });
  await app.db.updateTable('location').set({ status: 'I' }).where('id', '=', ids.closed).execute();
  await addValue(app.db, organisationId, { element: 'DAYPART', name: 'Lunch' });
});

type Wish = Partial<Parameters<typeof signedInAs>[1]>;
async function headOf(wish: Wish = {}) {
  const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'], ...wish });
  const answer = await agent.get('/rest/v1/waste-events/head');
  expect(answer.status).toBe(200);
  const { columns, sort, filters } = answer.body as ListHead<EventColumn>;
  const optionsOf = (name: string) =>
    filters.flatMap((one) =>
      one.name === name && 'options' in one
        ? one.options.map(({ label, group }) => (group ? `${group}: ${label}` : label))
        : [],
    );
  return { columns, sort, filters, optionsOf };
}

it('has the declared columns and filters, in the words of the person', async () => {
  const { columns, sort, filters, optionsOf } = await headOf({ locale: 'de_DE' });
  expect(sort).toBe('-occurredAt');
  expect(columns.slice(0, 2)).toMatchObject([
    { key: 'occurredAt', place: 'lead', sortable: true },
    { key: 'siteName', label: 'Betrieb' },
  ]);
  expect(columns.find(({ key }) => key === 'netGrams')).toEqual({
    key: 'netGrams',
    label: 'Nettogewicht',
    unit: 'lb',
    numeric: true,
    place: 'side',
    sortable: true,
  });
  const names = filters.map(({ name }) => name);
  expect(names).toEqual([
    'text',
    'startDate',
    'endDate',
    'siteId',
    'locationId',
    'wasteStageId',
    'daypartId',
    'origin',
    'state',
  ]);
  expect(names.filter((name) => !(name in eventFilter.shape))).toEqual([]);
  expect(filters.filter(({ value }) => value !== '')).toMatchObject([{ name: 'state', value: 'active' }]);
  expect(optionsOf('wasteStageId')).toEqual(['Alle', 'Vor dem Gast', 'Nach dem Gast', expect.any(String)]);
  expect(optionsOf('locationId')).toEqual(['Alle', 'North: Kitchen', 'South: Servery (Geschlossen)']);
});

it('offers the places that the person sees, and none to somebody with no secured item left', async () => {
  expect((await headOf({ sites: [siteId] })).optionsOf('locationId')).toEqual(['All', 'North: Kitchen']);
  expect((await headOf({ restricted: true })).filters.map(({ name }) => name)).not.toContain('locationId');
});

describe('a list that is longer than is shown', () => {
  let own: number;
  beforeAll(async () => {
    own = await newOrganisation(app);
    await addValue(app.db, own, { element: 'WASTEITEM', name: 'Zwiebelkuchen' });
    for (const name of ['Crème brûlée', 'Apfelkuchen', 'Kuchen'])
      await addValue(app.db, own, { element: 'WASTEITEM', name });
    await sql`
      insert into ref_value (organisation_id, hierarchy_id, element_code, name, status)
      select organisation_id, hierarchy_id, element_code, 'Item ' || n, case when n % 2 = 0 then 'A' else 'I' end
      from ref_value cross join generate_series(1, 10000) n where organisation_id = ${own} and name = 'Zwiebelkuchen'`.execute(
      app.db,
    );
  });
  const asked = async (query: object, wish: Wish = {}) => {
    const agent = await signedInAs(app, { organisationId: own, permissions: ['EDIT_TRANSACTIONS'], ...wish });
    return agent.get('/rest/v1/waste-events/choices').query(query);
  };

  it('is searched: the head holds its beginning alone', async () => {
    const agent = await signedInAs(app, { organisationId: own, permissions: ['EDIT_TRANSACTIONS'] });
    const answer = await agent.get('/rest/v1/waste-events/head');
    const item = (answer.body as EventHead<EventColumn>).filters.find(({ name }) => name === 'itemId');
    expect(item).toMatchObject({ kind: 'searched', more: true, value: '' });
    expect(item && 'options' in item ? item.options.length : 0).toBe(20);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it.each([
    [{ field: 'itemId', text: 'zwiebel' }, ['Zwiebelkuchen'], false],
    [{ field: 'itemId', text: 'BRULEE creme' }, ['Crème brûlée'], false],
    [{ field: 'itemId', text: 'item 9999' }, ['Item 9999'], false],
    [{ field: 'itemId', text: 'item 9999', inUse: 'true' }, [], false],
    [{ field: 'itemId', text: 'item 9998', inUse: 'true' }, ['Item 9998'], false],
    [{ field: 'itemId', text: 'kuchen' }, ['Kuchen', 'Apfelkuchen', 'Zwiebelkuchen'], false],
    [{ field: 'reasonId', text: 'zwiebel' }, [], false],
    [{ field: 'itemId', text: 'soup' }, [], false],
  ])('%j finds %j', async (query, names, more) => {
    const { body } = await asked(query);
    expect({
      names: (body as EventChoices).options.map(({ label }) => label),
      more: (body as EventChoices).more,
    }).toEqual({ names, more });
  });

  it('gives at most twenty, and names one by its id', async () => {
    const some = (await asked({ field: 'itemId' })).body as EventChoices;
    expect([some.options.length, some.more]).toEqual([20, true]);
    const [one] = some.options;
    expect((await asked({ field: 'itemId', value: one?.value })).body).toEqual({ options: [one], more: false });
  });

  it('says of a location by which clock its times are', async () => {
    const zoned = await newOrganisation(app);
    for (const [name, timeZone] of [
      ['Berlin', 'Europe/Berlin'],
      ['Boston', 'America/New_York'],
    ] as const) {
      await addLocation(app, {
        organisationId: zoned,
        siteId: await addSite(app, { organisationId: zoned, name, timeZone }),
        name: 'Kitchen',
      });
    }
    const choices = async (query: object) =>
      ((await asked(query, { organisationId: zoned })).body as EventChoices).options.map(({ group, timeZone }) => [
        group,
        timeZone,
      ]);
    expect(await choices({ field: 'locationId' })).toEqual([
      ['Berlin', 'Europe/Berlin'],
      ['Boston', 'America/New_York'],
    ]);
    expect(await choices({ field: 'locationId', text: 'boston', inUse: 'true' })).toEqual([
      ['Boston', 'America/New_York'],
    ]);
    expect(await choices({ field: 'siteId' })).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('is read to its twentieth entry alone, of ten thousand locations, whatever is asked', async () => {
    const many = await newOrganisation(app);
    const home = await addSite(app, { organisationId: many, name: 'Århus' });
    await sql`
      insert into location (organisation_id, site_id, name, status)
      select ${many}, ${home}, 'Küche ' || lpad(n::text, 5, '0'), case when n % 10 = 0 then 'I' else 'A' end from generate_series(1, 10000) n`.execute(
      app.db,
    );
    const { db, statements } = watched(app.resources.database);
    const acting = actingIn(db, { organisationId: many, clock: app.clock });
    const search = async (query: object) => {
      const { options, more } = await searchChoices(acting, {
        t: translator('en_US'),
        locale: 'en_US',
        query: choicesQuery.parse({ field: 'locationId', ...query }),
      });
      return [options.length, options.at(0)?.label, more];
    };
    expect(await search({})).toEqual([20, 'Küche 00001', true]);
    expect(await search({ text: 'arhus kuche' })).toEqual([20, 'Küche 00001', true]);
    expect(await search({ text: '09999' })).toEqual([1, 'Küche 09999', false]);
    expect(await search({ text: 'küche 1', inUse: 'true' })).toEqual([20, 'Küche 00001', true]);
    expect(await search({ text: 'closed', siteId: String(home) })).toEqual([20, 'Küche 00010 (Closed)', true]);
    expect(await search({ text: '10000', inUse: 'true' })).toEqual([0, undefined, false]);
    const read = await Promise.all(
      statements.map(async ({ text, values }) => (await app.resources.database.pool.query(text, values)).rows.length),
    );
    expect(read).toEqual([21, 21, 1, 21, 21, 0]);
  });

  it.each([
    [{ field: 'origin' }],
    [{ field: 'itemId', text: 'x'.repeat(101) }],
    [{ field: 'itemId', value: '-1' }],
    [{ field: 'itemId', inUse: 'perhaps' }],
    [{ field: 'itemId', limit: 1000 }],
  ])('%j is refused', async (query) => {
    expect((await asked(query)).status).toBe(400);
  });

  it('holds only what the person sees', async () => {
    const of = async (wish: Wish) => {
      const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'], ...wish });
      return (
        (await agent.get('/rest/v1/waste-events/choices').query({ field: 'locationId' })).body as EventChoices
      ).options.map(({ label }) => label);
    };
    expect(await of({})).toEqual(['Kitchen', 'Servery (Closed)']);
    expect(await of({ sites: [siteId] })).toEqual(['Kitchen']);
    expect((await asked({ field: 'itemId', text: 'zwiebel', organisationId }, { organisationId })).body).toEqual({
      options: [],
      more: false,
    });
    expect((await asked({ field: 'itemId' }, { permissions: ['EDIT_SITES'] })).status).toBe(403);
  });
});
