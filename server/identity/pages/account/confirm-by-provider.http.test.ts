import type { Agent, Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey } from '../../../../tests/support/counterparts/oidc-peer';
import { arriveFrom, kimOf, oidcTenant, pathOf, type OidcTenant } from '../../../../tests/support/oidc-tenant';
import { tokenOf } from '../../../../tests/support/people';
import { askedBy, samlSignIn, type SamlTenant } from '../../../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { testNow } from '../../../../tests/support/test-app';

let peers: SsoPeers;
let providers: Awaited<ReturnType<typeof oidcPeers>>;
const saml = samlSignIn(() => peers);

beforeAll(async () => {
  providers = await oidcPeers();
  peers = await ssoPeers([providers.host]);
});
afterAll(async () => {
  await peers.close();
  await providers.close();
});
beforeEach(() => peers.clock.set(testNow));

const tokens = '/account/api-tokens';
const confirm = `/account/confirm?to=${encodeURIComponent(tokens)}`;
const ago = (seconds: number) => new Date(peers.app.clock.now().getTime() - seconds * 1000);

/** Whoever a provider made is asked nothing else before they go on. */
const settled = async (domain: string) => {
  await peers.app.db
    .updateTable('identity.user')
    .set({ privacy_accepted_at: peers.app.clock.now() })
    .where('email', 'like', `%@${domain}`)
    .execute();
};
async function makeToken(at: Agent): Promise<Response> {
  const { text } = await at.get('/account/profile');
  return at
    .post(tokens)
    .type('form')
    .send({ _csrf: tokenOf(text), description: 'Nightly', kind: 'ACCESS', expiry: '30' });
}
/** Goes to the provider from the question who sits there. @returns the address there */
async function toProvider(at: Agent): Promise<string> {
  const asked = await at.get(confirm);
  expect(asked.text).toContain('Your organization’s identity provider will ask you to sign in again');
  const page = await at
    .post('/account/confirm')
    .type('form')
    .send({ _csrf: tokenOf(asked.text), to: tokens });
  return /^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '';
}
/** Where somebody comes at last who was signed in. */
const ledTo = async (at: Agent, { headers }: Response) =>
  headers.location === '/home' ? (await at.get('/home')).headers.location : headers.location;
const isAsked = ({ status, headers }: Response) => [status, headers.location];

describe('whom a SAML provider alone vouches for', () => {
  let there: SamlTenant;
  const nameId = () => `kim@${there.domain}`;
  const answered = async (at: Agent, asked: ReturnType<typeof askedBy>, issuedAt: Date) =>
    at.get(
      String((await saml.post(asked.relayState, saml.answer(asked, { nameId: nameId(), issuedAt }))).headers.location),
    );
  beforeEach(async () => {
    there = await saml.tenantOfProvider();
  });

  // ASVS V6.8.4
  it('has just proved themselves where the provider asked them a moment ago, and is sent there without being asked again', async () => {
    const { at, request } = await saml.arrive(there);
    expect(request).not.toContain('ForceAuthn="true"');
    await settled(there.domain);
    expect((await makeToken(at)).status).toBe(200);
  });

  // ASVS V6.8.4
  it('is asked anew where it had asked them long ago, and an answer for its own old session is refused', async () => {
    const { at } = await saml.arrive(there, { issuedAt: ago(3600) });
    await settled(there.domain);
    expect(isAsked(await makeToken(at))).toEqual([303, confirm]);
    const stale = askedBy(await toProvider(at));
    expect(stale.request).toContain('ForceAuthn="true"');
    await answered(at, stale, ago(61));
    expect([(await there.refusals())[0], isAsked(await makeToken(at))]).toEqual(['notAfresh', [303, confirm]]);
    expect(await ledTo(at, await answered(at, askedBy(await toProvider(at)), ago(0)))).toBe(tokens);
    expect((await makeToken(at)).status).toBe(200);
    peers.clock.set(new Date(Date.parse(testNow) + 301_000));
    expect(isAsked(await makeToken(at))).toEqual([303, confirm]);
  });
});

describe('whom an OpenID provider alone vouches for', () => {
  let there: OidcTenant;
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  beforeEach(async () => {
    there = await oidcTenant(peers, providers.peer(await peerKey('RS256')));
  });

  // ASVS V6.8.4
  it.each([
    ['does not say when it asked them', undefined],
    ['asked them an hour ago', 3600],
  ])('is asked anew where it %s, with no other answer', async (_what, since) => {
    const { at, address: usual } = await arriveFrom(peers, there, {
      claims: since === undefined ? {} : { auth_time: seconds(ago(since)) },
    });
    expect([new URL(usual).searchParams.get('prompt'), new URL(usual).searchParams.get('max_age')]).toEqual([
      null,
      null,
    ]);
    await settled(there.domain);
    expect(isAsked(await makeToken(at))).toEqual([303, confirm]);
    const goes = async (claims: Record<string, unknown>) => {
      const address = await toProvider(at);
      expect([new URL(address).searchParams.get('prompt'), new URL(address).searchParams.get('max_age')]).toEqual([
        'login',
        '0',
      ]);
      const callback = await at.get(pathOf(there.op.answer(address, kimOf(peers, there, { claims }))));
      return at.get(String(callback.headers.location));
    };
    await goes(since === undefined ? {} : { auth_time: seconds(ago(since)) });
    expect([(await there.refusals())[0], isAsked(await makeToken(at))]).toEqual(['notAfresh', [303, confirm]]);
    expect(await ledTo(at, await goes({ auth_time: seconds(ago(0)) }))).toBe(tokens);
    expect((await makeToken(at)).status).toBe(200);
  });
});
