import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  tokenOf,
} from '../../../../tests/support/people';
import type { Said } from '../../../../tests/support/saml-idp';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { askedBy, samlSignIn, type SamlTenant } from '../../../../tests/support/saml-sign-in';
import { claim, nextDomain, samlFields, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { countRefusals } from '../../core/refusals/refusals';
import { keepAddressRule, lockAddressPolicy, setAddressPolicy } from '../../policies/addresses/address.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const { tenantOfProvider, server, answer, begin, post, arrive } = samlSignIn(() => peers);

const rolesOf = async (there: SamlTenant, email: string) => {
  const rows = await peers.app.db
    .selectFrom('identity.membership_role as mr')
    .innerJoin('identity.role as r', 'r.id', 'mr.role_id')
    .innerJoin('identity.user as u', 'u.id', 'mr.user_id')
    .select('r.uuid')
    .where('mr.tenant_number', '=', there.organisationId)
    .where('u.email', '=', email)
    .orderBy('r.id')
    .execute();
  return rows.map(({ uuid }) => uuid);
};

describe('signing in by an organization’s provider', () => {
  it('leads there after two seconds, and back into a session of somebody new', async () => {
    const there = await tenantOfProvider();
    const { page, address, request, posting, arrival, at } = await arrive(there, {
      attributes: { displayName: ['Kim Novak'] },
    });
    expect([
      page.status,
      new URL(address).origin + new URL(address).pathname,
      page.text.includes('idp.example'),
    ]).toEqual([200, 'https://idp.example/sso', true]);
    expect([
      request.includes(`AssertionConsumerServiceURL="${server().acsUrl}"`),
      request.includes(`>${server().spEntityId}<`),
    ]).toEqual([true, true]);
    expect([posting.status, arrival.status, arrival.headers.location]).toEqual([303, 303, '/home']);
    const { body } = await at.get('/rest/v1/user');
    expect(body).toMatchObject({
      name: 'Kim Novak',
      emailAddress: `kim@${there.domain}`,
      ssoUser: true,
      organizationId: there.organisationId,
    });
  });

  it.each([
    ['as they are', false],
    ['that are signed', true],
  ])(
    'leads there by a form of ours where the provider takes no requests in an address, %s',
    async (_what, wantsSigned) => {
      const there = await tenantOfProvider(signingKeys.idp, { binding: 'HTTP-POST', wantsSigned });
      const at = browser(peers.app);
      const box = await at.get('/account/login');
      const step = await at
        .post('/account/login')
        .type('form')
        .send({ _csrf: tokenOf(box.text), email: `kim@${there.domain}` });
      const [, address = ''] = /^2; url=(.+)$/.exec(String(step.headers.refresh)) ?? [];
      expect([new URL(address).origin, new URL(address).pathname, step.text.includes('idp.example')]).toEqual([
        server().spEntityId,
        '/account/saml/request',
        true,
      ]);
      const path = address.slice(server().spEntityId.length);
      const page = await at.get(path);
      const policy = /form-action ([^;]+)/.exec(String(page.headers['content-security-policy']))?.[1];
      expect([
        page.status,
        /<form (?=[^>]*method="post")(?=[^>]*data-sends-itself)[^>]*action="https:\/\/idp\.example\/sso"/.test(
          page.text,
        ),
        policy,
      ]).toEqual([200, true, "'self' https://idp.example"]);
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? '';
      const request = Buffer.from(field('SAMLRequest'), 'base64').toString('utf8');
      expect([
        request.includes(`AssertionConsumerServiceURL="${server().acsUrl}"`),
        request.includes('Destination="https://idp.example/sso"'),
        request.includes('#rsa-sha256"'),
        request.includes('#sha1"'),
      ]).toEqual([true, true, wantsSigned, false]);
      // In another browser it leads nowhere.
      expect((await browser(peers.app).get(path)).text).not.toContain('SAMLRequest');
      const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
      const posting = await post(field('RelayState'), answer({ requestId }, { nameId: `kim@${there.domain}` }));
      expect((await at.get(String(posting.headers.location))).headers.location).toBe('/home');
      // What was answered is asked for no more.
      expect((await at.get(path)).text).not.toContain('SAMLRequest');
    },
  );

  it('knows somebody again by issuer and subject, whatever their address has become', async () => {
    const there = await tenantOfProvider();
    const first = await arrive(there, {
      nameId: 'subject-7',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { email: [`kim@${there.domain}`] },
    });
    const again = await arrive(there, {
      nameId: 'subject-7',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { email: [`kim.new@${there.domain}`] },
    });
    const ids = await Promise.all(
      [first, again].map(async ({ at }) => ((await at.get('/rest/v1/user')).body as { userId: number }).userId),
    );
    expect(ids[0]).toBeTypeOf('number');
    expect(ids[1]).toBe(ids[0]);
  });

  it('gives the default roles and those of the groups, and takes those of groups that they left', async () => {
    const there = await tenantOfProvider();
    const [everybody, kitchen] = [
      await there.role(['fe.secure.read.users']),
      await there.role(['fe.secure.read.roles']),
    ];
    await there.admin.run((api) => api.auth.setSSODefaultRoles(there.configId, { roleIds: [everybody] }));
    await there.admin.run((api) => api.auth.createSSOGroup(there.configId, { group: 'Kitchen', roleIds: [kitchen] }));
    const email = `kim@${there.domain}`;
    await arrive(there, { attributes: { groups: ['Kitchen', 'Unknown'] } });
    expect((await rolesOf(there, email)).sort()).toEqual([everybody, kitchen].sort());
    await arrive(there, { attributes: { groups: ['Unknown'] } });
    expect(await rolesOf(there, email)).toEqual([everybody]);
  });

  it('takes from the last administrator nothing that makes them one, and says so; a second one follows their groups', async () => {
    const there = await tenantOfProvider();
    const [chief, kitchen] = [await there.role(['fe.*']), await there.role(['fe.secure.read.roles'])];
    await there.admin.run((api) =>
      api.auth.createSSOGroup(there.configId, { group: 'Chiefs', roleIds: [chief, kitchen] }),
    );
    const email = `kim@${there.domain}`;
    await arrive(there, { attributes: { groups: ['Chiefs'] } });
    await peers.app.db
      .deleteFrom('identity.membership_role as mr')
      .using('identity.user as u')
      .whereRef('u.id', '=', 'mr.user_id')
      .where('mr.tenant_number', '=', there.organisationId)
      .where('u.email', '<>', email)
      .execute();
    expect((await arrive(there, { attributes: { groups: ['Others'] } })).arrival.headers.location).toBe('/home');
    expect(await rolesOf(there, email)).toEqual([chief]);
    const { after } = await peers.app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', there.organisationId)
      .where('action', '=', 'sso.keepAdministrator')
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ login: email, roleIds: [chief] });
    await newPerson(peers.app, { organisationId: there.organisationId, permissions: ['fe.*'] });
    await arrive(there, { attributes: { groups: ['Others'] } });
    expect(await rolesOf(there, email)).toEqual([]);
  });

  // Attack: cross-tenant SAML
  it('links a member of this tenant alone, and nobody who belongs elsewhere', async () => {
    const there = await tenantOfProvider();
    const member = await newPerson(peers.app, { organisationId: there.organisationId });
    const stranger = await newPerson(peers.app, { organisationId: await newOrganisation(peers.app) });
    for (const [{ userId }, name] of [
      [member, 'member'],
      [stranger, 'stranger'],
    ] as const) {
      await peers.app.db
        .updateTable('identity.user')
        .set({ email: `${name}@${there.domain}` })
        .where('id', '=', userId)
        .execute();
    }
    const linked = await arrive(there, {}, 'member');
    expect([
      linked.arrival.headers.location,
      ((await linked.at.get('/rest/v1/user')).body as { userId: number }).userId,
    ]).toEqual(['/home', member.userId]);
    const refused = await arrive(there, {}, 'stranger');
    expect([refused.arrival.status, await there.refusals()]).toEqual([401, ['accountElsewhere']]);
  });

  it('ends the session of whoever was signed in before', async () => {
    const there = await tenantOfProvider();
    const { at, ...begun } = await begin(there);
    const before = await newPerson(peers.app, { organisationId: there.organisationId });
    const form = await at.get('/login');
    await at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: before.login, password });
    const posting = await post(begun.relayState, answer(begun, { nameId: `kim@${there.domain}` }));
    expect((await at.get(String(posting.headers.location))).headers.location).toBe('/home');
    const open = await peers.app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', before.userId)
      .where('ended_at', 'is', null)
      .execute();
    expect([open, ((await at.get('/rest/v1/user')).body as { emailAddress: string }).emailAddress]).toEqual([
      [],
      `kim@${there.domain}`,
    ]);
  });

  it('is open to nobody who was switched off', async () => {
    const there = await tenantOfProvider();
    await arrive(there);
    await peers.app.db
      .updateTable('identity.user')
      .set({ status: 'I' })
      .where('email', '=', `kim@${there.domain}`)
      .execute();
    const { arrival } = await arrive(there);
    expect([arrival.status, arrival.headers.refresh, await there.refusals()]).toEqual([
      401,
      '1; url=/home',
      ['notOpen'],
    ]);
  });

  it('is under the rules of its tenant, and leads into no other where that keeps somebody out', async () => {
    const there = await tenantOfProvider();
    const { at } = await arrive(there);
    const { userId } = (await at.get('/rest/v1/user')).body as { userId: number };
    await joinOrganisation(
      peers.app,
      { userId, login: `kim@${there.domain}` },
      { organisationId: await newOrganisation(peers.app) },
    );
    const now = peers.app.clock.now();
    await peers.app.db.transaction().execute(async (trx) => {
      await lockAddressPolicy(trx, { tenantNumber: there.organisationId, now });
      await setAddressPolicy(trx, there.organisationId, { isActive: true, strategy: 'ALLOW', now });
      await keepAddressRule(trx, there.organisationId, {
        range: '203.0.113.7',
        strategy: 'ALLOW',
        isActive: true,
        description: '',
        now,
      });
    });
    const { arrival } = await arrive(there);
    expect([arrival.status, arrival.headers.location]).toEqual([403, undefined]);
  });

  it.each([
    ['ForceExceptSAML', '/home'],
    ['Force', '/account/login/second-factor'],
  ] as const)('asks for a second proof by the tenant’s policy: %s', async (enforce, to) => {
    const there = await tenantOfProvider();
    await peers.app.db
      .transaction()
      .execute((trx) => keepPolicy(trx, there.organisationId, { enforce, now: peers.app.clock.now() }));
    const { at, posting, arrival } = await arrive(there);
    expect(arrival.headers.location).toBe(to);
    // The same answer once more leads on there alone.
    const again = await Promise.all([at, browser(peers.app)].map((by) => by.get(String(posting.headers.location))));
    expect(again.map(({ status, headers }) => [status, headers.location])).toEqual([
      [303, to],
      [401, undefined],
    ]);
  });

  it('works through the published client, in the browser that asked', async () => {
    const there = await tenantOfProvider();
    const at = peers.client.browser();
    const email = `kim@${there.domain}`;
    const begun = await at.run((api) => api.auth.preLoginV2({ email }));
    expect(begun).toMatchObject({ idpType: 'saml', addressType: 'sso' });
    const asked = askedBy(begun?.address ?? '');
    const signedIn = await at.run((api) =>
      api.auth.postLogin({ RelayState: asked.relayState, SAMLResponse: answer(asked, { nameId: email }) }),
    );
    expect(signedIn).toMatchObject({ email, amr: ['sso'] });
    expect(askedBy(String(await at.run((api) => api.auth.preLogin({ email })))).requestId).toMatch(/^_/);
    expect(await at.run((api) => api.auth.preLoginWithIdpType({ email }))).toMatchObject({ idpType: 'saml' });
  });

  it('is not for a domain that nobody has proved, one of a provider that is off, or another tenant', async () => {
    const there = await tenantOfProvider();
    const other = await tenantOfProvider();
    const at = peers.client.browser();
    const preLogin = (email: string, tenantId?: string) =>
      at
        .run((api) => api.auth.preLoginV2({ email, ...(tenantId === undefined ? {} : { tenantId }) }))
        .then(
          () => 'there',
          () => 'nowhere',
        );
    const { id: otherId } = await peers.app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', other.organisationId)
      .executeTakeFirstOrThrow();
    const unproven = nextDomain();
    await claim(there.admin, there.configId, unproven);
    expect([
      await preLogin(`kim@${unproven}`),
      await preLogin('kim'),
      await preLogin(`kim@${there.domain}`, otherId),
      await preLogin(`kim@${other.domain}`, otherId),
    ]).toEqual(['nowhere', 'nowhere', 'nowhere', 'there']);
    await there.admin.run((api) => api.auth.updateSSOConfiguration(there.configId, { enabled: false }));
    expect(await preLogin(`kim@${there.domain}`)).toBe('nowhere');
  });
});

// ASVS V6.8.2/3
// Attack: XSW1–8 and other SAML forgeries
describe('an answer opens nothing', () => {
  const later = (minutes: number) => new Date(peers.app.clock.now().getTime() + minutes * 60_000);
  // Attack: cross-tenant SAML
  const attacks: [string, string, (there: SamlTenant) => Partial<Said>][] = [
    ['without signatures', 'unsigned', () => ({ signs: [] })],
    ['by SHA-1', 'weakAlgorithm', () => ({ signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    ['by the key of another provider', 'badSignature', () => ({ by: signingKeys.other })],
    ['for another service', 'wrongAudience', () => ({ audience: 'https://other.example' })],
    ['of another issuer', 'wrongIssuer', () => ({ entityId: 'https://other.example' })],
    ['to another request', 'unknownRequest', () => ({ requestId: '_other' })],
    ['that is over', 'expired', () => ({ notOnOrAfter: later(-2) })],
    ['for somebody outside the proven domains', 'outsideDomains', () => ({ nameId: 'kim@elsewhere.example' })],
    ['for somebody of a domain below', 'outsideDomains', (there) => ({ nameId: `kim@sub.${there.domain}` })],
    [
      'for nobody with an address',
      'noAddress',
      () => ({ nameId: 'kim', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }),
    ],
  ];
  it.each(attacks)('%s: %s', async (_what, fault, said) => {
    const there = await tenantOfProvider();
    const { arrival, at } = await arrive(there, said(there));
    expect([arrival.status, (await at.get('/rest/v1/user')).status]).toEqual([401, 401]);
    expect((await there.refusals())[0]).toBe(fault);
    expect((await arrive(there)).arrival.headers.location).toBe('/home');
  });

  // ASVS V6.8.2/3
  it('twice', async () => {
    const there = await tenantOfProvider();
    const { at, posting, relayState, ...begun } = await arrive(there);
    expect((await browser(peers.app).get(String(posting.headers.location))).status).toBe(401);
    const further = await post(
      relayState,
      answer(begun, { nameId: `kim@${there.domain}`, attributes: { displayName: ['Kim'] } }),
    );
    expect((await at.get(String(further.headers.location))).status).toBe(401);
    const open = await begin(there, 'sam');
    await post(open.relayState, answer(open, { nameId: `sam@${there.domain}` }));
    await post(open.relayState, answer(open, { nameId: `kim@${there.domain}` }));
    expect(await there.refusals()).toEqual(['answeredBefore']);
  });

  // ASVS V6.8.1
  // Attack: cross-tenant SAML
  it('of the provider of another tenant, nor for people of its domain', async () => {
    const [there, other] = [await tenantOfProvider(), await tenantOfProvider(signingKeys.other)];
    const begun = await begin(there);
    await post(begun.relayState, answer(begun, { nameId: `kim@${there.domain}`, by: signingKeys.other }));
    const foreign = await begin(other);
    await post(foreign.relayState, answer(foreign, { nameId: `kim@${there.domain}`, by: signingKeys.other }));
    expect([await there.refusals(), await other.refusals()]).toEqual([['badSignature'], ['outsideDomains']]);
  });

  // ASVS V6.8.1
  it('of one provider of a tenant to the people of another, whose name it says', async () => {
    const there = await tenantOfProvider();
    const named = { nameId: 'subject-7', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
    const kim = await arrive(there, { ...named, attributes: { email: [`kim@${there.domain}`] } });
    // By hand: what it calls itself is not known.
    const { id } = await there.admin.run((api) =>
      api.auth.createSSOConfiguration({
        ...samlFields,
        enabled: false,
        publicCertificate: signingKeys.other.certificate,
      }),
    );
    const domain = nextDomain();
    const claimed = await claim(there.admin, id, domain);
    peers.dns.records.set(domain, [[claimed.txtRecord]]);
    await there.admin.run((api) => api.auth.validateSSODomain(id, claimed.id));
    await there.admin.run((api) => api.auth.updateSSOConfiguration(id, { enabled: true }));
    const comes = async () => {
      const { at, arrival } = await arrive(
        { ...there, domain },
        { ...named, by: signingKeys.other, attributes: { email: [`eve@${domain}`] } },
        'eve',
      );
      expect(arrival.headers.location).toBe('/home');
      return (await at.get('/rest/v1/user')).body as { userId: number; emailAddress: string };
    };
    const eve = await comes();
    expect([
      eve.emailAddress,
      eve.userId === ((await kim.at.get('/rest/v1/user')).body as { userId: number }).userId,
    ]).toEqual([`eve@${domain}`, false]);
    expect((await comes()).userId).toBe(eve.userId);
  });

  it('that nobody has asked for, or asked for too long ago', async () => {
    const there = await tenantOfProvider();
    const begun = await begin(there);
    const stale = answer(begun, { nameId: `kim@${there.domain}`, notOnOrAfter: later(30), confirmedUntil: later(30) });
    const before = peers.app.clock.now();
    peers.clock.set(later(10));
    try {
      const posting = await post(begun.relayState, stale);
      expect((await begun.at.get(String(posting.headers.location))).status).toBe(401);
    } finally {
      peers.clock.set(before);
    }
    const flood = browser(peers.app);
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await flood.get('/account/saml/callback?RelayState=nobody')).status);
    expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([401]), 429]);
    const unasked = await post('nobody-asked', answer({ requestId: '_unasked' }));
    expect((await begun.at.get(String(unasked.headers.location))).status).toBe(401);
  });

  it('of a flood of them to what was asked, which leaves so many rows and one that counts the others', async () => {
    const there = await tenantOfProvider();
    for (let asked = 0; asked < 3; asked += 1) {
      const begun = await begin(there, `kim-${asked}`);
      for (let n = 0; n < 11; n += 1)
        expect(
          (
            await post(
              begun.relayState,
              answer(begun, { by: signingKeys.other, nameId: `kim-${asked}@${there.domain}` }),
            )
          ).status,
        ).toBe(303);
      // Nor is one that is good: nothing of it is read any more.
      const posting = await post(begun.relayState, answer(begun, { nameId: `kim-${asked}@${there.domain}` }));
      expect((await begun.at.get(String(posting.headers.location))).status).toBe(401);
    }
    const listed = await there.refusals();
    expect([listed.length, new Set(listed)]).toEqual([20, new Set(['badSignature'])]);
    await countRefusals(peers.app.db, peers.app.clock.now());
    expect((await there.refusals()).slice(20)).toEqual(['flood']);
    // Whoever asks anew comes in.
    expect((await arrive(there)).arrival.headers.location).toBe('/home');
    await countRefusals(peers.app.db, peers.app.clock.now());
    expect((await there.refusals()).length).toBe(21);
  });

  it('that names no request, as of a provider that begins by itself', async () => {
    const unasked = await browser(peers.app)
      .post('/auth/saml/callback')
      .set('Origin', 'https://idp.example')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ SAMLResponse: answer({ requestId: '_unasked' }) });
    expect([unasked.status, unasked.headers.location]).toEqual([303, '/account/saml/callback']);
    expect((await browser(peers.app).get('/account/saml/callback')).text).toContain(
      'no sign-in is in progress in this browser',
    );
  });

  // Attack: XXE, DTD, entity bomb
  it('that is very long', async () => {
    const there = await tenantOfProvider();
    const begun = await begin(there);
    expect((await post(begun.relayState, 'A'.repeat(210_000))).status).toBe(303);
    expect([await there.refusals(), (await post(begun.relayState, 'A'.repeat(500_000))).status]).toEqual([
      ['notAResponse'],
      413,
    ]);
  });
});
