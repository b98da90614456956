import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { addSubAccounts } from './another-organisation';

describe('the sub-accounts of the demo', () => {
  let app: TestApp;
  let caterer: number;

  beforeAll(async () => {
    app = await testApp();
    caterer = await newOrganisation(app, { name: 'Kettle & Crumb of the test' });
    await app.db.transaction().execute((trx) => addSubAccounts(trx, caterer));
  });

  it('are two below a reseller, each with an organisation', async () => {
    expect(
      await app.db.selectFrom('identity.tenant').select('is_reseller').where('number', '=', caterer).executeTakeFirst(),
    ).toEqual({ is_reseller: true });
    const below = await app.db
      .selectFrom('identity.tenant as t')
      .innerJoin('organisation as o', 'o.id', 't.number')
      .select(['t.name', 'o.currency_code'])
      .where('t.parent_number', '=', caterer)
      .orderBy('t.name')
      .execute();
    expect(below).toEqual([
      { name: 'Northgate School Meals (simulated)', currency_code: 'GBP' },
      { name: 'Orchard Events (simulated)', currency_code: 'EUR' },
    ]);
  });

  it('are what its administrator may choose from beside it, and nobody limited to a site', async () => {
    const chosen = async (agent: Awaited<ReturnType<typeof signedInAs>>) =>
      ((await agent.get('/rest/v1/participant/participants')).body as { participantName: string }[]).map(
        ({ participantName }) => participantName,
      );
    const all = ['Kettle & Crumb of the test', 'Northgate School Meals (simulated)', 'Orchard Events (simulated)'];
    expect(await chosen(await signedInAs(app, { organisationId: caterer, permissions: ['EDIT_SITES'] }))).toEqual(all);
    expect(await chosen(await signedInAs(app, { organisationId: caterer, restricted: true }))).toEqual([
      'Kettle & Crumb of the test',
    ]);
  });
});
