import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey, type PeerKey } from '../../../../tests/support/counterparts/oidc-peer';
import type { ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { arriveFrom, beginByClient, kimOf, oidcTenant, pathOf } from '../../../../tests/support/oidc-tenant';
import { browser } from '../../../../tests/support/people';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';

let providers: Awaited<ReturnType<typeof oidcPeers>>;
let peers: SsoPeers;
let es: PeerKey;
beforeAll(async () => {
  [providers, es] = await Promise.all([oidcPeers(), peerKey('ES256')]);
  peers = await ssoPeers([providers.host]);
});
afterAll(async () => {
  await Promise.all([peers.close(), providers.close()]);
});

const tenant = (key = es) => oidcTenant(peers, providers.peer(key));
const rolesOf = async (organisationId: number, email: string) => {
  const rows = await peers.app.db
    .selectFrom('identity.membership_role as mr')
    .innerJoin('identity.role as r', 'r.id', 'mr.role_id')
    .innerJoin('identity.user as u', 'u.id', 'mr.user_id')
    .select('r.uuid')
    .where('mr.tenant_number', '=', organisationId)
    .where('u.email', '=', email)
    .execute();
  return rows.map(({ uuid }) => uuid);
};

describe('signing in by an organization’s OpenID provider', () => {
  it('leads there after two seconds, and back into a session of somebody new', async () => {
    const there = await tenant();
    const { address, arrival, at } = await arriveFrom(peers, there);
    const asked = new URL(address);
    expect(asked.origin + asked.pathname).toBe(`${there.op.issuer}/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: there.op.clientId,
      redirect_uri: `${peers.app.resources.config.publicUrl}/auth/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: `kim@${there.domain}`,
    });
    expect([arrival.status, arrival.headers.location]).toEqual([303, '/home']);
    expect((await at.get('/rest/v1/user')).body).toMatchObject({
      name: 'Kim Novak',
      emailAddress: `kim@${there.domain}`,
      ssoUser: true,
      organizationId: there.organisationId,
    });
  });

  it('keeps nothing by which somebody who reads the data could answer in its place', async () => {
    const there = await tenant();
    const address = await beginByClient(peers.client.browser(), there);
    const { searchParams } = new URL(address);
    await arriveFrom(peers, there);
    const verifier = there.op.exchanges[0]?.get('code_verifier') ?? '';
    const kept = JSON.stringify(
      await peers.app.db.selectFrom('identity.sso_request').selectAll().execute(),
      (_name, value: unknown) => (value instanceof Buffer ? value.toString('latin1') : value),
    );
    expect(
      [searchParams.get('state'), searchParams.get('nonce'), verifier].map((secret) => [
        secret?.length,
        kept.includes(secret ?? ''),
      ]),
    ).toEqual([
      [43, false],
      [43, false],
      [43, false],
    ]);
  });

  it('knows somebody again by issuer and subject, whatever their address has become', async () => {
    const there = await tenant();
    const arrivals = [
      await arriveFrom(peers, there),
      await arriveFrom(peers, there, { claims: { email: `kim.new@${there.domain}` } }),
    ];
    const ids = await Promise.all(
      arrivals.map(async ({ at }) => ((await at.get('/rest/v1/user')).body as { userId: number }).userId),
    );
    expect(ids[0]).toBeTypeOf('number');
    expect(ids[1]).toBe(ids[0]);
  });

  it('gives the default roles and those of the groups, and takes those of groups that they left', async () => {
    const there = await tenant();
    const [everybody, kitchen, buyers] = [
      await there.role(['fe.secure.read.users']),
      await there.role(['fe.secure.read.roles']),
      await there.role(['fe.secure.read.groups']),
    ];
    await there.admin.run((api) => api.auth.setSSODefaultRoles(there.configId, { roleIds: [everybody] }));
    await there.admin.run((api) => api.auth.createSSOGroup(there.configId, { group: 'Kitchen', roleIds: [kitchen] }));
    await there.admin.run((api) => api.auth.createSSOGroup(there.configId, { group: 'Buyers', roleIds: [buyers] }));
    await arriveFrom(peers, there, { claims: { groups: ['Kitchen', 'Unknown'], roles: 'Buyers' } });
    expect((await rolesOf(there.organisationId, `kim@${there.domain}`)).sort()).toEqual(
      [everybody, kitchen, buyers].sort(),
    );
    await arriveFrom(peers, there);
    expect(await rolesOf(there.organisationId, `kim@${there.domain}`)).toEqual([everybody]);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('takes a token that is signed by %s', async (alg) => {
    expect((await arriveFrom(peers, await tenant(await peerKey(alg)))).arrival.headers.location).toBe('/home');
  });

  it('takes what else a provider may say: itself as the party, hashes that fit, several audiences of which this is one, a verified address', async () => {
    const there = await tenant();
    expect(
      (
        await arriveFrom(peers, there, {
          claims: { azp: there.op.clientId, aud: [there.op.clientId, 'another'], email_verified: true },
        })
      ).arrival.headers.location,
    ).toBe('/home');
    expect(
      (
        await arriveFrom(peers, there, {
          claims: { exp: peers.app.clock.now().getTime() / 1000 - 50, email_verified: 'true' },
        })
      ).arrival.headers.location,
    ).toBe('/home');
  });

  it('asks for the address where the token does not say it', async () => {
    const there = await tenant();
    const { arrival, at } = await arriveFrom(peers, there, {
      claims: { email: undefined, name: undefined },
      userInfo: { email: `Kim@${there.domain.toUpperCase()}`, given_name: 'Kim', family_name: 'Novak' },
    });
    expect([arrival.headers.location, (await at.get('/rest/v1/user')).body]).toMatchObject([
      '/home',
      { name: 'Kim Novak', emailAddress: `kim@${there.domain}` },
    ]);
  });

  it('knows a provider without a slash at its end, or by the name of its document', async () => {
    for (const shape of [
      (issuer: string) => `${issuer}/`,
      (issuer: string) => `${issuer}/.well-known/openid-configuration`,
    ]) {
      const there = await tenant();
      await there.admin.run((api) =>
        api.auth.updateSSOConfiguration(there.configId, { ssoEndpoint: shape(there.op.issuer) }),
      );
      expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
    }
  });

  // Attack: OIDC client
  it('takes a new key at once, and the old one no longer', async () => {
    const there = await tenant();
    const next = await peerKey('ES256');
    expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
    there.op.keys = [next];
    expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
    expect((await arriveFrom(peers, there, { by: es })).arrival.status).toBe(401);
    expect(await there.refusals()).toEqual(['badSignature']);
  });

  it('asks a provider again who it is after some minutes', async () => {
    const there = await tenant();
    await arriveFrom(peers, there);
    there.op.metadata = { authorization_endpoint: `${there.op.issuer}/elsewhere` };
    expect((await arriveFrom(peers, there)).address).toContain('/authorize?');
    const before = peers.app.clock.now();
    peers.clock.set(new Date(before.getTime() + 301_000));
    try {
      expect((await arriveFrom(peers, there)).address).toContain('/elsewhere?');
    } finally {
      peers.clock.set(before);
    }
  });

  const post = (
    at: ClientBrowser,
    call: 'oidcPostLogin' | 'oidcPostLoginV2',
    { searchParams }: URL,
    redirectUri?: string,
  ) =>
    at.run((api) => {
      const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? ''];
      const more = redirectUri === undefined ? {} : { redirectUri };
      return call === 'oidcPostLogin'
        ? api.auth.oidcPostLogin({ code, state, ...more })
        : api.auth.oidcPostLoginV2({ code, RelayState: state, ...more });
    });

  it.each(['oidcPostLogin', 'oidcPostLoginV2'] as const)(
    'works through the published client, in the browser that asked: %s',
    async (call) => {
      const there = await tenant();
      there.op.metadata = { authorization_response_iss_parameter_supported: false };
      const [at, stranger] = [peers.client.browser(), peers.client.browser()];
      expect(await at.run((api) => api.auth.preLoginV2({ email: `kim@${there.domain}` }))).toMatchObject({
        idpType: 'oidc',
        addressType: 'sso',
      });
      expect(await at.run((api) => api.auth.preLoginWithIdpType({ email: `kim@${there.domain}` }))).toMatchObject({
        idpType: 'oidc',
      });
      await expect(
        post(stranger, call, there.op.answer(await beginByClient(at, there), kimOf(peers, there))),
      ).rejects.toThrow();
      const back = there.op.answer(await beginByClient(at, there), kimOf(peers, there));
      await expect(post(at, call, back, 'https://elsewhere.example/account/oidc/callback')).rejects.toThrow();
      expect([await there.refusals(), there.op.exchanges]).toEqual([['otherBrowser', 'otherAddress'], []]);
      expect(await post(at, call, back, `${peers.app.resources.config.publicUrl}/account/oidc/callback`)).toMatchObject(
        { email: `kim@${there.domain}`, amr: ['sso'] },
      );
    },
  );

  it('reads the answer of a provider that names itself in it at our own address alone', async () => {
    const there = await tenant();
    const at = peers.client.browser();
    const back = there.op.answer(await beginByClient(at, there), kimOf(peers, there));
    await expect(post(at, 'oidcPostLogin', back)).rejects.toThrow();
    expect([await there.refusals(), there.op.exchanges]).toEqual([['otherProvider'], []]);
    const callback = await browser(peers.app)
      .get(pathOf(back))
      .set('Cookie', [...at.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    expect(callback.headers.location).toBe(
      `/account/oidc/callback?${new URLSearchParams({ code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' })}`,
    );
    expect(await post(at, 'oidcPostLogin', back)).toMatchObject({ email: `kim@${there.domain}`, amr: ['sso'] });
  });
});
