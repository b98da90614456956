import { expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp } from '../../../tests/support/test-app';

it('tells somebody restricted how many of the open locations they see, and nobody else', async () => {
  const app = await testApp();
  const organisationId = await newOrganisation(app);
  const [own, other] = [
    await addSite(app, { organisationId, name: 'North' }),
    await addSite(app, { organisationId, name: 'South' }),
  ];
  await addLocation(app, { organisationId, siteId: own, name: 'Kitchen' });
  await addLocation(app, { organisationId, siteId: other, name: 'Servery' });
  const closed = await addLocation(app, { organisationId, siteId: other, name: 'Bakery' });
  await app.db.updateTable('location').set({ status: 'I' }).where('id', '=', closed).execute();
  const lineOn = async (wish: Partial<Parameters<typeof signedInAs>[1]>) => {
    const person = await signedInAs(app, {
      organisationId,
      permissions: ['VIEW_BASE_LPO_PAGE'],
      locale: 'en_US',
      ...wish,
    });
    return /You can see [^<]*/.exec((await person.get('/deployment-status')).text)?.[0];
  };
  expect(await lineOn({})).toBeUndefined();
  expect(await lineOn({ sites: [own] })).toBe('You can see 1 of 2 open locations.');
  // The second is answered from what is kept for the first.
  expect(await lineOn({ sites: [own] })).toBe('You can see 1 of 2 open locations.');
  expect(await lineOn({ restricted: true })).toBe('You can see 0 of 2 open locations.');
});
