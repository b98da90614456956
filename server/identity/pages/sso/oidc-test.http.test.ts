import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey, type OidcSaid, type PeerKey } from '../../../../tests/support/counterparts/oidc-peer';
import { pathOf } from '../../../../tests/support/oidc-tenant';
import { newOrganisation, signedInAs } from '../../../../tests/support/people';
import { nextDomain, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { sendForm } from '../../../../tests/support/sso-screens';

let providers: Awaited<ReturnType<typeof oidcPeers>>;
let peers: SsoPeers;
let keys: Record<'own' | 'foreign', PeerKey>;
beforeAll(async () => {
  const [own, foreign] = await Promise.all([peerKey('ES256'), peerKey('ES256')]);
  keys = { own, foreign };
  providers = await oidcPeers();
  peers = await ssoPeers([providers.host]);
});
afterAll(async () => {
  await Promise.all([peers.close(), providers.close()]);
});

/** A tenant whose administrator has told Tare about an OpenID provider, on the screens alone. */
async function drafted({ secret, issuer }: { secret?: string; issuer?: string } = {}) {
  const admin = await signedInAs(peers.app, {
    organisationId: await newOrganisation(peers.app),
    permissions: ['fe.*'],
  });
  const op = providers.peer(keys.own);
  const made = await sendForm(admin, '/sso', { type: 'oidc' });
  const base = String(made.headers.location).replace(/\/copy$/, '');
  await sendForm(admin, `${base}/provider`, {
    act: 'oidc',
    ssoEndpoint: issuer ?? op.issuer,
    oidcClientId: op.clientId,
    oidcSecret: secret ?? op.clientSecret,
  });
  const domain = nextDomain();
  const kim = (said: Partial<OidcSaid> = {}): OidcSaid => ({
    now: peers.app.clock.now(),
    ...said,
    claims: { email: `kim@${domain}`, name: 'Kim Novak', groups: ['Kitchen'], ...said.claims },
  });
  return {
    admin,
    base,
    domain,
    kim,
    begin: () => sendForm(admin, `${base}/test`, {}),
    async prove() {
      await sendForm(admin, `${base}/domains`, { act: 'add', domain });
      const { text } = await admin.get(`${base}/domains`);
      peers.dns.records.set(domain, [[/tare-domain-verification=[\w-]+/.exec(text)?.[0] ?? '']]);
      await sendForm(admin, `${base}/domains`, {
        act: 'check',
        domainId: /name="domainId" value="([^"]+)"/.exec(text)?.[1] ?? '',
      });
    },
    /** Begins, answers as the provider does, and comes back. @returns where the browser is led */
    async answer(said: Partial<OidcSaid> = {}, at: Pick<typeof admin, 'get'> = admin) {
      const page = await sendForm(admin, `${base}/test`, {});
      const back = await at.get(
        pathOf(op.answer(/^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '', kim(said))),
      );
      return String(back.headers.location);
    },
  };
}

describe('a test sign-in at an OpenID provider', () => {
  it('shows what was received, signs nobody in and makes nobody, while the provider is off and its domains unproven; then it may be enforced', async () => {
    const here = await drafted();
    const page = await here.admin.get(await here.answer({ claims: { cost_centre: 4711 } }));
    expect(
      [
        'Kim Novak',
        'Kitchen',
        'cost_centre',
        '4711',
        `kim@${here.domain}`,
        'The email address is not in a verified domain of this provider',
      ].filter((words) => !page.text.includes(words)),
    ).toEqual([]);
    expect(
      await peers.app.db.selectFrom('identity.user').select('id').where('email', '=', `kim@${here.domain}`).execute(),
    ).toEqual([]);
    expect((await here.admin.get('/rest/v1/user')).body).toMatchObject({ userId: here.admin.person.userId });
    await here.prove();
    expect((await here.admin.get(await here.answer())).text).toContain('Sign-in works');
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    const { uuid } = await peers.app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', here.admin.person.userId)
      .executeTakeFirstOrThrow();
    await sendForm(here.admin, `${here.base}/switch`, { act: 'enforce', ownerId: uuid });
    const { enforced_at: since } = await peers.app.db
      .selectFrom('identity.sso_config')
      .select('enforced_at')
      .where('uuid', '=', here.base.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow();
    expect(since).not.toBeNull();
  });

  it.each([
    ['another key', 'The signature does not match the saved certificate', () => ({ by: keys.foreign })],
    ['no signature', 'too weak', () => ({ by: 'none' as const })],
    ['another application', 'is for a different', () => ({ claims: { aud: 'other' } })],
    [
      'an address that is not confirmed',
      'The provider says that the email address is not verified',
      () => ({ claims: { email_verified: false } }),
    ],
    [
      'no address',
      'The provider sent no email address',
      () => ({ claims: { email: undefined }, userInfo: { email: undefined } }),
    ],
  ] as const)('says what is wrong: %s', async (_name, words, said) => {
    const here = await drafted();
    await here.prove();
    expect((await here.admin.get(await here.answer(said()))).text).toContain(words);
  });

  it('says what is wrong with the settings: a secret that is not theirs, an issuer that is none', async () => {
    const [wrongSecret, nowhere] = [
      await drafted({ secret: 'not the secret that they gave' }),
      await drafted({ issuer: `http://${providers.host}/nobody` }),
    ];
    await wrongSecret.prove();
    expect((await wrongSecret.admin.get(await wrongSecret.answer())).text).toContain(
      'The provider rejected the client ID and secret',
    );
    const refused = await nowhere.begin();
    expect([refused.status, refused.text.includes('issuer URL')]).toEqual([422, true]);
  });

  it('is shown in the browser that began it alone', async () => {
    const here = await drafted();
    const other = await signedInAs(peers.app, {
      organisationId: await newOrganisation(peers.app),
      permissions: ['fe.*'],
    });
    const result = await here.answer();
    expect((await here.admin.get(result)).text).toContain(`kim@${here.domain}`);
    expect((await other.get(result)).status).toBe(404);
    expect((await here.admin.get(result)).text).toContain(`kim@${here.domain}`);
  });
});
