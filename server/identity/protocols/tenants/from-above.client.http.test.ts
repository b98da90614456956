import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { joinOrganisation, newOrganisation, newPerson, signIn, unique } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const idOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const numberOf = async (id: string) =>
  (await app.db.selectFrom('identity.tenant').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number;

async function signedIn(organisationId: number, permissions: readonly Permission[] = ['fe.*', 'EDIT_SITES']) {
  const person = await newPerson(app, { organisationId, permissions });
  const at = client.browser();
  await at.signIn(person);
  const { uuid } = await app.db
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  return Object.assign(at, { person, id: uuid });
}

/** A reseller, with an account below it that its administrator has just made. */
async function reseller() {
  const top = await newOrganisation(app);
  await app.db.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', top).execute();
  const admin = await signedIn(top);
  const { tenantId } = await admin.run((api) =>
    api.subTenants.createSubTenant({ name: unique('Sub'), isReseller: true } as never),
  );
  return { top, topId: await idOf(top), admin, subId: tenantId, sub: await numberOf(tenantId) };
}

const enter = (at: ClientBrowser, tenantId: string) => at.run((api) => api.tenants.switchTenant({ tenantId }));
const refresh = (at: ClientBrowser) => at.run((api) => api.auth.refreshTokenV2());
/** The tenant of the token that a browser gets now, and what it lets do. */
async function here(at: ClientBrowser) {
  await refresh(at);
  const claims = JSON.parse(Buffer.from(at.accessToken?.split('.')[1] ?? '', 'base64url').toString()) as {
    tenantId: string;
    permissions: string[];
  };
  return { tenantId: claims.tenantId, permissions: claims.permissions };
}
const audited = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('whoever stands above a tenant', () => {
  it('has a token of the one that they made, with what they hold above', async () => {
    const { admin, subId } = await reseller();
    await enter(admin, subId);
    const { tenantId, permissions } = await here(admin);
    expect([tenantId, permissions.includes('EDIT_SITES')]).toEqual([subId, true]);
  });

  it('comes into what stands further below, through tenants that they are in and not in', async () => {
    const { admin, sub, subId } = await reseller();
    const further = await admin.run((api) =>
      api.subTenants.createSubTenant({ name: unique('Further'), parentTenantId: subId } as never),
    );
    await enter(admin, further.tenantId);
    expect((await here(admin)).tenantId).toBe(further.tenantId);
    const deep = await newOrganisation(app, { parentId: await newOrganisation(app, { parentId: sub }) });
    await enter(admin, await idOf(deep));
    expect((await here(admin)).permissions).toContain('EDIT_SITES');
  });

  it('comes into one that somebody else made, which both logs say, and once', async () => {
    const { top, sub, subId } = await reseller();
    const other = await signedIn(top, ['fe.*']);
    for (let times = 0; times < 2; times += 1) await enter(other, subId);
    expect((await here(other)).tenantId).toBe(subId);
    expect(
      [await audited(top), await audited(sub)].map((log) => log.filter((name) => name === 'member.enter')),
    ).toEqual([['member.enter'], ['member.enter']]);
  });

  it('is out of it as soon as their membership above leads on no more, loses the right, or ends', async () => {
    const { admin, top, sub, subId } = await reseller();
    const [kept, stripped, left, limited] = [
      await signedIn(top),
      await signedIn(top),
      await signedIn(top),
      await signedIn(top),
    ];
    for (const at of [kept, stripped, left, limited]) await enter(at, subId);
    await admin.run((api) => api.subTenants.updateSubAccountAccess(kept.id, { allowAccess: false }));
    await admin.run((api) =>
      api.subTenants.setUserRolesForSubTenants(stripped.id, {
        subTenantsRoles: [{ tenantId: subId, roleIds: [''] }],
      }),
    );
    await app.db
      .deleteFrom('identity.membership_role')
      .where('tenant_number', '=', top)
      .where('user_id', '=', stripped.person.userId)
      .execute();
    await admin.run((api) => api.teams.deleteUser({ userId: left.id, email: left.person.login } as never));
    await app.db
      .insertInto('restricted_person')
      .values({ organisation_id: top, user_id: limited.person.userId })
      .execute();
    for (const at of [kept, left]) expect(await refusal(refresh(at))).toMatchObject({ statusCode: 401 });
    for (const at of [stripped, limited]) expect((await here(at)).permissions).toEqual([]);
    expect(
      await app.db
        .selectFrom('identity.membership')
        .select('user_id')
        .where('tenant_number', '=', sub)
        .where('user_id', 'in', [kept.person.userId, left.person.userId])
        .execute(),
    ).toEqual([]);
  });

  it('proves there what the tenant above forces, too', async () => {
    const { top, subId, admin } = await reseller();
    await enter(admin, subId);
    await refresh(admin);
    await app.db
      .insertInto('identity.mfa_policy')
      .values({
        tenant_number: top,
        enforce: 'Force',
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      } as never)
      .execute();
    expect(await refusal(admin.run((api) => api.tenants.getSubTenants()))).toMatchObject({ statusCode: 401 });
  });

  it('does not come into what stands elsewhere, above, beside or is suspended', async () => {
    const [one, other] = [await reseller(), await reseller()];
    const insider = await signedIn(one.sub);
    const beside = await newOrganisation(app, { parentId: one.top });
    for (const [at, tenantId] of [
      [one.admin, other.subId],
      [one.admin, randomUUID()],
      [insider, one.topId],
      [insider, await idOf(beside)],
    ] as const)
      expect(await refusal(enter(at, tenantId))).toMatchObject({ statusCode: 403 });
    await app.db.updateTable('identity.tenant').set({ status: 'SUSPENDED' }).where('number', '=', beside).execute();
    expect(await refusal(enter(one.admin, await idOf(beside)))).toMatchObject({ statusCode: 403 });
    // Whoever was in the family by another membership of theirs comes in by that which leads there alone.
    const elsewhere = await signedIn(await newOrganisation(app), ['fe.*']);
    await joinOrganisation(app, elsewhere.person, { organisationId: one.top, permissions: ['fe.*'] });
    expect(await refusal(enter(elsewhere, one.subId))).toMatchObject({ statusCode: 403 });
  });
});

describe('a tenant below', () => {
  it('sees nothing of what stands above or beside it', async () => {
    const { top, topId, sub, subId } = await reseller();
    const beside = await newOrganisation(app, { parentId: top, name: unique('Beside') });
    const besideId = await idOf(beside);
    const insider = await signedIn(sub);
    const sibling = await signedIn(beside);
    const answers = [
      await insider.run((api) => api.tenants.getSubTenants()),
      await insider.run((api) => api.tenants.getSubTenantsAsTree()),
      await insider.run((api) => api.tenants.getParentTenants()),
      await insider.run((api) => api.tenants.searchSubTenants({ _limit: 50, _offset: 0, _filter: 'e' } as never)),
      await insider.run((api) => api.tenants.getHierarchyMetadata({ _tenantIds: [topId, besideId] } as never)),
      await insider.run((api) => api.subTenants.loadAllUsers({ _offset: 0, _limit: 50 } as never)),
    ];
    for (const secret of [topId, besideId, sibling.id]) expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(answers)).toContain(subId);
    for (const tenantId of [topId, besideId])
      for (const call of [
        () => insider.run((api) => api.subTenants.updateSubTenant({ tenantId }, { name: 'Mine' })),
        () => insider.run((api) => api.subTenants.deleteSubTenant(tenantId)),
        () => insider.run((api) => api.tenants.getParentTenantsById(tenantId)),
        () =>
          insider.run((api) =>
            api.subTenants.addUsersToSubTenant({ users: [{ email: `${randomUUID()}@tare.test` }], tenantId }),
          ),
      ])
        expect(await refusal(call())).toEqual({ statusCode: 404, message: 'Organization not found.' });
    expect(
      await refusal(insider.run((api) => api.subTenants.updateSubAccountAccess(sibling.id, { allowAccess: false }))),
    ).toMatchObject({ statusCode: 404 });
  });

  it('is named by its own settings, in the product, too', async () => {
    const { admin, sub, subId } = await reseller();
    const name = unique('Named by itself');
    await enter(admin, subId);
    await refresh(admin);
    await admin.run((api) => api.accountSettings.updateSettings({ name }));
    expect(
      await app.db.selectFrom('organisation_directory').select('name').where('id', '=', sub).executeTakeFirst(),
    ).toEqual({ name });
    expect(await audited(sub)).toEqual(expect.arrayContaining(['tenant.rename', 'tenant.changeSettings']));
  });

  it('lets whoever was added to it go on below, or not', async () => {
    const { admin, top, sub, subId } = await reseller();
    const email = `${randomUUID()}@tare.test`;
    await admin.run((api) => api.subTenants.addUsersToSubTenant({ users: [{ email }], tenantId: subId }));
    const person = await app.db
      .selectFrom('identity.user')
      .select(['id', 'uuid'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await admin.run((api) => api.subTenants.updateSubAccountAccess(person.uuid, { allowAccess: false }));
    expect(
      await app.db
        .selectFrom('identity.membership')
        .select(['tenant_number', 'reaches_below'])
        .where('user_id', '=', person.id)
        .execute(),
    ).toEqual([{ tenant_number: sub, reaches_below: false }]);
    for (const log of [await audited(top), await audited(sub)])
      expect(log).toEqual(expect.arrayContaining(['member.add', 'member.setAccess']));
  });

  it('may have tenants below itself, while it has, or not', async () => {
    const { admin, sub, subId } = await reseller();
    const set = async (isReseller: boolean) =>
      fetch(`${client.baseUrl}/tenants/resources/sub-tenants/v1/${subId}/management`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ isReseller }),
      });
    const flag = async () =>
      (
        await app.db
          .selectFrom('identity.tenant')
          .select('is_reseller')
          .where('number', '=', sub)
          .executeTakeFirstOrThrow()
      ).is_reseller;
    expect([(await set(false)).status, await flag()]).toEqual([200, false]);
    expect([(await set(true)).status, await flag()]).toEqual([200, true]);
    await newOrganisation(app, { parentId: sub });
    expect([(await set(false)).status, await flag()]).toEqual([409, true]);
  });

  it('weighs food as soon as it is made, and the figure is seen there', async () => {
    const top = await newOrganisation(app);
    await app.db.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', top).execute();
    const admin = await signedIn(top, [
      'fe.*',
      'EDIT_SITES',
      'EDIT_TRANSACTIONS',
      'VIEW_DATA_MANAGER',
      'VIEW_NEW_FOOD_WASTE_DASHBOARD',
    ]);
    const { tenantId } = await admin.run((api) => api.subTenants.createSubTenant({ name: unique('Weighs') } as never));
    const pages = Object.assign(await signIn(app, admin.person.login), { person: admin.person });
    const opened = await sendForm(pages, `/account/all-accounts/${tenantId}`, {
      to: `/account/all-accounts/${tenantId}/open`,
    });
    expect([opened.status, opened.headers.location]).toEqual([303, '/']);
    const { siteId } = (
      await pages
        .post('/rest/v1/sites')
        .send({ siteName: 'First', countryCode: 'US', currencyCode: 'USD', timeZone: 'America/New_York' })
    ).body as { siteId: number };
    const { locationId } = (await pages.post('/rest/v1/locations').send({ siteId, locationName: 'Kitchen' })).body as {
      locationId: number;
    };
    const weighed = { wasteStageId: 8, netWeight: 12.5, unit: 'kg', localDate: '2026-02-16', localTime: '10:00' };
    const answer = await pages
      .post('/rest/v1/waste-events/manual')
      .send({ clientEventUuid: randomUUID(), locationId, ...weighed });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    await app.runJobs();
    const { text } = await pages.get('/food-waste-dashboard?startDate=2026-02-01&endDate=2026-02-28&wasteStageId=8');
    expect(text).toContain('27.6');
    expect(
      await app.db.selectFrom('waste_event').select('organisation_id').where('location_id', '=', locationId).execute(),
    ).toEqual([{ organisation_id: await numberOf(tenantId) }]);
  });
});
