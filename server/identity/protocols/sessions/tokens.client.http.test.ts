import { createHmac, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  type Person,
} from '../../../../tests/support/people';
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

const cookie = 'fe_refresh_tare';
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at };
}

const tenantIdOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
/** @returns the new access token, in the tab of a tenant where one is named */
async function refresh(at: ClientBrowser, tenantId: string | null = null): Promise<string> {
  at.tabTenantId = tenantId;
  await at.run((api) => api.auth.refreshTokenV2());
  return at.accessToken ?? '';
}
const rest = (token: string) => plainBrowser(app).get('/rest/v1/user').set('Authorization', `Bearer ${token}`);

describe('signing in', () => {
  it('answers a token whose claims name the person, the tenant and the rights', async () => {
    const { someone, at } = await person();
    const answer = await at.signIn(someone);
    expect(answer).toMatchObject({ mfaRequired: false, expiresIn: 900 });
    const claims = decodeJwt(answer.accessToken);
    expect(claims).toMatchObject({
      email: someone.login,
      type: 'userToken',
      tenantId: await tenantIdOf(organisationId),
      tenantIds: [await tenantIdOf(organisationId)],
      permissions: ['VIEW_BASE_LPO_PAGE'],
      roles: [someone.login],
      amr: ['pwd'],
      email_verified: true,
      iss: 'http://tare.test',
      aud: 'tare',
      auth_time: Date.parse(testNow) / 1000,
    });
    expect(decodeProtectedHeader(answer.accessToken)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(at.cookies.get(cookie)).toBe(answer.refreshToken);
  });

  it('signs the pages of this browser in as well, and the sign-in page the client', async () => {
    const { someone, at } = await person();
    const home = await fetch(`${client.baseUrl}/home`, {
      headers: { cookie: `tare-session=${at.cookies.get('tare-session')}` },
      redirect: 'manual',
    });
    expect(home.status).toBe(200);
    const pages = plainBrowser(app);
    const page = await pages.get('/login');
    const entered = await pages
      .post('/login')
      .type('form')
      .send({
        _csrf: /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1],
        username: someone.login,
        password: 'a password for the tests',
      });
    const set = [entered.headers['set-cookie']].flat().find((one) => one?.startsWith(`${cookie}=`));
    expect(set).toMatch(/; HttpOnly/);
    expect(set).toMatch(/SameSite=Lax/);
    const answer = await pages.post('/identity/resources/auth/v1/user/token/refresh').send({ tenantId: null });
    expect([answer.status, decodeJwt(answer.body.accessToken).email]).toEqual([200, someone.login]);
  });

  it('refuses a wrong password and an unknown name in the same words, in the client’s form', async () => {
    const { someone } = await person();
    const at = client.browser();
    const wrong = await refusal(
      at.run((api) => api.auth.login({ email: someone.login, password: 'another password' })),
    );
    const unknown = await refusal(
      at.run((api) => api.auth.login({ email: 'nobody@tare.test', password: 'another password' })),
    );
    expect(wrong).toEqual({ message: 'The username or password is incorrect.', statusCode: 401 });
    expect(unknown).toEqual(wrong);
    expect(at.headers.get('frontegg-trace-id')).toMatch(/\S{8,}/);
    expect(at.cookies.size).toBe(0);
  });

  it('names the fields of a body that makes no sense', async () => {
    const { statusCode, message } = await refusal(
      client.browser().run((api) => api.auth.login({ password: 'x' } as never)),
    );
    expect([statusCode, message]).toEqual([400, expect.stringContaining('email')]);
  });
});

describe('an access token', () => {
  it('opens the product’s calls too, with exactly the person’s rights', async () => {
    const { at, someone } = await person();
    expect((await rest(at.accessToken ?? '')).body).toMatchObject({
      loginName: someone.login,
      permissions: ['VIEW_BASE_LPO_PAGE'],
    });
  });

  it('ends after a quarter of an hour', async () => {
    const { at } = await person();
    after(899);
    expect((await rest(at.accessToken ?? '')).status).toBe(200);
    after(900);
    expect((await rest(at.accessToken ?? '')).status).toBe(401);
  });

  it.each([
    [
      'the session ends',
      async ({ userId }: Person) => {
        await app.db
          .updateTable('identity.session')
          .set({ ended_at: new Date(testNow), end_reason: 'test' })
          .where('user_id', '=', userId)
          .execute();
      },
    ],
    [
      'the person is switched off',
      async ({ userId }: Person) => {
        await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute();
      },
    ],
    [
      'the membership ends',
      async ({ userId }: Person) => {
        await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute();
      },
    ],
  ])('opens nothing once %s', async (_what, change) => {
    const { at, someone } = await person();
    await change(someone);
    expect((await rest(at.accessToken ?? '')).status).toBe(401);
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toEqual({
      message: 'Session not found',
      statusCode: 401,
    });
  });

  it('loses a right with the role that gave it', async () => {
    const { at, someone } = await person();
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', someone.userId).execute();
    expect((await rest(at.accessToken ?? '')).body.permissions).toEqual([]);
  });

  it('is verified by the published keys', async () => {
    const { at } = await person();
    for (const path of ['/.well-known/jwks.json', '/frontegg/.well-known/jwks.json']) {
      const { keys } = (await (await fetch(`${client.baseUrl}${path}`)).json()) as { keys: Record<string, string>[] };
      expect(keys[0]).toMatchObject({ alg: 'RS256', use: 'sig', kid: decodeProtectedHeader(at.accessToken ?? '').kid });
      expect(keys.every((key) => !('d' in key))).toBe(true);
    }
  });

  describe('that was forged', () => {
    async function parts() {
      const { at } = await person();
      const token = at.accessToken ?? '';
      const {
        keys: [jwk],
      } = (await (await fetch(`${client.baseUrl}/.well-known/jwks.json`)).json()) as { keys: Record<string, string>[] };
      return { token, claims: decodeJwt(token), header: decodeProtectedHeader(token), jwk: jwk ?? {} };
    }
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

    it.each(['none', 'None', 'NONE', 'nOnE', ''])('without a signature, as alg %j, opens nothing', async (alg) => {
      const { claims, header } = await parts();
      expect((await rest(`${encoded({ ...header, alg })}.${encoded(claims)}.`)).status).toBe(401);
    });

    it.each(['spki', 'pkcs1'] as const)('by HS256 with the public key as %s opens nothing', async (type) => {
      const { claims, header, jwk } = await parts();
      const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type, format: 'pem' }) as string;
      for (const secret of [
        pem,
        pem.trim(),
        JSON.stringify(jwk),
        createPublicKey({ key: jwk, format: 'jwk' }).export({ type, format: 'der' }),
      ]) {
        const signed = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
        expect(
          (await rest(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`)).status,
        ).toBe(401);
      }
    });

    it('by a key that it brings itself opens nothing', async () => {
      const { claims, header } = await parts();
      const { privateKey, publicKey } = await (await import('jose')).generateKeyPair('RS256', { extractable: true });
      const own = await (await import('jose')).exportJWK(publicKey);
      for (const extra of [
        { jwk: own },
        { jku: 'http://127.0.0.1:1/keys' },
        { x5u: 'http://127.0.0.1:1/cert' },
        { kid: '../../../../dev/null' },
        { kid: "' or 1=1 --" },
        { kid: '__proto__' },
        {},
      ]) {
        const token = await new SignJWT(claims)
          .setProtectedHeader({ ...header, alg: 'RS256', ...extra })
          .sign(privateKey);
        expect([extra, (await rest(token)).status]).toEqual([extra, 401]);
      }
    });

    // ASVS V9.1.1–3, V9.2.1–4
    // Attack: JWT
    it('by a changed claim opens nothing, and the untouched one does', async () => {
      const { token, claims } = await parts();
      const [head, , signature] = token.split('.');
      expect((await rest(`${head}.${encoded({ ...claims, permissions: ['EDIT_USERS'] })}.${signature}`)).status).toBe(
        401,
      );
      expect((await rest(token)).status).toBe(200);
    });
  });
});

describe('a refresh token', () => {
  it('is replaced, and the new access token is good', async () => {
    const { at } = await person();
    const before = at.cookies.get(cookie);
    after(600);
    await refresh(at);
    expect(at.cookies.get(cookie)).not.toBe(before);
    expect((await rest(at.accessToken ?? '')).status).toBe(200);
  });

  it('gives parallel tabs the same successor within ten seconds', async () => {
    const { at } = await person();
    const token = at.cookies.get(cookie) ?? '';
    const ask = async () =>
      (
        await fetch(`${client.baseUrl}/identity/resources/auth/v1/user/token/refresh`, {
          method: 'POST',
          headers: { cookie: `${cookie}=${token}`, 'content-type': 'application/json' },
        })
      ).json() as Promise<{ refreshToken: string }>;
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    after(10);
    answers.push(await ask());
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(answers[0]?.refreshToken).toMatch(/^[\w-]{70}$/);
  });

  // Attack: refresh rotation
  it('that was replaced eleven seconds ago ends the session, and every token of it', async () => {
    const { at, someone } = await person();
    const stolen = at.cookies.get(cookie) ?? '';
    await refresh(at);
    after(11);
    const thief = client.browser();
    thief.cookies.set(cookie, stolen);
    expect(await refusal(refresh(thief))).toMatchObject({ statusCode: 401 });
    expect(await refusal(refresh(at))).toMatchObject({ statusCode: 401 });
    expect((await rest(at.accessToken ?? '')).status).toBe(401);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('severity')
      .where('action', '=', 'session.reuse')
      .where('after', '@>', JSON.stringify({ userId: someone.userId }))
      .execute();
    expect(audited).toEqual([{ severity: 'critical' }]);
  });

  it('of two quick replacements still gives a slow tab its successor', async () => {
    const { at } = await person();
    const first = at.cookies.get(cookie) ?? '';
    await refresh(at);
    const second = at.cookies.get(cookie) ?? '';
    await refresh(at);
    after(5);
    const slow = client.browser();
    slow.cookies.set(cookie, first);
    await refresh(slow);
    expect(slow.cookies.get(cookie)).toBe(second);
  });

  it.each(['', 'x', 'A'.repeat(70), 'null'])('of %j is none', async (token) => {
    const at = client.browser();
    at.cookies.set(cookie, token);
    expect(await refusal(refresh(at))).toEqual({ message: 'Session not found', statusCode: 401 });
  });

  it('dies with the session at sign-out, on every face of it', async () => {
    const { at } = await person();
    const [token, pages] = [at.cookies.get(cookie) ?? '', at.cookies.get('tare-session') ?? ''];
    await at.run((api) => api.auth.logout());
    expect(at.cookies.has(cookie)).toBe(false);
    at.cookies.set(cookie, token);
    expect(await refusal(refresh(at))).toMatchObject({ statusCode: 401 });
    expect((await rest(at.accessToken ?? '')).status).toBe(401);
    expect(
      (await fetch(`${client.baseUrl}/home`, { headers: { cookie: `tare-session=${pages}` }, redirect: 'manual' }))
        .status,
    ).toBe(302);
  });

  it('is taken from no foreign page', async () => {
    const { at } = await person();
    for (const origin of ['https://evil.test', 'null']) {
      const answer = await fetch(`${client.baseUrl}/identity/resources/auth/v1/user/token/refresh`, {
        method: 'POST',
        headers: {
          cookie: `${cookie}=${at.cookies.get(cookie)}`,
          origin,
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/json',
        },
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({ errors: [expect.any(String)], code: 'crossSite' });
    }
  });
});

describe('two tenants', () => {
  async function inBoth() {
    const { someone, at } = await person();
    const other = await newOrganisation(app);
    await joinOrganisation(app, someone, { organisationId: other, permissions: ['EDIT_USERS'] });
    return {
      someone,
      at,
      here: await tenantIdOf(organisationId),
      there: await tenantIdOf(other),
      foreign: await tenantIdOf(await newOrganisation(app)),
      other,
    };
  }

  it('in two tabs of one browser have an access token each, by one cookie', async () => {
    const { at, here, there } = await inBoth();
    const [first, second] = [await refresh(at, here), await refresh(at, there)];
    expect([decodeJwt(first).tenantId, decodeJwt(second).tenantId]).toEqual([here, there]);
    expect([(await rest(first)).body.permissions, (await rest(second)).body.permissions]).toEqual([
      ['VIEW_BASE_LPO_PAGE'],
      ['EDIT_USERS'],
    ]);
  });

  it('are not open to somebody who is in none of them, by the body or by the address', async () => {
    const { at, foreign } = await inBoth();
    expect(await refusal(refresh(at, foreign))).toMatchObject({ statusCode: 401 });
    at.tenantId = foreign;
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 403 });
    at.tenantId = null;
    expect(((await at.run((api) => api.auth.getMeV2())) as { email: string }).email).toContain('@');
  });

  it('are acted in as the page’s address says, by bearer and by cookie', async () => {
    const { at, there } = await inBoth();
    at.tenantId = there;
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({
      tenantId: there,
      permissions: [{ key: 'EDIT_USERS' }],
    });
    at.accessToken = null;
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ tenantId: there });
  });

  it('are switched between, for tokens and pages alike', async () => {
    const { at, there, foreign, other } = await inBoth();
    expect(await refusal(at.run((api) => api.tenants.switchTenant({ tenantId: foreign })))).toMatchObject({
      statusCode: 403,
    });
    await at.run((api) => api.tenants.switchTenant({ tenantId: there }));
    expect(decodeJwt(await refresh(at)).tenantId).toBe(there);
    const page = await fetch(`${client.baseUrl}/rest/v1/user`, {
      headers: { cookie: `tare-session=${at.cookies.get('tare-session')}` },
    });
    expect(await page.json()).toMatchObject({ organizationId: other });
  });

  it('have a token of one use, which is taken without the word Bearer', async () => {
    const { at, there } = await inBoth();
    const { accessToken } = await at.run((api) => api.users.GetUserJwt({ tenantId: there }));
    const bare = await plainBrowser(app)
      .get('/frontegg/identity/resources/users/v2/me')
      .set('Authorization', accessToken);
    expect([bare.status, bare.body.tenantId]).toEqual([200, there]);
  });
});
