import { beforeEach, describe, expect, it } from 'vitest';
import {
  asBearer,
  ask,
  askTokens,
  authorize,
  challengeOf,
  codeFor,
  exchange,
  leadsTo,
  newClient,
  newVerifier,
  oauthScene,
  ownClient,
  refresh,
  refusalsOf,
  toldBy,
  type TestClient,
} from '../../../../tests/support/oauth';
import { browser, nextAddress } from '../../../../tests/support/people';
import { testNow } from '../../../../tests/support/test-app';
import { useUp } from '../../../../tests/support/used-limit';
import { requestsPerAddress } from './authorize.service';

const { app, after, someone } = await oauthScene();
let client: TestClient;
let open: TestClient;

beforeEach(async () => {
  after(0);
  client = await newClient(app, { redirectUris: ['https://client.test/callback', 'https://client.test:8443/a/b'] });
  open = await newClient(app, { authMethod: 'none' });
});

const newestReason = async ({ id }: TestClient) => (await refusalsOf(app, id)).at(-1);

it('is asked for from one address so often only, since each leaves a row', async () => {
  const address = nextAddress();
  const rows = async () =>
    (
      await app.db
        .selectFrom('identity.oauth_request')
        .select('request_hash')
        .where('client_id', '=', client.id)
        .execute()
    ).length;
  const from = (place: string) => ask(browser(app).set('X-Forwarded-For', place), client);
  await useUp(app, requestsPerAddress, address);
  expect([(await from(address)).status, await rows()]).toEqual([429, 0]);
  expect([(await from(nextAddress())).status, await rows()]).toEqual([302, 1]);
});

describe('a redirect URI', () => {
  // ASVS V10.4.1–6
  // Attack: OAuth server
  it.each([
    ['by prefix', 'https://client.test/callback/more'],
    ['by a shorter prefix', 'https://client.test/call'],
    ['by suffix', 'https://evil.test/https://client.test/callback'],
    ['of a host that ends alike', 'https://evilclient.test/callback'],
    ['of a host that begins alike', 'https://client.test.evil.test/callback'],
    ['with a port', 'https://client.test:8443/callback'],
    ['with another port', 'https://client.test:8444/a/b'],
    ['with a fragment', 'https://client.test/callback#there'],
    ['with a query', 'https://client.test/callback?next=//evil.test'],
    ['with user information', 'https://client.test@evil.test/callback'],
    ['with user information before its own host', 'https://someone@client.test/callback'],
    ['with an encoded slash', 'https://client.test%2Fcallback'],
    ['with an encoded slash in the path', 'https://client.test:8443/a%2Fb'],
    ['by path traversal', 'https://client.test/other/../callback'],
    ['by encoded path traversal', 'https://client.test/other/%2e%2e/callback'],
    ['with a backslash', 'https://client.test\\@evil.test/callback'],
    ['without TLS', 'http://client.test/callback'],
    ['in capitals', 'https://CLIENT.test/callback'],
    ['of a script', 'javascript:alert(1)'],
    ['of anywhere', 'https://evil.test/'],
    ['without a host', '//evil.test/callback'],
  ])('%s gets no code and no browser', async (_how, uri) => {
    const at = await someone();
    const answer = await authorize(at, client, { more: { redirect_uri: uri } });
    expect([answer.status, answer.headers.location, answer.body]).toEqual([
      400,
      undefined,
      { error: 'invalid_request', error_description: 'redirectUri' },
    ]);
    expect(await newestReason(client)).toBe('redirectUri');
    expect(toldBy(await authorize(at, client)).code).toBeDefined();
  });

  it('of another client gets none either, nor does an unknown client', async () => {
    const at = await someone();
    expect((await authorize(at, ownClient, { more: { redirect_uri: client.redirectUri } })).status).toBe(400);
    for (const id of ['nobody', '00000000-0000-0000-0000-000000000000'])
      expect((await authorize(at, client, { more: { client_id: id } })).body).toEqual({
        error: 'invalid_client',
        error_description: 'client',
      });
  });

  it('is said on a page to whoever sits there', async () => {
    const page = await authorize(browser(app).set('Sec-Fetch-Dest', 'document').set('Accept', 'text/html'), client, {
      more: { redirect_uri: 'https://evil.test/' },
    });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('The app requested a redirect to an unregistered URL'),
    ]);
    expect(page.text).not.toContain('evil.test');
  });
});

describe('a question of a client', () => {
  // ASVS V10.4.1–6
  // Attack: OAuth server
  it.each([
    [
      'without a challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
      'pkceMissing',
    ],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request', 'pkceMethod'],
    ['whose method was taken away', { code_challenge_method: undefined }, 'invalid_request', 'pkceMethod'],
    ['whose method is no method', { code_challenge_method: 's256' }, 'invalid_request', 'pkceMethod'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request', 'pkceMalformed'],
    ['without a state', { state: undefined }, 'invalid_request', 'stateMissing'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type', 'responseType'],
    ['for an ID token at once', { response_type: 'code id_token' }, 'unsupported_response_type', 'responseType'],
    ['for an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request', 'responseMode'],
    ['without openid', { scope: 'email' }, 'invalid_scope', 'scope'],
    ['that asks for nothing and for something', { prompt: 'none login' }, 'invalid_request', 'prompt'],
    ['with a word of its own', { prompt: 'create' }, 'invalid_request', 'prompt'],
    ['with an age that is none', { max_age: '-1' }, 'invalid_request', 'maxAge'],
    ['by a request object', { request: 'e30.e30.' }, 'request_not_supported', 'request'],
    ['by an address of one', { request_uri: 'https://evil.test/request' }, 'request_uri_not_supported', 'requestUri'],
  ])('%s is refused', async (_how, more, error, reason) => {
    const at = await someone();
    const answer = await authorize(at, client, { more });
    expect(leadsTo(answer).origin).toBe('https://client.test');
    expect(toldBy(answer)).toEqual({
      error,
      error_description: reason,
      iss: 'http://tare.test',
      ...('state' in more ? {} : { state: 'the state' }),
    });
    expect(await newestReason(client)).toBe(reason);
    expect(toldBy(await authorize(at, client)).code).toBeDefined();
  });

  it('with a parameter twice is refused', async () => {
    const at = await someone();
    expect(
      (await at.get(`/oauth/authorize?client_id=tare&client_id=${client.id}&redirect_uri=${client.redirectUri}`))
        .status,
    ).toBe(400);
  });
});

describe('a code', () => {
  // ASVS V10.4.1–6
  // Attack: OAuth server
  it('serves once: brought again, it ends what it gave', async () => {
    const at = await someone();
    const got = await codeFor(at, client);
    const { body: tokens } = await exchange(app, client, got);
    expect((await asBearer(app, tokens.access_token)).status).toBe(200);
    const { status, body } = await exchange(app, client, got);
    expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: 'codeUsed' }]);
    expect((await asBearer(app, tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'ended',
    });
    const replays = await app.db
      .selectFrom('audit_log')
      .select('severity')
      .where('action', '=', 'oauth.replay')
      .where('after', '@>', JSON.stringify({ clientId: client.id }))
      .execute();
    expect(replays).toEqual([{ severity: 'critical' }]);
    // The person stays signed in, and other clients go on.
    expect((await at.get('/home')).status).toBe(200);
  });

  it('is one for whoever asks first, of twenty at once', async () => {
    const got = await codeFor(await someone(), client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(app, client, got)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  // ASVS V10.4.1–6
  // Attack: OAuth server
  it.each([
    ['of another client', async (got: Got) => exchange(app, open, got), 'otherClient'],
    [
      'of a client with a secret, by whoever names none',
      async (got: Got) =>
        browser(app).post('/oauth/token').send({
          grant_type: 'authorization_code',
          code: got.code,
          code_verifier: got.verifier,
          redirect_uri: client.redirectUri,
        }),
      'clientMissing',
    ],
    [
      'for another address',
      async (got: Got) => exchange(app, client, { ...got, redirect_uri: 'https://client.test:8443/a/b' }),
      'redirectUri',
    ],
    [
      'without a verifier',
      async ({ code }: Got) =>
        askTokens(app, client, { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri }),
      'pkceMissing',
    ],
    [
      'with a wrong verifier',
      async ({ code }: Got) => exchange(app, client, { code, verifier: newVerifier() }),
      'pkceVerifier',
    ],
    [
      'with the challenge as its verifier',
      async ({ code, verifier }: Got) => exchange(app, client, { code, verifier: challengeOf(verifier) }),
      'pkceVerifier',
    ],
    [
      'with a verifier that is too short',
      async ({ code }: Got) => exchange(app, client, { code, verifier: 'x' }),
      'pkceVerifier',
    ],
    [
      'that is too old',
      async (got: Got) => {
        after(61);
        return exchange(app, client, got);
      },
      'codeExpired',
    ],
    [
      'of a session that has ended',
      async (got: Got, userId: number) => {
        await app.db
          .updateTable('identity.session')
          .set({ ended_at: new Date(testNow), end_reason: 'test' })
          .where('user_id', '=', userId)
          .execute();
        return exchange(app, client, got);
      },
      'session',
    ],
  ])('%s gives nothing, and nothing after that', async (_how, attempt, reason) => {
    const at = await someone();
    const got = await codeFor(at, client);
    const { status, body } = await attempt(got, at.person.userId);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant', error_description: reason }),
    ]);
    expect(await newestReason(client)).toBe(reason);
    after(0);
    expect((await exchange(app, client, got)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'codeUsed',
    });
    expect((await exchange(app, client, await codeFor(await someone(), client))).status).toBe(200);
  });

  it('that nobody gave gives nothing', async () => {
    expect((await exchange(app, client, { code: newVerifier(), verifier: newVerifier() })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'code',
    });
    expect(await newestReason(client)).toBe('code');
  });
});

type Got = Awaited<ReturnType<typeof codeFor>>;

describe('a client', () => {
  it('with a wrong secret gets nothing, and is told to wait after too many', async () => {
    const wrong = { ...client, secret: 'wrong' };
    const at = browser(app);
    const attempt = () =>
      at
        .post('/oauth/token')
        .unset('Origin')
        .unset('Sec-Fetch-Site')
        .auth(client.id, 'wrong')
        .type('form')
        .send({ grant_type: 'refresh_token', refresh_token: 'x' });
    const { status, body } = await exchange(app, wrong, await codeFor(await someone(), client));
    expect([status, body]).toEqual([401, { error: 'invalid_client', error_description: 'clientSecret' }]);
    expect(await newestReason(client)).toBe('clientSecret');
    for (let time = 0; time < 20; time += 1) expect((await attempt()).status).toBe(401);
    const last = await attempt();
    expect([last.status, last.body.error, Number(last.headers['retry-after'])]).toEqual([
      429,
      'temporarily_unavailable',
      expect.any(Number),
    ]);
    expect((await exchange(app, client, await codeFor(await someone(), client))).status).toBe(200);
  });

  // ASVS V10.4.8–10
  it.each([
    [
      'in the body, though it is registered for a header',
      async (got: Got) =>
        askTokens(app, null, {
          grant_type: 'authorization_code',
          code: got.code,
          code_verifier: got.verifier,
          redirect_uri: client.redirectUri,
          client_id: client.id,
          client_secret: client.secret ?? '',
        }),
      'clientMethod',
    ],
    [
      'not at all, though it has one',
      async (got: Got) => exchange(app, { ...client, secret: null }, got),
      'clientMethod',
    ],
    ['for two', async (got: Got) => exchange(app, client, { ...got, client_id: open.id }), 'clientMethod'],
    [
      'in a header that is none',
      async () =>
        browser(app)
          .post('/oauth/token')
          .set('Authorization', 'Basic !!!')
          .send({ grant_type: 'refresh_token', refresh_token: 'x' }),
      'clientMethod',
    ],
  ])('that proves itself %s gets nothing', async (_how, attempt, reason) => {
    const got = await codeFor(await someone(), client);
    const { status, body } = await attempt(got);
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ error: 'invalid_client', error_description: reason }),
    ]);
    expect((await exchange(app, client, got)).status).toBe(200);
  });

  it('that asks in another way than there is gets nothing', async () => {
    expect((await askTokens(app, client, { grant_type: 'password', username: 'x', password: 'y' })).body).toEqual({
      error: 'unsupported_grant_type',
      error_description: 'grantType',
    });
    expect((await askTokens(app, client, {})).body).toMatchObject({ error: 'unsupported_grant_type' });
    expect((await askTokens(app, client, { grant_type: 'x'.repeat(101) })).body).toMatchObject({
      error: 'invalid_request',
    });
    expect((await askTokens(app, null, { grant_type: 'refresh_token', refresh_token: 'x' })).body).toEqual({
      error: 'invalid_client',
      error_description: 'clientMissing',
    });
  });
});
