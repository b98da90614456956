import { beforeAll, describe, expect, it } from 'vitest';
import { codeFor, exchange, refresh, tokensFor } from '../../../../tests/support/oauth';
import { browser, newOrganisation, signedInAs, tokenOf, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

let app: TestApp;
let staff: Agent;
let someone: Agent;

beforeAll(async () => {
  app = await testApp();
  staff = await signedInAs(app, { organisationId: 1, permissions: ['EDIT_OAUTH_CLIENTS'] });
  someone = await signedInAs(app, {
    organisationId: await newOrganisation(app),
    permissions: ['EDIT_OAUTH_CLIENTS', 'VIEW_BASE_LPO_PAGE'],
  });
});

const form = (more: Record<string, string> = {}) => ({
  name: unique('Kitchen app'),
  authMethod: 'client_secret_basic',
  redirectUris: 'https://client.test/callback\nhttps://client.test/second',
  postLogoutRedirectUris: '',
  allowedOrigins: 'https://client.test',
  ...more,
});

async function send(path: string, sent: Record<string, string> = {}, agent: Agent = staff) {
  const page = await agent.get('/oauth-clients/new');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(page.text), ...sent });
}

/** Id and secret as the page shows them, once. */
async function register(more: Record<string, string> = {}) {
  const { status, text } = await send('/oauth-clients/new', form(more));
  expect(status).toBe(200);
  const [id = '', secret = null] = [...text.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, shown]) => shown ?? '');
  return { id, secret, redirectUri: 'https://client.test/callback' };
}

const audited = async (id: string) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'oauthClient.%')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('clients of the OAuth server', () => {
  it('are looked after by staff with the right, and by nobody else', async () => {
    expect((await staff.get('/oauth-clients')).text).toContain('Built in');
    const without = await signedInAs(app, { organisationId: 1 });
    for (const agent of [someone, without]) {
      for (const path of ['/oauth-clients', '/oauth-clients/new'])
        expect((await agent.get(path)).headers.location).toBe('/home');
    }
    expect((await browser(app).get('/oauth-clients')).headers.location).toBe('/login');
  });

  it('are registered with a secret that is shown once and works, and kept as a hash alone', async () => {
    const client = await register();
    const { secret_hash: hash } = await app.db
      .selectFrom('identity.oauth_client')
      .selectAll()
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(hash?.toString('utf8')).not.toContain(client.secret ?? '');
    for (const path of ['/oauth-clients', `/oauth-clients/${client.id}`])
      expect((await staff.get(path)).text).not.toContain(client.secret ?? '');
    expect((await exchange(app, client, await codeFor(someone, client))).status).toBe(200);
    expect(await audited(client.id)).toEqual(['oauthClient.create']);
    // Pages of its origin may ask for tokens from a browser.
    expect(
      (
        await browser(app)
          .options('/oauth/token')
          .set('Origin', 'https://client.test')
          .set('Access-Control-Request-Method', 'POST')
      ).headers['access-control-allow-origin'],
    ).toBe('https://client.test');
    expect(
      (
        await browser(app)
          .options('/oauth/token')
          .set('Origin', 'https://evil.test')
          .set('Access-Control-Request-Method', 'POST')
      ).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });

  it('may have no secret', async () => {
    const client = await register({ authMethod: 'none' });
    expect(client.secret).toBeNull();
    expect((await exchange(app, client, await codeFor(someone, client))).status).toBe(200);
  });

  it.each([
    ['without a name', { name: ' ' }, 'Fill in this field'],
    ['without an address', { redirectUris: '' }, 'Fill in this field'],
    [
      'with an address without TLS',
      { redirectUris: 'http://client.test/' },
      'Enter one full https URL per line, without fragments or wildcards',
    ],
    [
      'with an address that has a fragment',
      { redirectUris: 'https://client.test/#x' },
      'Enter one full https URL per line, without fragments or wildcards',
    ],
    [
      'with one bad line among good ones',
      { redirectUris: 'https://client.test/callback\nhttps://*.test/' },
      'Enter one full https URL per line, without fragments or wildcards',
    ],
    [
      'with a bad address after signing out',
      { postLogoutRedirectUris: 'javascript:alert(1)' },
      'Enter one full https URL per line, without fragments or wildcards',
    ],
    [
      'with an origin that has a path',
      { allowedOrigins: 'https://client.test/path' },
      'Enter one origin per line, such as https://app.example, without a path',
    ],
  ])('are refused %s, and nothing is kept', async (_how, more, sentence) => {
    const before = await app.db.selectFrom('identity.oauth_client').select('id').execute();
    const { status, text } = await send('/oauth-clients/new', form(more));
    expect([status, text]).toEqual([422, expect.stringContaining(sentence)]);
    expect(await app.db.selectFrom('identity.oauth_client').select('id').execute()).toHaveLength(before.length);
  });

  it('are changed, at once for whoever comes next', async () => {
    const client = await register();
    expect((await staff.get(`/oauth-clients/${client.id}`)).text).toContain('https://client.test/second');
    expect(
      (await send(`/oauth-clients/${client.id}`, form({ redirectUris: 'https://client.test/third' }))).headers.location,
    ).toBe('/oauth-clients?done=changed');
    await expect(codeFor(someone, client)).rejects.toThrow();
    expect((await codeFor(someone, { ...client, redirectUri: 'https://client.test/third' })).code).toBeTruthy();
    expect((await send(`/oauth-clients/${client.id}`, form({ redirectUris: '' }))).status).toBe(422);
    expect(await audited(client.id)).toEqual(['oauthClient.create', 'oauthClient.change']);
  });

  it('get another secret, with which the one before is good for nothing', async () => {
    const client = await register();
    const { text } = await send(`/oauth-clients/${client.id}/secret`);
    const secret = [...text.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].at(1)?.[1] ?? '';
    expect((await exchange(app, client, await codeFor(someone, client))).status).toBe(401);
    expect((await exchange(app, { ...client, secret }, await codeFor(someone, client))).status).toBe(200);
    const open = await register({ authMethod: 'none' });
    expect((await send(`/oauth-clients/${open.id}/secret`)).status).toBe(409);
  });

  it('are removed with all that they hold', async () => {
    const client = await register();
    const tokens = await tokensFor(app, someone, client);
    const opens = async () =>
      (await browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${tokens.access_token}`)).status;
    expect(await opens()).toBe(200);
    expect((await send(`/oauth-clients/${client.id}/remove`)).headers.location).toBe('/oauth-clients?done=deleted');
    expect(await opens()).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(401);
    expect((await staff.get(`/oauth-clients/${client.id}`)).status).toBe(404);
    expect((await send(`/oauth-clients/${client.id}/remove`)).status).toBe(404);
  });
});
