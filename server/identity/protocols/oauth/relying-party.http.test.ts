import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import supertest, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreed, newClient, type TestClient } from '../../../../tests/support/oauth';
import { newOrganisation, newPerson, password, type Person } from '../../../../tests/support/people';
import { appWith, testApp, type TestApp } from '../../../../tests/support/test-app';
import { systemClock } from '../../../platform/time';

/** The application as it listens under its own address, by the clock of this machine: the relying party has no other. */
let server: Server;
let app: TestApp;
let issuer: string;
let someone: Person;

beforeAll(async () => {
  const { resources, redis, ...shared } = await testApp();
  server = createServer((request, response) => app.app(request, response));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = systemClock;
  app = appWith({
    resources: { ...resources, clock, config: { ...resources.config, publicUrl: issuer, ownOrigins: [issuer] } },
    clock,
    redis,
  });
  someone = await newPerson(app, {
    organisationId: await newOrganisation({ ...shared, ...app }),
    permissions: ['VIEW_BASE_LPO_PAGE'],
  });
});
afterAll(
  () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
);

async function signedIn(): Promise<Agent> {
  const at = supertest.agent(issuer).set('Origin', issuer).set('Sec-Fetch-Site', 'same-origin');
  expect((await at.post('/identity/resources/auth/v1/user').send({ email: someone.login, password })).status).toBe(200);
  return at;
}

const authentication: Record<string, (secret: string) => openid.ClientAuth> = {
  none: () => openid.None(),
  client_secret_basic: openid.ClientSecretBasic,
  client_secret_post: openid.ClientSecretPost,
};

const discover = ({ id, secret }: TestClient, method: string) =>
  openid.discovery(new URL(issuer), id, undefined, authentication[method]?.(secret ?? ''), {
    execute: [openid.allowInsecureRequests],
  });

/** What a relying party does with a browser. */
async function run(config: openid.Configuration, { redirectUri }: TestClient, at: Agent) {
  const verifier = openid.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    max_age: '600',
  });
  const answer = await agreed(at, await at.get(`${url.pathname}${url.search}`));
  expect(answer.status).toBe(302);
  return {
    tokens: await openid.authorizationCodeGrant(config, new URL(String(answer.headers.location)), {
      ...checks,
      maxAge: 600,
      idTokenExpected: true,
    }),
    location: new URL(String(answer.headers.location)),
    checks,
  };
}

describe('a relying party by openid-client', () => {
  it.each(['none', 'client_secret_basic', 'client_secret_post'] as const)(
    'that proves itself by %s discovers, exchanges, refreshes, asks who it is, and signs out',
    async (authMethod) => {
      const client = await newClient(app, { authMethod });
      const config = await discover(client, authMethod);
      const at = await signedIn();
      const { tokens } = await run(config, client, at);
      const claims = tokens.claims();
      expect(claims).toMatchObject({ iss: issuer, aud: client.id, email: someone.login });
      const info = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
      expect(info).toMatchObject({ email: someone.login, email_verified: true });

      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect([renewed.claims()?.sub, renewed.refresh_token === tokens.refresh_token]).toEqual([claims?.sub, false]);
      expect((await openid.fetchUserInfo(config, renewed.access_token, claims?.sub ?? '')).sub).toBe(claims?.sub);

      const leave = openid.buildEndSessionUrl(config, {
        id_token_hint: renewed.id_token ?? '',
        post_logout_redirect_uri: 'https://client.test/bye',
        state: 'left',
      });
      const left = await at.get(`${leave.pathname}${leave.search}`);
      expect([left.status, left.headers.location]).toEqual([302, 'https://client.test/bye?state=left']);
      await expect(openid.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      await expect(openid.fetchUserInfo(config, renewed.access_token, claims?.sub ?? '')).rejects.toMatchObject({
        status: 401,
      });
    },
  );

  it('reads from the answer that it is ours, and takes none with another issuer, state or nonce', async () => {
    const client = await newClient(app, { authMethod: 'none' });
    const config = await discover(client, 'none');
    const { location, checks } = await run(config, client, await signedIn());
    expect(location.searchParams.get('iss')).toBe(issuer);
    const elsewhere = new URL(location);
    elsewhere.searchParams.set('iss', 'https://evil.test');
    await expect(openid.authorizationCodeGrant(config, elsewhere, checks)).rejects.toMatchObject({
      code: 'OAUTH_INVALID_RESPONSE',
    });
    await expect(
      openid.authorizationCodeGrant(config, location, { ...checks, expectedState: 'another' }),
    ).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
  });

  it('is told in its own words what was wrong', async () => {
    const client = await newClient(app, { authMethod: 'client_secret_basic' });
    const config = await discover({ ...client, secret: 'wrong' }, 'client_secret_basic');
    await expect(openid.refreshTokenGrant(config, 'x')).rejects.toMatchObject({ status: 401 });
  });
});
