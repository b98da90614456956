import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { browser as plainBrowser, newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

async function tenant(): Promise<ClientBrowser> {
  const someone = await newPerson(app, {
    organisationId: await newOrganisation(app),
    permissions: [
      'fe.secure.read.securityPolicy',
      'fe.secure.write.securityPolicy',
      'VIEW_USER_MANAGEMENT_TOOLS',
      'EDIT_USERS',
    ],
  });
  const at = client.browser();
  await at.signIn(someone);
  return at;
}

const add = (at: ClientBrowser, domain: string, type: 'ALLOW' | 'BLOCK') =>
  at.run((api) => api.auth.createDomainRestriction({ domain, type } as never));
const configure = (at: ClientBrowser, body: object) =>
  at.run((api) => api.auth.updateDomainRestrictionConfig(body as never));
const list = async (at: ClientBrowser) =>
  (await at.run((api) => api.auth.getDomainRestrictions())) as unknown as {
    items: { id: string; domain: string; type: string }[];
  };
const send = (at: ClientBrowser, method: 'post' | 'patch', path: string, body: object) =>
  plainBrowser(app)[method](path).set('Authorization', `Bearer ${at.accessToken}`).send(body);

async function invite(at: ClientBrowser, domain: string) {
  const me = await at.run((api) => api.auth.getMeV2());
  const { id } = await app.db
    .selectFrom('identity.role')
    .select('id')
    .where('key', '=', me.email)
    .executeTakeFirstOrThrow();
  return send(at, 'post', '/rest/v1/users', {
    fullName: 'Somebody new',
    email: `${randomUUID()}@${domain}`,
    roleIds: [id],
  });
}

describe('domains of e-mail addresses', () => {
  it('read back as they were set, by either name of the field', async () => {
    const at = await tenant();
    expect(await at.run((api) => api.auth.getDomainRestrictionsConfig())).toEqual({
      active: false,
      listType: 'ALLOW',
      blockPublicDomains: false,
    });
    expect(await configure(at, { active: true, type: 'BLOCK', blockPublicDomains: true })).toEqual({
      active: true,
      listType: 'BLOCK',
      blockPublicDomains: true,
    });
    await configure(at, { active: false, listType: 'allow' });
    expect(await at.run((api) => api.auth.getDomainRestrictionsConfig())).toEqual({
      active: false,
      listType: 'ALLOW',
      blockPublicDomains: true,
    });
    const { id } = await add(at, 'Example.ORG', 'ALLOW');
    expect((await list(at)).items).toEqual([{ id, domain: 'example.org', type: 'ALLOW' }]);
    expect(
      (
        await send(at, 'patch', `/identity/resources/configurations/restrictions/v1/email-domain/${id}`, {
          domain: 'example.net',
        })
      ).body,
    ).toMatchObject({ domain: 'example.net', type: 'ALLOW' });
    const [left] = (await list(at)).items;
    await at.run((api) => api.auth.deleteDomainRestriction(left?.id ?? ''));
    expect((await list(at)).items).toEqual([]);
    expect(await refusal(add(at, 'no domain', 'ALLOW'))).toMatchObject({ statusCode: 400 });
  });

  it('are each tenant’s own', async () => {
    const [at, stranger] = [await tenant(), await tenant()];
    const { id } = await add(at, 'example.org', 'ALLOW');
    expect(await refusal(stranger.run((api) => api.auth.deleteDomainRestriction(id)))).toMatchObject({
      statusCode: 404,
    });
    expect(
      (
        await send(stranger, 'patch', `/identity/resources/configurations/restrictions/v1/email-domain/${id}`, {
          type: 'BLOCK',
        })
      ).status,
    ).toBe(404);
    expect((await list(at)).items).toEqual([{ id, domain: 'example.org', type: 'ALLOW' }]);
  });

  it('decide whether somebody’s address can be changed, and leave those who are there alone', async () => {
    const at = await tenant();
    const { email: login } = await at.run((api) => api.auth.getMeV2());
    const { id: userId } = await app.db
      .selectFrom('identity.user')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    await add(at, 'example.org', 'ALLOW');
    await configure(at, { active: true, type: 'ALLOW' });
    const change = (email: string) =>
      app.db
        .transaction()
        .execute((trx) =>
          app.resources.members.changeAccount(trx, { userId, fullName: 'Other name', email, now: app.clock.now() }),
        );
    const email = async () => (await at.run((api) => api.auth.getMeV2())).email;
    await change(login);
    await expect(change(`${randomUUID()}@example.com`)).rejects.toMatchObject({
      status: 422,
      code: 'identity.emailDomainNotAllowed',
    });
    expect(await email()).toBe(login);
    const allowed = `${randomUUID()}@example.org`;
    await change(allowed);
    expect(await email()).toBe(allowed);

    const stranger = await tenant();
    await add(stranger, 'example.net', 'ALLOW');
    await configure(stranger, { active: true, type: 'ALLOW' });
    const { tenantId } = await stranger.run((api) => api.auth.getMeV2());
    const { number } = await app.db
      .selectFrom('identity.tenant')
      .select('number')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    await app.db.insertInto('identity.membership').values({ tenant_number: number, user_id: userId }).execute();
    await expect(change(`${randomUUID()}@example.org`)).rejects.toMatchObject({
      code: 'identity.emailDomainNotAllowed',
    });
    // A tenant that has asked them, and that they have not answered, decides nothing.
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I', awaits_answer: true })
      .where('tenant_number', '=', number)
      .where('user_id', '=', userId)
      .execute();
    await change(`${randomUUID()}@example.org`);
  });

  it.each([
    ['on the list of those allowed', { active: true, type: 'ALLOW' }, 'example.org', 200],
    ['not on the list of those allowed', { active: true, type: 'ALLOW' }, 'example.com', 422],
    ['blocked', { active: true, type: 'BLOCK' }, 'example.net', 422],
    ['below a blocked one', { active: true, type: 'BLOCK' }, 'mail.example.net', 422],
    ['not blocked', { active: true, type: 'BLOCK' }, 'example.com', 200],
    ['public', { active: true, type: 'BLOCK', blockPublicDomains: true }, 'gmail.com', 422],
    ['public where that is no matter', { active: true, type: 'BLOCK', blockPublicDomains: false }, 'gmail.com', 200],
    ['blocked while nobody looks', { active: false, type: 'BLOCK', blockPublicDomains: true }, 'example.net', 200],
  ])('decide who can be added: one %s', async (_name, policy, domain, status) => {
    const at = await tenant();
    await add(at, 'example.org', 'ALLOW');
    await add(at, 'example.net', 'BLOCK');
    await configure(at, policy);
    const count = async () =>
      (await plainBrowser(app).get('/rest/v1/users').set('Authorization', `Bearer ${at.accessToken}`)).body
        .total as number;
    const before = await count();
    const answer = await invite(at, domain);
    expect([answer.status, answer.body.message ?? ''], JSON.stringify(answer.body)).toEqual([
      status,
      status === 422 ? expect.stringContaining(domain) : '',
    ]);
    expect(await count()).toBe(before + (status === 200 ? 1 : 0));
  });
});
