import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { browser, newOrganisation, newPerson, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

/** Somebody of a reseller. */
async function reseller(permissions: readonly Permission[] = ['fe.*']) {
  const top = await newOrganisation(app);
  const { id: topId } = await app.db
    .updateTable('identity.tenant')
    .set({ is_reseller: true })
    .where('number', '=', top)
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = client.browser();
  await at.signIn(await newPerson(app, { organisationId: top, permissions }));
  return { at, topId };
}
const create = (at: ClientBrowser, body: object) =>
  at.run((api) => api.subTenants.createSubTenant({ name: unique('Sub'), ...body } as never));
const set = (at: ClientBrowser, id: string, type: string) =>
  browser(app)
    .put(`/tenants/resources/sub-tenants/v1/${id}/hierarchy-settings`)
    .set('Authorization', `Bearer ${at.accessToken}`)
    .send({ subAccountAccessType: type });
const reach = async (email: string) =>
  await app.db
    .selectFrom('identity.membership as m')
    .innerJoin('identity.user as u', 'u.id', 'm.user_id')
    .select(['m.reaches_below as reaches', 'u.uuid'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow();
async function added(at: ClientBrowser, tenantId: string, said: { allowSubAccountAccess?: boolean } = {}) {
  const email = `${randomUUID()}@tare.test`;
  await at.run((api) =>
    api.subTenants.addUsersToSubTenant({ users: [{ email, name: 'New' }], tenantId, ...said } as never),
  );
  return reach(email);
}

it('gives a sub-account the alias that was asked for, which no other one has', async () => {
  const { at } = await reseller();
  const alias = unique('north').replace(/\s/g, '-').toLowerCase();
  const { tenantId } = await create(at, { alias: alias.toUpperCase() });
  const own = await at.run((api) => api.tenants.getTenants());
  expect(own.find((one) => one.tenantId === tenantId)).toMatchObject({ alias });
  const { at: other } = await reseller();
  expect(await refusal(create(other, { alias }))).toMatchObject({ statusCode: 409 });
  for (const wrong of ['-north', 'north/../south', 'a'.repeat(64)])
    expect(await refusal(create(other, { alias: wrong }))).toMatchObject({ statusCode: 400 });
});

it('decides from above whether members of a sub-account go on below it', async () => {
  const { at, topId } = await reseller();
  const { tenantId } = await create(at, {});
  const found = async () =>
    (await at.run((api) => api.tenants.searchSubTenants({} as never))).items.find((one) => one.tenantId === tenantId);
  expect(await found()).toMatchObject({ subAccountAccessType: 'defaultOn' });
  const before = await added(at, tenantId);
  expect(before.reaches).toBe(true);

  expect((await set(at, tenantId, 'defaultOff')).body).toMatchObject({ tenantId, subAccountAccessType: 'defaultOff' });
  expect(await found()).toMatchObject({ subAccountAccessType: 'defaultOff' });
  expect([
    (await added(at, tenantId)).reaches,
    (await added(at, tenantId, { allowSubAccountAccess: true })).reaches,
  ]).toEqual([false, true]);

  await set(at, tenantId, 'alwaysOn');
  const late = await added(at, tenantId, { allowSubAccountAccess: false });
  expect(late.reaches).toBe(true);
  expect(
    await refusal(at.run((api) => api.subTenants.updateSubAccountAccess(late.uuid, { allowAccess: false }))),
  ).toMatchObject({ statusCode: 409 });
  const log = await app.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'tenant.changeAccess')
    .where(
      'entity_id',
      '=',
      String(
        (
          await app.db
            .selectFrom('identity.tenant')
            .select('number')
            .where('id', '=', tenantId)
            .executeTakeFirstOrThrow()
        ).number,
      ),
    )
    .execute();
  // In its own log, and in that of whoever looks after it.
  expect(log.map(({ after }) => (after as { access: string }).access).sort()).toEqual([
    'alwaysOn',
    'alwaysOn',
    'defaultOff',
    'defaultOff',
  ]);

  const { at: stranger } = await reseller();
  const { at: reader } = await reseller(['fe.account-hierarchy.read.*']);
  expect([
    (await set(stranger, tenantId, 'defaultOn')).status,
    (await set(at, topId, 'defaultOn')).status,
    (await set(reader, tenantId, 'defaultOn')).status,
    (await set(at, tenantId, 'sometimes')).status,
  ]).toEqual([404, 404, 403, 400]);
});
