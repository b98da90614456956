import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantId, type Twist } from '../../../../tests/support/counterparts/social-providers';
import { browser, newOrganisation, newPerson } from '../../../../tests/support/people';
import {
  comeBack,
  link,
  nextPerson,
  pressButton,
  signedInWithPassword,
  signInBy,
  socialPeers,
  whoIs,
  type SocialPeers,
} from '../../../../tests/support/social-peers';
import { newToken } from '../../core/invitations/invitation.store';
import { inviteHash } from '../../core/invitations/invite.service';
import { replaceInviteLink } from '../../core/invitations/invite.store';
import { keepAddressRule, lockAddressPolicy, setAddressPolicy } from '../../policies/addresses/address.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let peers: SocialPeers;
beforeAll(async () => {
  peers = await socialPeers();
});
afterAll(() => peers.close());

const lastFault = async () => (await peers.faults()).at(-1);
const success = '/account/social/success';
const arriveWith = (at: ReturnType<typeof browser>, fields: Record<string, string>) =>
  at.get(`${success}?${new URLSearchParams(fields)}`);

/** Somebody who has linked Google. */
async function linkedPerson() {
  const { at, userId, login } = await signedInWithPassword(peers);
  const person = nextPerson();
  await link(peers, at, { id: 'google', person });
  return { userId, login, person };
}

describe('an answer opens nothing', () => {
  it('with another state', async () => {
    const { userId, person } = await linkedPerson();
    const at = browser(peers.app);
    const { fields } = peers.there.agree(await pressButton(at, 'google'), person);
    const before = peers.there.asked.length;
    expect([
      (await arriveWith(at, { ...fields, state: 'x'.repeat(43) })).status,
      await lastFault(),
      peers.there.asked.length,
    ]).toEqual([401, 'unknownRequest', before]);
    expect([(await arriveWith(at, fields)).headers.location, await whoIs(at)]).toEqual(['/home', userId]);
  });

  it('in another browser than that which asked, whether that asked for something itself or not', async () => {
    const { person } = await linkedPerson();
    const [stranger, bystander] = [browser(peers.app), browser(peers.app)];
    await pressButton(bystander, 'google');
    for (const other of [stranger, bystander]) {
      const at = browser(peers.app);
      const answer = peers.there.agree(await pressButton(at, 'google'), person);
      const before = peers.there.asked.length;
      expect([(await comeBack(peers, other, answer)).status, await lastFault(), await whoIs(other)]).toEqual([
        401,
        'otherBrowser',
        null,
      ]);
      // Whoever brings it first ends the request: a code that another browser had is of no use to whoever asked.
      expect([(await comeBack(peers, at, answer)).status, await lastFault(), peers.there.asked.length]).toEqual([
        401,
        'unknownRequest',
        before,
      ]);
    }
    expect((await signInBy(peers, 'google', person)).arrival.headers.location).toBe('/home');
  });

  it('twice', async () => {
    const at = browser(peers.app);
    const answer = peers.there.agree(await pressButton(at, 'google'), nextPerson());
    expect((await comeBack(peers, at, answer)).headers.location).toBe('/home');
    for (const again of [answer, { ...answer, fields: { ...answer.fields, code: 'another' } }]) {
      const there = again === answer ? browser(peers.app) : at;
      expect([(await comeBack(peers, there, again)).status, await lastFault()]).toEqual([401, 'unknownRequest']);
    }
  });

  // ASVS V10.1.2, V10.2.1/2
  it('by a code that was spent before, or asked for in another flow', async () => {
    const [at, other] = [browser(peers.app), browser(peers.app)];
    const [answer, further] = [
      peers.there.agree(await pressButton(at, 'google'), nextPerson()),
      peers.there.agree(await pressButton(at, 'google'), nextPerson()),
    ];
    const stolen = peers.there.agree(await pressButton(other, 'google'), nextPerson());
    expect((await comeBack(peers, at, answer)).headers.location).toBe('/home');
    const fresh = browser(peers.app);
    for (const code of [answer.fields.code ?? '', stolen.fields.code ?? '']) {
      const { fields } = peers.there.agree(await pressButton(fresh, 'google'), nextPerson());
      expect([(await arriveWith(fresh, { ...fields, code })).status, await lastFault(), await whoIs(fresh)]).toEqual([
        401,
        'refusedCode',
        null,
      ]);
    }
    expect((await comeBack(peers, at, further)).headers.location).toBe('/home');
  });

  it('later than ten minutes', async () => {
    const at = browser(peers.app);
    const answer = peers.there.agree(await pressButton(at, 'google'), nextPerson());
    const began = peers.clock.now().getTime();
    peers.clock.set(new Date(began + 601_000));
    expect([(await comeBack(peers, at, answer)).status, await lastFault()]).toEqual([401, 'unknownRequest']);
    peers.clock.set(new Date(began));
  });

  // ASVS V10.1.2, V10.2.1/2
  it('of another provider than that which was asked', async () => {
    const at = browser(peers.app);
    const [google, slack] = [
      peers.there.agree(await pressButton(at, 'google'), nextPerson()),
      peers.there.agree(await pressButton(at, 'slack'), nextPerson()),
    ];
    // The code of one with the state of the other.
    expect([
      (await arriveWith(at, { ...slack.fields, code: google.fields.code ?? '' })).status,
      await whoIs(at),
    ]).toEqual([401, null]);
    // A provider that says who it is, and is another: the code goes nowhere.
    const before = peers.there.asked.length;
    expect([
      (await arriveWith(at, { ...google.fields, iss: 'https://slack.com' })).status,
      await lastFault(),
      peers.there.asked.length,
    ]).toEqual([401, 'otherProvider', before]);
    const good = peers.there.agree(await pressButton(at, 'google'), nextPerson());
    expect((await arriveWith(at, { ...good.fields, iss: `http://${peers.there.host}/google` })).headers.location).toBe(
      '/home',
    );
  });

  const wrong: [string, Twist][] = [
    ['another nonce', { claims: { nonce: 'x' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another authorized party', { claims: { aud: ['tare-at-google', 'other'], azp: 'other' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['no signature', { alg: 'none' }],
    ['a shared secret', { alg: 'HS256' }],
    ['another key', { otherKey: true }],
    ['an end that is over', { claims: { exp: 1_000_000_000 } }],
  ];
  // ASVS V10.5.1–5
  // Attack: OIDC client
  it.each(wrong)('with an ID token that has %s', async (_what, twist) => {
    const { person } = await linkedPerson();
    const { arrival, at } = await signInBy(peers, 'google', person, { twist });
    expect([arrival.status, await lastFault(), await whoIs(at)]).toEqual([401, 'badToken', null]);
    expect((await signInBy(peers, 'google', person)).arrival.headers.location).toBe('/home');
  });

  const ofTenants: [string, (issuers: string) => Record<string, unknown>][] = [
    ['no tenant', () => ({ tid: undefined })],
    ['another tenant than its issuer', () => ({ tid: '99999999-2222-4333-8444-555555555555' })],
    ['a tenant that leads elsewhere', (issuers) => ({ tid: '../..', iss: `${issuers}/../../v2.0` })],
    ['a tenant of another place', () => ({ iss: `https://login.microsoftonline.com/${tenantId}/v2.0` })],
  ];
  it.each(ofTenants)('with a token of Microsoft that has %s', async (_what, claimsOf) => {
    const claims = claimsOf(`http://${peers.there.host}/microsoft`);
    const person = nextPerson();
    expect([
      (await signInBy(peers, 'microsoft', person, { twist: { claims } })).arrival.status,
      await lastFault(),
    ]).toEqual([401, 'badToken']);
    expect((await signInBy(peers, 'microsoft', person)).arrival.headers.location).toBe('/home');
  });

  it('where the provider is known for another, by the same subject', async () => {
    const { person } = await linkedPerson();
    const { at, arrival } = await signInBy(peers, 'slack', { ...person, email: undefined });
    expect([arrival.status, await lastFault(), await whoIs(at)]).toEqual([422, 'noEmail', null]);
  });
});

describe('the rules of the house hold', () => {
  it('for somebody who is switched off, locked or signed in by their organization', async () => {
    const { userId, person } = await linkedPerson();
    const until = new Date(peers.clock.now().getTime() + 60_000);
    for (const off of [{ status: 'I' }, { locked_until: until }, { sso_user: true }]) {
      await peers.app.db
        .updateTable('identity.user')
        .set({ status: 'A', locked_until: null, sso_user: false, ...off })
        .where('id', '=', userId)
        .execute();
      expect([(await signInBy(peers, 'google', person)).arrival.status, await lastFault()]).toEqual([401, 'notOpen']);
    }
  });

  it('for second proofs and addresses that a tenant lets in', async () => {
    const { userId, person } = await linkedPerson();
    const { tenant_number: tenantNumber } = await peers.app.db
      .selectFrom('identity.membership')
      .select('tenant_number')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const now = peers.clock.now();
    await peers.app.db
      .transaction()
      .execute((trx) => keepPolicy(trx, tenantNumber, { enforce: 'ForceExceptSAML', now }));
    expect((await signInBy(peers, 'google', person)).arrival.headers.location).toBe('/account/login/second-factor');
    await peers.app.db.transaction().execute(async (trx) => {
      await lockAddressPolicy(trx, { tenantNumber, now });
      await setAddressPolicy(trx, tenantNumber, { isActive: true, strategy: 'ALLOW', now });
      await keepAddressRule(trx, tenantNumber, {
        range: '203.0.113.7',
        strategy: 'ALLOW',
        isActive: true,
        description: '',
        now,
      });
    });
    expect((await signInBy(peers, 'google', person)).arrival.status).toBe(403);
  });

  it('where nobody may sign up', async () => {
    const closed = { ...peers, app: peers.appWith({ signUps: false }) };
    const person = nextPerson();
    expect([(await signInBy(closed, 'google', person)).arrival.status, await lastFault()]).toEqual([403, 'noAccount']);
    const { person: known } = await linkedPerson();
    expect((await signInBy(closed, 'google', known)).arrival.headers.location).toBe('/home');
  });

  it('for an invite link, by which somebody new joins its tenant', async () => {
    const closed = { ...peers, app: peers.appWith({ signUps: false }) };
    const tenantNumber = await newOrganisation(peers.app);
    const { userId } = await newPerson(peers.app, { organisationId: tenantNumber });
    const [token, expiresAt] = [newToken(), new Date(peers.clock.now().getTime() + 86_400_000)];
    await peers.app.db.transaction().execute((trx) =>
      replaceInviteLink(trx, {
        tenantNumber,
        userId,
        tokenHash: inviteHash(token),
        sealedToken: Buffer.alloc(0),
        shouldSendEmail: false,
        expiresAt,
      }),
    );
    const at = browser(closed.app);
    const answer = peers.there.agree(await pressButton(at, 'google', { invitationToken: token }), nextPerson());
    expect((await comeBack(closed, at, answer)).headers.location).toBe('/home');
    expect((await at.get('/rest/v1/user')).body).toMatchObject({ organizationId: tenantNumber });
  });

  it('for addresses of a domain whose organization has a provider of its own', async () => {
    const [now, domain] = [peers.clock.now(), `own-${Math.random().toString(36).slice(2)}.example`];
    const { id } = await peers.app.db
      .insertInto('identity.sso_config')
      .values({
        tenant_number: await newOrganisation(peers.app),
        type: 'saml',
        enabled: true,
        verification: 'x',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await peers.app.db
      .insertInto('identity.sso_domain')
      .values({ config_id: id, domain, added_at: now, validated_at: now })
      .execute();
    expect([
      (await signInBy(peers, 'google', nextPerson({ email: `kim@${domain}` }))).arrival.status,
      await lastFault(),
    ]).toEqual([403, 'ofOrganization']);
    expect((await signInBy(peers, 'google', nextPerson({ email: `kim@sub.${domain}` }))).arrival.headers.location).toBe(
      '/home',
    );
  });

  it('for a provider that is not set up, and one that does not answer', async () => {
    const none = peers.appWith({ social: [] });
    expect((await browser(none).get('/account/login')).text).not.toContain('/account/social/');
    await expect(pressButton(browser(none), 'google')).rejects.toThrow('led nowhere');
    const down = {
      ...peers,
      app: peers.appWith({
        social: peers.there.providers.map((one) => ({ ...one, tokenUrl: 'http://127.0.0.1:1/token' })),
      }),
    };
    expect([(await signInBy(down, 'google', nextPerson())).arrival.status, await lastFault()]).toEqual([
      503,
      'providerDown',
    ]);
  });

  it('for addresses at Facebook, which does not say whether they are verified', async () => {
    const asUsual = {
      ...peers,
      app: peers.appWith({ social: peers.there.providers.map((one) => ({ ...one, trustsEmails: false })) }),
    };
    expect([(await signInBy(asUsual, 'facebook', nextPerson())).arrival.status, await lastFault()]).toEqual([
      422,
      'unverifiedEmail',
    ]);
  });

  it('for whoever was signed in there before, who leaves', async () => {
    const { at, userId } = await signedInWithPassword(peers);
    const address = await pressButton(at, 'google').catch(() => null);
    expect(address).toBeNull();
    const { person, userId: other } = await linkedPerson();
    const fresh = browser(peers.app);
    const answer = peers.there.agree(await pressButton(fresh, 'google'), person);
    await newPerson(peers.app, { organisationId: await newOrganisation(peers.app) });
    expect([(await comeBack(peers, fresh, answer)).headers.location, await whoIs(fresh), await whoIs(at)]).toEqual([
      '/home',
      other,
      userId,
    ]);
  });
});
