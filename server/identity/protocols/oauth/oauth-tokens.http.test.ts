import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearerOf, newToken, newTokenRole } from '../../../../tests/support/api-tokens';
import {
  asBearer,
  asPerson,
  askTokens,
  newClient,
  oauthScene,
  ownClient,
  refresh,
  tokensFor,
  type TestClient,
} from '../../../../tests/support/oauth';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, signedInAs } from '../../../../tests/support/people';
import { publicUrl } from '../../../../tests/support/test-app';

const { app, after, someone, organisationId } = await oauthScene();
let client: TestClient;

beforeAll(async () => {
  client = await newClient(app);
});
beforeEach(() => after(0));

describe('tokens', () => {
  it('are renewed, by form and as JSON without naming the client', async () => {
    const at = await someone();
    const { refresh_token: first } = await tokensFor(app, at, ownClient);
    const { body: second } = await refresh(app, ownClient, first);
    expect(second.refresh_token).not.toBe(first);
    const { status, body: third } = await browser(app)
      .post('/frontegg/oauth/token')
      .send({ grant_type: 'refresh_token', refresh_token: second.refresh_token, tenantId: null });
    expect([status, (await asPerson(app, third.id_token)).status]).toEqual([200, 200]);
  });

  // ASVS V10.4.8–10
  it('die with the session', async () => {
    const at = await someone();
    const { access_token: token, refresh_token: refreshToken } = await tokensFor(app, at, client);
    expect((await asBearer(app, token)).status).toBe(200);
    await at.post('/rest/v1/auth/logout');
    expect((await asBearer(app, token)).status).toBe(401);
    expect((await refresh(app, client, refreshToken)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'session',
    });
  });

  it('lose a right with the role that gave it', async () => {
    const at = await someone();
    const { access_token: token } = await tokensFor(app, at, ownClient);
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', at.person.userId).execute();
    expect((await asPerson(app, token)).body.permissions).toEqual([]);
  });

  it('come silently by the refresh cookie of the browser', async () => {
    const at = await someone();
    const { status, body, headers } = await at.post('/oauth/authorize/silent').send({ tenantId: null });
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringContaining('fe_refresh_tare=')]);
    expect((await asPerson(app, body.id_token)).status).toBe(200);
    // A chain of its own: neither is a reuse of the other.
    expect((await refresh(app, ownClient, body.refresh_token)).status).toBe(200);
    after(60);
    expect((await at.post('/oauth/authorize/silent').send({ tenantId: null })).status).toBe(200);
    expect((await browser(app).post('/oauth/authorize/silent').send({ tenantId: null })).status).toBe(401);
  });
});

describe('signing out', () => {
  it('by an ID token ends its session and goes back to the client', async () => {
    const at = await someone();
    const { id_token: hint, access_token: token } = await tokensFor(app, at, client);
    after(3600);
    const answer = await at
      .get('/oauth/logout')
      .query({ id_token_hint: hint, post_logout_redirect_uri: 'https://client.test/bye', state: 's' });
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://client.test/bye?state=s']);
    after(0);
    expect((await asBearer(app, token)).status).toBe(401);
    expect((await at.get('/home')).headers.location).toBe('/login');
  });

  it('leads nowhere that is not registered, and ends nothing then', async () => {
    const at = await someone();
    const { id_token: hint, access_token: token } = await tokensFor(app, at, client);
    for (const query of [
      { id_token_hint: hint, post_logout_redirect_uri: 'https://client.test/bye/' },
      { id_token_hint: hint, post_logout_redirect_uri: 'https://evil.test/' },
      { post_logout_redirect_uri: 'https://client.test/bye' },
      { id_token_hint: `${hint}x` },
      { id_token_hint: hint, client_id: 'tare' },
    ])
      expect([query, (await at.get('/oauth/logout').query(query)).status]).toEqual([query, 400]);
    expect((await asBearer(app, token)).status).toBe(200);
  });

  it('asks first where another site linked to it', async () => {
    const at = await someone();
    expect((await at.get('/oauth/logout').set('Sec-Fetch-Site', 'cross-site')).headers.location).toBe('/logout');
    expect((await at.get('/home')).status).toBe(200);
    await at.get('/oauth/logout');
    expect((await at.get('/home')).headers.location).toBe('/login');
  });

  const ownOrigin = { post_logout_redirect_uri: publicUrl };

  it.each(['same-origin', 'none'])(
    'without an ID token goes back to its own origin, as the published client sends it (%s)',
    async (site) => {
      const at = await someone();
      const answer = await at.get('/oauth/logout').query(ownOrigin).set('Sec-Fetch-Site', site);
      expect([answer.status, answer.headers.location]).toEqual([302, `${publicUrl}/`]);
      expect((await at.get('/home')).headers.location).toBe('/login');
    },
  );

  it('without an ID token signs nobody out for a page of another site, but for one of its own front end elsewhere', async () => {
    const frontEnd = otherApp(app, {
      config: { identity: { ...app.resources.config.identity, corsOrigins: ['https://front.test'] } },
    });
    const at = await signedInAs(frontEnd, { organisationId });
    for (const headers of [
      { Referer: 'https://evil.test/' },
      { Origin: 'https://evil.test', Referer: 'https://front.test/' },
      {},
    ]) {
      const kept = await at
        .get('/oauth/logout')
        .query(ownOrigin)
        .unset('Origin')
        .set({ 'Sec-Fetch-Site': 'cross-site', ...headers } as Record<string, string>);
      expect([headers, kept.headers.location, (await at.get('/home')).status]).toEqual([headers, '/logout', 200]);
    }
    const left = await at
      .get('/oauth/logout')
      .query({ post_logout_redirect_uri: 'https://front.test/' })
      .unset('Origin')
      .set({ 'Sec-Fetch-Site': 'cross-site', Referer: 'https://front.test/' });
    expect([left.status, left.headers.location]).toEqual([302, 'https://front.test/']);
    expect((await at.get('/home')).headers.location).toBe('/login');
  });

  it('by the refresh cookie ends its session', async () => {
    const at = await someone();
    expect((await at.post('/oauth/logout/token')).status).toBe(204);
    expect((await at.get('/home')).headers.location).toBe('/login');
  });
});

describe('a program', () => {
  it('gets for its id and secret what the call of its own gives, in a header, a form and as JSON', async () => {
    const permissions = ['VIEW_BASE_LPO_PAGE', 'fe.secure.write.tenantApiTokens'] as const;
    const admin = await signedInAs(app, { organisationId, permissions });
    const { uuid } = await newTokenRole(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const token = await newToken(admin, { owner: 'tenants', kind: 'api', roleIds: [uuid] });
    const own = decodeJwt(await bearerOf(app, 'api', token));
    const posted = { grant_type: 'client_credentials', client_id: token.id, client_secret: token.secret };
    const asForm = askTokens(app, null, posted);
    const asJson = browser(app).post('/frontegg/oauth/token').send(posted);
    const byHeader = askTokens(app, { ...token, redirectUri: '' }, { grant_type: 'client_credentials' });
    for (const { status, body } of await Promise.all([asForm, asJson, byHeader]))
      expect([status, decodeJwt(body.access_token)]).toEqual([200, own]);
    const { status, body, headers } = await askTokens(app, null, { ...posted, client_secret: 'wrong' });
    expect([status, body, headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'clientSecret' },
      'Basic realm="oauth"',
    ]);
  });
});
