import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient } from '../../../../tests/support/counterparts/published-client';
import { otherApp } from '../../../../tests/support/other-app';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  signIn,
  tokenOf,
} from '../../../../tests/support/people';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { openSmtpSink } from '../../../../tests/support/smtp-sink';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { moveAddress, screens, sendForm, type Screens } from '../../../../tests/support/sso-screens';
import { waysIn, type AtTheDoor, type WayIn } from '../../../../tests/support/ways-in';
import { createDomainProofs } from '../../ways-in/sso/domain-proof';
import { recheckDomains } from '../../ways-in/sso/sso-domain.service';

let peers: SsoPeers;
let texts: SsoPeers['client'];
beforeAll(async () => {
  peers = await ssoPeers();
  texts = await publishedClient(
    otherApp(peers.app, { config: { identity: { ...peers.app.resources.config.identity, authStrategy: 'SmsCode' } } }),
  );
});
afterAll(async () => {
  await texts.close();
  await peers.close();
});

const openedBy = ({ person: { userId } }: AtTheDoor) =>
  peers.app.db.selectFrom('identity.session').select('id').where('user_id', '=', userId).execute();
const enforcedSince = async ({ id }: Screens) =>
  (await peers.app.db.selectFrom('identity.sso_config').select('enforced_at').where('uuid', '=', id).executeTakeFirst())
    ?.enforced_at ?? null;
const tenantId = async (number: number) =>
  (await peers.app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow())
    .id;
const lifted = async (here: Screens) =>
  (await here.audited()).filter(({ action }) => action === 'sso.lift').map(({ after }) => after?.why);

async function came(door: AtTheDoor): Promise<{ status: number; opened: number }> {
  const before = (await openedBy(door)).length;
  const status = await door.enter().then(
    () => 200,
    ({ statusCode }: { statusCode: number }) => statusCode,
  );
  return { status, opened: (await openedBy(door)).length - before };
}

/** Makes the domain of everybody in the tests the proven one of this tenant: what was mailed to an address is good for that address alone. */
async function ownTestDomain({ domain }: Screens): Promise<void> {
  await peers.app.db.deleteFrom('identity.sso_domain').where('domain', '=', 'tare.test').execute();
  await peers.app.db
    .updateTable('identity.sso_domain')
    .set({ domain: 'tare.test' })
    .where('domain', '=', domain)
    .execute();
}

interface At extends AtTheDoor {
  here: Screens;
}

/** The domain is nobody's at first. */
async function scene(way: WayIn): Promise<At> {
  await peers.app.db.deleteFrom('identity.sso_domain').where('domain', '=', 'tare.test').execute();
  const here = await screens(peers);
  await here.enforce();
  return {
    ...(await waysIn[way]({ app: peers.app, client: peers.client, texts, organisationId: here.organisationId })),
    here,
  };
}

describe('where people come in by their provider alone', () => {
  // Of the other ways, `refresh` opens no session, nor does `invitation`: whoever accepts one is asked when they go on in the tenant.
  const ways = ['password', 'link', 'code', 'text', 'passkey', 'activation'] as const satisfies readonly WayIn[];
  it.each(ways)('nobody of its domains comes in otherwise: %s', async (way) => {
    const door = await scene(way);
    await ownTestDomain(door.here);
    expect(await came(door)).toEqual({ status: 403, opened: 0 });
  });

  it.each(ways)('whoever has an address elsewhere does: %s', async (way) => {
    expect(await came(await scene(way))).toEqual({ status: 200, opened: 1 });
  });

  it('sessions that are open go on', async () => {
    const door = await scene('refresh');
    await moveAddress(peers, { userId: door.person.userId, domain: door.here.domain });
    expect(await came(door)).toEqual({ status: 200, opened: 0 });
  });

  it('whoever belongs elsewhere too comes in there, and not from there', async () => {
    const here = await screens(peers);
    await here.enforce();
    const person = await newPerson(peers.app, { organisationId: here.organisationId });
    await moveAddress(peers, { userId: person.userId, domain: here.domain });
    const elsewhere = await newOrganisation(peers.app);
    await joinOrganisation(peers.app, person, { organisationId: elsewhere });
    const at = peers.client.browser();
    expect(await at.signIn(person)).toMatchObject({ tenantId: await tenantId(elsewhere) });
    const there = await tenantId(here.organisationId);
    const status = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        ({ statusCode }: { statusCode: number }) => statusCode,
      );
    expect(await status(at.run((api) => api.tenants.switchTenant({ tenantId: there })))).toBe(403);
    at.tenantId = there;
    expect(await status(at.run((api) => api.auth.getMeV2()))).toBe(403);
    // Nor does a call of the product that names it act there; of somebody with an address elsewhere one does.
    const other = await newPerson(peers.app, { organisationId: elsewhere });
    await joinOrganisation(peers.app, other, { organisationId: here.organisationId });
    const looking = async (login: string) =>
      (await (await signIn(peers.app, login)).get(`/rest/v1/sites?organisationId=${here.organisationId}`)).status;
    expect([await looking(person.login), await looking(other.login)]).toEqual([409, 200]);
    at.tenantId = null;
    expect(await status(at.run((api) => api.auth.getMeV2()))).toBe(200);
  });

  it('whoever is signed in elsewhere does not join by a link', async () => {
    const here = await screens(peers);
    await here.enforce();
    const at = peers.client.browser();
    await at.signIn(
      await newPerson(peers.app, { organisationId: here.organisationId, permissions: ['fe.*', 'EDIT_USERS'] }),
    );
    const { token } = await at.run((api) => api.teams.createInviteUserLink({}));
    const home = await newOrganisation(peers.app);
    const guest = await signedInAs(peers.app, { organisationId: home });
    const join = () =>
      sendForm(guest, `/account/invitation/join?invitationToken=${token}`, {
        to: '/account/invitation/join',
        invitationToken: token,
      });
    await moveAddress(peers, { userId: guest.person.userId, domain: here.domain });
    const refused = await join();
    expect([
      refused.status,
      refused.text.includes('requires single sign-on'),
      (await guest.get('/rest/v1/user')).body,
    ]).toMatchObject([403, true, { organizationId: home }]);
    await peers.app.db
      .updateTable('identity.user')
      .set({ email: guest.person.login })
      .where('id', '=', guest.person.userId)
      .execute();
    expect((await join()).status).toBe(303);
    expect((await guest.get('/rest/v1/user')).body).toMatchObject({ organizationId: here.organisationId });
  });

  it('the one who may goes there from elsewhere, too, which is written down there', async () => {
    // People come into the oldest of their tenants.
    const elsewhere = await newOrganisation(peers.app);
    const here = await screens(peers);
    await here.enforce();
    const { person: owner } = here.admin;
    await joinOrganisation(peers.app, owner, { organisationId: elsewhere });
    await moveAddress(peers, { userId: owner.userId, domain: here.domain });
    const at = peers.client.browser();
    expect(await at.signIn(owner)).toMatchObject({ tenantId: await tenantId(elsewhere) });
    const there = await tenantId(here.organisationId);
    await at.run((api) => api.tenants.switchTenant({ tenantId: there }));
    expect(
      (await here.audited()).filter(({ action }) => action === 'sso.breakGlass').map(({ after }) => after?.way),
    ).toEqual(['switch']);
  });

  it('the page says by whom they sign in', async () => {
    const here = await screens(peers);
    await here.enforce();
    const person = await newPerson(peers.app, { organisationId: here.organisationId });
    await moveAddress(peers, { userId: person.userId, domain: here.domain });
    const at = browser(peers.app);
    const form = await at.get('/login');
    const page = await at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: person.login, password });
    expect([page.status, page.text.includes('requires single sign-on')]).toEqual([422, true]);
  });

  it('the one who may comes in past it, which is written down and mailed to every owner', async () => {
    const here = await screens(peers);
    const sink = await openSmtpSink();
    try {
      const { app } = peers;
      await here.enforce();
      const { person: owner } = here.admin;
      await moveAddress(peers, { userId: owner.userId, domain: here.domain });
      const colleague = await newPerson(app, { organisationId: here.organisationId, permissions: ['fe.*'] });
      const bystander = await newPerson(app, { organisationId: here.organisationId, permissions: ['fe.secure.*'] });
      await signIn(app, owner.login);
      expect((await here.audited()).at(-1)).toMatchObject({
        action: 'sso.breakGlass',
        severity: 'critical',
        after: { login: owner.login, way: 'password' },
      });
      await app.runJobs();
      await app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });
      const address = `person-${owner.userId}@${here.domain}`;
      expect([sink.to(colleague.login).length, sink.to(address).length, sink.to(bystander.login).length]).toEqual([
        1, 1, 0,
      ]);
      expect([
        sink.to(colleague.login)[0]?.subject.includes('without your identity provider'),
        sink.to(colleague.login)[0]?.text.includes(address),
      ]).toEqual([true, true]);
    } finally {
      await sink.close();
    }
  });
});

describe('by the provider alone', () => {
  it('is switched on once a domain is proven, a test went well as it is now, and the provider is on; by an owner who can come in without it', async () => {
    const here = await screens(peers);
    const enforce = async (ownerId?: string) =>
      (
        await sendForm(here.admin, `${here.base}/switch`, {
          act: 'enforce',
          ownerId: ownerId ?? (await here.ownerId()),
        })
      ).status;
    expect(await enforce()).toBe(422);
    await here.prove();
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    expect(await enforce()).toBe(422);
    await here.test({ by: signingKeys.other });
    expect(await enforce()).toBe(422);
    await here.test();
    const helper = await newPerson(peers.app, { organisationId: here.organisationId, permissions: ['fe.secure.*'] });
    const stranger = await newPerson(peers.app, {
      organisationId: await newOrganisation(peers.app),
      permissions: ['fe.*'],
    });
    for (const { userId } of [helper, stranger]) expect(await enforce(await here.ownerId(userId))).toBe(422);
    const ofProvider = await newPerson(peers.app, { organisationId: here.organisationId, permissions: ['fe.*'] });
    await peers.app.db
      .updateTable('identity.user')
      .set({ sso_user: true })
      .where('id', '=', ofProvider.userId)
      .execute();
    expect([await enforce(await here.ownerId(ofProvider.userId)), await enforcedSince(here)]).toEqual([422, null]);
    await sendForm(here.admin, `${here.base}/switch`, { act: 'off' });
    expect(await enforce()).toBe(422);
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    expect([await enforce(), (await enforcedSince(here)) === null]).toEqual([303, false]);
  });

  it('needs a proven domain, even after a test that went well', async () => {
    const here = await screens(peers);
    await here.prove();
    await here.test();
    await sendForm(here.admin, `${here.base}/switch`, { act: 'on' });
    await peers.app.db
      .updateTable('identity.sso_domain')
      .set({ validated_at: null })
      .where('domain', '=', here.domain)
      .execute();
    expect([
      (await sendForm(here.admin, `${here.base}/switch`, { act: 'enforce', ownerId: await here.ownerId() })).status,
      await enforcedSince(here),
    ]).toEqual([422, null]);
  });

  it.each<[string, string, (here: Screens) => Promise<unknown>]>([
    ['when somebody says so', 'byHand', (here) => sendForm(here.admin, `${here.base}/switch`, { act: 'lift' })],
    ['when the provider is switched off', 'off', (here) => sendForm(here.admin, `${here.base}/switch`, { act: 'off' })],
    [
      'when the provider is another',
      'untested',
      (here) =>
        sendForm(here.admin, `${here.base}/provider`, {
          act: 'hand',
          ssoEndpoint: 'https://other.example/sso',
          publicCertificate: signingKeys.idp.certificate,
        }),
    ],
    [
      'when its certificate is another',
      'untested',
      (here) =>
        sendForm(here.admin, `${here.base}/provider`, {
          act: 'hand',
          ssoEndpoint: 'https://idp.example/sso',
          publicCertificate: signingKeys.other.certificate,
        }),
    ],
    [
      'when its last domain goes',
      'noDomain',
      async (here) =>
        sendForm(here.admin, `${here.base}/domains`, {
          act: 'remove',
          domainId:
            /name="domainId" value="([^"]+)"/.exec((await here.admin.get(`${here.base}/domains`)).text)?.[1] ?? '',
        }),
    ],
    [
      'when the provider is removed',
      'removed',
      (here) => sendForm(here.admin, `${here.base}/switch`, { act: 'remove' }),
    ],
    [
      'when the proof of its domain ends',
      'noDomain',
      async (here) => {
        peers.dns.records.delete(here.domain);
        const start = peers.app.clock.now().getTime();
        // Those of other tests would have their turn first, of which each run has only so many.
        await peers.app.db
          .updateTable('identity.sso_domain')
          .set({ checked_at: new Date(start + 20 * 86_400_000) })
          .where('domain', '<>', here.domain)
          .execute();
        for (const days of [2, 10])
          await recheckDomains(
            peers.app.db,
            new Date(start + days * 86_400_000),
            createDomainProofs([peers.dns.address]),
          );
      },
    ],
  ])('ends %s, and nobody is locked out', async (_when, why, change) => {
    const here = await screens(peers);
    await here.enforce();
    const person = await newPerson(peers.app, { organisationId: here.organisationId });
    await moveAddress(peers, { userId: person.userId, domain: here.domain });
    await expect(signIn(peers.app, person.login)).rejects.toThrow('gave 422');
    await change(here);
    expect([await enforcedSince(here), await lifted(here)]).toEqual([null, [why]]);
    await signIn(peers.app, person.login);
  });

  it('stands where something else of the provider changes', async () => {
    const here = await screens(peers);
    await here.enforce();
    await sendForm(here.admin, `${here.base}/roles`, { act: 'addGroup', group: 'Kitchen' });
    await sendForm(here.admin, `${here.base}/domains`, { act: 'add', domain: `other-${here.domain}` });
    expect([(await enforcedSince(here)) === null, await lifted(here)]).toEqual([false, []]);
  });

  it('is nothing that somebody who may read alone changes', async () => {
    const here = await screens(peers);
    await here.enforce();
    const reader = await signedInAs(peers.app, {
      organisationId: here.organisationId,
      permissions: ['fe.secure.read.*'],
    });
    expect((await sendForm(reader, '/sso', { to: `${here.base}/switch`, act: 'lift' })).status).toBe(302);
    expect((await enforcedSince(here)) === null).toBe(false);
  });
});
