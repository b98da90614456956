import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey, type PeerKey } from '../../../../tests/support/counterparts/oidc-peer';
import { arriveFrom, oidcTenant } from '../../../../tests/support/oidc-tenant';
import { joinOrganisation, newOrganisation, newPerson, signedInAs } from '../../../../tests/support/people';
import { samlSignIn, type SamlTenant } from '../../../../tests/support/saml-sign-in';
import { claim, nextDomain, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { sendForm } from '../../../../tests/support/sso-screens';

let providers: Awaited<ReturnType<typeof oidcPeers>>;
let peers: SsoPeers;
let key: PeerKey;
beforeAll(async () => {
  [providers, key] = await Promise.all([oidcPeers(), peerKey('ES256')]);
  peers = await ssoPeers([providers.host]);
});
afterAll(async () => {
  await Promise.all([peers.close(), providers.close()]);
});

const { tenantOfProvider, answer, begin, post, arrive } = samlSignIn(() => peers);
const persistent = (nameId: string, attributes: Record<string, string[]> = {}) => ({
  nameId,
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  attributes,
});
/** Somebody of this subject with Kim's address. */
const kimAs = (there: SamlTenant, subject: string, attributes: Record<string, string[]> = {}) =>
  persistent(subject, { email: [`kim@${there.domain}`], ...attributes });
const openedTo = async ({ at }: Awaited<ReturnType<typeof arrive>>) =>
  ((await at.get('/rest/v1/user')).body as { userId?: number }).userId;
const rolesOf = async (organisationId: number, email: string) => {
  const rows = await peers.app.db
    .selectFrom('identity.membership_role as mr')
    .innerJoin('identity.role as r', 'r.id', 'mr.role_id')
    .innerJoin('identity.user as u', 'u.id', 'mr.user_id')
    .select('r.uuid')
    .where('mr.tenant_number', '=', organisationId)
    .where('u.email', '=', email)
    .orderBy('r.id')
    .execute();
  return rows.map(({ uuid }) => uuid);
};
const audited = async (organisationId: number, action: string) =>
  await peers.app.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', '=', action)
    .orderBy('id')
    .execute();
const accountOf = (email: string) =>
  peers.app.db
    .selectFrom('identity.user')
    .select(['id', 'login', 'email', 'full_name'])
    .where('email', '=', email)
    .executeTakeFirst();
/** Gives somebody a role by hand. */
async function hold(organisationId: number, { userId, roleId }: { userId: number; roleId: string }): Promise<void> {
  const { id } = await peers.app.db
    .selectFrom('identity.role')
    .select('id')
    .where('uuid', '=', roleId)
    .executeTakeFirstOrThrow();
  await peers.app.db
    .insertInto('identity.membership_role')
    .values({ tenant_number: organisationId, user_id: userId, role_id: id })
    .execute();
}

describe('an address that a provider gives to another subject', () => {
  // ASVS V6.8.1
  it('opens nothing of the former person’s, until an administrator has confirmed who it is; then the former subject opens nothing', async () => {
    const there = await tenantOfProvider();
    const [admin, colleague] = [
      await signedInAs(peers.app, { organisationId: there.organisationId, permissions: ['fe.*'] }),
      await signedInAs(peers.app, {
        organisationId: there.organisationId,
        permissions: ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'],
      }),
    ];
    const first = await arrive(there, kimAs(there, 'subject-1'));
    const userId = await openedTo(first);
    const second = await arrive(there, kimAs(there, 'subject-2', { displayName: ['Other Kim'] }));
    expect([second.arrival.status, await openedTo(second), await there.refusals()]).toEqual([
      401,
      undefined,
      ['reassigned'],
    ]);
    expect(await openedTo(await arrive(there, kimAs(there, 'subject-1')))).toBe(userId);

    const page = `/sso/${there.configId}/refused`;
    const shown = await admin.get(page);
    expect(
      ['subject-1', 'subject-2', 'Other Kim', `kim@${there.domain}`].filter((words) => !shown.text.includes(words)),
    ).toEqual([]);
    expect((await admin.get('/sso')).text).toContain(page);
    expect((await admin.get('/sso/history')).text).toContain(
      'The provider now sends a different identifier with this email address',
    );
    const refusedId = /name="refusedId" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    await hold(there.organisationId, { userId: userId!, roleId: await there.role(['fe.secure.read.roles']) });
    const withoutWord = await sendForm(admin, page, { act: 'link', refusedId });
    const beyond = await sendForm(colleague, page, { act: 'link', refusedId, confirmed: 'on' });
    expect([
      withoutWord.status,
      beyond.status,
      (await arrive(there, kimAs(there, 'subject-2'))).arrival.status,
    ]).toEqual([422, 422, 401]);
    const now = peers.app.clock.now();
    peers.clock.set(new Date(now.getTime() + 6 * 60_000));
    try {
      expect((await sendForm(admin, page, { act: 'link', refusedId, confirmed: 'on' })).headers.location).toContain(
        '/account/confirm',
      );
    } finally {
      peers.clock.set(now);
    }

    const stranger = await newOrganisation(peers.app);
    await peers.app.db
      .insertInto('identity.membership')
      .values({ tenant_number: stranger, user_id: userId!, status: 'A' })
      .execute();
    expect((await sendForm(admin, page, { act: 'link', refusedId, confirmed: 'on' })).status).toBe(422);
    // Whoever is asked by somebody else, and has not answered, belongs to this organization alone.
    await peers.app.db
      .updateTable('identity.membership')
      .set({ status: 'I', awaits_answer: true })
      .where('tenant_number', '=', stranger)
      .execute();
    expect((await sendForm(admin, page, { act: 'link', refusedId, confirmed: 'on' })).headers.location).toBe(
      `${page}?done=linked`,
    );
    expect([(await first.at.get('/rest/v1/user')).status, (await admin.get(page)).text.includes('subject-2')]).toEqual([
      401,
      false,
    ]);
    expect(await openedTo(await arrive(there, kimAs(there, 'subject-2')))).toBe(userId);
    expect((await arrive(there, kimAs(there, 'subject-1'))).arrival.status).toBe(401);
    expect(await audited(there.organisationId, 'sso.linkAgain')).toMatchObject([
      { before: { subjects: ['subject-1'] }, after: { subject: 'subject-2' } },
    ]);
  });

  // ASVS V6.8.1
  it('opens nothing at an OpenID provider either, and may be dismissed', async () => {
    const there = await oidcTenant(peers, providers.peer(key));
    const arrivals = [
      await arriveFrom(peers, there),
      await arriveFrom(peers, there, { claims: { sub: 'subject-2' } }),
      await arriveFrom(peers, there),
    ];
    expect([arrivals.map(({ arrival }) => arrival.headers.location === '/home'), await there.refusals()]).toEqual([
      [true, false, true],
      ['reassigned'],
    ]);
    const admin = await signedInAs(peers.app, { organisationId: there.organisationId, permissions: ['fe.*'] });
    const page = `/sso/${there.configId}/refused`;
    const refusedId = /name="refusedId" value="([^"]+)"/.exec((await admin.get(page)).text)?.[1] ?? '';
    await sendForm(admin, page, { act: 'dismiss', refusedId });
    expect([
      (await sendForm(admin, page, { act: 'link', refusedId, confirmed: 'on' })).status,
      await audited(there.organisationId, 'sso.dismissRefusal'),
    ]).toMatchObject([404, [{ before: { subject: 'subject-2' } }]]);
  });

  it('is one subject’s where two come at the same time', async () => {
    const there = await tenantOfProvider();
    const begun = await Promise.all([begin(there), begin(there)]);
    const ways = await Promise.all(
      begun.map(async (one, at) =>
        String((await post(one.relayState, answer(one, kimAs(there, `subject-${at}`)))).headers.location),
      ),
    );
    const arrivals = await Promise.all(begun.map(({ at }, index) => at.get(ways[index]!)));
    expect([arrivals.map(({ status }) => status).sort(), await there.refusals()]).toEqual([[303, 401], ['reassigned']]);
  });
});

describe('groups that a provider does not list', () => {
  it('leave roles as they are, and the history says so; from one that lists some, somebody without is in none', async () => {
    const there = await tenantOfProvider();
    const kitchen = await there.role(['fe.secure.read.roles']);
    await there.admin.run((api) => api.auth.createSSOGroup(there.configId, { group: 'Kitchen', roleIds: [kitchen] }));
    const email = `kim@${there.domain}`;
    await arrive(there, kimAs(there, 'subject-1'));
    await hold(there.organisationId, { userId: (await accountOf(email))!.id, roleId: kitchen });
    await arrive(there, kimAs(there, 'subject-1'));
    expect(await rolesOf(there.organisationId, email)).toEqual([kitchen]);
    await arrive(there, kimAs(there, 'subject-1', { groups: ['Kitchen'] }));
    await arrive(
      there,
      kimAs(there, 'subject-1', {
        'http://schemas.microsoft.com/claims/groups.link': [
          'https://graph.microsoft.example/v1.0/users/1/getMemberObjects',
        ],
      }),
    );
    expect(await rolesOf(there.organisationId, email)).toEqual([kitchen]);
    expect((await audited(there.organisationId, 'sso.keepRoles')).map(({ after }) => after)).toEqual(
      ['notSent', 'notSent', 'overage'].map((why) => ({ email, why })),
    );
    const admin = await signedInAs(peers.app, { organisationId: there.organisationId, permissions: ['fe.*'] });
    expect((await admin.get('/sso/history')).text).toContain(
      'The provider did not send the groups because there are too many',
    );
    await arrive(there, kimAs(there, 'subject-1'));
    expect(await rolesOf(there.organisationId, email)).toEqual([]);
  });

  it('are read in the user info of an OpenID provider; where that does not answer, or says that there are too many, roles stay', async () => {
    const there = await oidcTenant(peers, providers.peer(key));
    const kitchen = await there.role(['fe.secure.read.roles']);
    await there.admin.run((api) => api.auth.createSSOGroup(there.configId, { group: 'Kitchen', roleIds: [kitchen] }));
    const held = () => rolesOf(there.organisationId, `kim@${there.domain}`);
    await arriveFrom(peers, there, { userInfo: { groups: ['Kitchen'] } });
    expect(await held()).toEqual([kitchen]);
    await arriveFrom(peers, there, { claims: { hasgroups: 'true' } });
    await arriveFrom(peers, there, {
      claims: {
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://graph.example/groups' } },
      },
    });
    expect(await held()).toEqual([kitchen]);
    const other = await arriveFrom(peers, there, { userInfo: { sub: 'subject-other', groups: [] } });
    expect([other.arrival.headers.location, await there.refusals(), await held()]).toEqual([
      undefined,
      ['otherSubject'],
      [kitchen],
    ]);
    there.op.metadata = { userinfo_endpoint: `${there.op.issuer}/nowhere` };
    const now = peers.app.clock.now();
    peers.clock.set(new Date(now.getTime() + 6 * 60_000));
    try {
      expect((await arriveFrom(peers, there)).arrival.headers.location).toBe('/home');
    } finally {
      peers.clock.set(now);
    }
    expect([
      await held(),
      (await audited(there.organisationId, 'sso.keepRoles')).map(({ after }) => (after as { why: string }).why),
    ]).toEqual([[kitchen], ['overage', 'overage', 'noAnswer']]);
    there.op.metadata = {};
    peers.clock.set(new Date(now.getTime() + 12 * 60_000));
    try {
      await arriveFrom(peers, there, { userInfo: { groups: [] } });
    } finally {
      peers.clock.set(now);
    }
    expect(await held()).toEqual([]);
  });
});

describe('several addresses in one answer', () => {
  it('count by the proven domain, or by the account that there is; where neither settles it, they open nothing', async () => {
    const there = await tenantOfProvider();
    const [kim, novak] = [`kim@${there.domain}`, `novak@${there.domain}`];
    const twoOf = (subject: string, mail: string[]) => arrive(there, persistent(subject, { mail }));
    expect((await twoOf('subject-0', [kim, novak])).arrival.status).toBe(401);
    const first = await twoOf('subject-1', ['kim@private.example', kim]);
    expect((await first.at.get('/rest/v1/user')).body).toMatchObject({ emailAddress: kim });
    const again = await twoOf('subject-1', [novak, kim]);
    expect([await openedTo(again), (await accountOf(kim))?.email]).toEqual([await openedTo(first), kim]);
    const member = await newPerson(peers.app, { organisationId: there.organisationId });
    await peers.app.db
      .updateTable('identity.user')
      .set({ email: `berg@${there.domain}` })
      .where('id', '=', member.userId)
      .execute();
    expect(await openedTo(await twoOf('subject-2', [`alias@${there.domain}`, `berg@${there.domain}`]))).toBe(
      member.userId,
    );
    expect(await there.refusals()).toEqual(['severalAddresses']);
  });
});

it('an address of an international domain is one in both spellings, at its provider and here', async () => {
  const there = await tenantOfProvider();
  const domain = nextDomain().replace('sso-', 'bücher-');
  const claimed = await claim(there.admin, there.configId, domain);
  peers.dns.records.set(claimed.domain, [[claimed.txtRecord]]);
  await there.admin.run((api) => api.auth.validateSSODomain(there.configId, claimed.id));
  const [typed, stored] = [`kim@${domain}`, `kim@${claimed.domain}`];
  const inUnicode = await arrive({ ...there, domain }, persistent('subject-1', { mail: [typed] }));
  expect((await inUnicode.at.get('/rest/v1/user')).body).toMatchObject({ emailAddress: stored });
  const inAscii = await arrive({ ...there, domain: claimed.domain }, persistent('subject-1', { mail: [stored] }));
  expect([
    claimed.domain.startsWith('xn--'),
    await openedTo(inAscii),
    await audited(there.organisationId, 'sso.followProfile'),
  ]).toEqual([true, await openedTo(inUnicode), []]);
});

describe('the profile of somebody who comes by a provider', () => {
  it('follows the address and the name there; what is edited here stays until the provider says something else', async () => {
    const there = await tenantOfProvider();
    const [before, after] = [`kim@${there.domain}`, `berg@${there.domain}`];
    await arrive(there, kimAs(there, 'subject-1', { displayName: ['Kim Novak'] }));
    const { at } = await arrive(there, persistent('subject-1', { email: [after], displayName: ['Kim Berg'] }));
    expect((await at.get('/rest/v1/user')).body).toMatchObject({ emailAddress: after, name: 'Kim Berg' });
    expect([(await accountOf(after))?.login, await accountOf(before)]).toEqual([after, undefined]);
    expect(await audited(there.organisationId, 'sso.followProfile')).toEqual([
      { before: { email: before, name: 'Kim Novak' }, after: { email: after, name: 'Kim Berg' } },
    ]);
    await peers.app.db.updateTable('identity.user').set({ full_name: 'Kimmy' }).where('email', '=', after).execute();
    await arrive(there, persistent('subject-1', { email: [after], displayName: ['Kim Berg'] }));
    expect((await accountOf(after))?.full_name).toBe('Kimmy');
    expect((await arrive(there, kimAs(there, 'subject-2'))).arrival.headers.location).toBe('/home');
  });

  it('keeps an address that somebody else has, or that is of a person of several organizations, and lets them in', async () => {
    const there = await tenantOfProvider();
    const [kim, taken] = [`kim@${there.domain}`, `taken@${there.domain}`];
    await arrive(there, kimAs(there, 'subject-1', { displayName: ['Kim Novak'] }));
    await arrive(there, persistent('subject-2', { email: [taken] }));
    const first = await arrive(there, persistent('subject-1', { email: [taken], displayName: ['Kim Berg'] }));
    expect([first.arrival.headers.location, (await accountOf(kim))?.full_name]).toEqual(['/home', 'Kim Berg']);
    await joinOrganisation(
      peers.app,
      { userId: (await accountOf(taken))!.id, login: taken },
      { organisationId: await newOrganisation(peers.app) },
    );
    await arrive(there, persistent('subject-2', { email: [`new@${there.domain}`] }));
    expect((await audited(there.organisationId, 'sso.keepProfile')).map(({ after }) => after)).toEqual([
      { email: taken, why: 'taken' },
      { email: `new@${there.domain}`, why: 'elsewhere' },
    ]);
    expect((await accountOf(taken))?.email).toBe(taken);
    await peers.app.db
      .updateTable('identity.user')
      .set({ email: `moved@${there.domain}`, login: `moved@${there.domain}` })
      .where('email', '=', taken)
      .execute();
    await arrive(there, persistent('subject-1', { email: [taken], displayName: ['Kim Berg'] }));
    expect((await accountOf(taken))?.full_name).toBe('Kim Berg');
  });
});
