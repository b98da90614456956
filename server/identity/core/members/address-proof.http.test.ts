import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { bearerOf, newToken } from '../../../../tests/support/api-tokens';
import { newDirectory, proves } from '../../../../tests/support/directory';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { asBearer, newClient, oauthScene, tokensFor } from '../../../../tests/support/oauth';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signIn } from '../../../../tests/support/people';
import { lockAccount } from '../accounts/account-lock';
import { endInvitations } from '../invitations/invitation.store';
import { switchMembership } from '../memberships/membership.store';

const { app } = await oauthScene();
const rights = ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] as const;

/** An administrator of one organization enters somebody else's address for their own account. */
async function withAddressOf(email: string) {
  const organisationId = await newOrganisation(app);
  const person = await newPerson(app, { organisationId, permissions: rights });
  const at = await signIn(app, person.login);
  const { body } = await at.get(`/rest/v1/users/${person.userId}`);
  const { roleIds } = body.user;
  const { status } = await at
    .put(`/rest/v1/users/${person.userId}`)
    .send({ fullName: 'Kim', email, roleIds, revision: body.revision });
  expect(status).toBe(204);
  return { organisationId, person, at, roleIds };
}

async function organisationThatInvites() {
  const organisationId = await newOrganisation(app);
  const { login } = await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] });
  const at = await signIn(app, login);
  return {
    organisationId,
    invites: (email: string) => at.post('/identity/resources/users/v2').send({ email, name: 'Kim', roleIds: [] }),
  };
}

const emailOf = async (userId: number) =>
  (await app.db.selectFrom('identity.user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
const memberships = (userId: number) =>
  app.db.selectFrom('identity.membership').select('tenant_number').where('user_id', '=', userId).execute();
const newAddress = () => `kim-${randomUUID()}@partner.example`;

// Attack: SCIM, roles, impersonation, policies
describe('an address that was entered and that nobody has shown to be theirs', () => {
  it('goes to whoever is invited by it, and leaves the account that had it without one', async () => {
    const email = newAddress();
    const { person } = await withAddressOf(email);
    const { organisationId, invites } = await organisationThatInvites();
    expect((await invites(email)).status).toBe(201);
    expect(await emailOf(person.userId)).toBe(`unconfirmed-${person.userId}@tare.invalid`);
    const link = await newestLink(app, email);
    const [token, userId] = [link.searchParams.get('token'), link.searchParams.get('userId')];
    expect(
      (await browser(app).post('/identity/resources/users/v1/activate').send({ userId, token, password })).status,
    ).toBe(200);
    expect((await memberships(person.userId)).map((one) => one.tenant_number)).not.toContain(organisationId);
  });

  it('stays with a member of the organization that invites by it', async () => {
    const email = newAddress();
    const { at, person } = await withAddressOf(email);
    await at.post('/identity/resources/users/v2').send({ email, name: 'Kim', roleIds: [] });
    expect(await emailOf(person.userId)).toBe(email);
  });

  it.each(['a stranger', 'a colleague'])(
    'goes to the directory of its proven domain, where %s entered it',
    async (who) => {
      const domain = `victim-${randomUUID()}.example`;
      const { organisationId: own, person } = await withAddressOf(`kim@${domain}`);
      const organisationId = who === 'a colleague' ? own : await newOrganisation(app);
      await proves(app, { organisationId, domain });
      const directory = await newDirectory(app, organisationId);
      const made = await directory.send('post', '/Users', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `kim@${domain}`,
        emails: [{ value: `kim@${domain}`, type: 'work', primary: true }],
        active: true,
      });
      expect(made.status).toBe(201);
      expect(await emailOf(person.userId)).toBe(`unconfirmed-${person.userId}@tare.invalid`);
      expect(await memberships(person.userId)).toHaveLength(1);
    },
  );

  it('takes no invitation along that was sent to another', async () => {
    const { invites } = await organisationThatInvites();
    const there = await newOrganisation(app);
    const owner = await newPerson(app, { organisationId: there, permissions: rights });
    const invited = await newPerson(app, { organisationId: there, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await invites(invited.login)).status).toBe(201);
    const at = await signIn(app, owner.login);
    const { body } = await at.get(`/rest/v1/users/${invited.userId}`);
    const email = newAddress();
    const changed = await at
      .put(`/rest/v1/users/${invited.userId}`)
      .send({ fullName: 'Kim', email, roleIds: body.user.roleIds, revision: body.revision });
    expect(changed.status).toBe(204);
    await browser(app).post('/identity/resources/users/v1/invitation/reset').send({ email });
    expect((await mailsTo(app, email)).filter((mail) => mail.includes('invitation/accept'))).toEqual([]);
  });

  it('is said to be unverified, and opens no help desk, until a link that was mailed there is used', async () => {
    const email = newAddress();
    const { at, person } = await withAddressOf(email);
    const client = await newClient(app, {});
    const said = async (who: typeof at) => {
      const tokens = await tokensFor(app, who, client);
      const told = (await asBearer(app, tokens.access_token)).body as { email_verified: boolean };
      return [decodeJwt(tokens.id_token).email_verified, told.email_verified];
    };
    const desk = otherApp(app, { config: { zendesk: { url: 'https://example.zendesk.com', secret: 'x'.repeat(40) } } });
    const opens = async (login: string) => (await (await signIn(desk, login)).get('/zendesk-sso')).status;
    expect(await said(at)).toEqual([false, false]);
    expect(await opens(person.login)).toBe(403);

    const token = await newToken(Object.assign(at, { person }), { owner: 'users', kind: 'access', roleIds: [] });
    const bearer = await bearerOf(app, 'access', token);
    const asked = async () =>
      (await browser(app).get('/identity/resources/roles/v1').set('Authorization', `Bearer ${bearer}`)).status;
    expect(await asked()).toBe(200);
    await browser(app).post('/identity/resources/users/v1/passwords/reset').send({ email });
    const mail = (await mailsTo(app, email)).find((text) => text.includes('/password-reset?')) ?? '';
    const link = new URL(/http:\/\/\S+\/password-reset\?\S+/.exec(mail)?.[0] ?? '');
    const reset = await browser(app)
      .post('/identity/resources/users/v1/passwords/reset/verify')
      .send({ token: link.searchParams.get('token'), userId: link.searchParams.get('userId'), password });
    expect(reset.status).toBe(204);
    // Who holds the mailbox may be somebody else than who had the account.
    expect(await asked()).toBe(401);
    expect(await said(await signIn(app, person.login))).toEqual([true, true]);
    expect(await opens(person.login)).toBe(200);
  });
});

// Attack: SCIM, roles, impersonation, policies
describe('an address that somebody else only signs in by as a name', () => {
  it('is nobody’s username but its own account’s', async () => {
    const { at, roleIds } = await withAddressOf(newAddress());
    const made = await at
      .post('/rest/v1/users')
      .send({ fullName: 'Kim', email: newAddress(), login: newAddress(), roleIds });
    expect([made.status, made.text.includes('users.loginOfOther')]).toEqual([422, true]);
  });

  it('is invited to nothing by it', async () => {
    const wanted = newAddress();
    const { login, userId } = await newPerson(app, { organisationId: await newOrganisation(app) });
    await app.db.updateTable('identity.user').set({ login: wanted }).where('id', '=', userId).execute();
    const { invites } = await organisationThatInvites();
    expect((await invites(wanted)).status).toBe(422);
    expect((await mailsTo(app, login)).filter((mail) => mail.includes('invitation'))).toEqual([]);
    expect(await memberships(userId)).toHaveLength(1);
  });
});

describe('an invitation', () => {
  it('is accepted after whoever switches its membership off, not across it', async () => {
    const { organisationId: tenantNumber, invites } = await organisationThatInvites();
    const { login, userId } = await newPerson(app, { organisationId: await newOrganisation(app) });
    await invites(login);
    const link = await newestLink(app, login);
    const [token, uuid] = [link.searchParams.get('token'), link.searchParams.get('userId')];
    const now = app.clock.now();
    const accepted = await app.db.transaction().execute(async (trx) => {
      await lockAccount(trx, userId);
      await switchMembership(trx as never, { tenantNumber, userId }, { active: false, now });
      const answer = browser(app).post('/identity/resources/users/v1/invitation/accept').send({ token, userId: uuid });
      const sent = answer.then(({ status }) => ({ status }));
      // It comes as far as it can.
      await expect
        .poll(async () => {
          const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await waiting.execute(trx)).rows.length;
        })
        .toBeGreaterThan(0);
      await endInvitations(trx, { tenantNumber, userId }, now);
      return { sent };
    });
    expect((await accepted.sent).status).toBe(422);
  });
});
