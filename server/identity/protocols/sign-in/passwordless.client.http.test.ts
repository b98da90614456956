import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  publishedClient,
  refusal,
  type ClientBrowser,
  type PublishedApi,
} from '../../../../tests/support/counterparts/published-client';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  newOrganisation,
  newPerson,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { members } from '../../core/members/members';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Person;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  someone = await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  at = client.browser();
});

type Type = 'magiclink' | 'code';
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const ask = (type: Type, email = someone.login, here = at) =>
  here.run((api) => api.auth.passwordlessPreLogin({ type, email } as never));
const enter = (type: Type, token: string, here = at) =>
  here.run((api: PublishedApi) => api.auth.passwordlessPostLogin({ type, token } as never));
const linkToken = async (login = someone.login) => (await newestLink(app, login)).searchParams.get('token') ?? '';
const codeOf = async (login = someone.login) => /^\d{6}$/m.exec((await mailsTo(app, login))[0] ?? '')?.[0] ?? '';
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const me = async (here = at) => (await here.run((api) => api.auth.getMeV2())) as { email: string };
const words = {
  message: 'This link or code is incorrect, has expired or has already been used. Request a new one.',
  statusCode: 401,
};
const sessions = () =>
  app.db.selectFrom('identity.session').select('amr').where('user_id', '=', someone.userId).execute();

describe.each<[Type, () => Promise<string>, number]>([
  ['magiclink', () => linkToken(), 600],
  ['code', () => codeOf(), 300],
])('%s', (type, secretOf, seconds) => {
  it('signs in whoever reads the mail', async () => {
    await ask(type);
    const secret = await secretOf();
    expect(secret).toMatch(type === 'code' ? /^\d{6}$/ : /^[\w-]{43}$/);
    const answer = (await enter(type, secret)) as unknown as { accessToken: string };
    expect(decodeJwt(answer.accessToken)).toMatchObject({ email: someone.login, amr: ['otp'] });
    at.accessToken = answer.accessToken;
    expect(await me()).toMatchObject({ email: someone.login });
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.signIn')
      .where('after', '@>', JSON.stringify({ login: someone.login }))
      .execute();
    expect(audited).toEqual([{ after: { login: someone.login, way: type === 'code' ? 'emailCode' : 'magicLink' } }]);
  });

  // ASVS V6.5.1
  it('works once, in parallel too', async () => {
    await ask(type);
    const secret = await secretOf();
    const post = () =>
      fetch(`${client.baseUrl}/identity/resources/auth/v1/passwordless/${type}/postlogin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `tare-entry=${at.cookies.get('tare-entry')}` },
        body: JSON.stringify({ token: secret }),
      });
    const statuses = (await Promise.all(Array.from({ length: 4 }, post))).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 401, 401, 401]);
    expect((await post()).status).toBe(401);
    expect(await sessions()).toEqual([{ amr: ['otp'] }]);
  });

  // ASVS V6.5.5
  it('is too old after its time, and good until then', async () => {
    await ask(type);
    const secret = await secretOf();
    after(seconds);
    expect(await refusal(enter(type, secret))).toEqual(words);
    after(seconds - 1);
    await enter(type, secret);
    expect(await sessions()).toHaveLength(1);
  });

  it('says and does the same for a name that nobody has, and mails nothing', async () => {
    const nobody = `${randomUUID()}@tare.test`;
    const stranger = client.browser();
    expect(await ask(type, nobody, stranger)).toEqual(await ask(type));
    expect(stranger.cookies.size).toBe(at.cookies.size);
    expect(await mailsTo(app, nobody)).toEqual([]);
    expect(await mailsTo(app, someone.login)).toHaveLength(1);
    for (let more = 0; more < 4; more += 1) await ask(type, nobody, stranger);
    for (let more = 0; more < 4; more += 1) await ask(type);
    expect(await refusal(ask(type, nobody, stranger))).toMatchObject({ statusCode: 429 });
    expect(await refusal(ask(type))).toMatchObject({ statusCode: 429 });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the address has changed',
      () =>
        app.db
          .updateTable('identity.user')
          .set({ email: `${randomUUID()}@tare.test` })
          .where('id', '=', someone.userId)
          .execute(),
    ],
    [
      'another address was set by an administrator',
      () =>
        app.db.transaction().execute((trx) =>
          members.changeAccount(trx, {
            userId: someone.userId,
            fullName: 'X',
            email: `${randomUUID()}@tare.test`,
            now: app.clock.now(),
          }),
        ),
    ],
    [
      'the account is locked',
      () =>
        app.db
          .updateTable('identity.user')
          .set({ locked_until: new Date(Date.parse(testNow) + 60_000) })
          .where('id', '=', someone.userId)
          .execute(),
    ],
    [
      'the account is switched off',
      () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', someone.userId).execute(),
    ],
    [
      'the membership is over',
      () =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', someone.userId).execute(),
    ],
    [
      'the account signs in elsewhere',
      () => app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', someone.userId).execute(),
    ],
  ])('opens nothing once %s', async (_what, change) => {
    await ask(type);
    const secret = await secretOf();
    await change();
    expect(await refusal(enter(type, secret))).toEqual(words);
    expect(await sessions()).toEqual([]);
  });

  it('is closed where the installation takes neither', async () => {
    const closed = await publishedClient(
      otherApp(app, {
        config: {
          ...app.resources.config,
          identity: { ...app.resources.config.identity, authStrategy: 'NoLocalAuthentication' },
        },
      }),
    );
    const there = closed.browser();
    try {
      expect(await refusal(ask(type, someone.login, there))).toEqual({
        message: 'This sign-in method is turned off.',
        statusCode: 403,
      });
      expect(await refusal(enter(type, '123456', there))).toMatchObject({ statusCode: 403 });
      expect(await refusal(there.signIn(someone))).toMatchObject({ statusCode: 403 });
      expect(await there.run((api) => api.auth.getVendorConfig())).toMatchObject({
        authStrategy: 'NoLocalAuthentication',
        allowSignups: false,
      });
    } finally {
      await closed.close();
    }
  });
});

describe('a code', () => {
  // ASVS V6.6.2/3
  it('works in no other browser, and not in the flow of another account', async () => {
    await ask('code');
    const code = await codeOf();
    expect(await refusal(enter('code', code, client.browser()))).toEqual(words);
    const other = await newPerson(app, { organisationId });
    const there = client.browser();
    await ask('code', other.login, there);
    const theirs = await codeOf(other.login);
    if (theirs !== code) expect(await refusal(enter('code', code, there))).toEqual(words);
    await enter('code', code);
    expect(at.cookies.has('tare-entry')).toBe(false);
  });

  // ASVS V6.6.2/3
  it.each([
    ['known', () => someone.login],
    ['unknown', () => `${randomUUID()}@tare.test`],
  ])('of a %s name bears five wrong tries, whatever is begun anew', async (kind, name) => {
    const login = name();
    await ask('code', login);
    const code = await codeOf(login);
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await refusal(enter('code', wrongFor(code)))).toEqual(words);
    expect(await refusal(enter('code', kind === 'known' ? code : wrongFor(code)))).toMatchObject({ statusCode: 429 });
    for (let again = 0; again < 20; again += 1) {
      const fresh = client.browser();
      const asked = await ask('code', login, fresh).then(
        () => true,
        () => false,
      );
      if (asked)
        expect(await refusal(enter('code', kind === 'known' ? await codeOf(login) : '123456', fresh))).toMatchObject({
          statusCode: 429,
        });
    }
    expect(await sessions()).toEqual([]);
    after(601);
    expect(await refusal(enter('code', wrongFor(code)))).toEqual(words);
  });

  // Attack: OTP brute force
  it('counts parallel tries', async () => {
    await ask('code');
    const code = await codeOf();
    const post = () =>
      fetch(`${client.baseUrl}/identity/resources/auth/v1/passwordless/code/postlogin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `tare-entry=${at.cookies.get('tare-entry')}` },
        body: JSON.stringify({ token: wrongFor(code) }),
      });
    const statuses = (await Promise.all(Array.from({ length: 12 }, post))).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });
});

describe('the page of a mailed link', () => {
  it('signs in by its button, with scripts off, and not by being opened', async () => {
    await ask('magiclink');
    const link = await newestLink(app, someone.login);
    const scanner = plainBrowser(app);
    expect((await scanner.get(`${link.pathname}${link.search}`)).status).toBe(200);
    expect(await sessions()).toEqual([]);
    const agent = plainBrowser(app);
    const press = async (by = agent) => {
      const page = await by.get(`${link.pathname}${link.search}`);
      return by
        .post(link.pathname)
        .type('form')
        .send({ _csrf: tokenOf(page.text), token: /name="token" value="([^"]+)"/.exec(page.text)?.[1] });
    };
    expect((await press()).headers.location).toBe('/home');
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ loginName: someone.login });
    const used = await press(plainBrowser(app));
    expect([used.status, used.text]).toEqual([410, expect.stringContaining('This link no longer works')]);
  });
});
