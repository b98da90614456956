import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  signIn,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { keepLockoutPolicy } from '../../policies/lockout/lockout-policy.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Person;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  organisationId = await newOrganisation(app);
  someone = await newPerson(app, { organisationId });
});

const allow = (maxAttempts: number, tenant = organisationId) =>
  app.db
    .transaction()
    .execute((trx) => keepLockoutPolicy(trx, tenant, { enabled: true, maxAttempts, now: app.clock.now() }));
const wrongs = async (tries: number) => {
  for (let at = 0; at < tries; at += 1)
    await refusal(client.browser().run((api) => api.auth.login({ email: someone.login, password: 'a wrong one' })));
};
const enters = () =>
  client
    .browser()
    .signIn(someone)
    .then(
      () => true,
      () => false,
    );

describe('the count of wrong passwords', () => {
  it('begins anew after a right one', async () => {
    await allow(3);
    for (const _ of [1, 2]) {
      await wrongs(2);
      expect(await enters()).toBe(true);
    }
  });

  it('begins anew after a right one whose second proof is still owed', async () => {
    await allow(3);
    const at = client.browser();
    await at.signIn(someone);
    await enrolAuthenticator(app, at, someone);
    for (const _ of [1, 2]) {
      await wrongs(2);
      expect((await client.browser().signIn(someone)).mfaRequired).toBe(true);
    }
  });

  it('goes as far as the strictest tenant of theirs lets it, whatever the other says', async () => {
    const strict = await newOrganisation(app);
    await allow(9);
    await allow(2, strict);
    await joinOrganisation(app, someone, { organisationId: strict });
    await wrongs(2);
    expect(await enters()).toBe(false);
  });
});

describe('a code', () => {
  it('bears five wrong tries by all names of an account together', async () => {
    const { uuid } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    const ask = (at: ClientBrowser, who: object) =>
      at.run((api) => api.auth.passwordlessPreLogin({ type: 'code', ...who } as never));
    const enter = (at: ClientBrowser, token: string) =>
      at.run((api) => api.auth.passwordlessPostLogin({ type: 'code', token } as never));
    const [byName, byId] = [client.browser(), client.browser()];
    await ask(byName, { email: someone.login });
    const code = /^\d{6}$/m.exec((await mailsTo(app, someone.login))[0] ?? '')?.[0] ?? '';
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusal(enter(byName, wrong))).toMatchObject({ statusCode: 401 });
    await ask(byId, { userId: uuid });
    await app.runJobs();
    expect(await refusal(enter(byId, '000000'))).toMatchObject({ statusCode: 429 });
  });
});

describe('the page of a mailed link', () => {
  it('signs out whoever sat there', async () => {
    const other = await newPerson(app, { organisationId });
    const agent = await signIn(app, other.login);
    await client
      .browser()
      .run((api) => api.auth.passwordlessPreLogin({ type: 'magiclink', email: someone.login } as never));
    const link = await newestLink(app, someone.login);
    const page = await agent.get(`${link.pathname}${link.search}`);
    await agent
      .post(link.pathname)
      .type('form')
      .send({ _csrf: tokenOf(page.text), token: link.searchParams.get('token') });
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ loginName: someone.login });
    expect(
      await app.db.selectFrom('identity.session').select('end_reason').where('user_id', '=', other.userId).execute(),
    ).toEqual([{ end_reason: 'signed out' }]);
    expect((await plainBrowser(app).get('/rest/v1/user')).status).toBe(401);
  });
});
