import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openIdProvider,
  signInThere,
  type OpenIdProvider,
} from '../../../../tests/support/counterparts/openid-provider';
import { beginAt, pathOf } from '../../../../tests/support/oidc-tenant';
import { claim, nextDomain, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { publicUrl } from '../../../../tests/support/test-app';

const domain = nextDomain();
let provider: OpenIdProvider;
let peers: SsoPeers;
beforeAll(async () => {
  provider = await openIdProvider({ domain });
  await provider.register(`${publicUrl}/auth/oidc/callback`);
  peers = await ssoPeers([provider.host]);
  // Its tokens are of its own time.
  peers.clock.set((await fetch(provider.issuer)).headers.get('date') ?? '');
});
afterAll(async () => {
  await Promise.all([peers.close(), provider.close()]);
});

it('somebody comes in by the pages of a real OpenID provider', async () => {
  const there = await peers.tenant();
  const { id } = await there.admin.run((api) =>
    api.auth.createSSOConfiguration({
      type: 'oidc',
      ssoEndpoint: provider.issuer,
      oidcClientId: provider.clientId,
      oidcSecret: provider.clientSecret,
      enabled: true,
    }),
  );
  const claimed = await claim(there.admin, id, domain);
  peers.dns.records.set(domain, [[claimed.txtRecord]]);
  await there.admin.run((api) => api.auth.validateSSODomain(id, claimed.id));

  const { at, address } = await beginAt(peers, { domain });
  const back = await signInThere(address, 'kim');
  expect([back.origin, back.searchParams.get('iss')]).toEqual([publicUrl, provider.issuer]);
  const callback = await at.get(pathOf(back));
  expect((await at.get(String(callback.headers.location))).headers.location).toBe('/home');
  expect((await at.get('/rest/v1/user')).body).toMatchObject({
    name: 'Kim Novak',
    emailAddress: `kim@${domain}`,
    ssoUser: true,
    organizationId: there.organisationId,
  });
});
