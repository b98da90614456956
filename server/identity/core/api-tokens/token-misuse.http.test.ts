import { createHmac, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerOf as bearerOfToken,
  eachToken as each,
  exchange as exchangeToken,
  exchangePath,
  kinds,
  newToken as makeToken,
  newTokenRole,
  owners as whose,
  type MadeToken,
  type TokenKind,
  type TokenOwner,
} from '../../../../tests/support/api-tokens';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, joinOrganisation, newOrganisation, signedInAs, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';
import { keepAddressRule, lockAddressPolicy, setAddressPolicy } from '../../policies/addresses/address.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let app: ClockedApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
let someone: Person;

const held: readonly Permission[] = [
  'fe.*',
  'VIEW_BASE_LPO_PAGE',
  'VIEW_USER_MANAGEMENT_TOOLS',
  'EDIT_USERS',
  'EDIT_HIERARCHIES',
];

beforeAll(async () => {
  app = withOwnClock(await testApp());
});
beforeEach(async () => {
  app.clock.set(testNow);
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: held });
  someone = admin.person;
});

async function newRole(permissions: readonly Permission[]) {
  return newTokenRole(app, { organisationId, permissions });
}
/** A tenant's with a role that lets it read roles, unless others are given. */
async function newToken(
  owner: TokenOwner,
  kind: TokenKind,
  { roles: given, minutes }: { roles?: string[]; minutes?: number } = {},
): Promise<MadeToken> {
  return makeToken(admin, {
    owner,
    kind,
    minutes: minutes ?? null,
    roleIds:
      given ?? (owner === 'tenants' ? [(await newRole(['VIEW_BASE_LPO_PAGE', 'fe.secure.read.roles'])).uuid] : []),
  });
}
const exchange = (token: MadeToken) => exchangeToken(app, token);
const bearerOf = (kind: TokenKind, token: MadeToken) => bearerOfToken(app, kind, token);
const asked = (bearer: string, path: string, { from }: { from?: string } = {}) => {
  const agent = browser(app);
  return (from === undefined ? agent.get(path) : agent.get(path).set('X-Forwarded-For', from))
    .set('Authorization', `Bearer ${bearer}`)
    .set('Accept', 'application/json') as unknown as Promise<Response>;
};
const roles = '/identity/resources/roles/v1';
const statusOf = async (bearer: string) => (await asked(bearer, roles)).status;
const audits = async () =>
  await app.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'user_id', 'severity', 'ip', 'user_agent', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('entity', '=', 'apiToken')
    .orderBy('id')
    .execute();
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

describe('a token', () => {
  it.each(each)('of %s, kind %s, opens what it holds and nothing else, and no page', async (owner, kind) => {
    const bearer = await bearerOf(kind, await newToken(owner, kind));
    expect(await statusOf(bearer)).toBe(200);
    const rest = await asked(bearer, '/rest/v1/sites');
    const without = await asked(
      bearer,
      owner === 'users' ? '/rest/v1/sessions/history' : '/identity/resources/configurations/v1/restrictions/ip',
    );
    expect([rest.status < 500, without.status, without.body.code]).toEqual([true, 403, 'forbidden']);
    const page = await browser(app).get('/home').set('Authorization', `Bearer ${bearer}`);
    expect([page.status, page.headers.location]).toEqual([302, '/login']);
  });

  it.each(kinds)(
    'of a tenant, kind %s, is refused in each surface’s form where a person is asked for',
    async (kind) => {
      const bearer = await bearerOf(kind, await newToken('tenants', kind));
      for (const path of ['/identity/resources/users/v2/me', '/identity/resources/configurations/v1']) {
        const { status, body } = await asked(bearer, path);
        expect([path, status, body]).toEqual([
          path,
          403,
          { errors: ['You cannot do this with a token. Sign in as a user instead.'], code: 'needsPerson' },
        ]);
      }
      const rest = await asked(bearer, '/rest/v1/user');
      expect([rest.status, rest.body.code, rest.body.message]).toEqual([
        403,
        'needsPerson',
        'You cannot do this with a token. Sign in as a user instead.',
      ]);
    },
  );

  it.each(kinds)(
    'of a person, kind %s, changes neither their password, factors nor sessions, and makes no tokens',
    async (kind) => {
      const token = await newToken('users', kind);
      const bearer = await bearerOf(kind, token);
      const { id: sessionId } = await app.db
        .selectFrom('identity.session')
        .select('id')
        .where('user_id', '=', someone.userId)
        .executeTakeFirstOrThrow();
      const { uuid: userId } = await app.db
        .selectFrom('identity.user')
        .select('uuid')
        .where('id', '=', someone.userId)
        .executeTakeFirstOrThrow();
      const resources = '/identity/resources';
      const calls: ['post' | 'delete' | 'put', string, object?][] = [
        [
          'post',
          `${resources}/users/v1/passwords/change`,
          { password: 'a password for the tests', newPassword: 'quiet-harbour-lantern-61' },
        ],
        ['post', `${resources}/users/v1/mfa/enroll`, {}],
        ['post', `${resources}/users/v1/mfa/disable`, {}],
        ['post', `${resources}/users/webauthn/v1/devices`, {}],
        ['delete', `${resources}/users/sessions/v1/me/all`],
        ['delete', `${resources}/users/sessions/v1/me/${sessionId}`],
        ['post', `${resources}/users/sessions/v1/revoke`, { userId }],
        ['post', `${resources}/users/v3/me/token`, { tenantId: userId }],
        ['put', `${resources}/users/v1/tenant`, { tenantId: userId }],
        ['post', `${resources}/auth/v1/user/step-up/generate`, {}],
        ['post', `${resources}/users/api-tokens/v1`, { description: 'Another' }],
        ['post', `${resources}/users/access-tokens/v1`, { description: 'Another' }],
        ['delete', `${resources}/users/${kind}-tokens/v1/${token.id}`],
        ['post', `${resources}/tenants/api-tokens/v2`, { description: 'Another', roleIds: [(await newRole([])).uuid] }],
        [
          'post',
          `${resources}/tenants/access-tokens/v1`,
          { description: 'Another', roleIds: [(await newRole([])).uuid] },
        ],
      ];
      for (const [method, path, body] of calls) {
        const answer = await browser(app)[method](path).set('Authorization', `Bearer ${bearer}`).send(body);
        expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'needsPerson']);
      }
      expect((await admin.get('/rest/v1/user')).status).toBe(200);
      expect(
        await app.db
          .selectFrom('identity.api_token')
          .select('id')
          .where('tenant_number', '=', organisationId)
          .execute(),
      ).toEqual([{ id: token.id }]);
    },
  );

  it.each(kinds)('of a tenant, kind %s, makes no tokens either', async (kind) => {
    const role = await newRole(['fe.*']);
    const bearer = await bearerOf(kind, await newToken('tenants', kind, { roles: [role.uuid] }));
    const answer = await browser(app)
      .post('/identity/resources/tenants/api-tokens/v2')
      .set('Authorization', `Bearer ${bearer}`)
      .send({ description: 'Another', roleIds: [role.uuid] });
    expect([answer.status, answer.body.code]).toEqual([403, 'needsPerson']);
  });

  it.each(kinds)(
    'of a tenant, kind %s, changes what its roles let it change, and the audit row names the tenant',
    async (kind) => {
      const bearer = await bearerOf(
        kind,
        await newToken('tenants', kind, { roles: [(await newRole(['EDIT_HIERARCHIES'])).uuid] }),
      );
      const answer = await browser(app)
        .post('/rest/v1/hierarchies')
        .set('Authorization', `Bearer ${bearer}`)
        .send({ elementCode: 'WASTESOURCE', hierarchyName: 'By a token' });
      expect([answer.status, typeof answer.body.hierarchyId]).toEqual([200, 'number']);
      const row = await app.db
        .selectFrom('audit_log')
        .select(['user_id', 'actor'])
        .where('organisation_id', '=', organisationId)
        .where('action', '=', 'hierarchy.create')
        .executeTakeFirstOrThrow();
      const { id } = await app.db
        .selectFrom('identity.tenant')
        .select('id')
        .where('number', '=', organisationId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ user_id: null, actor: `tenant ${id}` });
      const beyond = await browser(app)
        .post('/rest/v1/waste-events/manual')
        .set('Authorization', `Bearer ${bearer}`)
        .send({});
      expect([beyond.status, beyond.body.code]).toEqual([403, 'forbidden']);
    },
  );

  it('is used in its own tenant alone', async () => {
    const other = await newOrganisation(app);
    await joinOrganisation(app, someone, { organisationId: other, permissions: held });
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', other)
      .executeTakeFirstOrThrow();
    for (const [owner, kind] of each) {
      const bearer = await bearerOf(kind, await newToken(owner, kind));
      expect(
        (await browser(app).get(roles).set('Authorization', `Bearer ${bearer}`).set('frontegg-scoped-tenant', id))
          .status,
      ).toBe(403);
    }
  });
});

/** What is done after a token was made and seen to work: the token must be of no use at once. */
const ends: [string, TokenOwner, (token: MadeToken) => Promise<unknown>][] = [
  ...whose.flatMap((owner): [string, TokenOwner, (token: MadeToken) => Promise<unknown>][] => [
    ['is deleted', owner, ({ id }) => app.db.deleteFrom('identity.api_token').where('id', '=', id).execute()],
    [
      'has expired',
      owner,
      ({ id }) =>
        app.db.updateTable('identity.api_token').set({ expires_at: app.clock.now() }).where('id', '=', id).execute(),
    ],
    [
      'is of a suspended tenant',
      owner,
      () =>
        app.db
          .updateTable('identity.tenant')
          .set({ status: 'SUSPENDED' })
          .where('number', '=', organisationId)
          .execute(),
    ],
  ]),
  [
    'is of a deactivated person',
    'users',
    () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', someone.userId).execute(),
  ],
  [
    'is of an ended membership',
    'users',
    () =>
      app.db
        .updateTable('identity.membership')
        .set({ ends_at: app.clock.now() })
        .where('user_id', '=', someone.userId)
        .execute(),
  ],
  [
    'is of somebody who left and came back',
    'users',
    async () => {
      await app.db.deleteFrom('identity.membership').where('user_id', '=', someone.userId).execute();
      await joinOrganisation(
        app,
        { ...someone, login: `again-${someone.login}` },
        { organisationId, permissions: held },
      );
    },
  ],
  [
    'was made without the second factor that is forced now',
    'users',
    () =>
      app.db
        .transaction()
        .execute((trx) => keepPolicy(trx, organisationId, { enforce: 'Force', now: app.clock.now() })),
  ],
  [
    'has no role any more',
    'tenants',
    () =>
      app.db
        .deleteFrom('identity.role')
        .where('tenant_number', '=', organisationId)
        .where('key', 'like', 'tokens-%')
        .execute(),
  ],
];

describe('a token is of no use at once where it', () => {
  it.each(ends.flatMap(([what, owner, end]) => kinds.map((kind) => [what, owner, kind, end] as const)))(
    '%s: of %s, kind %s',
    async (_what, owner, kind, end) => {
      const token = await newToken(owner, kind);
      const bearer = await bearerOf(kind, token);
      expect(await statusOf(bearer)).toBe(200);
      await end(token);
      expect(await statusOf(bearer)).toBe(401);
      if (kind === 'api') expect((await exchange(token)).status).toBe(401);
    },
  );

  it('came to be expired by time alone', async () => {
    for (const [owner, kind] of each) {
      app.clock.set(testNow);
      const token = await newToken(owner, kind, { minutes: 1 });
      const bearer = await bearerOf(kind, token);
      after(59);
      expect(await statusOf(bearer)).toBe(200);
      after(60);
      expect(await statusOf(bearer)).toBe(401);
    }
  });
});

describe('rights are read anew with each use:', () => {
  it.each(kinds)('a role that lost a permission gives it to no token, kind %s', async (kind) => {
    const role = await newRole(['fe.secure.read.roles']);
    const bearer = await bearerOf(kind, await newToken('tenants', kind, { roles: [role.uuid] }));
    expect(await statusOf(bearer)).toBe(200);
    await app.db.deleteFrom('identity.role_permission').where('role_id', '=', role.id).execute();
    expect(await statusOf(bearer)).toBe(403);
  });

  it.each(kinds)('a person who lost their roles has no token that may more, kind %s', async (kind) => {
    const bearer = await bearerOf(kind, await newToken('users', kind));
    expect(await statusOf(bearer)).toBe(200);
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', someone.userId).execute();
    expect(await statusOf(bearer)).toBe(403);
  });

  it.each(each)('an address that is kept out is, for a token of %s, kind %s', async (owner, kind) => {
    const token = await newToken(owner, kind);
    const bearer = await bearerOf(kind, token);
    await app.db.transaction().execute(async (trx) => {
      await keepAddressRule(trx, organisationId, {
        range: '203.0.113.7',
        strategy: 'ALLOW',
        isActive: true,
        description: '',
        now: app.clock.now(),
      });
      await lockAddressPolicy(trx, { tenantNumber: organisationId, now: app.clock.now() });
      await setAddressPolicy(trx, organisationId, { isActive: true, strategy: 'ALLOW', now: app.clock.now() });
    });
    expect([await statusOf(bearer), (await asked(bearer, roles, { from: '203.0.113.7' })).status]).toEqual([403, 200]);
    if (kind === 'api') expect((await exchange(token)).status).toBe(403);
  });
});

describe('the exchange', () => {
  it.each(whose)('answers a token of %s with the claims that the published clients read', async (owner) => {
    const role = await newRole(['VIEW_BASE_LPO_PAGE']);
    const token = await newToken(owner, 'api', { roles: [role.uuid], minutes: 5 });
    const { body } = await exchange(token);
    expect(body.expiresIn).toBe(300);
    const [person] = await app.db
      .selectFrom('identity.user')
      .select(['uuid', 'email', 'full_name'])
      .where('id', '=', someone.userId)
      .execute();
    const { id: tenantId } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', organisationId)
      .executeTakeFirstOrThrow();
    expect(decodeProtectedHeader(body.accessToken)).toMatchObject({ alg: 'RS256' });
    expect(decodeJwt(body.accessToken)).toMatchObject({
      sub: token.id,
      tenantId,
      tenantIds: [tenantId],
      createdByUserId: person?.uuid,
      ...(owner === 'users'
        ? {
            type: 'userApiToken',
            userId: person?.uuid,
            email: person?.email,
            name: person?.full_name,
            permissions: [...held].sort(),
          }
        : { type: 'tenantApiToken', permissions: ['VIEW_BASE_LPO_PAGE'] }),
    });
  });

  it.each<[string, (token: MadeToken, others: MadeToken) => MadeToken]>([
    ['a wrong secret', (token) => ({ ...token, secret: 'x'.repeat(43) })],
    ['the secret of another token', (token, others) => ({ ...token, secret: others.secret })],
    ['no id', (token) => ({ ...token, id: 'none' })],
    ['an unknown id', (token) => ({ ...token, id: '7f3a7f3a-7f3a-4f3a-8f3a-7f3a7f3a7f3a' })],
    ['a secret with more behind it', (token) => ({ ...token, secret: `${token.secret}x` })],
  ])('refuses %s, always in the same words', async (_what, changed) => {
    const answer = await exchange(changed(await newToken('users', 'api'), await newToken('tenants', 'api')));
    expect([answer.status, answer.body]).toEqual([
      401,
      { errors: ['Incorrect client ID or secret.'], code: 'apiTokens.wrongCredentials' },
    ]);
  });

  it('takes no access token, and no API token’s secret is a bearer', async () => {
    const [api, access] = [await newToken('users', 'api'), await newToken('users', 'access')];
    expect((await exchange({ id: access.id, secret: access.secret.split('.')[1] ?? '' })).status).toBe(401);
    expect(await statusOf(`${api.id.replaceAll('-', '')}.${api.secret}`)).toBe(401);
    expect(await statusOf(api.secret)).toBe(401);
  });

  it('is limited as a sign-in is', async () => {
    const agent = browser(app);
    const statuses = [];
    for (let tries = 0; tries < 32; tries += 1)
      statuses.push((await agent.post(exchangePath).send({ clientId: 'somebody', secret: 'something' })).status);
    expect([statuses.indexOf(429), statuses.filter((status) => status === 401).length]).toEqual([30, 30]);
  });

  it('from a page of another site is refused', async () => {
    const { id, secret } = await newToken('users', 'api');
    const answer = await browser(app)
      .post(exchangePath)
      .set('Origin', 'https://evil.test')
      .set('Sec-Fetch-Site', 'cross-site')
      .send({ clientId: id, secret });
    expect(answer.status).toBe(403);
  });
});

describe('a forged token', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  async function parts() {
    const bearer = await bearerOf('api', await newToken('tenants', 'api'));
    const { body } = await browser(app).get('/.well-known/jwks.json');
    return {
      bearer,
      claims: decodeJwt(bearer),
      header: decodeProtectedHeader(bearer),
      jwk: (body.keys as Record<string, string>[])[0] ?? {},
    };
  }

  it.each(['none', 'None', 'NONE', ''])('of alg %j opens nothing', async (alg) => {
    const { claims, header } = await parts();
    expect(await statusOf(`${encoded({ ...header, alg })}.${encoded(claims)}.`)).toBe(401);
  });

  it('of HS256 with the public key opens nothing', async () => {
    const { claims, header, jwk } = await parts();
    const signed = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    expect(await statusOf(`${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`)).toBe(401);
  });

  it('by a key that it names or brings itself opens nothing', async () => {
    const { claims, header } = await parts();
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    for (const extra of [
      {},
      { kid: 'another' },
      { jwk: await exportJWK(publicKey) },
      { jku: 'http://127.0.0.1:1/keys' },
    ]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'RS256', ...extra })
        .sign(privateKey);
      expect([extra, await statusOf(forged)]).toEqual([extra, 401]);
    }
  });

  it('with a changed claim opens nothing, and the untouched one does', async () => {
    const { bearer, claims } = await parts();
    expect(await statusOf(bearer.replace(/\.[^.]+\./, `.${encoded({ ...claims, type: 'userApiToken' })}.`))).toBe(401);
    expect(await statusOf(bearer)).toBe(200);
  });

  it.each([
    '',
    '.',
    'a.b',
    `${'0'.repeat(32)}.${'x'.repeat(43)}`,
    `${'0'.repeat(32)}.${'x'.repeat(42)}`,
    'a.b.c'.padEnd(30, 'c'),
  ])('of the form %j opens nothing', async (bearer) => {
    expect(await statusOf(bearer)).toBe(401);
  });
});

describe('what happens to a token is audited:', () => {
  it('its making, first use, refusal and deletion, from where and by whom', async () => {
    const token = await newToken('users', 'access');
    expect(await statusOf(token.secret)).toBe(200);
    expect(await statusOf(token.secret)).toBe(200);
    const wrong = `${token.secret.slice(0, -1)}${token.secret.endsWith('A') ? 'B' : 'A'}`;
    for (let tries = 0; tries < 3; tries += 1) expect(await statusOf(wrong)).toBe(401);
    await admin.delete(`/identity/resources/users/access-tokens/v1/${token.id}`);
    expect(
      (await audits()).map(({ action, actor, user_id, severity, after: told }) => [
        action,
        actor,
        user_id,
        severity,
        (told as { reason?: string } | null)?.reason,
      ]),
    ).toEqual([
      ['apiToken.create', someone.login, someone.userId, 'warning', undefined],
      ['apiToken.firstUse', someone.login, someone.userId, 'warning', undefined],
      ['apiToken.refuse', 'anonymous', null, 'warning', 'wrongSecret'],
      ['apiToken.remove', someone.login, someone.userId, 'warning', undefined],
    ]);
    expect((await audits()).every(({ ip }) => /^10\./.test(String(ip)))).toBe(true);
  });

  it('the last use is kept to the minute', async () => {
    const token = await newToken('tenants', 'access');
    const lastUsed = async () =>
      (
        await app.db
          .selectFrom('identity.api_token')
          .select('last_used_at')
          .where('id', '=', token.id)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    await statusOf(token.secret);
    after(60);
    await statusOf(token.secret);
    expect(await lastUsed()).toEqual(new Date(testNow));
    after(61);
    await statusOf(token.secret);
    expect(await lastUsed()).toEqual(app.clock.now());
  });
});
