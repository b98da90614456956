import { beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { importerOf, sheetOf, type Importer } from './importer.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** Names with `closed` behind those that are out of use. */
async function namesOf({ organisationId }: Importer) {
  const marked = (rows: { name: string; status: string }[]) =>
    rows.map(({ name, status }) => (status === 'A' ? name : `${name} closed`)).sort();
  const of = (table: 'site' | 'ref_value' | 'location') =>
    app.db.selectFrom(table).select(['name', 'status']).where('organisation_id', '=', organisationId).execute();
  const [sites, values, locations] = [await of('site'), await of('ref_value'), await of('location')];
  return {
    sites: marked(sites),
    items: marked(values),
    openLocations: locations.filter(({ status }) => status === 'A').length,
  };
}

const undo = async (agent: Importer, id: number) => {
  expect((await agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'wrong file' })).status).toBe(200);
  await agent.settle();
};

const first = sheetOf('2026-03-02,Nord,Rice,1.5', '2026-03-03,Süd,Beans,2');
const second = sheetOf('2026-03-04,Nord,Rice,1', '2026-03-04,West,Soup,1');

it('undoing an import takes back what it alone has made, and another import opens it again', async () => {
  const agent = await importerOf(app);
  const { id } = await agent.run({ content: first });
  const later = await agent.run({ content: second });
  const all = { sites: ['Nord', 'Süd', 'West'], items: ['Beans', 'Rice', 'Soup'], openLocations: 3 };
  expect(await namesOf(agent)).toEqual(all);

  await undo(agent, id);
  expect(await namesOf(agent)).toEqual({
    sites: ['Nord', 'Süd closed', 'West'],
    items: ['Beans closed', 'Rice', 'Soup'],
    openLocations: 2,
  });

  // What the first has made and the second had in use goes with the second.
  await undo(agent, later.id);
  expect(await namesOf(agent)).toEqual({
    sites: ['Nord closed', 'Süd closed', 'West closed'],
    items: ['Beans closed', 'Rice closed', 'Soup closed'],
    openLocations: 0,
  });

  const checked = await agent.check({ content: first });
  expect(checked).toMatchObject({ state: 'CHECKED', eventsTaken: 2, linesRefused: 0 });
  const again = await agent.step(checked.id, 'run');
  expect(again).toMatchObject({ state: 'DONE', eventsTaken: 2, linesRefused: 0 });
  expect(await namesOf(agent)).toEqual({
    sites: ['Nord', 'Süd', 'West closed'],
    items: ['Beans', 'Rice', 'Soup closed'],
    openLocations: 2,
  });
  await undo(agent, again.id);
  expect((await namesOf(agent)).openLocations).toBe(0);
});

it('what somebody else needs meanwhile stays', async () => {
  const agent = await importerOf(app);
  const { id } = await agent.run({ content: first });
  const { organisationId } = agent;
  const location = await app.db
    .selectFrom('location as l')
    .innerJoin('site as s', 's.id', 'l.site_id')
    .select('l.id')
    .where('l.organisation_id', '=', organisationId)
    .where('s.name', '=', 'Nord')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: `made-${id}`, name: 'Scale', location_id: location.id })
    .execute();
  const beans = await app.db
    .selectFrom('ref_value')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'Beans')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('cost_rule')
    .values({
      organisation_id: organisationId,
      ref_item_id: beans.id,
      amount_per_kg: 2,
      currency_code: 'EUR',
      valid_from: '2026-01-01',
    })
    .execute();
  await undo(agent, id);
  expect(await namesOf(agent)).toEqual({
    sites: ['Nord', 'Süd closed'],
    items: ['Beans', 'Rice closed'],
    openLocations: 1,
  });
});
