import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import type { SoftwareAuthenticator, Wish } from '../../../../tests/support/counterparts/software-authenticator';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  addPasskey,
  answer,
  askFor,
  listPasskeys,
  signInByPasskey,
  type Asking,
} from '../../../../tests/support/passkeys';
import { joinOrganisation, newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const refused = {
  message: 'You cannot sign in with this passkey. Try again, or use another sign-in method.',
  statusCode: 401,
};

interface Someone {
  someone: Person;
  /** Where they are signed in. */
  at: ClientBrowser;
  authenticator: SoftwareAuthenticator;
}

async function withPasskey(): Promise<Someone> {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at, authenticator: await addPasskey(at) };
}

const uuidOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const sessionsOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.session').select('id').where('user_id', '=', userId).execute()).length;

/** Brings what was signed, beside others of the same browser at once. @returns the status */
async function bring({ cookies }: ClientBrowser, signed: ReturnType<SoftwareAuthenticator['get']>): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    origin: 'http://tare.test',
    'sec-fetch-site': 'same-origin',
    cookie: `tare-passkey-browser=${cookies.get('tare-passkey-browser')}`,
  };
  return (
    await fetch(`${client.baseUrl}/identity/resources/auth/v1/webauthn/postlogin`, {
      method: 'POST',
      headers,
      body: JSON.stringify(signed),
    })
  ).status;
}

/** Fails unless the sign-in was refused for this reason, in the words for all reasons, and opened nothing. */
async function expectRefused(
  someone: Person,
  attempt: (at: ClientBrowser) => Promise<unknown>,
  reason: string,
): Promise<void> {
  const before = await sessionsOf(someone);
  const at = client.browser();
  expect(await refusal(attempt(at))).toEqual(refused);
  const [row] = await app.db
    .selectFrom('audit_log')
    .select(['action', 'severity', 'after'])
    .where('action', 'in', ['session.refuse', 'passkey.copy'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(row?.after).toMatchObject({ way: 'passkey', reason });
  expect([row?.action, row?.severity]).toEqual(
    reason === 'counter' ? ['passkey.copy', 'critical'] : ['session.refuse', 'warning'],
  );
  expect([await sessionsOf(someone), [...at.cookies.keys()].filter((name) => name !== 'tare-passkey-browser')]).toEqual(
    [before, []],
  );
}

describe('signing in with a passkey', () => {
  it('goes on to the whole sign-in by the newer call of the client', async () => {
    const { someone, authenticator } = await withPasskey();
    const at = client.browser();
    const { options } = (await at.run((api) => api.auth.webAuthnPreLogin({ email: someone.login }))) as unknown as {
      options: Asking;
    };
    expect(options.allowCredentials).toEqual([]);
    const { user } = await at.run((api) => api.auth.webAuthnPostLoginV2(authenticator.get(options)));
    expect([user?.email, decodeJwt(at.accessToken ?? '').amr]).toEqual([someone.login, ['hwk', 'user', 'mfa']]);
  });

  it.each(['an address', 'an id', 'nothing'])(
    'by %s opens a session of two proofs, in this browser too',
    async (how) => {
      const { someone, authenticator } = await withPasskey();
      const who =
        how === 'an address'
          ? { email: ` ${someone.login.toUpperCase()} ` }
          : how === 'an id'
            ? { userId: await uuidOf(someone) }
            : {};
      const at = client.browser();
      const asking = await askFor(at, who);
      expect(asking).toMatchObject({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'tare.test',
        userVerification: 'required',
        timeout: 300_000,
      });
      expect(asking.allowCredentials).toEqual([]);
      const { accessToken, mfaRequired } = await answer(at, authenticator.get(asking));
      expect(mfaRequired).toBe(false);
      expect(decodeJwt(accessToken)).toMatchObject({
        email: someone.login,
        amr: ['hwk', 'user', 'mfa'],
        acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
      });
      expect(((await at.run((api) => api.auth.getMeV2())) as { email: string }).email).toBe(someone.login);
      const home = await fetch(`${client.baseUrl}/home`, {
        headers: { cookie: `tare-session=${at.cookies.get('tare-session')}` },
        redirect: 'manual',
      });
      expect(home.status).toBe(200);
    },
  );

  it('notes the use, and the way in the audit', async () => {
    const { someone, at, authenticator } = await withPasskey();
    after(60);
    const { accessToken } = await signInByPasskey(client.browser(), { authenticator });
    expect((await listPasskeys(at)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      new Date(Date.parse(testNow) + 60_000).toISOString(),
    ]);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.signIn')
      .where('entity_id', '=', decodeJwt(accessToken).sid as string)
      .execute();
    expect(rows).toEqual([{ after: { login: someone.login, way: 'passkey' } }]);
  });

  it('is a fresh proof, by which another passkey may be added', async () => {
    const { authenticator } = await withPasskey();
    after(1000);
    const at = client.browser();
    await signInByPasskey(at, { authenticator });
    await addPasskey(at);
    expect(await listPasskeys(at)).toHaveLength(2);
  });

  it('comes in where a password would: the first tenant that is open to them', async () => {
    const { someone, authenticator } = await withPasskey();
    const second = await newOrganisation(app);
    await joinOrganisation(app, someone, { organisationId: second });
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('user_id', '=', someone.userId)
      .where('tenant_number', '=', organisationId)
      .execute();
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', second)
      .executeTakeFirstOrThrow();
    expect((await signInByPasskey(client.browser(), { authenticator, email: someone.login })).tenantId).toBe(id);
  });

  it('works with devices that do not count', async () => {
    const { someone, authenticator } = await withPasskey();
    for (const _ of [1, 2])
      expect((await signInByPasskey(client.browser(), { authenticator, wish: { counter: 0 } })).userEmail).toBe(
        someone.login,
      );
  });
});

describe('a passkey is refused', () => {
  it.each<[string, Wish, string]>([
    ['from another origin', { origin: 'http://evil.test' }, 'proof'],
    ['for another relying party', { rpId: 'evil.test' }, 'proof'],
    ['without verifying anybody', { userVerified: false }, 'proof'],
    ['without anybody there', { userPresent: false }, 'proof'],
    ['as an answer to another question', { type: 'webauthn.create' }, 'proof'],
    ['in somebody else’s page', { crossOrigin: true }, 'challenge'],
    ['for a challenge of its own', { challenge: randomBytes(32).toString('base64url') }, 'challenge'],
    ['for somebody else by its handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'person'],
  ])('%s, and taken without that', async (_what, wish, reason) => {
    const { someone, authenticator } = await withPasskey();
    await expectRefused(someone, (at) => signInByPasskey(at, { authenticator, wish }), reason);
    expect((await signInByPasskey(client.browser(), { authenticator })).userEmail).toBe(someone.login);
  });

  it('the second time, one after the other and in parallel', async () => {
    const { someone, authenticator } = await withPasskey();
    const asker = client.browser();
    const asking = await askFor(asker, { email: someone.login });
    const signed = authenticator.get(asking);
    await answer(asker, signed);
    await expectRefused(someone, (at) => answer(at, signed), 'challenge');
    await expectRefused(someone, (at) => answer(at, authenticator.get(asking)), 'challenge');

    const before = await sessionsOf(someone);
    const again = authenticator.get(await askFor(asker, {}));
    const statuses = await Promise.all(Array.from({ length: 8 }, () => bring(asker, again)));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
    expect(await sessionsOf(someone)).toBe(before + 1);
  });

  it('in another browser than the one that asked, which takes it out of use; that one gets in by its own', async () => {
    const { someone, authenticator } = await withPasskey();
    const asker = client.browser();
    for (const foreign of [undefined, 'A'.repeat(43)]) {
      const signed = authenticator.get(await askFor(asker, { email: someone.login }));
      await expectRefused(
        someone,
        (at) => {
          if (foreign !== undefined) at.cookies.set('tare-passkey-browser', foreign);
          return answer(at, signed);
        },
        'browser',
      );
      await expectRefused(someone, () => answer(asker, signed), 'challenge');
    }
    expect((await signInByPasskey(asker, { authenticator })).userEmail).toBe(someone.login);
  });

  it('after five minutes', async () => {
    const { someone, authenticator } = await withPasskey();
    const asker = client.browser();
    const [inTime, late] = [await askFor(asker, {}), await askFor(asker, {})];
    after(299);
    expect((await answer(asker, authenticator.get(inTime))).userEmail).toBe(someone.login);
    after(300);
    await expectRefused(someone, (at) => answer(at, authenticator.get(late)), 'challenge');
  });

  it('where somebody else was asked for, whether they are anybody or not', async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()];
    for (const email of [other.someone.login, 'nobody@tare.test'])
      await expectRefused(
        mine.someone,
        (at) => signInByPasskey(at, { authenticator: mine.authenticator, email }),
        'person',
      );
  });

  it('under another’s credential id, and under one that nobody has', async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()];
    const forged = (asking: Asking) => ({
      ...mine.authenticator.get(asking),
      id: other.authenticator.credentials[0]?.id ?? '',
    });
    const withoutHandle = ({ id, response: { userHandle: _, ...response } }: ReturnType<typeof forged>) => ({
      id,
      response: response as ReturnType<typeof forged>['response'],
    });
    await expectRefused(other.someone, async (at) => answer(at, forged(await askFor(at, {}))), 'person');
    await expectRefused(other.someone, async (at) => answer(at, withoutHandle(forged(await askFor(at, {})))), 'proof');
    await expectRefused(
      mine.someone,
      async (at) =>
        answer(at, { ...mine.authenticator.get(await askFor(at, {})), id: randomBytes(20).toString('base64url') }),
      'credential',
    );
  });

  it('with a challenge to add one', async () => {
    const { someone, at, authenticator } = await withPasskey();
    const { options } = (await at.run((api) => api.auth.webAuthnCreateNewDeviceSession())) as unknown as {
      options: Asking;
    };
    await expectRefused(someone, (there) => answer(there, authenticator.get(options)), 'challenge');
  });

  it('when its counter goes back or stands still, as a copy’s does', async () => {
    const { someone, authenticator } = await withPasskey();
    await signInByPasskey(client.browser(), { authenticator, wish: { counter: 10 } });
    for (const counter of [10, 9, 0])
      await expectRefused(someone, (at) => signInByPasskey(at, { authenticator, wish: { counter } }), 'counter');
    expect((await signInByPasskey(client.browser(), { authenticator, wish: { counter: 11 } })).userEmail).toBe(
      someone.login,
    );
  });

  it('for one of two uses of the same count at once', async () => {
    const { someone, authenticator } = await withPasskey();
    const signed = [];
    const asker = client.browser();
    for (let index = 0; index < 6; index += 1) signed.push(authenticator.get(await askFor(asker, {}), { counter: 5 }));
    const before = await sessionsOf(someone);
    const statuses = await Promise.all(signed.map((one) => bring(asker, one)));
    expect([statuses.filter((status) => status === 200).length, await sessionsOf(someone)]).toEqual([1, before + 1]);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'is switched off',
      ({ userId }) => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute(),
    ],
    [
      'is locked',
      ({ userId }) =>
        app.db
          .updateTable('identity.user')
          .set({ locked_until: new Date(Date.parse(testNow) + 60_000) })
          .where('id', '=', userId)
          .execute(),
    ],
    [
      'signs in by their organization',
      ({ userId }) => app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', userId).execute(),
    ],
    [
      'is in no tenant any more',
      ({ userId }) =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute(),
    ],
  ])('of somebody who %s', async (_what, change) => {
    const { someone, authenticator } = await withPasskey();
    await change(someone);
    await expectRefused(someone, (at) => signInByPasskey(at, { authenticator }), 'account');
  });

  it('where nobody signs in here by themselves, and not even asked for', async () => {
    const { someone, authenticator } = await withPasskey();
    const { identity } = app.resources.config;
    const elsewhere = await publishedClient(
      otherApp(app, { config: { identity: { ...identity, authStrategy: 'NoLocalAuthentication' } } }),
    );
    const closed = { message: 'This sign-in method is turned off.', statusCode: 403 };
    try {
      const before = await sessionsOf(someone);
      expect(await refusal(askFor(elsewhere.browser(), { email: someone.login }))).toEqual(closed);
      expect(await refusal(answer(elsewhere.browser(), authenticator.get(await askFor(client.browser(), {}))))).toEqual(
        closed,
      );
      expect(await sessionsOf(someone)).toBe(before);
    } finally {
      await elsewhere.close();
    }
  });

  it('in a form that no browser sends', async () => {
    for (const body of [
      {},
      { id: 'AA' },
      { id: 'A A', response: {} },
      { id: ['AA'], response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } },
    ]) {
      expect((await refusal(client.browser().run((api) => api.auth.webAuthnPostLogin(body as never)))).statusCode).toBe(
        400,
      );
    }
    const { someone, authenticator } = await withPasskey();
    const broken = async (at: ClientBrowser, part: string) => {
      const signed = authenticator.get(await askFor(at, {}));
      return answer(at, { ...signed, response: { ...signed.response, [part]: 'AAAA' } });
    };
    await expectRefused(someone, (at) => broken(at, 'authenticatorData'), 'proof');
    await expectRefused(someone, (at) => broken(at, 'signature'), 'proof');
    await expectRefused(someone, (at) => broken(at, 'clientDataJSON'), 'challenge');
  });
});

describe('asking for the passkeys of somebody', () => {
  it('says the same of people with and without passkeys and of nobody, by whatever name they are asked for', async () => {
    const { someone } = await withPasskey();
    const without = await newPerson(app, { organisationId });
    const said = [];
    for (const who of [
      { email: someone.login },
      { userId: await uuidOf(someone) },
      { email: without.login },
      { userId: await uuidOf(without) },
      { email: `${randomUUID()}@tare.test` },
      { userId: randomUUID() },
      {},
    ]) {
      const { challenge, ...rest } = await askFor(client.browser(), who);
      said.push({ ...rest, challenge: challenge.length });
    }
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(said[0]).toMatchObject({ allowCredentials: [], challenge: 43 });
  });

  it('has a limit for one address and name', async () => {
    const at = client.browser();
    const email = `${randomUUID()}@tare.test`;
    for (let tries = 0; tries < 30; tries += 1) await askFor(at, { email });
    expect(await refusal(askFor(at, { email }))).toMatchObject({ statusCode: 429 });
    expect((await askFor(at, { email: `${randomUUID()}@tare.test` })).challenge).toHaveLength(43);
  });

  it('leaves no challenges behind that have ended', async () => {
    const later = new Date(Date.parse(testNow) + 86_400_000);
    const ended = async () =>
      (
        await app.db
          .selectFrom('identity.webauthn_challenge')
          .select('purpose')
          .where('expires_at', '<=', later)
          .execute()
      ).length;
    after(0);
    await askFor(client.browser(), {});
    const before = await ended();
    expect(before).toBeGreaterThan(0);
    app.clock.set(later);
    for (let asked = 0; asked <= before / 100; asked += 1) await askFor(client.browser(), {});
    expect(await ended()).toBe(0);
  });
});
