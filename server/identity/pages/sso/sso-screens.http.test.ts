import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateEnding } from '../../../../tests/support/ending-certificate';
import { newPerson, signedInAs, signIn } from '../../../../tests/support/people';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { metadata, screens, sendForm } from '../../../../tests/support/sso-screens';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const configOf = (id: string) =>
  peers.app.db.selectFrom('identity.sso_config').selectAll().where('uuid', '=', id).executeTakeFirstOrThrow();

describe('the screens of single sign-on', () => {
  it('lead from an empty list through each step to a provider that is on', async () => {
    const admin = await signedInAs(peers.app, {
      organisationId: (await screens(peers)).organisationId,
      permissions: ['fe.*'],
    });
    expect((await admin.get('/sso')).text).toContain('SAML 2.0, any provider');
    const here = await screens(peers);
    expect((await here.admin.get(`${here.base}/copy`)).text).toContain('http://tare.test/auth/saml/callback');
    await here.prove();
    const led = async () => String((await here.admin.get(here.base)).headers.location);
    expect(await led()).toBe(`${here.base}/test`);
    await here.test();
    expect(await led()).toBe(`${here.base}/switch`);
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    const list = await here.admin.get('/sso');
    expect(
      ['On', `${here.domain}: verified`, 'Certificate valid until'].filter((words) => !list.text.includes(words)),
    ).toEqual([]);
  });

  it('take metadata as a text, and by hand, and say beside the field what is wrong with it', async () => {
    const { admin, base, id } = await screens(peers);
    const token = /name="_csrf" value="([^"]+)"/.exec((await admin.get(`${base}/provider`)).text)?.[1] ?? '';
    const sent = (text: string) => admin.post(`${base}/metadata`).field('_csrf', token).field('metadata', text);
    const wrong = await sent('no document');
    expect([
      wrong.status,
      wrong.text.includes('id="field-metadata-error"'),
      wrong.text.includes('no document</textarea>'),
    ]).toEqual([422, true, true]);
    expect((await sent(metadata)).headers.location).toBe(`${base}/provider?done=saved`);
    expect((await configOf(id)).idp_entity_id).toBe('https://idp.example/entity');
    const file = await admin
      .post(`${base}/metadata`)
      .field('_csrf', token)
      .attach('file', Buffer.from(metadata), { filename: 'idp.xml', contentType: 'text/xml' });
    expect(file.headers.location).toBe(`${base}/provider?done=saved`);
    const hand = await sendForm(admin, `${base}/provider`, {
      act: 'hand',
      ssoEndpoint: 'https://idp.example/sso',
      publicCertificate: 'none',
    });
    expect([hand.status, hand.text.includes('id="field-publicCertificate-error"')]).toEqual([422, true]);
  });

  it('warn of a certificate that ends, in words, from thirty days before', async () => {
    const { admin, base } = await screens(peers);
    const day = 86_400_000;
    const shown = async (days: number) => {
      await sendForm(admin, `${base}/provider`, {
        act: 'hand',
        ssoEndpoint: 'https://idp.example/sso',
        publicCertificate: await certificateEnding(new Date(peers.app.clock.now().getTime() + days * day)),
      });
      const { text } = await admin.get('/sso');
      return ['Certificate valid until', 'Certificate expires in', 'Certificate expired on'].filter((words) =>
        text.includes(words),
      );
    };
    expect([await shown(31), await shown(30), await shown(-1)]).toEqual([
      ['Certificate valid until'],
      ['Certificate expires in'],
      ['Certificate expired on'],
    ]);
  });

  it('are open to whoever reads alone, without a form that changes anything, and closed to others', async () => {
    const { organisationId, base, id } = await screens(peers);
    const reader = await signedInAs(peers.app, { organisationId, permissions: ['fe.secure.read.*'] });
    const steps = ['copy', 'provider', 'domains', 'roles', 'test', 'switch'];
    for (const step of steps) {
      const page = await reader.get(`${base}/${step}`);
      expect([step, page.status, page.text.includes(`action="${base}`)]).toEqual([step, 200, false]);
    }
    expect((await sendForm(reader, '/sso', { to: `${base}/switch`, act: 'remove' })).status).toBe(302);
    expect(await configOf(id)).toBeDefined();
    const nobody = await signedInAs(peers.app, { organisationId, permissions: [] });
    expect((await nobody.get('/sso')).status).not.toBe(200);
    const stranger = (await screens(peers)).admin;
    expect((await stranger.get(`${base}/switch`)).status).toBe(404);
  });

  it('show what has happened, the newest first', async () => {
    const here = await screens(peers);
    await here.prove();
    await here.test({ by: signingKeys.other });
    const { text } = await here.admin.get('/sso/history');
    const order = ['Provider tested', 'Domain verified', 'Domain added', 'Provider changed', 'Provider added'].map(
      (title) => text.indexOf(title),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect([order.includes(-1), text.includes('The signature does not match the saved certificate')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('a test sign-in', () => {
  it('shows what was received and which roles it gives, signs nobody in and makes nobody, while the provider is off and its domains unproven', async () => {
    const here = await screens(peers);
    const before = await peers.app.db
      .selectFrom('identity.user')
      .select((count) => count.fn.countAll<string>().as('all'))
      .executeTakeFirstOrThrow();
    const page = await here.test({
      attributes: { displayName: ['Kim Novak'], groups: ['Kitchen'], costCentre: ['4711'] },
    });
    expect(page.status).toBe(200);
    expect(
      [
        'Kim Novak',
        'Kitchen',
        'costCentre',
        '4711',
        `kim@${here.domain}`,
        'The email address is not in a verified domain of this provider',
      ].filter((words) => !page.text.includes(words)),
    ).toEqual([]);
    const after = await peers.app.db
      .selectFrom('identity.user')
      .select((count) => count.fn.countAll<string>().as('all'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
    expect((await here.admin.get('/rest/v1/user')).body).toMatchObject({ userId: here.admin.person.userId });
    await here.prove();
    expect((await here.test()).text).toContain('Sign-in works');
    expect((await here.audited()).filter(({ action }) => action === 'sso.test').map(({ after: told }) => told)).toEqual(
      [{ fault: 'outsideDomains' }, { fault: null }],
    );
  });

  const later = (minutes: number) => new Date(peers.app.clock.now().getTime() + minutes * 60_000);
  it.each([
    ['badSignature', 'The signature does not match the saved certificate', () => ({ by: signingKeys.other })],
    ['wrongAudience', 'The response is for a different service', () => ({ audience: 'https://other.example' })],
    ['expired', 'The response has expired', () => ({ notOnOrAfter: later(-2) })],
    ['unsigned', 'Both the response and the assertion must be signed', () => ({ signs: [] })],
    [
      'noAddress',
      'The provider sent no email address',
      () => ({ nameId: 'kim', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }),
    ],
  ] as const)('says what is wrong: %s', async (fault, words, said) => {
    const here = await screens(peers);
    await here.prove();
    const page = await here.test(said());
    expect([
      page.text.includes(words),
      (await configOf(here.id)).test_fault,
      (await configOf(here.id)).tested_settings,
    ]).toEqual([true, fault, null]);
  });

  it('is shown to whoever began it alone, in their session and their browser, for ten minutes', async () => {
    const here = await screens(peers);
    const result = await here.begin();
    const colleague = await newPerson(peers.app, { organisationId: here.organisationId, permissions: ['fe.*'] });
    const [other, sameAgain] = [
      await signIn(peers.app, colleague.login),
      await signIn(peers.app, here.admin.person.login),
    ];
    expect((await here.admin.get(result)).text).toContain(`kim@${here.domain}`);
    for (const at of [other, sameAgain])
      expect((await at.get(result)).text).toContain('This test is no longer available');
    expect((await here.admin.get(result)).text).toContain(`kim@${here.domain}`);
    const now = peers.app.clock.now();
    peers.clock.set(later(10));
    try {
      expect((await here.admin.get(result)).text).toContain('This test is no longer available');
    } finally {
      peers.clock.set(now);
    }
    expect((await here.audited()).filter(({ action }) => action === 'sso.test')).toHaveLength(1);
  });

  it('opens no session by its answer, at whatever address that is brought', async () => {
    const here = await screens(peers);
    await here.prove();
    const result = await here.begin();
    const { searchParams } = new URL(result, 'http://tare.test');
    const arrival = await here.admin.get(`/account/saml/callback?${searchParams}`);
    expect([arrival.status, ((await here.admin.get('/rest/v1/user')).body as { userId: number }).userId]).toEqual([
      401,
      here.admin.person.userId,
    ]);
  });

  it('is of the settings that were tried', async () => {
    const here = await screens(peers);
    await here.prove();
    const result = await here.begin();
    await sendForm(here.admin, `${here.base}/provider`, {
      act: 'hand',
      ssoEndpoint: 'https://other.example/sso',
      publicCertificate: signingKeys.idp.certificate,
    });
    expect((await here.admin.get(result)).text).toContain('Sign-in works');
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    const refused = await sendForm(here.admin, `${here.base}/switch`, {
      act: 'enforce',
      ownerId: await here.ownerId(),
    });
    expect([refused.status, (await configOf(here.id)).enforced_at]).toEqual([422, null]);
  });
});
