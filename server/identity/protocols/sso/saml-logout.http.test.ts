import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, nextAddress, tokenOf } from '../../../../tests/support/people';
import { signingKeys } from '../../../../tests/support/saml-keys';
import {
  logoutForm,
  logoutQuery,
  sentInAddress,
  usualLogout,
  type LogoutSaid,
} from '../../../../tests/support/saml-logout';
import { askedBy, samlSignIn } from '../../../../tests/support/saml-sign-in';
import { codeAt, secretOf } from '../../../../tests/support/second-factor';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { useUp } from '../../../../tests/support/used-limit';
import { readPerAddress } from '../../ways-in/sso/saml-logout.service';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const { tenantOfProvider, answer, arrive } = samlSignIn(() => peers);

const logout: readonly [string, string] = ['https://idp.example/slo', 'https://idp.example/answers'];
let entities = 0;
/** A tenant whose provider is told who leaves; of a name that no other has. */
async function tenantOf(keys = signingKeys.idp) {
  const entityId = `https://idp.example/leaving-${(entities += 1)}`;
  return { ...(await tenantOfProvider(keys, { logout, entityId })), entityId };
}
type There = Awaited<ReturnType<typeof tenantOf>>;

const comeIn = async (there: There, name = 'kim', sessionIndex = '_session') => {
  const { at, arrival } = await arrive(there, { entityId: there.entityId, sessionIndex }, name);
  expect(arrival.headers.location).toBe('/home');
  return at;
};
const statusOf = async (at: ReturnType<typeof browser>) => (await at.get('/rest/v1/user')).status;
const logoutUrl = () => `${peers.app.resources.config.publicUrl}/auth/saml/logout`;
const ourCertificate = async () =>
  /<ds:X509Certificate>([^<]+)</.exec((await browser(peers.app).get('/auth/saml/metadata')).text)?.[1] ?? '';
const ourPem = async () =>
  `-----BEGIN CERTIFICATE-----\n${(await ourCertificate()).replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`;

let messages = 0;
const says = (there: There, said: Partial<LogoutSaid> = {}): LogoutSaid => ({
  ...usualLogout(peers.app.clock.now()),
  id: `_message-${(messages += 1)}`,
  entityId: there.entityId,
  destination: logoutUrl(),
  nameId: `kim@${there.domain}`,
  ...said,
});
const byAddress = (said: LogoutSaid, change?: (xml: string) => string) =>
  browser(peers.app).get(`/auth/saml/logout?${logoutQuery(said, change)}`);
const byForm = (said: LogoutSaid, change?: (xml: string) => string) =>
  browser(peers.app)
    .post('/auth/saml/logout')
    .set('Origin', 'https://idp.example')
    .set('Sec-Fetch-Site', 'cross-site')
    .type('form')
    .send(logoutForm(said, change));

const leave = async (at: ReturnType<typeof browser>) => {
  const form = await at.get('/privacy-policy');
  return at
    .post('/logout')
    .type('form')
    .send({ _csrf: tokenOf(form.text) });
};
const onwardOf = (page: { headers: { refresh?: unknown } }) =>
  /^\d; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '';

describe('somebody who came by SAML and leaves here', () => {
  it('is signed out here first, and then led to their provider with a signed request, whose answer is believed', async () => {
    const there = await tenantOf();
    const at = await comeIn(there);
    const page = await leave(at);
    expect([page.status, page.text.includes('idp.example'), await statusOf(at)]).toEqual([200, true, 401]);
    const { xml, signed } = sentInAddress(onwardOf(page), await ourPem());
    expect([
      signed,
      onwardOf(page).startsWith('https://idp.example/slo?'),
      xml.includes(`>kim@${there.domain}</saml:NameID>`),
      xml.includes('>_session<'),
      xml.includes('Destination="https://idp.example/slo"'),
    ]).toEqual([true, true, true, true, true]);
    const inResponseTo = /\bID="([^"]+)"/.exec(xml)?.[1] ?? '';
    const answer = says(there, { kind: 'LogoutResponse', inResponseTo });
    expect((await byAddress(answer)).headers.location).toBe('/account/saml/logout?outcome=left');
    expect((await at.get('/account/saml/logout?outcome=left')).text).toContain(
      'You are signed out of Tare and your organization.',
    );
    // Once.
    expect([(await byAddress(answer)).headers.location, await there.refusals()]).toEqual([
      '/account/saml/logout?outcome=leftHere',
      ['unknownRequest'],
    ]);
  });

  it('reads where the provider has not signed them out everywhere', async () => {
    const there = await tenantOf();
    const { xml } = sentInAddress(onwardOf(await leave(await comeIn(there))), await ourPem());
    const answer = says(there, {
      kind: 'LogoutResponse',
      inResponseTo: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '',
      status: 'Responder',
    });
    expect((await byForm(answer)).headers.location).toBe('/account/saml/logout?outcome=leftHere');
  });

  it('is led nowhere by a provider that has no such address', async () => {
    const there = await tenantOfProvider();
    const { at } = await arrive(there);
    expect([(await leave(at)).status, await statusOf(at)]).toEqual([303, 401]);
  });

  it('is known to their provider by the name of the session which a second proof has opened', async () => {
    const there = await tenantOf();
    const [at, email] = [peers.client.browser(), `kim@${there.domain}`];
    const signIn = async () => {
      const asked = askedBy((await at.run((api) => api.auth.preLoginV2({ email })))?.address ?? '');
      return at.run((api) =>
        api.auth.postLogin({
          RelayState: asked.relayState,
          SAMLResponse: answer(asked, { entityId: there.entityId, nameId: email }),
        }),
      );
    };
    await signIn();
    const { id: userId } = await peers.app.db
      .selectFrom('identity.user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await at.run((api) => api.auth.preEnrollMFAAuthenticatorApp());
    const secret = await secretOf(peers.app, { userId });
    await at.run((api) => api.auth.enrollMFAAuthenticatorApp({ token: codeAt(secret, peers.app.clock.now()) }));
    const open = async () =>
      (
        await peers.app.db
          .selectFrom('identity.session')
          .select('id')
          .where('user_id', '=', userId)
          .where('ended_at', 'is', null)
          .execute()
      ).length;
    await byAddress(says(there));
    expect(await open()).toBe(0);
    const { mfaToken } = (await signIn()) as unknown as { mfaToken: string };
    await at.run((api) =>
      api.auth.loginWithMfa({
        mfaToken,
        value: codeAt(secret, new Date(peers.app.clock.now().getTime() + 30_000)),
      } as never),
    );
    expect(await open()).toBe(1);
    await byAddress(says(there));
    expect(await open()).toBe(0);
    // A sign-in that still waits for its second proof comes to nothing too.
    const waiting = async () =>
      (
        await peers.app.db
          .selectFrom('identity.pending_sign_in as waits')
          .innerJoin('identity.saml_session as named', 'named.pending_hash', 'waits.token_hash')
          .select('waits.token_hash')
          .where('waits.user_id', '=', userId)
          .execute()
      ).length;
    await signIn();
    expect(await waiting()).toBe(1);
    await byAddress(says(there));
    expect(await waiting()).toBe(0);
  });
});

describe('a provider that says that somebody leaves', () => {
  it.each([
    ['in an address', byAddress],
    ['by a form of its page', byForm],
  ] as const)('ends their session, %s, and is answered', async (_what, send) => {
    const there = await tenantOf();
    const [at, other] = [await comeIn(there), await comeIn(there, 'sam')];
    const answer = await send(says(there, { id: '_its-own', relayState: 'its state' }));
    const { xml, signed, relayState } = sentInAddress(String(answer.headers.location), await ourPem());
    expect([
      answer.status,
      String(answer.headers.location).startsWith('https://idp.example/answers?'),
      signed,
      relayState,
      xml.includes('InResponseTo="_its-own"'),
      xml.includes('status:Success'),
    ]).toEqual([303, true, true, 'its state', true, true]);
    expect([await statusOf(at), await statusOf(other)]).toEqual([401, 200]);
  });

  it('ends the session that it names, or all of that person', async () => {
    const there = await tenantOf();
    const [first, second] = [await comeIn(there, 'kim', '_one'), await comeIn(there, 'kim', '_two')];
    await byAddress(says(there, { sessionIndexes: ['_one'] }));
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    await byAddress(says(there, { sessionIndexes: [] }));
    expect(await statusOf(second)).toBe(401);
  });

  // Attack: cross-tenant SAML
  it('ends nobody’s session of the same name at the provider of another tenant', async () => {
    const [there, other] = [await tenantOf(), await tenantOf(signingKeys.other)];
    const at = await comeIn(there);
    await byAddress(says(other, { by: signingKeys.other, nameId: `kim@${there.domain}` }));
    expect(await statusOf(at)).toBe(200);
    await byAddress(says(there));
    expect(await statusOf(at)).toBe(401);
  });

  const later = (minutes: number) => new Date(peers.app.clock.now().getTime() + minutes * 60_000);
  const attacks: [string, string, (there: There) => Partial<LogoutSaid>][] = [
    ['that nobody signed', 'unsigned', () => ({ by: null })],
    ['that somebody else signed', 'badSignature', () => ({ by: signingKeys.other })],
    ['by SHA-1', 'weakAlgorithm', () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    ['to another address', 'wrongDestination', () => ({ destination: 'https://other.example/auth/saml/logout' })],
    ['of long ago', 'expired', () => ({ issuedAt: later(-10) })],
    ['that is over', 'expired', () => ({ notOnOrAfter: later(-2) })],
    ['of the future', 'notYet', () => ({ issuedAt: later(10) })],
    ['of nobody', 'noSubject', () => ({ nameId: '' })],
  ];
  it.each(
    attacks.flatMap(
      (attack) =>
        [[...attack, 'address'], ...(attack[1] === 'noSubject' ? [] : [[...attack, 'form'] as const])] as const,
    ),
  )('is refused with a message %s: %s', async (_what, fault, said, way) => {
    const send = way === 'form' ? byForm : byAddress;
    const there = await tenantOf();
    const at = await comeIn(there);
    const answer = await send(says(there, said(there)));
    expect([answer.status, answer.headers.location, await there.refusals(), await statusOf(at)]).toEqual([
      303,
      '/account/saml/logout?outcome=refused',
      [fault],
      200,
    ]);
    await send(says(there));
    expect(await statusOf(at)).toBe(401);
  });

  it.each([
    ['another person in what is signed', byForm, (xml: string) => xml.replace('>kim@', '>sam@'), 'badSignature'],
    ['a signature of something else', byForm, (xml: string) => xml.replace('URI="#', 'URI="#other'), 'badShape'],
    [
      'a second signature',
      byForm,
      (xml: string) =>
        xml.replace(
          '</samlp:LogoutRequest>',
          '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/></samlp:LogoutRequest>',
        ),
      'badShape',
    ],
  ] as const)('is refused with %s', async (_what, send, change, fault) => {
    const there = await tenantOf();
    const [at, sam] = [await comeIn(there), await comeIn(there, 'sam')];
    await send(says(there), change);
    expect([await there.refusals(), await statusOf(at), await statusOf(sam)]).toEqual([[fault], 200, 200]);
  });

  it('is obeyed once', async () => {
    const there = await tenantOf();
    const message = says(there);
    await comeIn(there);
    await byAddress(message);
    const at = await comeIn(there);
    expect([(await byAddress(message)).headers.location, await there.refusals(), await statusOf(at)]).toEqual([
      '/account/saml/logout?outcome=refused',
      ['repeated'],
      200,
    ]);
  });

  it('is refused where nobody has a provider of that name, and where a message is given twice in one address', async () => {
    const there = await tenantOf();
    const at = await comeIn(there);
    const stranger = says(there, { entityId: 'https://unknown.example/entity' });
    expect((await byAddress(stranger)).headers.location).toBe('/account/saml/logout?outcome=refused');
    const good = logoutQuery(says(there));
    expect((await browser(peers.app).get(`/auth/saml/logout?${good}&SAMLRequest=x`)).headers.location).toBe(
      '/account/saml/logout?outcome=refused',
    );
    const { text } = await browser(peers.app).get('/account/saml/logout?outcome=refused');
    expect([
      text.includes('The sign-out request did not come from your identity provider, or arrived too late.'),
      await statusOf(at),
    ]).toEqual([true, 200]);
    await browser(peers.app).get(`/auth/saml/logout?${good}`);
    expect(await statusOf(at)).toBe(401);
  });

  it('that is no message leaves no trace', async () => {
    const count = async () => (await peers.app.db.selectFrom('audit_log').select('id').execute()).length;
    const before = await count();
    for (const query of [
      '',
      '?SAMLRequest=%',
      '?SAMLRequest=AAAA',
      '?SAMLResponse=PHg+',
      `?SAMLRequest=${'A'.repeat(3000)}`,
    ]) {
      expect((await browser(peers.app).get(`/auth/saml/logout${query}`)).headers.location).toBe(
        '/account/saml/logout?outcome=refused',
      );
    }
    expect(await count()).toBe(before);
  });
});

it('messages of one address are verified so often only, whatever comes of them', async () => {
  const there = await tenantOf();
  const at = await comeIn(there);
  const address = nextAddress();
  await useUp(peers.app, readPerAddress, address);
  expect([(await byForm(says(there)).set('X-Forwarded-For', address)).status, await statusOf(at)]).toEqual([429, 200]);
  expect([(await byForm(says(there))).status, await statusOf(at)]).toEqual([303, 401]);
});
