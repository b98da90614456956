import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  halfHash,
  oidcPeers,
  peerKey,
  type OidcSaid,
  type PeerKey,
} from '../../../../tests/support/counterparts/oidc-peer';
import { arriveFrom, beginAt, kimOf, oidcTenant, pathOf, type OidcTenant } from '../../../../tests/support/oidc-tenant';
import { browser, newOrganisation, newPerson, tokenOf } from '../../../../tests/support/people';
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

const key = (of: PeerKey | undefined) => {
  if (!of) throw new Error('no key yet');
  return of;
};
const tenant = (of = key(es)) => oidcTenant(peers, providers.peer(of));
const inSeconds = (seconds: number) => Math.floor(peers.app.clock.now().getTime() / 1000) + seconds;

// ASVS V6.8.2/3; V10.5.1–5
// Attack: OIDC client
describe('the answer of an OpenID provider opens nothing', () => {
  const attacks: [string, string, (there: OidcTenant) => Partial<OidcSaid>][] = [
    ['of another issuer', 'wrongIssuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['of its issuer in another spelling', 'wrongIssuer', ({ op }) => ({ claims: { iss: `${op.issuer}/` } })],
    ['for another client', 'wrongAudience', () => ({ claims: { aud: 'another' } })],
    ['for other clients', 'wrongAudience', () => ({ claims: { aud: ['another', 'a third'] } })],
    [
      'for this client and another, that does not say who asked',
      'wrongAudience',
      ({ op }) => ({ claims: { aud: [op.clientId, 'another'] } }),
    ],
    [
      'for this client and another, which asked',
      'wrongParty',
      ({ op }) => ({ claims: { aud: [op.clientId, 'another'], azp: 'another' } }),
    ],
    ['that another client asked for', 'wrongParty', () => ({ claims: { azp: 'another' } })],
    ['to another request', 'wrongNonce', () => ({ claims: { nonce: 'another' } })],
    ['to no request', 'wrongNonce', () => ({ claims: { nonce: undefined } })],
    ['without a signature', 'weakAlgorithm', () => ({ by: 'none' })],
    ['signed by HS256 with the client’s secret', 'weakAlgorithm', () => ({ by: 'clientSecret' })],
    ['signed by HS256 with the public key', 'weakAlgorithm', () => ({ by: 'publicKey' })],
    ['signed by a key of somebody else’s under the same name', 'badSignature', () => ({ by: key(foreign) })],
    ['that is over', 'expired', () => ({ claims: { exp: inSeconds(-61) } })],
    ['that is not yet good', 'notYet', () => ({ claims: { nbf: inSeconds(62) } })],
    ['that was made in the future', 'notYet', () => ({ claims: { iat: inSeconds(62) } })],
    ['without a subject', 'noSubject', () => ({ claims: { sub: undefined } })],
    ['with an empty subject', 'noSubject', () => ({ claims: { sub: '' } })],
    ['with a subject that is no name', 'noSubject', () => ({ claims: { sub: 'kim\u0000' } })],
    ['with a hash of another access token', 'wrongHash', () => ({ claims: { at_hash: halfHash('another') } })],
    ['with a hash of another code', 'wrongHash', () => ({ claims: { c_hash: halfHash('another') } })],
    [
      'with user info of another subject',
      'otherSubject',
      () => ({ claims: { email: undefined }, userInfo: { sub: 'subject-boss', email: 'kim@elsewhere.example' } }),
    ],
    ['for nobody with an address', 'noAddress', () => ({ claims: { email: undefined } })],
    ['with an address that is no writing', 'noAddress', ({ domain }) => ({ claims: { email: `kim\u0000@${domain}` } })],
    [
      'for somebody outside the proven domains',
      'outsideDomains',
      () => ({ claims: { email: 'kim@elsewhere.example' } }),
    ],
    ['for somebody of a domain below', 'outsideDomains', ({ domain }) => ({ claims: { email: `kim@sub.${domain}` } })],
    ['with an address that is not verified', 'notVerified', () => ({ claims: { email_verified: false } })],
    [
      'with an address that is not verified, in writing',
      'notVerified',
      () => ({ claims: { email_verified: 'false' } }),
    ],
    ['that says no', 'refusedThere', () => ({ brought: { code: undefined, error: 'access_denied' } })],
    ['that names another provider', 'otherProvider', () => ({ brought: { iss: 'https://other.example' } })],
    ['that names no provider, of one that names itself', 'otherProvider', () => ({ brought: { iss: undefined } })],
    ['with a code that was not given', 'codeRefused', () => ({ brought: { code: 'made-up' } })],
    ['without a code', 'badAnswer', () => ({ brought: { code: undefined } })],
    ['whose token endpoint leads elsewhere', 'unreachable', () => ({ token: 'redirects' })],
    ['whose token endpoint sends megabytes', 'unreachable', () => ({ token: 'floods' })],
    ['whose token endpoint is silent', 'unreachable', () => ({ token: 'waits' })],
  ];
  let there: OidcTenant;
  beforeAll(async () => {
    there = await tenant();
  });
  it.each(attacks)('%s: %s', async (_what, fault, said) => {
    // Of one tenant, only so many are listed.
    if ((await there.refusals()).length > 15) there = await tenant();
    const before = (await there.refusals()).length;
    const { callback, arrival, at } = await arriveFrom(peers, there, said(there));
    expect([callback.status, arrival.status, arrival.headers.refresh, (await at.get('/rest/v1/user')).status]).toEqual([
      303,
      401,
      '1; url=/home',
      401,
    ]);
    expect((await there.refusals()).slice(before)).toEqual([fault]);
    expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
  });

  // ASVS V10.1.2, V10.2.1/2
  it('in another browser than that which asked, and is not even read there', async () => {
    const there = await tenant();
    const [stranger, bystander] = [browser(peers.app), (await beginAt(peers, there)).at];
    for (const other of [stranger, bystander]) {
      const { at, address } = await beginAt(peers, there);
      const back = pathOf(there.op.answer(address, kimOf(peers, there)));
      // Whoever brings it first ends the request: a code that another browser had is of no use to whoever asked.
      for (const one of [other, at])
        expect((await one.get(back)).headers.location).toBe('/account/oidc/callback?error=access_denied');
    }
    expect([await there.refusals(), there.op.exchanges]).toEqual([['otherBrowser', 'otherBrowser'], []]);
    const { at, address } = await beginAt(peers, there);
    const { headers } = await at.get(pathOf(there.op.answer(address, kimOf(peers, there))));
    for (const one of [stranger, at]) expect((await one.get(String(headers.location))).status).toBe(401);
    expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
  });

  // ASVS V6.8.2/3
  it('twice', async () => {
    const there = await tenant();
    const { at, address } = await beginAt(peers, there);
    const back = pathOf(there.op.answer(address, kimOf(peers, there)));
    const { headers } = await at.get(back);
    await at.get(back.replace('code=', 'code=x'));
    expect([await there.refusals(), there.op.exchanges.length]).toEqual([['answeredBefore'], 1]);
    expect((await at.get(String(headers.location))).headers.location).toBe('/home');
    const leaves = await at.get('/privacy-policy');
    await at
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(leaves.text) });
    expect((await at.get(String(headers.location))).status).toBe(401);
    expect((await at.get(back)).headers.location).toBe('/account/oidc/callback?error=access_denied');
    expect(there.op.exchanges.length).toBe(1);
  });

  // ASVS V10.1.2, V10.2.1/2
  it('with the code of another request of the same browser', async () => {
    const there = await tenant();
    const first = await beginAt(peers, there);
    const second = await beginAt(peers, there, first.at);
    const [one, two] = [first, second].map(({ address }) => there.op.answer(address, kimOf(peers, there)));
    two?.searchParams.set('code', one?.searchParams.get('code') ?? '');
    await first.at.get(pathOf(two!));
    expect(await there.refusals()).toEqual(['codeRefused']);
    expect((await first.at.get(String((await first.at.get(pathOf(one!))).headers.location))).headers.location).toBe(
      '/home',
    );
  });

  // ASVS V10.1.2, V10.2.1/2
  it('of a provider in the place of another, whose code goes to nobody else', async () => {
    const [honest, evil] = [await tenant(), await tenant()];
    const begun = await beginAt(peers, evil);
    // Whom the evil provider sends on to the honest one, with what it was asked.
    const onwards = new URL(begun.address);
    onwards.searchParams.set('client_id', honest.op.clientId);
    await begun.at.get(pathOf(honest.op.answer(onwards.href, kimOf(peers, honest))));
    expect([await evil.refusals(), evil.op.exchanges, honest.op.exchanges]).toEqual([['otherProvider'], [], []]);
    expect((await arriveFrom(peers, honest)).arrival.headers.location).toBe('/home');
  });

  // Attack: OIDC client
  it('of the provider of another tenant, for people of its domain and of this', async () => {
    const [there, other] = [await tenant(), await tenant(key(foreign))];
    expect((await arriveFrom(peers, other, { claims: { email: `kim@${there.domain}` } })).arrival.status).toBe(401);
    expect(
      (await arriveFrom(peers, there, { claims: { iss: other.op.issuer }, by: key(foreign) })).arrival.status,
    ).toBe(401);
    expect([await other.refusals(), await there.refusals()]).toEqual([['outsideDomains'], ['wrongIssuer']]);
  });

  it('for an account that belongs to another tenant', async () => {
    const there = await tenant();
    const { userId } = await newPerson(peers.app, { organisationId: await newOrganisation(peers.app) });
    await peers.app.db
      .updateTable('identity.user')
      .set({ email: `kim@${there.domain}` })
      .where('id', '=', userId)
      .execute();
    expect([(await arriveFrom(peers, there)).arrival.status, await there.refusals()]).toEqual([
      401,
      ['accountElsewhere'],
    ]);
  });

  it('that nobody has asked for, or asked for too long ago', async () => {
    const there = await tenant();
    const { at, address } = await beginAt(peers, there);
    const before = peers.app.clock.now();
    peers.clock.set(new Date(before.getTime() + 600_000));
    try {
      expect((await at.get(pathOf(there.op.answer(address, kimOf(peers, there))))).headers.location).toContain(
        'error=',
      );
    } finally {
      peers.clock.set(before);
    }
    expect((await at.get('/auth/oidc/callback?code=x&state=nobody')).headers.location).toContain('error=');
    expect([(await at.get('/auth/oidc/callback?code=x')).headers.location, there.op.exchanges]).toEqual([
      '/account/oidc/callback',
      [],
    ]);
    expect((await at.get('/account/oidc/callback')).text).toContain('no sign-in is in progress in this browser');
  });

  it('of the other protocol', async () => {
    const there = await tenant();
    const { at, address } = await beginAt(peers, there);
    const back = there.op.answer(address, kimOf(peers, there));
    await browser(peers.app)
      .post('/auth/saml/callback')
      .set('Origin', 'https://idp.example')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ RelayState: back.searchParams.get('state'), SAMLResponse: 'AAAA' });
    expect(await there.refusals()).toEqual(['providerGone']);
    expect((await at.get(pathOf(back))).headers.location).toContain('state=');
  });
});

// ASVS V10.5.1–5
// Attack: OIDC client
describe('nobody is sent to an OpenID provider', () => {
  const documents: [string, string, (there: OidcTenant) => Record<string, unknown>][] = [
    ['that says it is another', 'otherProvider', () => ({ issuer: 'https://other.example' })],
    ['that speaks for many', 'otherProvider', ({ op }) => ({ issuer: `${op.issuer}/{tenantid}` })],
    ['whose page may not be called', 'badMetadata', () => ({ authorization_endpoint: 'http://10.0.0.1/authorize' })],
    ['whose page is a script', 'badMetadata', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
    ['that does not say where codes are exchanged', 'badMetadata', () => ({ token_endpoint: undefined })],
  ];
  it.each(documents)('%s: %s', async (_what, fault, metadata) => {
    const there = await tenant();
    there.op.metadata = metadata(there);
    const { page, address } = await beginAt(peers, there);
    expect([page.status, address, await there.refusals()]).toEqual([422, '', [fault]]);
    there.op.metadata = {};
    expect((await beginAt(peers, there)).address).toContain(`${there.op.issuer}/authorize?`);
  });

  it('that describes itself nowhere', async () => {
    const there = await tenant();
    await there.admin.run((api) =>
      api.auth.updateSSOConfiguration(there.configId, { ssoEndpoint: `http://${providers.host}/nothing` }),
    );
    expect([(await beginAt(peers, there)).page.status, await there.refusals()]).toEqual([422, ['badMetadata']]);
  });

  // ASVS V1.3.6
  // Attack: SSRF
  it('whose keys or exchange are at a private address', async () => {
    const there = await tenant();
    for (const endpoint of ['token_endpoint', 'jwks_uri']) {
      there.op.metadata = { [endpoint]: 'https://169.254.169.254/latest' };
      await there.admin.run((api) =>
        api.auth.updateSSOConfiguration(there.configId, {
          ssoEndpoint: `${there.op.issuer}${endpoint === 'jwks_uri' ? '/' : ''}`,
        }),
      );
      expect((await arriveFrom(peers, there)).arrival.status).toBe(401);
    }
    expect(await there.refusals()).toEqual(['unreachable', 'unreachable']);
  });
});
