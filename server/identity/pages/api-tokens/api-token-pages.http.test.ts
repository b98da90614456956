import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, signIn, signedInAs, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';
import { makePasswordLink } from '../../core/passwords/password-link';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] });
});

const roles = '/identity/resources/roles/v1';
const used = async (bearer: string) => (await browser(app).get(roles).set('Authorization', `Bearer ${bearer}`)).status;
const kept = () =>
  app.db.selectFrom('identity.api_token').selectAll().where('tenant_number', '=', organisationId).execute();
const codesOf = (html: string) => [...html.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, text = '']) => text);
const roleOf = async (permissions: readonly Permission[], name = 'Exports') => {
  const role = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key: `pages-${name}`, name })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  for (const key of permissions)
    await app.db.insertInto('identity.role_permission').values({ role_id: role.id, permission_key: key }).execute();
  return role.uuid;
};
type Agent = typeof admin;
async function send(agent: Pick<Agent, 'get' | 'post'>, path: string, form: object, page = path) {
  const _csrf = tokenOf((await agent.get(page)).text);
  return agent
    .post(path)
    .type('form')
    .send({ _csrf, ...form });
}
const many = (owner: number | null, count: number) =>
  app.db
    .insertInto('identity.api_token')
    .values(
      Array.from({ length: count }, (_, at) => ({
        kind: 'API',
        tenant_number: organisationId,
        user_id: owner,
        made_by: admin.person.userId,
        description: `Token ${at} ${'of a very long name '.repeat(9)}`,
        secret_hash: Buffer.alloc(32),
        created_at: new Date(app.clock.now().getTime() - at * 1000),
      })),
    )
    .execute();

describe('/account/api-tokens', () => {
  const path = '/account/api-tokens';
  const form = { description: 'Nightly <export>', kind: 'ACCESS', expiry: '30' };

  it('says that there is none, and shows a token’s secret once', async () => {
    expect((await admin.get(path)).text).toContain('No tokens yet.');
    const made = await send(admin, path, form);
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(made.text).toContain('Nightly &lt;export&gt;');
    const [secret = ''] = codesOf(made.text);
    expect(await used(secret)).toBe(200);
    const list = (await admin.get(path)).text;
    expect([list.includes(secret), list.includes('Nightly &lt;export&gt;'), list.includes('1 token')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await kept()).map(({ expires_at }) => expires_at)).toEqual([
      new Date(app.clock.now().getTime() + 30 * 86_400_000),
    ]);
  });

  it('shows an id and a secret that can be exchanged, for ever where that was chosen', async () => {
    const [clientId, secret] = codesOf((await send(admin, path, { ...form, kind: 'API', expiry: 'never' })).text);
    expect((await browser(app).post('/identity/resources/auth/v1/api-token').send({ clientId, secret })).status).toBe(
      200,
    );
    expect((await kept()).map(({ expires_at }) => expires_at)).toEqual([null]);
  });

  it.each([
    ['no name', { ...form, description: ' ' }],
    ['an unknown kind', { ...form, kind: 'OTHER' }],
    ['a time of its own', { ...form, expiry: '31' }],
    ['more than it asks for', { ...form, roleIds: 'x' }],
  ])('refuses %s, and keeps what was typed', async (_what, wrong) => {
    const answer = await send(admin, path, wrong);
    expect([answer.status, await kept()]).toEqual([422, []]);
    expect(answer.text).toContain('Create a token');
  });

  it('deletes one’s own and no other', async () => {
    await send(admin, path, form);
    const [token] = await kept();
    const colleague = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
    const remove = `${path}/${token?.id}/remove`;
    expect([(await send(colleague, remove, {}, path)).status, (await kept()).length]).toEqual([404, 1]);
    const answer = await send(admin, remove, {}, path);
    expect([answer.headers.location, await kept()]).toEqual([`${path}?done=deleted`, []]);
    expect((await admin.get(String(answer.headers.location))).text).toContain('Token deleted.');
    expect((await admin.get(remove)).headers.location).toBe(path);
  });

  it('says where new ones are switched off', async () => {
    const off = otherApp(app, { config: { identity: { ...app.resources.config.identity, apiTokens: false } } });
    const agent = await signIn(off, admin.person.login);
    expect((await agent.get(path)).text).toContain('API token creation is turned off.');
    expect([(await send(agent, path, form)).status, await kept()]).toEqual([422, []]);
  });

  it('is turned page by page, however many there are', async () => {
    await many(admin.person.userId, 60);
    const [first, last, beyond] = [
      await admin.get(path),
      await admin.get(`${path}?page=3`),
      await admin.get(`${path}?page=99`),
    ];
    expect([
      first.text.match(/\/remove"/g)?.length,
      last.text.match(/\/remove"/g)?.length,
      beyond.text.match(/\/remove"/g)?.length,
    ]).toEqual([25, 10, 10]);
    expect([first.text.includes(`${path}?page=2`), last.text.includes(`${path}?page=2`)]).toEqual([true, true]);
  });
});

describe('/api-tokens', () => {
  const path = '/api-tokens';

  it('makes a token of the organization with the roles that were chosen, and deletes it', async () => {
    const [one, two] = [await roleOf(['fe.secure.read.roles']), await roleOf([], 'Second')];
    const made = await send(admin, path, {
      description: 'Nightly export',
      kind: 'ACCESS',
      expiry: '7',
      [`role-${one}`]: 'on',
      [`role-${two}`]: 'on',
    });
    const [secret = ''] = codesOf(made.text);
    expect([made.status, await used(secret)]).toEqual([200, 200]);
    expect((await admin.get(path)).text).toContain('Roles: Exports, Second');
    const [token] = await kept();
    expect(token?.user_id).toBeNull();
    expect((await send(admin, `${path}/${token?.id}/remove`, {}, path)).headers.location).toBe(`${path}?done=deleted`);
    expect([await used(secret), await kept()]).toEqual([401, []]);
  });

  it.each<[string, () => Promise<string[]>, string]>([
    ['no role', async () => [], 'Choose at least one role.'],
    ['a role that holds more than whoever asks', async () => [await roleOf(['EDIT_ORGANIZATIONS'])], 'Create a token'],
    ['no id of a role', async () => ['x'], 'Create a token'],
  ])('refuses %s', async (_what, chosen, says) => {
    const answer = await send(admin, path, {
      description: 'Nightly export',
      kind: 'API',
      expiry: '7',
      ...Object.fromEntries((await chosen()).map((id) => [`role-${id}`, 'on'])),
    });
    expect([answer.status, answer.text.includes(says), await kept()]).toEqual([422, true, []]);
  });

  it('keeps every role ticked where the name was forgotten', async () => {
    const [one, two] = [await roleOf(['fe.secure.read.roles']), await roleOf([], 'Second')];
    const { text } = await send(admin, path, {
      description: ' ',
      kind: 'API',
      expiry: '7',
      [`role-${one}`]: 'on',
      [`role-${two}`]: 'on',
    });
    expect(
      [one, two].map((id) => new RegExp(`name="role-${id}"[^>]* checked|checked[^>]* name="role-${id}"`).test(text)),
    ).toEqual([true, true]);
  });

  it('offers the roles that may be given, and no other', async () => {
    await roleOf(['fe.secure.read.users'], 'May be given');
    await roleOf(['EDIT_ORGANIZATIONS'], 'May not be given');
    const { text } = await admin.get(path);
    expect([text.includes('May be given'), text.includes('May not be given')]).toEqual([true, false]);
  });

  it.each<[string, Parameters<typeof signedInAs>[1]['permissions'], true | undefined]>([
    ['who may only look', ['fe.secure.read.tenantApiTokens'], undefined],
    ['who sees a part of the organization', ['fe.*'], true],
  ])('is for reading alone to somebody %s', async (_who, permissions, restricted) => {
    await many(null, 1);
    const [token] = await kept();
    const reader = await signedInAs(app, { organisationId, permissions, ...(restricted ? { restricted } : {}) });
    const { text } = await reader.get(path);
    expect([
      text.includes('You can view tokens, but not create or delete them'),
      text.includes('/remove"'),
      text.includes('id="field-description"'),
    ]).toEqual([true, false, false]);
    const csrf = tokenOf((await reader.get('/home')).text);
    await reader
      .post(path)
      .type('form')
      .send({ _csrf: csrf, description: 'Mine', kind: 'API', expiry: '7', [`role-${await roleOf([])}`]: 'on' });
    await reader.post(`${path}/${token?.id}/remove`).type('form').send({ _csrf: csrf });
    expect((await kept()).map(({ id }) => id)).toEqual([token?.id]);
  });

  it('is not there for somebody without the right, nor in their menu', async () => {
    const person = await newPerson(app, { organisationId });
    const agent = await signIn(app, person.login);
    expect((await agent.get(path)).headers.location).toBe('/home');
    const homes = [(await agent.get('/home')).text, (await admin.get('/account/administration')).text];
    expect(homes.map((text) => text.includes('href="/api-tokens"'))).toEqual([false, true]);
    expect(homes[0]).not.toContain('href="/account/administration"');
  });

  it('is turned page by page with a thousand tokens', async () => {
    await many(null, 1000);
    const { text } = await admin.get(path);
    expect([
      text.match(/\/remove"/g)?.length,
      text.includes('1,000 tokens') || text.includes('1000 tokens'),
      text.length < 200_000,
    ]).toEqual([25, true, true]);
    expect((await admin.get(`${path}?page=40`)).text.match(/\/remove"/g)).toHaveLength(25);
  });
});

describe('whoever makes a token', () => {
  const form = { description: 'Nightly <export>', kind: 'ACCESS', expiry: '30' };

  it('in their own name is told by mail', async () => {
    await send(admin, '/account/api-tokens', form);
    const { login } = admin.person;
    expect(await mailsTo(app, login)).toEqual([
      expect.stringContaining(`The API token “Nightly <export>” was created for your Tare account ${login}`),
    ]);
  });

  it('for the tenant is told, as its owners are', async () => {
    const owner = await newPerson(app, { organisationId, permissions: [] });
    await app.db
      .insertInto('identity.membership_role')
      .columns(['tenant_number', 'user_id', 'role_id'])
      .expression(
        app.db
          .selectFrom('identity.role')
          .select((eb) => [eb.val(organisationId).as('tenant_number'), eb.val(owner.userId).as('user_id'), 'id'])
          .where('key', '=', 'administrator')
          .where('tenant_number', 'is', null),
      )
      .execute();
    const colleague = await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const made = await send(admin, '/api-tokens', { ...form, [`role-${await roleOf([])}`]: 'on' });
    expect(made.status).toBe(200);
    const told = expect.stringContaining('created the API token “Nightly <export>”');
    expect([
      await mailsTo(app, admin.person.login),
      await mailsTo(app, owner.login),
      await mailsTo(app, colleague.login),
    ]).toEqual([[told], [told], []]);
  });
});

describe('somebody’s own tokens', () => {
  const audited = async () =>
    (
      await app.db
        .selectFrom('audit_log')
        .select('action')
        .where('organisation_id', '=', organisationId)
        .where('action', '=', 'apiToken.remove')
        .execute()
    ).length;

  it.each([
    ['with their other sessions, where they tick it', { endTokens: 'on' }, 0],
    ['with nothing else, where they do not', {}, 2],
  ])('end %s', async (_what, ticked, left) => {
    await many(admin.person.userId, 2);
    await many(null, 1);
    expect((await admin.get('/account/sessions')).text).toContain('Also delete my 2 API tokens');
    const { status, headers } = await send(admin, '/account/sessions/end-others', ticked, '/account/sessions');
    expect([status, headers.location]).toEqual([303, `/account/sessions?done=${left === 0 ? 'tokens' : 'others'}`]);
    expect([
      (await kept()).filter(({ user_id }) => user_id !== null).length,
      (await kept()).filter(({ user_id }) => user_id === null).length,
      await audited(),
    ]).toEqual([left, 1, 2 - left]);
  });

  it.each([
    ['with a password that is reset, where they tick it', { endTokens: 'on' }, 0],
    ['with nothing else, where they do not', {}, 1],
  ])('end %s', async (_what, ticked, left) => {
    await many(admin.person.userId, 1);
    const link = (
      await app.db.transaction().execute((trx) =>
        makePasswordLink(trx, {
          userId: admin.person.userId,
          purpose: 'RESET',
          publicUrl: 'http://tare.test',
          now: app.clock.now(),
        }),
      )
    ).link;
    const token = new URL(link).searchParams.get('token') ?? '';
    const agent = browser(app);
    const page = await agent.get(`/password-reset?token=${token}`);
    expect(page.text).toContain('Also delete my API token');
    const answer = await agent
      .post('/password-reset')
      .type('form')
      .send({
        _csrf: tokenOf(page.text),
        token,
        password: 'quiet-harbour-lantern-61',
        repeatPassword: 'quiet-harbour-lantern-61',
        ...ticked,
      });
    expect([answer.status, answer.headers.location, (await kept()).length, await audited()]).toEqual([
      303,
      '/login?reset=1',
      left,
      1 - left,
    ]);
  });

  it('are not offered to whoever has none', async () => {
    expect((await admin.get('/account/sessions')).text).not.toContain('Also delete');
  });
});
