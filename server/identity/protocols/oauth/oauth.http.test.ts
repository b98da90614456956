import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  asBearer,
  asPerson,
  authorize,
  askTokens,
  codeFor,
  exchange,
  leadsTo,
  newClient,
  newVerifier,
  oauthScene,
  ownClient,
  toldBy,
  tokensFor,
  type TestClient,
} from '../../../../tests/support/oauth';
import { otherApp } from '../../../../tests/support/other-app';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  tokenOf,
} from '../../../../tests/support/people';
import { testNow } from '../../../../tests/support/test-app';

const { app, after, someone, organisationId } = await oauthScene();
let client: TestClient;

beforeAll(async () => {
  client = await newClient(app);
});
beforeEach(() => after(0));

const tenantIdOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;

describe('the provider', () => {
  it.each([
    '/.well-known/openid-configuration',
    '/frontegg/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ])('describes itself at %s', async (path) => {
    const { body } = await browser(app).get(path);
    expect(body).toMatchObject({
      issuer: 'http://tare.test',
      token_endpoint: 'http://tare.test/oauth/token',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
  });

  it('gives a code to somebody who is signed in, and tokens for it', async () => {
    const at = await someone();
    const verifier = newVerifier();
    const answer = await authorize(at, client, { verifier });
    expect(answer.status).toBe(302);
    expect(leadsTo(answer).href).toMatch(/^https:\/\/client\.test\/callback\?/);
    expect(toldBy(answer)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'the state',
      iss: 'http://tare.test',
    });
    const { status, body, headers } = await exchange(app, client, { code: toldBy(answer).code ?? '', verifier });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'openid email profile' });
    expect(decodeJwt(body.id_token)).toMatchObject({
      aud: client.id,
      azp: client.id,
      nonce: 'the nonce',
      iss: 'http://tare.test',
      email: at.person.login,
      auth_time: Date.parse(testNow) / 1000,
      amr: ['pwd'],
    });
    expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'RS256' });
    // Whose it is and for whom, and nothing that the client did not ask for.
    const claims = decodeJwt(body.access_token);
    expect([claims, Object.keys(claims).sort()]).toEqual([
      expect.objectContaining({ aud: client.id, azp: client.id, scope: 'openid email profile' }),
      ['aud', 'azp', 'client_id', 'exp', 'grant', 'iat', 'iss', 'scope', 'sid', 'sub', 'tenantId', 'type'],
    ]);
    expect(decodeProtectedHeader(body.access_token).typ).toBe('at+jwt');
    expect((await asBearer(app, body.access_token)).body).toMatchObject({ email: at.person.login });
    // The ID token of another client is for that client alone.
    expect((await asBearer(app, body.id_token)).status).toBe(401);
  });

  it('gives its own front end an ID token that is a bearer', async () => {
    const at = await someone();
    const { id_token: idToken } = await tokensFor(app, at, ownClient);
    expect(decodeJwt(idToken)).toMatchObject({
      aud: 'tare',
      azp: 'tare',
      nonce: 'the nonce',
      permissions: ['VIEW_BASE_LPO_PAGE'],
      type: 'userToken',
    });
    expect((await asPerson(app, idToken)).status).toBe(200);
  });

  it('tells a client no more than it asked for', async () => {
    const at = await someone();
    const { id_token: idToken, access_token: token } = await tokensFor(app, at, client, { scope: 'openid' });
    expect(Object.keys(decodeJwt(idToken))).not.toContain('email');
    const { body } = await browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${token}`);
    expect(Object.keys(body).sort()).toEqual(['sub', 'tenantId']);
  });

  it('says who a token stands for, under both addresses and by both methods', async () => {
    const at = await someone();
    const { access_token: token, id_token: idToken } = await tokensFor(app, at, client);
    for (const answer of [
      await browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${token}`),
      await browser(app).post('/frontegg/oauth/userinfo').set('Authorization', `Bearer ${token}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          sub: decodeJwt(idToken).sub,
          tenantId: await tenantIdOf(organisationId),
          email: at.person.login,
          email_verified: true,
          name: expect.any(String),
        },
      ]);
    }
  });

  it('lets somebody come in at another tenant of theirs, and at no other', async () => {
    const at = await someone();
    const other = await newOrganisation(app);
    await joinOrganisation(app, at.person, { organisationId: other, permissions: ['EDIT_USERS'] });
    for (const name of ['organization', 'tenantId']) {
      const { access_token: token } = await tokensFor(app, at, client, { [name]: await tenantIdOf(other) });
      expect((await asBearer(app, token)).body.tenantId).toBe(await tenantIdOf(other));
      expect(
        toldBy(await authorize(at, client, { more: { [name]: await tenantIdOf(await newOrganisation(app)) } })),
      ).toMatchObject({ error: 'access_denied', state: 'the state' });
    }
  });

  it('answers programs as the calls of their own do', async () => {
    const at = await someone();
    const vendor = otherApp(app, {
      config: {
        identity: {
          ...app.resources.config.identity,
          vendor: { clientId: 'a back end', secret: 'its secret, which is long' },
        },
      },
    });
    const { status, body } = await askTokens(
      vendor,
      { id: 'a back end', secret: 'its secret, which is long', redirectUri: '' },
      { grant_type: 'client_credentials' },
    );
    expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 }]);
    expect(
      (
        await browser(vendor)
          .get('/identity/resources/vendor-only/users/access-tokens/v1/active')
          .set('x-access-token', body.access_token)
      ).status,
    ).toBe(200);
    // As the back-end clients of the installation do, for its own front end.
    const { code, verifier } = await codeFor(at, ownClient);
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: ownClient.redirectUri,
      code_verifier: verifier,
    };
    expect(
      (await browser(vendor).post('/oauth/token').set('x-access-token', `${body.access_token}x`).send(form)).body,
    ).toMatchObject({ error: 'invalid_client', error_description: 'vendorToken' });
    expect(
      (await browser(vendor).post('/oauth/token').set('x-access-token', body.access_token).send(form)).status,
    ).toBe(200);
  });
});

describe('the sign-in for a client', () => {
  /** @returns the browser at the page that a client's question led to */
  async function begin(more: Record<string, string | number | undefined> = {}, at = browser(app), of = ownClient) {
    const begun = await ask(at, of, { more });
    expect([begun.status, leadsTo(begun).pathname]).toEqual([302, '/oauth/prelogin']);
    const path = `${leadsTo(begun).pathname}${leadsTo(begun).search}`;
    return { at, path, state: toldBy(begun).state ?? '', page: await at.get(path) };
  }

  async function signInAt(at: ReturnType<typeof browser>, login: string) {
    const page = await at.get('/login');
    return at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: login, password });
  }

  it('leads to our pages with the name filled in, and through them back to the client', async () => {
    const person = await newPerson(app, { organisationId });
    const { at, page, path } = await begin({ login_hint: person.login });
    expect(leadsTo(page).pathname).toBe('/account/login');
    expect((await at.get(String(page.headers.location))).text).toContain(`value="${person.login}"`);
    await signInAt(at, person.login);
    // What somebody wanted before they signed in is where the first page leads.
    expect((await at.get('/home')).headers.location).toBe(path);
    const on = await at.get(path);
    expect([on.status, on.headers.refresh]).toEqual([
      200,
      expect.stringMatching(/^0; url=\/oauth\/postlogin\/redirect\?state=/),
    ]);
    const back = await at.get(String(on.headers.refresh).slice('0; url='.length));
    expect([back.status, toldBy(back)]).toEqual([
      302,
      { code: expect.any(String), state: 'the state', iss: 'http://tare.test' },
    ]);
    // Once.
    expect((await at.get(String(on.headers.refresh).slice('0; url='.length))).status).toBe(400);
  });

  it('ends by the token that the sign-in gave', async () => {
    const person = await newPerson(app, { organisationId });
    const { at, state } = await begin();
    const {
      body: { accessToken: token },
    } = await at.post('/identity/resources/auth/v1/user').send({ email: person.login, password });
    const { status, body } = await at.post('/oauth/postlogin').send({ state, token });
    expect([status, new URL(body.redirectUrl).searchParams.get('state')]).toEqual([200, 'the state']);
  });

  it('asks whoever may be asked nothing for nothing', async () => {
    expect(toldBy(await authorize(browser(app), client, { more: { prompt: 'none' } }))).toEqual({
      error: 'login_required',
      state: 'the state',
      iss: 'http://tare.test',
    });
    const at = await someone();
    expect(toldBy(await authorize(at, client, { more: { prompt: 'none' } })).error).toBe('consent_required');
    await authorize(at, client);
    expect(toldBy(await authorize(at, client, { more: { prompt: 'none' } })).code).toBeDefined();
    expect(
      toldBy(
        await authorize(at, client, {
          more: { prompt: 'none', acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' },
        }),
      ).error,
    ).toBe('unmet_authentication_requirements');
    after(601);
    expect(toldBy(await authorize(at, client, { more: { prompt: 'none', max_age: 600 } })).error).toBe(
      'login_required',
    );
    expect(toldBy(await authorize(at, client, { more: { prompt: 'none', max_age: 602 } })).code).toBeDefined();
  });

  it.each([{ prompt: 'login' }, { prompt: 'select_account' }, { max_age: 0 }])(
    'asks somebody who is signed in to sign in once more for %j',
    async (more) => {
      const signed = await someone();
      after(5);
      const { at, page, path, state } = await begin(more, signed);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Sign in again')]);
      // There is no way around it.
      expect(leadsTo(await at.get(`/oauth/postlogin/redirect?state=${state}`)).pathname).toBe('/oauth/prelogin');
      const left = await at
        .post(path)
        .type('form')
        .send({ _csrf: tokenOf(page.text) });
      expect(left.headers.location).toBe('/account/login');
      expect((await at.get('/rest/v1/user')).status).toBe(401);
      after(10);
      await signInAt(at, signed.person.login);
      expect(toldBy(await at.get(`/oauth/postlogin/redirect?state=${state}`)).code).toBeDefined();
    },
  );

  const steppedUp = { acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' };
  const unmet = { error: 'unmet_authentication_requirements', state: 'the state', iss: 'http://tare.test' };

  it('asks for a second factor where the client does', async () => {
    const at = await someone();
    await app.db
      .insertInto('identity.second_factor')
      .values({ user_id: at.person.userId, email_since: app.clock.now() })
      .execute();
    const { page } = await begin(steppedUp, at);
    expect(leadsTo(page).pathname).toBe('/account/step-up');
  });

  it('tells a client that asks for one that somebody has none, whether they are signed in or have yet to', async () => {
    const at = await someone();
    expect(toldBy(await ask(at, ownClient, { more: steppedUp }))).toEqual(unmet);
    const person = await newPerson(app, { organisationId });
    const { at: other, path, state } = await begin(steppedUp);
    await signInAt(other, person.login);
    expect((await other.get(path)).headers.refresh).toBe(`0; url=/oauth/postlogin/redirect?state=${state}`);
    expect(toldBy(await other.get(`/oauth/postlogin/redirect?state=${state}`))).toEqual(unmet);
    // Once.
    expect((await other.get(path)).status).toBe(400);
  });

  it('is over after ten minutes', async () => {
    const { at, path } = await begin();
    after(600);
    expect((await at.get(path)).status).toBe(400);
  });

  // Attack: OAuth server
  it('gives nothing in another browser, and nothing for a token of another session', async () => {
    const person = await newPerson(app, { organisationId });
    const { at, state, path } = await begin();
    const other = browser(app);
    const {
      body: { accessToken: token },
    } = await other.post('/identity/resources/auth/v1/user').send({ email: person.login, password });
    expect((await other.get(path)).status).toBe(400);
    expect((await other.get(`/oauth/postlogin/redirect?state=${state}`)).status).toBe(400);
    expect((await other.post('/oauth/postlogin').send({ state, token })).body).toMatchObject({
      error: 'invalid_request',
      error_description: 'otherBrowser',
    });
    // The token of a session elsewhere, in the browser that began.
    await signInAt(at, person.login);
    expect((await at.post('/oauth/postlogin').send({ state, token })).body).toMatchObject({
      error: 'invalid_request',
      error_description: 'otherSession',
    });
    expect(toldBy(await at.get(`/oauth/postlogin/redirect?state=${state}`)).code).toBeDefined();
  });

  it('gives nothing in a client view', async () => {
    const internal = await signedInAs(app, { organisationId: 1, permissions: ['CREATE_CLIENT_VIEW_SESSION'] });
    const viewed = await newPerson(app, { organisationId });
    expect(toldBy(await authorize(internal, client)).code).toBeDefined();
    expect(
      (
        await internal
          .post('/rest/v1/client-view-session')
          .send({ organisationId, userId: viewed.userId, reason: 'Case 4711' })
      ).status,
    ).toBe(200);
    expect(toldBy(await authorize(internal, client))).toMatchObject({ error: 'access_denied' });
  });
});
