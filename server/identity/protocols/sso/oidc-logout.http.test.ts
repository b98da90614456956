import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey, type OidcSaid, type PeerKey } from '../../../../tests/support/counterparts/oidc-peer';
import { arriveFrom, oidcTenant, type OidcTenant } from '../../../../tests/support/oidc-tenant';
import { browser, tokenOf } from '../../../../tests/support/people';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';

let providers: Awaited<ReturnType<typeof oidcPeers>>;
let peers: SsoPeers;
let [es, foreign]: PeerKey[] = [];
beforeAll(async () => {
  providers = await oidcPeers();
  [es, foreign] = [await peerKey('ES256', 'one'), await peerKey('ES256', 'one')];
  peers = await ssoPeers([providers.host]);
});
afterAll(async () => {
  await Promise.all([peers.close(), providers.close()]);
});

const keyOf = (key: PeerKey | undefined): PeerKey => {
  if (!key) throw new Error('no key yet');
  return key;
};

const signOutAddress = 'https://op.example/session/end?flow=1';
/** A tenant whose provider is told who leaves, unless it is to be told nothing. */
async function tenant(op = providers.peer(keyOf(es)), told = signOutAddress): Promise<OidcTenant> {
  const there = await oidcTenant(peers, op);
  await peers.app.db
    .updateTable('identity.sso_config')
    .set({ slo_endpoint: told })
    .where('uuid', '=', there.configId)
    .execute();
  return there;
}

async function comeIn(there: OidcTenant, claims: Record<string, unknown> = {}) {
  const { at, arrival } = await arriveFrom(peers, there, { claims });
  expect(arrival.headers.location).toBe('/home');
  return at;
}
const statusOf = async (at: ReturnType<typeof browser>) => (await at.get('/rest/v1/user')).status;
const statusesOf = (ats: ReturnType<typeof browser>[]) => Promise.all(ats.map(statusOf));

async function leave(at: ReturnType<typeof browser>) {
  const form = await at.get('/privacy-policy');
  return at
    .post('/logout')
    .type('form')
    .send({ _csrf: tokenOf(form.text) });
}

describe('somebody who came by an OpenID provider and leaves here', () => {
  it('is signed out here first, and then led there with the token by which it knows them', async () => {
    const there = await tenant();
    const at = await comeIn(there, { sid: 'its session' });
    const page = await leave(at);
    expect([page.status, await statusOf(at)]).toEqual([200, 401]);
    const to = new URL(/^1; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '');
    const { id_token_hint: hint, ...rest } = Object.fromEntries(to.searchParams);
    expect([to.origin + to.pathname, rest]).toEqual([
      'https://op.example/session/end',
      { flow: '1', client_id: there.op.clientId, post_logout_redirect_uri: 'http://tare.test/account/oidc/logout' },
    ]);
    expect(decodeJwt(hint ?? '')).toMatchObject({
      iss: there.op.issuer,
      aud: there.op.clientId,
      sub: 'subject-kim',
      sid: 'its session',
    });
    const back = await at.get('/account/oidc/logout');
    expect([back.status, back.text.includes('You are signed out of Tare and your organization.')]).toEqual([200, true]);
  });

  it('is led nowhere by a provider that is not to be told', async () => {
    const at = await comeIn(await tenant(providers.peer(keyOf(es)), ''));
    const answer = await leave(at);
    expect([answer.status, answer.headers.location]).toEqual([303, '/logout']);
  });

  it('leaves no token of the provider in the database that could be read there', async () => {
    const there = await tenant();
    await comeIn(there);
    const {
      rows: [kept],
    } = await peers.app.resources.database.pool.query<{ hint: string }>(
      `select encode(n.sealed_hint, 'escape') as hint from identity.saml_session n join identity.sso_config c on c.id = n.config_id where c.uuid = $1`,
      [there.configId],
    );
    expect(kept?.hint.length).toBeGreaterThan(100);
    expect(kept?.hint).not.toContain('eyJ');
  });
});

const event = 'http://schemas.openid.net/event/backchannel-logout';
const inSeconds = (seconds: number) => Math.floor(peers.app.clock.now().getTime() / 1000) + seconds;
const usual = ({ op }: OidcTenant) => ({
  iss: op.issuer,
  aud: op.clientId,
  iat: inSeconds(0),
  exp: inSeconds(120),
  jti: randomUUID(),
  sub: 'subject-kim',
  events: { [event]: {} },
});
/** As a server sends it, without an origin. */
const post = (token: string) =>
  browser(peers.app)
    .post('/auth/oidc/logout')
    .unset('Origin')
    .unset('Sec-Fetch-Site')
    .type('form')
    .send({ logout_token: token });
const says = async (there: OidcTenant, claims: Record<string, unknown> = {}, by?: OidcSaid['by']) =>
  post(await there.op.sign({ ...usual(there), ...claims }, by));

describe('a provider that says that somebody has left', () => {
  it('ends all their sessions, and nobody else’s', async () => {
    const there = await tenant();
    const kim = [await comeIn(there, { sid: 'one' }), await comeIn(there)];
    const sam = await comeIn(there, { sub: 'subject-sam', email: `sam@${there.domain}` });
    const answer = await says(there);
    expect([answer.status, answer.headers['cache-control'], await statusesOf([...kim, sam])]).toEqual([
      200,
      'no-store',
      [401, 401, 200],
    ]);
    const audit = await peers.app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', there.organisationId)
      .where('action', '=', 'session.end')
      .execute();
    expect(audit.map(({ after }) => after)).toEqual([
      { userId: expect.any(Number), way: 'oidcLogout' },
      { userId: expect.any(Number), way: 'oidcLogout' },
    ]);
  });

  it('ends the session that it names', async () => {
    const there = await tenant();
    const ats = [await comeIn(there, { sid: 'one' }), await comeIn(there, { sid: 'two' })];
    expect([(await says(there, { sub: undefined, sid: 'one' })).status, await statusesOf(ats)]).toEqual([
      200,
      [401, 200],
    ]);
    expect([(await says(there, { sub: 'subject-sam', sid: 'two' })).status, await statusesOf(ats)]).toEqual([
      200,
      [401, 200],
    ]);
    expect([(await says(there, { sid: 'two' })).status, await statusesOf(ats)]).toEqual([200, [401, 401]]);
  });

  it('ends sessions of every tenant in which it is the provider', async () => {
    const op = providers.peer(keyOf(es));
    const [first, second] = [await tenant(op), await tenant(op)];
    const ats = [await comeIn(first), await comeIn(second)];
    expect([(await says(first)).status, await statusesOf(ats)]).toEqual([200, [401, 401]]);
  });

  it('ends nobody’s session of the same name at another provider', async () => {
    const [there, other] = [await tenant(), await tenant()];
    const at = await comeIn(there);
    expect([(await says(other)).status, await statusOf(at)]).toEqual([200, 200]);
  });

  // ASVS V10.5.1–5
  it('says so once', async () => {
    const there = await tenant();
    const token = await there.op.sign(usual(there));
    expect((await post(token)).status).toBe(200);
    const at = await comeIn(there);
    const answer = await post(token);
    expect([answer.status, answer.body, await statusOf(at)]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'repeated' },
      200,
    ]);
  });

  const attacks: [string, string, (there: OidcTenant) => [Record<string, unknown>, OidcSaid['by']?]][] = [
    ['for another client', 'wrongIssuer', () => [{ aud: 'another' }]],
    ['of another issuer', 'wrongIssuer', () => [{ iss: 'https://other.example' }]],
    ['of its issuer in another spelling', 'wrongIssuer', ({ op }) => [{ iss: `${op.issuer}/` }]],
    ['without a signature', 'weakAlgorithm', () => [{}, 'none']],
    ['by HS256 with the client’s secret', 'weakAlgorithm', () => [{}, 'clientSecret']],
    ['by HS256 with the public key', 'weakAlgorithm', () => [{}, 'publicKey']],
    ['signed by somebody else’s key under the same name', 'badSignature', () => [{}, keyOf(foreign)]],
    ['that is over', 'expired', () => [{ exp: inSeconds(-61) }]],
    ['of long ago', 'expired', () => [{ iat: inSeconds(-700) }]],
    ['of the future', 'expired', () => [{ iat: inSeconds(62) }]],
    ['that says nothing of leaving', 'badToken', () => [{ events: undefined }]],
    ['of another event', 'badToken', () => [{ events: { 'http://schemas.openid.net/event/other': {} } }]],
    ['that is an ID token', 'badToken', () => [{ nonce: 'a nonce' }]],
    ['of nobody', 'badToken', () => [{ sub: undefined }]],
    ['without a name of its own', 'badToken', () => [{ jti: undefined }]],
  ];
  // ASVS V10.5.1–5
  it.each(attacks)('is refused with a token %s: %s', async (_what, fault, made) => {
    const there = await tenant();
    const at = await comeIn(there);
    const [claims, by] = made(there);
    const answer = await says(there, claims, by);
    expect([answer.status, answer.body, await statusOf(at)]).toEqual([
      400,
      { error: 'invalid_request', error_description: fault },
      200,
    ]);
    const rows = await peers.app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.refuse')
      .where('after', '@>', JSON.stringify({ way: 'oidcLogout', fault }))
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect((await says(there)).status).toBe(200);
  });

  it.each([
    ['is away', () => 'http://127.0.0.1:1/jwks'],
    ['has none there', (issuer: string) => `${issuer}/nowhere`],
  ] as const)('is refused whose document of keys %s', async (_what, jwks) => {
    const op = providers.peer(keyOf(es));
    op.metadata = { jwks_uri: jwks(op.issuer) };
    const answer = await says(await tenant(op));
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: expect.stringMatching(/^(unreachable|badMetadata)$/) },
    ]);
  });

  it.each(['', 'nothing', 'a.b.c'])('is refused with %j for a token', async (token) => {
    expect((await post(token)).status).toBe(400);
  });

  it('stops asking whoever sends many that are refused', async () => {
    const at = browser(peers.app);
    const send = () =>
      at.post('/auth/oidc/logout').unset('Origin').unset('Sec-Fetch-Site').type('form').send({ logout_token: 'a.b.c' });
    for (let tries = 0; tries < 30; tries += 1) expect((await send()).status).toBe(400);
    expect((await send()).status).toBe(429);
  });
});
