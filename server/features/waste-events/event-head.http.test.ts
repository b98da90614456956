import { beforeAll, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { ListHead } from '../../platform/table/list-head.contract';
import { eventFilter } from './event-query.contract';
import type { EventColumn } from './event.table';

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
  const optionsOf = (name: string) => filters.flatMap((one) => (one.name === name && 'options' in one ? one.options.map(({ label, group }) => (group ? `${group}: ${label}` : label)) : []));
  return { columns, sort, filters, optionsOf };
}

it('has the declared columns and filters, in the words of the person', async () => {
  const { columns, sort, filters, optionsOf } = await headOf({ locale: 'de_DE' });
  expect(sort).toBe('-occurredAt');
  expect(columns.slice(0, 2)).toMatchObject([{ key: 'occurredAt', place: 'lead', sortable: true }, { key: 'siteName', label: 'Betrieb' }]);
  expect(columns.find(({ key }) => key === 'netGrams')).toEqual({ key: 'netGrams', label: 'Nettogewicht', unit: 'lb', numeric: true, place: 'side', sortable: true });
  const names = filters.map(({ name }) => name);
  expect(names).toEqual(['text', 'startDate', 'endDate', 'siteId', 'locationId', 'wasteStageId', 'daypartId', 'origin', 'state']);
  expect(names.filter((name) => !(name in eventFilter.shape))).toEqual([]);
  expect(filters.filter(({ value }) => value !== '')).toMatchObject([{ name: 'state', value: 'active' }]);
  expect(optionsOf('wasteStageId')).toEqual(['Alle', 'Vor dem Gast', 'Nach dem Gast', expect.any(String)]);
  expect(optionsOf('locationId')).toEqual(['Alle', 'North: Kitchen', 'South: Servery (Geschlossen)']);
});

it('offers the places that the person sees, and none to somebody with no secured item left', async () => {
  expect((await headOf({ sites: [siteId] })).optionsOf('locationId')).toEqual(['All', 'North: Kitchen']);
  expect((await headOf({ restricted: true })).filters.map(({ name }) => name)).not.toContain('locationId');
});
