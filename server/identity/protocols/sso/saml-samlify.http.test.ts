import { afterAll, beforeAll, expect, it } from 'vitest';
import { samlifyProvider } from '../../../../tests/support/counterparts/samlify-provider';
import { browser, tokenOf } from '../../../../tests/support/people';
import { samlSignIn } from '../../../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const { begin, post, tenantWith } = samlSignIn(() => peers);

const pathOf = (address: string) => address.slice(new URL(address).origin.length);

it('goes round with an identity provider of another library, which checks our signatures: in, and out again', async () => {
  const { text: service } = await browser(peers.app).get('/auth/saml/metadata');
  const provider = samlifyProvider({ entityId: 'https://samlify.example', service, now: () => peers.app.clock.now() });
  const there = await tenantWith(provider.metadata);
  const { at, address, relayState } = await begin(there);
  const { SAMLResponse, RelayState } = await provider.signIn(address, {
    email: `kim@${there.domain}`,
    name: 'Kim Novak',
    sessionIndex: '_at-samlify',
  });
  expect(RelayState).toBe(relayState);
  const posting = await post(RelayState, SAMLResponse);
  expect((await at.get(String(posting.headers.location))).headers.location).toBe('/home');
  expect((await at.get('/rest/v1/user')).body).toMatchObject({ name: 'Kim Novak', ssoUser: true });
  // A request whose signature is of something else is none to it.
  await expect(
    provider.signIn(address.replace('RelayState=', 'RelayState=x'), { email: 'x', name: 'x', sessionIndex: 'x' }),
  ).rejects.toThrow();

  const form = await at.get('/privacy-policy');
  const page = await at
    .post('/logout')
    .type('form')
    .send({ _csrf: tokenOf(form.text) });
  const left = await provider.signOut(/^\d; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '');
  expect(left).toMatchObject({ nameId: `kim@${there.domain}`, sessionIndex: '_at-samlify' });
  const back = await browser(peers.app).get(pathOf(left.answer));
  expect([back.headers.location, (await at.get('/rest/v1/user')).status]).toEqual([
    '/account/saml/logout?outcome=left',
    401,
  ]);
});
