import { afterAll, beforeAll, expect, it } from 'vitest';
import { samlSignIn } from '../../../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const { tenantOfProvider, answer, begin, post } = samlSignIn(() => peers);

async function asked() {
  const there = await tenantOfProvider();
  const nameId = `kim@${there.domain}`;
  return { there, nameId, begun: await begin(there) };
}

// Attack: XSW1–8 and other SAML forgeries
it.each(['SAMLResponse', 'SAMLRequest'])(
  'the library sees no %s that stands in the address: it would read that by its own checks',
  async (field) => {
    const { there, nameId, begun } = await asked();
    const signed = { Signature: 'AAAA', SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' };
    const posting = await post(begun.relayState, answer(begun, { nameId })).query({ [field]: 'AAAA', ...signed });
    const arrival = await begun.at.get(String(posting.headers.location));
    expect([posting.status, arrival.headers.location, await there.refusals()]).toEqual([303, '/home', []]);

    const other = await begin(there);
    const wrong = answer(other, { nameId, audience: 'https://other.example' });
    const refused = await post(other.relayState, wrong).query({ [field]: answer(other, { nameId }), ...signed });
    expect([refused.headers.location, await there.refusals()]).toEqual([
      '/account/saml/callback?error=access_denied',
      ['wrongAudience'],
    ]);
  },
);

// Attack: XSW1–8 and other SAML forgeries
it('the library sees no request to sign out beside an answer', async () => {
  const { there, nameId, begun } = await asked();
  const posting = await post(begun.relayState, answer(begun, { nameId })).send({ SAMLRequest: 'AAAA' });
  const arrival = await begun.at.get(String(posting.headers.location));
  expect([arrival.headers.location, await there.refusals()]).toEqual(['/home', []]);
});
