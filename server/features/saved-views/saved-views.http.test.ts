import { beforeAll, expect, it } from 'vitest';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { viewLimits } from './saved-views.rules';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const address = '/food-waste-dashboard?measure=cost&range=last13Weeks';

type Person = Awaited<ReturnType<typeof signedInAs>>;

async function send(person: Person, path: string, form: Record<string, string> = {}) {
  const _csrf = tokenOf((await person.get('/saved-views')).text);
  return person
    .post(path)
    .type('form')
    .send({ ...form, _csrf });
}

const linksOn = async (person: Person) =>
  [...(await person.get('/saved-views')).text.matchAll(/<a href="(\/food-waste-dashboard[^"]*)">([^<]*)<\/a>/g)].map(
    ([, href, name]) => [href?.replaceAll('&amp;', '&'), name],
  );

it('a report is saved with its filters, replaced by name, and deleted by whoever saved it alone', async () => {
  const organisationId = await newOrganisation(app);
  const [one, other] = [await signedInAs(app, { organisationId }), await signedInAs(app, { organisationId })];
  expect((await send(one, '/saved-views', { address, name: 'Costs' })).headers.location).toContain('done=saved');
  expect(await linksOn(one)).toEqual([[address, 'Costs']]);
  await send(one, '/saved-views', { address: '/food-waste-dashboard?page=2&siteId=7', name: 'costs' });
  expect(await linksOn(one)).toEqual([['/food-waste-dashboard?siteId=7', 'costs']]);
  expect(await linksOn(other)).toEqual([]);

  const [, remove = ''] = /action="(\/saved-views\/\d+\/delete)"/.exec((await one.get('/saved-views')).text) ?? [];
  expect((await send(other, remove)).status).toBe(404);
  expect((await send(one, remove)).headers.location).toBe('/saved-views?done=removed');
  expect(await linksOn(one)).toEqual([]);
});

it('what cannot be saved is said, and what was typed stays', async () => {
  const person = await signedInAs(app, { organisationId: await newOrganisation(app) });
  const nameless = await send(person, '/saved-views', { address, name: ' ' });
  expect(nameless.status).toBe(422);
  expect(nameless.text).toContain('Fill in this field.');
  const elsewhere = await send(person, '/saved-views', { address: '//evil.example/', name: 'Trap' });
  expect(elsewhere.status).toBe(422);
  expect(elsewhere.text).toContain('This page can’t be saved as a view.');

  const { organisation_id, user_id } = await app.db
    .selectFrom('identity.membership')
    .innerJoin('identity.user', 'identity.user.id', 'identity.membership.user_id')
    .select(['identity.membership.tenant_number as organisation_id', 'identity.membership.user_id as user_id'])
    .orderBy('identity.membership.user_id', 'desc')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('saved_view')
    .values(
      Array.from({ length: viewLimits.perPerson }, (_, at) => ({
        organisation_id,
        user_id,
        name: `View ${at}`,
        path: '/post-consumer',
        query: '',
        created_at: new Date('2026-01-01T00:00:00Z'),
      })),
    )
    .execute();
  const surplus = await send(person, '/saved-views', { address, name: 'One more' });
  expect(surplus.status).toBe(422);
  expect(surplus.text).toContain(`You can save up to ${viewLimits.perPerson} views.`);
  expect(surplus.text).toContain('value="One more"');
});
