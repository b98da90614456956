import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../../tests/support/factories';
import { newOrganisation, newPerson, signIn, unique, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const tenant = (number: number) =>
  app.db.selectFrom('identity.tenant').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
const numberOf = async (id: string) =>
  (await app.db.selectFrom('identity.tenant').select('number').where('id', '=', id).executeTakeFirst())?.number;
const audited = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

async function signedIn(
  organisationId: number,
  permissions: readonly Permission[] = ['fe.*'],
): Promise<ClientBrowser & { person: Person }> {
  const person = await newPerson(app, { organisationId, permissions });
  const at = client.browser();
  await at.signIn(person);
  return Object.assign(at, { person });
}

/** A reseller with somebody who may everything there. */
async function reseller(permissions?: readonly Permission[]) {
  const top = await newOrganisation(app, { countryCode: 'GB', currencyCode: 'GBP', timeZone: 'Europe/London' });
  await app.db.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', top).execute();
  return { top, topId: (await tenant(top)).id, at: await signedIn(top, permissions) };
}

const create = (at: ClientBrowser, body: object = {}) =>
  at.run((api) => api.subTenants.createSubTenant({ name: unique('Sub'), ...body } as never));
const below = async (at: ClientBrowser) =>
  ((await at.run((api) => api.tenants.getSubTenants())) as unknown as { tenantId: string }[]).map(
    ({ tenantId }) => tenantId,
  );

describe('a sub-account', () => {
  it('is opened with the organisation of the product, under the id and the parent that were asked for', async () => {
    const { at, top, topId } = await reseller();
    const tenantId = randomUUID();
    const name = unique('Sub');
    expect(
      await create(at, {
        tenantId,
        name,
        parentTenantId: topId,
        address: '1 Kitchen Row',
        creatorName: 'Me',
        creatorEmail: 'me@tare.test',
      }),
    ).toMatchObject({ tenantId, name, status: 'ACTIVE', address: '1 Kitchen Row' });
    const number = (await numberOf(tenantId)) ?? 0;
    expect(await tenant(number)).toMatchObject({ name, parent_number: top, is_reseller: false, status: 'ACTIVE' });
    expect(
      await app.db
        .selectFrom('organisation')
        .select(['country_code', 'currency_code', 'time_zone'])
        .where('id', '=', number)
        .executeTakeFirst(),
    ).toEqual({ country_code: 'GB', currency_code: 'GBP', time_zone: 'Europe/London' });
    expect(await audited(number)).toEqual(['tenant.create']);
    expect(await below(at)).toEqual([tenantId]);
    const deep = await create(at, { parentTenantId: tenantId, currency: 'EUR', timezone: 'Europe/Berlin' });
    expect(await tenant((await numberOf(deep.tenantId)) ?? 0)).toMatchObject({ parent_number: number });
    expect(
      await app.db
        .selectFrom('organisation')
        .select(['currency_code', 'time_zone'])
        .where('id', '=', (await numberOf(deep.tenantId)) ?? 0)
        .executeTakeFirst(),
    ).toEqual({ currency_code: 'EUR', time_zone: 'Europe/Berlin' });
    expect((await tenant(number)).is_reseller).toBe(true);
  });

  it('is reached from above in the product, by whoever may go there', async () => {
    const { at } = await reseller(['fe.*']);
    const name = unique('Reached');
    await create(at, { name });
    const pages = await signIn(app, at.person.login);
    expect(JSON.stringify((await pages.get('/rest/v1/participant/participants')).body)).toContain(name);
  });

  it('leaves nothing behind where a part of it is refused', async () => {
    const { at, top } = await reseller();
    const before = await app.db
      .selectFrom('organisation')
      .select((count) => count.fn.countAll().as('n'))
      .executeTakeFirst();
    for (const body of [{ currency: 'ZZZ' }, { timezone: 'Nowhere/Land' }])
      expect(await refusal(create(at, body))).toMatchObject({ statusCode: 422 });
    expect(
      await app.db
        .selectFrom('organisation')
        .select((count) => count.fn.countAll().as('n'))
        .executeTakeFirst(),
    ).toEqual(before);
    expect(
      await app.db.selectFrom('identity.tenant').select('number').where('parent_number', '=', top).execute(),
    ).toEqual([]);
  });

  it('is opened by resellers alone, who may do so, below themselves', async () => {
    const { at, topId } = await reseller();
    const plain = await signedIn(await newOrganisation(app));
    expect(await refusal(create(plain))).toEqual({
      statusCode: 403,
      message: 'Only resellers can create sub-accounts.',
    });
    const reader = await reseller(['fe.account-hierarchy.read.*', 'fe.secure.*']);
    expect(await refusal(create(reader.at))).toMatchObject({ statusCode: 403 });
    for (const parentTenantId of [reader.topId, randomUUID()])
      expect(await refusal(create(at, { parentTenantId }))).toEqual({
        statusCode: 404,
        message: 'Organization not found.',
      });
    expect(await refusal(create(at, { tenantId: topId }))).toMatchObject({ statusCode: 409 });
    const { name } = await create(at);
    expect(await refusal(create(at, { name: name.toUpperCase() }))).toMatchObject({ statusCode: 409 });
    expect(await below(at)).toHaveLength(1);
  });

  it('is named anew from above, and by nobody else', async () => {
    const { at, topId } = await reseller();
    const { tenantId } = await create(at);
    const name = unique('Renamed');
    await at.run((api) => api.subTenants.updateSubTenant({ tenantId }, { name }));
    const number = (await numberOf(tenantId)) ?? 0;
    expect([(await tenant(number)).name, await audited(number)]).toEqual([name, ['tenant.create', 'tenant.rename']]);
    const other = await reseller();
    for (const [who, id] of [
      [other.at, tenantId],
      [other.at, randomUUID()],
      [at, topId],
    ] as const) {
      expect(
        await refusal(who.run((api) => api.subTenants.updateSubTenant({ tenantId: id }, { name: 'Mine' }))),
      ).toEqual({ statusCode: 404, message: 'Organization not found.' });
      expect(await refusal(who.run((api) => api.subTenants.deleteSubTenant(id)))).toEqual({
        statusCode: 404,
        message: 'Organization not found.',
      });
    }
    expect(await tenant(number)).toMatchObject({ name, status: 'ACTIVE' });
  });

  it('is put away once nothing stands below it and nothing was weighed in it: suspended, its people signed out, out of the tree, and back when staff open it again', async () => {
    const { at } = await reseller();
    const { tenantId } = await create(at);
    const number = (await numberOf(tenantId)) ?? 0;
    const remove = () => at.run((api) => api.subTenants.deleteSubTenant(tenantId));

    const { tenantId: deep } = await create(at, { parentTenantId: tenantId });
    expect(await refusal(remove())).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('This sub-account has sub-accounts of its own'),
    });
    await at.run((api) => api.subTenants.deleteSubTenant(deep));
    const siteId = await addSite(app, { organisationId: number });
    const locationId = await addLocation(app, { organisationId: number, siteId, stages: [8] });
    await addEvents(app, {
      organisationId: number,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000] }),
    });
    expect(await refusal(remove())).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('waste events'),
    });
    expect((await tenant(number)).status).toBe('ACTIVE');

    const empty = await create(at);
    const emptied = (await numberOf(empty.tenantId)) ?? 0;
    const inside = await signedIn(emptied);
    await at.run((api) => api.subTenants.deleteSubTenant(empty.tenantId));
    expect(await refusal(inside.run((api) => api.tenants.getSubTenants()))).toMatchObject({ statusCode: 401 });
    expect(await tenant(emptied)).toMatchObject({ status: 'SUSPENDED', deleted_at: app.clock.now() });
    expect((await audited(emptied)).filter((name) => name.startsWith('tenant.'))).toEqual([
      'tenant.create',
      'tenant.remove',
    ]);
    expect(await below(at)).toEqual([tenantId]);
    expect(await refusal(at.run((api) => api.subTenants.deleteSubTenant(empty.tenantId)))).toMatchObject({
      statusCode: 404,
    });
    await app.db
      .transaction()
      .execute((trx) =>
        app.resources.tenants.setSuspended(trx, { number: emptied, suspended: false, now: app.clock.now() }),
      );
    expect((await below(at)).sort()).toEqual([tenantId, empty.tenantId].sort());
  });

  it('is changed by nobody whose membership ends above it, or who sees only some sites', async () => {
    const { at, top } = await reseller();
    const { tenantId } = await create(at);
    const narrow = client.browser();
    await narrow.signIn(await newPerson(app, { organisationId: top, permissions: ['fe.*'], restricted: true }));
    const kept = await signedIn(top);
    await app.db
      .updateTable('identity.membership')
      .set({ reaches_below: false })
      .where('user_id', '=', kept.person.userId)
      .execute();
    for (const who of [narrow, kept]) {
      expect(await below(who)).toEqual([]);
      expect(await refusal(create(who))).toMatchObject({ statusCode: 403 });
      expect(await refusal(who.run((api) => api.subTenants.deleteSubTenant(tenantId)))).toMatchObject({
        statusCode: 404,
      });
    }
    expect(await below(at)).toEqual([tenantId]);
  });
});
