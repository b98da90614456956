import { createHmac, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asBearer,
  asPerson,
  newClient,
  oauthScene,
  ownClient,
  refresh,
  refusalsOf,
  tokensFor,
  type TestClient,
} from '../../../../tests/support/oauth';
import { browser, joinOrganisation, newOrganisation } from '../../../../tests/support/people';
import { publicUrl, testNow, testSecret } from '../../../../tests/support/test-app';
import { installationSecrets } from '../../core/secrets/installation-secrets';
import { grantClaim } from '../../core/tokens/access-token';
import { createKeyRing } from '../../core/tokens/key-ring';

const { app, after, organisationId, someone } = await oauthScene();
let client: TestClient;
let open: TestClient;

beforeEach(async () => {
  after(0);
  client = await newClient(app, { redirectUris: ['https://client.test/callback', 'https://client.test:8443/a/b'] });
  open = await newClient(app, { authMethod: 'none' });
});

const newestReason = async ({ id }: TestClient) => (await refusalsOf(app, id)).at(-1);

describe('a refresh token', () => {
  // Attack: refresh rotation
  it('gives parallel tabs the same successor within ten seconds', async () => {
    const { refresh_token: token } = await tokensFor(app, await someone(), client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(app, client, token)));
    after(10);
    answers.push(await refresh(app, client, token));
    expect(new Set(answers.map(({ body }) => (body as { refresh_token: string }).refresh_token)).size).toBe(1);
  });

  // ASVS V10.4.1–6
  // Attack: refresh rotation
  it('that was replaced eleven seconds ago ends what its client holds', async () => {
    const at = await someone();
    const { refresh_token: stolen } = await tokensFor(app, at, client);
    const { body: newest } = await refresh(app, client, stolen);
    after(11);
    expect((await refresh(app, client, stolen)).body).toEqual({ error: 'invalid_grant', error_description: 'reused' });
    expect((await refresh(app, client, newest.refresh_token)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'ended',
    });
    expect((await asBearer(app, newest.access_token)).status).toBe(401);
    const reused = await app.db
      .selectFrom('audit_log')
      .select('severity')
      .where('action', '=', 'oauth.reuse')
      .where('after', '@>', JSON.stringify({ clientId: client.id }))
      .execute();
    expect(reused).toEqual([{ severity: 'critical' }]);
    expect((await at.get('/home')).status).toBe(200);
  });

  it.each([
    ['an address that the tenant keeps out', 'identity.address_policy', { is_active: true, strategy: 'ALLOW' }],
    [
      'a session without the factor that the tenant forces',
      'identity.mfa_policy',
      { enforce: 'Force', created_at: new Date(testNow) },
    ],
  ] as const)('of %s gives nothing, and is not used up', async (_what, table, policy) => {
    const { refresh_token: token } = await tokensFor(app, await someone(), client);
    const timesUsed = async () =>
      (
        await app.db
          .selectFrom('identity.oauth_grant')
          .select('refreshes')
          .where('client_id', '=', client.id)
          .executeTakeFirstOrThrow()
      ).refreshes;
    const now = app.clock.now();
    await app.db
      .insertInto(table)
      .values({ tenant_number: organisationId, updated_at: now, ...policy } as never)
      .execute();
    expect((await refresh(app, client, token)).status).toBeGreaterThanOrEqual(400);
    expect(await timesUsed()).toBe(0);
    await app.db.deleteFrom(table).where('tenant_number', '=', organisationId).execute();
    expect((await refresh(app, client, token)).status).toBe(200);
    expect(await timesUsed()).toBe(1);
  });

  it('of another client gives nothing, and stays good for its own', async () => {
    const { refresh_token: token } = await tokensFor(app, await someone(), client);
    const answer = await refresh(app, open, token);
    expect(answer.body).toEqual({ error: 'invalid_grant', error_description: 'otherClient' });
    expect(await newestReason(open)).toBe('otherClient');
    expect(
      (await browser(app).post('/oauth/token').send({ grant_type: 'refresh_token', refresh_token: token })).body,
    ).toMatchObject({ error: 'invalid_grant', error_description: 'clientMissing' });
    expect((await refresh(app, client, token)).status).toBe(200);
  });

  // Attack: OAuth server
  it('gives no more than was given first', async () => {
    const { refresh_token: token } = await tokensFor(app, await someone(), client, { scope: 'openid' });
    expect((await refresh(app, client, token, { scope: 'openid email' })).body).toEqual({
      error: 'invalid_scope',
      error_description: 'scope',
    });
    expect(await newestReason(client)).toBe('scope');
    const { body } = await refresh(app, client, token, { scope: 'openid' });
    expect([body.scope, Object.keys(decodeJwt(body.id_token))]).toEqual([
      'openid',
      expect.not.arrayContaining(['email']),
    ]);
  });

  it('of a client gives nothing in another tenant, and one of our own front end does', async () => {
    const at = await someone();
    const other = await newOrganisation(app);
    await joinOrganisation(app, at.person, { organisationId: other, permissions: [] });
    const { id: tenantId } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', other)
      .executeTakeFirstOrThrow();
    const { refresh_token: token } = await tokensFor(app, at, client);
    expect((await refresh(app, client, token, { tenantId })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'otherTenant',
    });
    expect((await refresh(app, client, token)).status).toBe(200);
    const { refresh_token: own } = await tokensFor(app, at, ownClient);
    expect(decodeJwt((await refresh(app, ownClient, own, { tenantId })).body.access_token)).toMatchObject({ tenantId });
  });

  it('of the browser’s own cookie is none, and the cookie takes none of a client', async () => {
    const at = await someone();
    const {
      body: { refreshToken: cookie },
    } = await at.post('/identity/resources/auth/v1/user/token/refresh').send({ tenantId: null });
    expect((await refresh(app, ownClient, cookie)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'refreshToken',
    });
    const { refresh_token: token } = await tokensFor(app, at, ownClient);
    expect(
      (await browser(app).post('/oauth/authorize/silent').set('Cookie', `fe_refresh_tare=${token}`).send({})).status,
    ).toBe(401);
    expect(
      (await browser(app).post('/oauth/authorize/silent').set('Cookie', `fe_refresh_tare=${cookie}`).send({})).status,
    ).toBe(200);
  });

  it.each(['', 'x', 'A'.repeat(70), `${'A'.repeat(69)}B`])('of %j is none', async (token) => {
    expect((await refresh(app, client, token)).status).toBe(400);
  });

  // Attack: OAuth server
  it('in the address is not read', async () => {
    const { refresh_token: token, access_token: access } = await tokensFor(app, await someone(), open);
    const query = { grant_type: 'refresh_token', refresh_token: token, client_id: open.id };
    expect((await browser(app).post('/oauth/token').query(query)).status).toBe(400);
    expect((await refresh(app, open, token).query({ refresh_token: token })).body).toEqual({
      error: 'invalid_request',
      error_description: 'inAddress',
    });
    expect(await newestReason(open)).toBe('inAddress');
    expect((await browser(app).get('/oauth/token').query(query)).status).toBe(405);
    expect((await browser(app).get('/oauth/userinfo').query({ access_token: access })).body).toEqual({
      error: 'invalid_request',
      error_description: 'inAddress',
    });
    expect((await browser(app).get('/oauth/userinfo')).body).toEqual({
      error: 'invalid_token',
      error_description: 'tokenMissing',
    });
    expect((await refresh(app, open, token)).status).toBe(200);
    expect((await browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${access}`)).status).toBe(200);
  });
});

describe('a token that was forged', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const userInfo = (token: string) => browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${token}`);

  async function parts() {
    const { access_token: token, id_token: idToken } = await tokensFor(app, await someone(), client);
    const {
      body: {
        keys: [jwk],
      },
    } = await browser(app).get('/.well-known/jwks.json');
    return {
      token,
      idToken,
      claims: decodeJwt(token),
      header: decodeProtectedHeader(token),
      jwk: jwk as Record<string, string>,
    };
  }

  // ASVS V9.1.1–3, V9.2.1–4
  // Attack: JWT
  it('opens nothing, in whatever way; the untouched one does', async () => {
    const { token, idToken, claims, header, jwk } = await parts();
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const own = await exportJWK(publicKey);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const hmac = (secret: string | Buffer) => {
      const signed = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    };
    const forged = [
      ...['none', 'None', 'NONE', 'nOnE', ''].map((alg) => `${encoded({ ...header, alg })}.${encoded(claims)}.`),
      hmac(String(key.export({ type: 'spki', format: 'pem' }))),
      hmac(String(key.export({ type: 'pkcs1', format: 'pem' })).trim()),
      hmac(JSON.stringify(jwk)),
      hmac(key.export({ type: 'spki', format: 'der' })),
      ...(await Promise.all(
        [
          { jwk: own },
          { jku: 'http://127.0.0.1:1/keys' },
          { x5u: 'http://127.0.0.1:1/cert' },
          { kid: '../../../../dev/null' },
          { kid: "' or 1=1 --" },
          { kid: '__proto__' },
          { kid: undefined },
          {},
        ].map((extra) =>
          new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256', ...extra }).sign(privateKey),
        ),
      )),
      `${token.split('.')[0]}.${encoded({ ...claims, permissions: ['EDIT_USERS'] })}.${token.split('.')[2]}`,
      idToken,
    ];
    for (const one of forged) {
      const { status, body, headers } = await userInfo(one);
      expect([status, body, headers['www-authenticate']]).toEqual([
        401,
        { error: 'invalid_token', error_description: 'token' },
        'Bearer error="invalid_token"',
      ]);
      expect((await asPerson(app, one)).status).toBe(401);
    }
    expect([(await userInfo(token)).status, (await asPerson(app, token)).status]).toEqual([200, 403]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'oauth.refuse')
      .where('after', '@>', JSON.stringify({ reason: 'token' }))
      .execute();
    expect(audited.length).toBeGreaterThanOrEqual(forged.length);
  });

  it('opens nothing for another audience than its client, signed by our own key', async () => {
    const { claims } = await parts();
    const keys = createKeyRing({
      db: app.db,
      secrets: installationSecrets(testSecret),
      issuer: publicUrl,
      audience: ownClient.id,
    });
    const signedFor = async (aud: string) =>
      (await userInfo(await keys.sign({ ...claims, aud }, app.clock.now()))).status;
    expect(await Promise.all([client.id, open.id, ownClient.id, publicUrl].map(signedFor))).toEqual([
      200, 401, 401, 401,
    ]);
    const { [grantClaim]: _grant, ...withoutGrant } = claims;
    const unbound = await keys.sign({ ...withoutGrant, aud: client.id }, app.clock.now());
    expect([(await userInfo(unbound)).status, (await asPerson(app, unbound)).status]).toEqual([401, 401]);
  });

  it('neither signs out', async () => {
    const { token, idToken, claims } = await parts();
    const [head, , signature] = idToken.split('.');
    const at = browser(app);
    expect(
      (
        await at
          .get('/oauth/logout')
          .query({ id_token_hint: `${head}.${encoded({ ...claims, aud: client.id })}.${signature}` })
      ).body,
    ).toEqual({ error: 'invalid_request', error_description: 'idTokenHint' });
    expect((await userInfo(token)).status).toBe(200);
  });
});
