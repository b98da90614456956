import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { otherApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, signIn } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

/** Its web sessions lie in the database. */
let app: TestApp;
let organisationId: number;
beforeAll(async () => {
  app = otherApp(await testApp(), {});
  organisationId = await newOrganisation(app);
});

type Agent = Awaited<ReturnType<typeof signIn>>;

interface WebSession {
  sid: string;
  sess: { sessionId: string; passport?: { user: string } };
  xmin: string;
}

async function seated(): Promise<{ at: Agent; saved(): Promise<WebSession> }> {
  const { userId, login } = await newPerson(app, { organisationId });
  const at = await signIn(app, login);
  const saved = async () => {
    const { rows } = await sql<WebSession>`
      select h.sid, h.sess, h.xmin::text as xmin from http_session h
      join identity.session s on s.id::text = h.sess ->> 'sessionId' where s.user_id = ${userId}`.execute(app.db);
    return rows[0]!;
  };
  return { at, saved };
}

const statusOf = async (at: Agent) => (await at.get('/rest/v1/user')).status;

describe('the web session', () => {
  it('is written by passport at the sign-in, with the id of the session that it stands for', async () => {
    const { saved } = await seated();
    const { sess } = await saved();
    expect(sess.passport).toEqual({ user: sess.sessionId });
  });

  it('is not written when it is read', async () => {
    const { at, saved } = await seated();
    const before = await saved();
    expect(await statusOf(at)).toBe(200);
    expect(await saved()).toEqual(before);
  });

  it('stands for the same where a version before passport wrote it, and stays as it was written', async () => {
    const { at, saved } = await seated();
    const { sid } = await saved();
    await sql`update http_session set sess = (sess::jsonb - 'passport')::json where sid = ${sid}`.execute(app.db);
    const older = await saved();
    expect(await statusOf(at)).toBe(200);
    expect([older.sess.passport, await saved()]).toEqual([undefined, older]);
  });

  it('is gone once the session that it stands for has ended', async () => {
    const { at, saved } = await seated();
    const { sess } = await saved();
    await app.db
      .updateTable('identity.session')
      .set({ ended_at: app.clock.now(), end_reason: 'a test' })
      .where('id', '=', sess.sessionId)
      .execute();
    expect([await statusOf(at), await saved()]).toEqual([401, undefined]);
  });
});
