import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addSite } from '../../../../tests/support/factories';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs, signIn, tokenOf, unique } from '../../../../tests/support/people';
import { testApp, testNow, type TestApp } from '../../../../tests/support/test-app';
import { internalOrganisation } from '../../../platform/actor';
import type { SessionView } from '../../core/sessions/session-list.contract';
import { keepSample } from '../../core/sessions/session-list.service';

type Agent = Awaited<ReturnType<typeof signedInAs>>;
const access = ['VIEW_USER_SESSIONS', 'VIEW_CCM_TOOLS_TAB'] as const;

let app: ClockedApp;
let staff: Agent;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  staff = await signedInAs(app, { organisationId: internalOrganisation, permissions: access });
});

const list = async (agent: Agent) => (await agent.get('/rest/v1/sessions')).body as SessionView[];
const at = (seconds: number) => new Date(Date.parse(testNow) + seconds * 1000);

/** An organisation with an administrator who is signed in. */
async function customer(wish: { permissions?: readonly (typeof access)[number][] } = {}) {
  const organisationId = await newOrganisation(app, { name: unique('Müller & Söhne') });
  return { organisationId, agent: await signedInAs(app, { organisationId, permissions: wish.permissions ?? access }) };
}

describe('the list of sessions', () => {
  // Spec 7: GET /sessions
  it('holds those of all organizations for internal staff, with when they began, when they were last used, and whose they are', async () => {
    const { organisationId, agent } = await customer();
    const seen = (await list(staff)).find(({ username }) => username === agent.person.login);
    expect(seen).toEqual({
      creationTime: new Date(testNow).toISOString(),
      lastAccessedTime: new Date(testNow).toISOString(),
      username: agent.person.login,
      sessionId: expect.any(String) as string,
      organizationId: organisationId,
      organizationName: expect.stringContaining('Müller') as string,
      browser: null,
      own: false,
    });
    expect((await list(staff)).filter(({ own }) => own).map(({ username }) => username)).toEqual([staff.person.login]);
  });

  it('holds those of their own organization for a customer', async () => {
    const [{ agent }, { agent: other }] = [await customer(), await customer()];
    expect((await list(agent)).map(({ username }) => username)).toEqual([agent.person.login]);
    const page = await agent.get('/sessions');
    expect([page.text.includes(agent.person.login), page.text.includes(other.person.login)]).toEqual([true, false]);
  });

  it.each([
    ['has ended', { ended_at: new Date(testNow) }],
    ['is too old', { expires_at: new Date(testNow) }],
    ['was left alone for too long', { last_used_at: at(-3601) }],
  ])('leaves out what %s', async (_what, change) => {
    const { agent } = await customer();
    const colleague = await newPerson(app, { organisationId: (await list(agent))[0]?.organizationId ?? 0 });
    await signIn(app, colleague.login);
    expect((await list(agent)).map(({ username }) => username).sort()).toEqual(
      [agent.person.login, colleague.login].sort(),
    );
    await app.db.updateTable('identity.session').set(change).where('user_id', '=', colleague.userId).execute();
    expect((await list(agent)).map(({ username }) => username)).toEqual([agent.person.login]);
  });

  it('leaves out the sessions of people who were switched off', async () => {
    const { organisationId, agent } = await customer();
    const colleague = await newPerson(app, { organisationId });
    await signIn(app, colleague.login);
    await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', colleague.userId).execute();
    expect((await list(agent)).map(({ username }) => username)).toEqual([agent.person.login]);
  });

  it('holds somebody in a client view once, and ending that ends the view', async () => {
    const { organisationId } = await customer();
    const viewed = await newPerson(app, { organisationId });
    const helper = await signedInAs(app, {
      organisationId: internalOrganisation,
      permissions: ['CREATE_CLIENT_VIEW_SESSION'],
    });
    const before = (await list(staff)).filter(({ username }) => username === helper.person.login);
    expect(
      (
        await helper
          .post('/rest/v1/client-view-session')
          .send({ organisationId, userId: viewed.userId, reason: 'Case 4711' })
      ).status,
    ).toBe(200);
    const after = (await list(staff)).filter(({ username }) => username === helper.person.login);
    expect([before.length, after.map(({ sessionId }) => sessionId)]).toEqual([
      1,
      before.map(({ sessionId }) => sessionId),
    ]);
    expect((await helper.get('/rest/v1/user')).body).toMatchObject({ userId: viewed.userId });
    expect((await staff.delete(`/rest/v1/sessions/${before[0]?.sessionId}`)).status).toBe(204);
    expect((await helper.get('/rest/v1/user')).status).toBe(401);
  });

  // Spec 2: sessions: VIEW_USER_SESSIONS
  it('is for those who see the whole organization and have the permission', async () => {
    const { organisationId } = await customer();
    const limited = await signedInAs(app, {
      organisationId,
      permissions: access,
      sites: [await addSite(app, { organisationId })],
    });
    const without = await signedInAs(app, { organisationId, permissions: ['VIEW_CCM_TOOLS_TAB'] });
    for (const agent of [limited, without]) {
      expect([
        (await agent.get('/sessions')).headers.location,
        (await agent.get('/rest/v1/sessions')).status,
        (await agent.get('/rest/v1/sessions/history')).status,
      ]).toEqual(['/home', 403, 403]);
      expect((await agent.get('/home')).text).not.toContain('href="/sessions"');
    }
  });
});

describe('the page', () => {
  // Spec 2: sessions: listed under CCM tools
  // Spec 2: Sessions: a table of current sessions (creation time, last accessed time, username)
  it('is an internal tool, names one’s own session, and says how many there are', async () => {
    const { agent } = await customer();
    const page = await agent.get('/sessions');
    expect(page.text).toContain('Internal tools');
    expect((await agent.get('/home')).text).toContain('href="/sessions"');
    for (const head of ['Signed in', 'Last used', 'Username']) expect(page.text).toContain(`>${head}<`);
    expect(page.text.match(/This session/g)).toHaveLength(1);
    expect(page.text).toContain('1 user');
  });

  it('sorts, searches and turns the pages of ten thousand', async () => {
    const { organisationId, agent } = await customer();
    await app.db.transaction().execute(async (trx) => {
      for (const nth of [0, 1, 2]) {
        const login = `${'zyx'[nth]}-${unique('sorted').replace(/\s/g, '-')}@tare.test`;
        const { id } = await trx
          .insertInto('identity.user')
          .values({ login, email: login, full_name: `Sorted ${nth}` })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx.insertInto('identity.membership').values({ tenant_number: organisationId, user_id: id }).execute();
        await sql`
          insert into identity.session (user_id, tenant_number, created_at, last_used_at, expires_at, idle_seconds, ip, user_agent)
          select ${id}, ${organisationId}, ${at(-60 * (nth + 1))}, ${at(-60 * (nth + 1))}, ${at(86_400)}, 3600, '', 'Mozilla/5.0 (X11; Linux) Firefox/143.0' from generate_series(1, ${nth === 0 ? 9_997 : 1})`.execute(
          trx,
        );
      }
    });
    const names = async (query: string) =>
      [
        ...(await agent.get(`/sessions?${query}`)).text.matchAll(
          /data-confirm-yes="End"[\s\S]*?visually-hidden"> ([^<]*)</g,
        ),
      ].map((match) => match[1]?.[0]);
    expect((await names('sort=-username')).slice(0, 2)).toEqual(['z', 'z']);
    expect((await names('sort=username')).slice(0, 4)).toEqual(['p', 'x', 'y', 'z']);
    expect((await names('sort=creationTime')).slice(0, 3)).toEqual(['x', 'y', 'z']);
    expect(await names('q=SORTED+2')).toEqual(['x']);
    expect(await names('q=nobody+like+this')).toEqual([]);
    expect((await agent.get('/sessions?q=nobody+like+this')).text).toContain('No matching sessions.');
    expect((await agent.get('/sessions?page=200&sort=username')).text).toMatch(/9,951–10,000 of 10,000/);
    expect((await agent.get('/sessions?page=90000')).text).toMatch(/9,951–10,000 of 10,000/);
    expect((await agent.get('/sessions')).text).toContain('4 users');
    expect((await agent.get('/sessions')).text).toContain('Firefox · Linux');
  });
});

describe('ending a session', () => {
  it.each([
    ['on the same node', (same: TestApp) => same],
    ['on another node', (same: TestApp) => otherApp(same, {})],
  ])('signs out whoever used it, with the next request %s', async (_where, nodeOf) => {
    const { organisationId, agent } = await customer();
    const colleague = await newPerson(app, { organisationId });
    const browser = await signIn(nodeOf(app), colleague.login);
    expect((await browser.get('/home')).status).toBe(200);
    const session = (await list(agent)).find(({ username }) => username === colleague.login);
    expect((await agent.delete(`/rest/v1/sessions/${session?.sessionId}`)).status).toBe(204);
    expect([(await browser.get('/rest/v1/user')).status, (await browser.get('/home')).headers.location]).toEqual([
      401,
      '/login',
    ]);
    expect((await list(agent)).map(({ username }) => username)).toEqual([agent.person.login]);
    expect((await agent.delete(`/rest/v1/sessions/${session?.sessionId}`)).status).toBe(404);
  });

  it('is a button with a question on the page, and is written down in the organization of the session, with who did it', async () => {
    const { organisationId, agent } = await customer();
    const session = (await list(staff)).find(({ username }) => username === agent.person.login);
    const page = await staff.get(`/sessions?q=${agent.person.login}`);
    expect(page.text).toContain(`action="/sessions/${session?.sessionId}/end"`);
    expect(page.text).toMatch(new RegExp(`data-confirm="This will end ${agent.person.login}’s session`));
    const send = () =>
      staff
        .post(`/sessions/${session?.sessionId}/end`)
        .type('form')
        .send({ _csrf: tokenOf(page.text), q: 'a b' });
    expect((await send()).headers.location).toBe('/sessions?q=a+b&ended=1');
    expect((await staff.get('/sessions?ended=1')).text).toContain('Session ended.');
    // Somebody else was faster: it is done all the same, and once.
    expect((await send()).headers.location).toBe('/sessions?q=a+b&ended=1');
    expect((await agent.get('/home')).headers.location).toBe('/login');
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'severity', 'entity_id', 'after'])
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'session.end')
      .execute();
    expect(rows).toEqual([
      {
        action: 'session.end',
        actor: staff.person.login,
        severity: 'warning',
        entity_id: session?.sessionId,
        after: { userId: agent.person.userId, username: agent.person.login },
      },
    ]);
  });

  it('of one’s own says what follows, and does it', async () => {
    const { agent } = await customer();
    const [own] = await list(agent);
    const page = await agent.get('/sessions');
    expect(page.text).toContain('This is your current session. If you end it, you will be signed out.');
    await agent
      .post(`/sessions/${own?.sessionId}/end`)
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect((await agent.get('/home')).headers.location).toBe('/login');
  });

  it('of another organization is not there for a customer', async () => {
    const [{ agent }, { agent: other }] = [await customer(), await customer()];
    const [theirs] = await list(other);
    expect((await agent.delete(`/rest/v1/sessions/${theirs?.sessionId}`)).status).toBe(404);
    expect((await other.get('/home')).status).toBe(200);
    expect((await agent.delete('/rest/v1/sessions/nothing')).status).toBe(404);
  });
});

describe('the history of sessions', () => {
  const historyOf = async (agent: Agent) =>
    (await agent.get('/rest/v1/sessions/history')).body as { instant: string; count: number }[];

  // Spec 2: Sessions: a table of session history (timestamp, session count)
  it('is one count for each quarter of an hour, however often and wherever it is taken, for each who reads it of what they see', async () => {
    const [{ agent, organisationId }, { agent: other }] = [await customer(), await customer()];
    await signIn(app, (await newPerson(app, { organisationId })).login);
    await keepSample(app.db, at(0));
    await keepSample(otherApp(app, {}).db, at(14 * 60 + 59));
    const alive = (await list(staff)).length;
    expect((await historyOf(agent)).filter(({ instant }) => instant === at(0).toISOString())).toEqual([
      { instant: at(0).toISOString(), count: 2 },
    ]);
    expect((await historyOf(other)).find(({ instant }) => instant === at(0).toISOString())?.count).toBe(1);
    expect((await historyOf(staff)).find(({ instant }) => instant === at(0).toISOString())?.count).toBe(alive);
    const page = await agent.get('/sessions');
    expect(page.text).toContain('Session history');
    expect(page.text).toMatch(/id="history"[\s\S]*>2</);
  });

  // Spec 7: GET /sessions/history
  it('names an instant at which nobody was signed in, too, and is kept for 90 days', async () => {
    const { agent } = await customer();
    const day = 86_400;
    const [old, kept, night] = [at(-91 * day), at(-89 * day), at(40 * day)];
    await keepSample(app.db, old);
    await keepSample(app.db, kept);
    expect((await historyOf(agent)).map(({ instant }) => instant)).toEqual(
      expect.arrayContaining([old, kept].map((one) => one.toISOString())),
    );
    await keepSample(app.db, at(900));
    const instants = (await historyOf(agent)).map(({ instant }) => instant);
    expect([instants.includes(old.toISOString()), instants.includes(kept.toISOString())]).toEqual([false, true]);
    await keepSample(app.db, night);
    expect((await historyOf(agent))[0]).toEqual({ instant: night.toISOString(), count: 0 });
    await app.db.deleteFrom('identity.session_sample').execute();
    expect((await agent.get('/sessions')).text).toContain('The first count appears within 15 minutes.');
  });
});
