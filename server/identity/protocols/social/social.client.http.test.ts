import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { nextPerson, socialPeers, type SocialPeers } from '../../../../tests/support/social-peers';

let peers: SocialPeers;
let client: Awaited<ReturnType<typeof publishedClient>>;
beforeAll(async () => {
  peers = await socialPeers();
  client = await publishedClient(peers.app);
});
afterAll(async () => {
  await client.close();
  await peers.close();
});

type Login = Parameters<Parameters<ClientBrowser['run']>[0]>[0]['auth']['loginViaSocialLogin'] extends (
  given: infer Given,
) => unknown
  ? Given
  : never;
/** Its type names the seven; it sends whatever name it is given. */
const isSendable = (provider: string): provider is Login['provider'] => provider !== '';

const addresses = async (at: ClientBrowser) =>
  new Map(
    (await at.run((api) => api.auth.getSocialLoginProvidersV2())).map(({ type, authorizationUrl }) => [
      String(type),
      authorizationUrl ?? '',
    ]),
  );
const login = (at: ClientBrowser, { provider, ...given }: Omit<Partial<Login>, 'provider'> & { provider: string }) => {
  if (!isSendable(provider)) throw new Error('the client sends the name of a provider');
  return at.run((api) => api.auth.loginViaSocialLogin({ ...given, provider }));
};

describe('front ends', () => {
  it('are told the providers that are set up, with where they are asked', async () => {
    const at = client.browser();
    const v1 = await at.run((api) => api.auth.getSocialLoginProviders());
    expect(v1.map(({ type, active, clientId }) => [type, active, clientId])).toEqual(
      ['microsoft', 'facebook', 'google', 'github', 'slack', 'apple', 'linkedin'].map((type) => [
        type,
        true,
        `tare-at-${type}`,
      ]),
    );
    const v2 = await at.run((api) => api.auth.getSocialLoginProvidersV2());
    expect(v2.find(({ type }) => String(type) === 'google')).toMatchObject({
      clientId: 'tare-at-google',
      redirectUrl: 'http://tare.test/account/social/success',
      active: true,
      customised: true,
    });
    expect(v2.find(({ type }) => String(type) === 'apple')?.backendRedirectUrl).toBe(
      'http://tare.test/auth/social/callback',
    );
    const { providers } = await at.run((api) => api.auth.getCustomSocialLoginProvidersV1());
    expect(
      providers.map(({ id, displayName, scopes, ssoLogoUrl, active }) => [id, displayName, scopes, ssoLogoUrl, active]),
    ).toEqual([['kitchen', 'Kitchen Club', 'openid email', null, true]]);
    expect(JSON.stringify([v1, v2, providers])).not.toMatch(/a secret that|PRIVATE KEY/);
  });

  it.each(['microsoft', 'facebook', 'google', 'github', 'slack', 'apple', 'linkedin', 'kitchen'])(
    'sign in by the address that they were given: %s',
    async (provider) => {
      const at = client.browser();
      const custom = await at.run((api) => api.auth.getCustomSocialLoginProvidersV1());
      const address = (await addresses(at)).get(provider) ?? custom.providers[0]?.authorizationUrl ?? '';
      const person = nextPerson();
      // A provider that checks verifiers gets the front end's own.
      const { fields } = peers.there.agree(address, person);
      const entered = await login(at, { provider, ...fields });
      expect(entered).toMatchObject({ email: person.email, isNewUser: true, mfaRequired: false });
      const other = client.browser();
      const again = peers.there.agree(
        (await addresses(other)).get(provider) ??
          (await other.run((api) => api.auth.getCustomSocialLoginProvidersV1())).providers[0]?.authorizationUrl ??
          '',
        person,
      );
      expect(await login(other, { provider, ...again.fields })).toMatchObject({
        email: person.email,
        isNewUser: false,
      });
    },
  );

  it('with a state of their own bring a verifier, or the nonce of the address', async () => {
    const at = client.browser();
    const own = new URL((await addresses(at)).get('google') ?? '');
    own.searchParams.set('state', 'made in the browser');
    const { fields: byNonce } = peers.there.agree(own.href, nextPerson());
    expect(await login(at, { provider: 'google', ...byNonce })).toMatchObject({ isNewUser: true });
    const codeVerifier = randomBytes(32).toString('base64url');
    const bare = new URL(own);
    bare.searchParams.delete('nonce');
    bare.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
    bare.searchParams.set('code_challenge_method', 'S256');
    const { fields: byVerifier } = peers.there.agree(bare.href, nextPerson());
    expect(await login(client.browser(), { provider: 'google', ...byVerifier, codeVerifier })).toMatchObject({
      isNewUser: true,
    });
  });

  it('are slipped no code of somebody else’s', async () => {
    const [attacker, victim] = [client.browser(), client.browser()];
    const [theirs] = [await addresses(attacker), await addresses(victim)];
    for (const provider of ['google', 'github', 'facebook', 'linkedin', 'slack', 'apple', 'microsoft']) {
      const person = nextPerson();
      for (const extra of [
        {},
        { state: 'made in the browser' },
        { codeVerifier: randomBytes(32).toString('base64url') },
        { state: undefined },
      ]) {
        const { fields } = peers.there.agree(theirs.get(provider) ?? '', person);
        expect([provider, (await refusal(login(victim, { provider, ...fields, ...extra }))).statusCode]).toEqual([
          provider,
          401,
        ]);
      }
      const { fields } = peers.there.agree(theirs.get(provider) ?? '', person);
      expect(await login(attacker, { provider, ...fields })).toMatchObject({ isNewUser: true });
    }
  });

  it('have codes sent to this site, and bring a code', async () => {
    const at = client.browser();
    const { fields } = peers.there.agree((await addresses(at)).get('google') ?? '', nextPerson());
    expect(
      (
        await refusal(
          login(at, { provider: 'google', ...fields, redirectUri: 'https://evil.test/account/social/success' }),
        )
      ).statusCode,
    ).toBe(400);
    expect((await refusal(login(at, { provider: 'google', idToken: 'a.b.c' }))).statusCode).toBe(401);
    expect((await refusal(login(at, { provider: 'nobody', ...fields }))).statusCode).toBe(404);
    expect(
      await login(at, { provider: 'google', ...fields, redirectUri: 'http://tare.test/account/social/success' }),
    ).toMatchObject({ isNewUser: true });
  });
});
