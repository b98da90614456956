import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, kinds, newToken } from '../../../../tests/support/api-tokens';
import { declaredRoutes } from '../../../../tests/support/declared-routes';
import { newDirectory, proves, sender, scimType, type TestDirectory } from '../../../../tests/support/directory';
import { browser, newOrganisation, newPerson, password, signedInAs } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { keepAddressRule } from '../../policies/addresses/address.store';
import { keepDomain } from '../../policies/email-domains/email-domain.store';
import { userSchema } from './scim-schema';
import { refusedPerAddress } from './scim-surface';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const userOf = (userName: string, more: object = {}) => ({ schemas: [userSchema], userName, active: true, ...more });
const named = (userName: string) =>
  `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`;
const address = (domain = 'directory.test') => `${randomUUID()}@${domain}`;

/** An organization with an administrator, and a directory. */
async function tenant(): Promise<
  TestDirectory & { organisationId: number; administrator: { userId: number; login: string } }
> {
  const organisationId = await newOrganisation(app);
  const administrator = await newPerson(app, { organisationId, permissions: ['EDIT_USERS', 'fe.*'] });
  return { ...(await newDirectory(app, organisationId)), organisationId, administrator };
}

const userIdOf = async (id: string) =>
  (await app.db.selectFrom('identity.user').select('id').where('uuid', '=', id).executeTakeFirstOrThrow()).id;
const membershipOf = (organisationId: number, userId: number) =>
  app.db
    .selectFrom('identity.membership')
    .select(['status', 'awaits_answer'])
    .where('tenant_number', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
const uuidOf = async (userId: number) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;

describe('a directory', () => {
  // As Okta does: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
  it('of Okta adds, reads, changes, switches off and on, and takes out', async () => {
    const at = await tenant();
    const userName = address();
    expect((await at.send('get', '/Users?startIndex=1&count=2')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    expect((await at.send('get', named(userName))).body).toMatchObject({
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
    });
    const made = await at.send('post', '/Users', {
      schemas: [userSchema],
      userName,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Test User',
      locale: 'de-DE',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect([made.status, made.type]).toEqual([201, scimType]);
    const { id, meta } = made.body as { id: string; meta: { location: string; version: string } };
    expect(made.headers).toMatchObject({ location: meta.location, etag: meta.version });
    expect(made.body).toMatchObject({ userName, active: true, externalId: '00ujl29u0le5T6Aj10h7' });
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
    const account = await app.db
      .selectFrom('identity.user')
      .selectAll()
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ email: userName, full_name: 'Test User', locale: 'de_DE', password_hash: null });
    expect((await at.send('get', named(userName.toUpperCase()))).body).toMatchObject({ totalResults: 1 });
    const whole = (await at.send('get', `/Users/${id}`)).body as object;
    const put = await at.send('put', `/Users/${id}`, { ...whole, displayName: 'Another Name' });
    expect([put.status, (put.body as { displayName: string }).displayName]).toEqual([200, 'Another Name']);
    const off = await at.send('patch', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect([off.status, (off.body as { active: boolean }).active]).toEqual([200, false]);
    expect(await membershipOf(at.organisationId, account.id)).toMatchObject({ status: 'I' });
    const on = await at.send('put', `/Users/${id}`, { ...whole, active: true });
    expect([on.status, await membershipOf(at.organisationId, account.id)]).toEqual([
      200,
      { status: 'A', awaits_answer: false },
    ]);
    expect((await at.send('delete', `/Users/${id}`)).status).toBe(204);
    expect([(await at.send('get', `/Users/${id}`)).status, await membershipOf(at.organisationId, account.id)]).toEqual([
      404,
      undefined,
    ]);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'user_id'])
      .where('organisation_id', '=', at.organisationId)
      .where('entity_id', '=', String(account.id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'member.add',
      'member.rename',
      'member.deactivate',
      'member.rename',
      'member.reactivate',
      'member.remove',
    ]);
    expect(new Set(rows.map(({ actor }) => actor.startsWith('SCIM Directory'))).size).toBe(1);
  });

  it('says what it can, in pages that it may bound', async () => {
    const at = await tenant();
    for (let made = 0; made < 3; made += 1) await at.send('post', '/Users', userOf(address()));
    expect((await at.send('get', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    });
    expect((await at.send('get', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await at.send('get', `/Schemas/${userSchema}`)).body).toMatchObject({ id: userSchema });
    const second = await at.send('get', '/Users?startIndex=2&count=1&attributes=userName');
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(Object.keys((second.body as { Resources: object[] }).Resources[0] ?? {})).toEqual([
      'schemas',
      'id',
      'userName',
      'meta',
    ]);
    expect((await at.send('get', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] });
  });

  it('is answered what it knows already with 304, and refused a change of what it has not read', async () => {
    const at = await tenant();
    const { body, headers } = await at.send('post', '/Users', userOf(address()));
    const { id } = body as { id: string };
    const version = headers.etag ?? '';
    expect(version).toMatch(/^W\/"/);
    expect((await at.send('get', `/Users/${id}`, undefined, { 'If-None-Match': version })).status).toBe(304);
    const change = () =>
      at.send('patch', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: randomUUID() }), {
        'If-Match': version,
      });
    expect([(await change()).status, (await change()).status]).toEqual([200, 412]);
  });
});

describe('what a directory may', () => {
  it('is for nobody else, whatever they come by', async () => {
    const at = await tenant();
    const cookie = browser(app);
    await cookie.post('/rest/v1/auth/login').send({ username: at.administrator.login, password });
    const routes = declaredRoutes(app).filter(({ access }) => access === 'tenant');
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path } of routes) {
      const url = path.replace(':connectionId', at.id).replace(':id', randomUUID());
      for (const agent of [
        browser(app),
        cookie,
        browser(app).set('Authorization', `Bearer ${randomUUID()}.${at.secret}`),
      ]) {
        const { status, type } = await agent[method](url);
        expect([method, path, status, type]).toEqual([method, path, 401, scimType]);
      }
    }
  });

  // Attack: SCIM, roles, impersonation, policies
  it('is what its own connection may, and nothing beside', async () => {
    const [at, other] = [await tenant(), await tenant()];
    const { id } = (await other.send('post', '/Users', userOf(address()))).body as { id: string };
    const mixed = sender(app, { id: other.id, secret: at.secret });
    for (const path of ['/Users', `/Users/${id}`, '/Schemas']) expect((await mixed('get', path)).status).toBe(401);
    for (const method of ['get', 'put', 'patch', 'delete'] as const) {
      const body =
        method === 'put'
          ? userOf(address())
          : method === 'patch'
            ? patchOf({ op: 'remove', path: 'title' })
            : undefined;
      expect((await at.send(method, `/Users/${id}`, body)).status).toBe(404);
    }
    const inGroup = await at.send('post', '/Groups', { displayName: randomUUID(), members: [{ value: id }] });
    expect([inGroup.status, inGroup.body.scimType]).toEqual([400, 'invalidValue']);
    for (const path of ['/rest/v1/user', '/identity/resources/users/v2/me', '/account/users'])
      expect([302, 401]).toContain((await browser(app).get(path).set('Authorization', `Bearer ${at.secret}`)).status);
  });

  it('ends with its secret, its tenant’s list of addresses, and a pause', async () => {
    const at = await tenant();
    await app.db.updateTable('identity.scim_connection').set({ sync: false }).where('id', '=', at.id).execute();
    expect([
      (await at.send('get', '/Users')).status,
      (await at.send('post', '/Users', userOf(address()))).status,
    ]).toEqual([200, 403]);
    const now = app.clock.now();
    await app.db.transaction().execute(async (trx) => {
      await keepAddressRule(trx, at.organisationId, {
        range: '203.0.113.7',
        strategy: 'ALLOW',
        isActive: true,
        description: '',
        now,
      });
      await trx
        .insertInto('identity.address_policy')
        .values({ tenant_number: at.organisationId, is_active: true, strategy: 'ALLOW', updated_at: now })
        .onConflict((on) => on.column('tenant_number').doUpdateSet({ is_active: true }))
        .execute();
    });
    const barred = await at.send('get', '/Users');
    expect([barred.status, barred.type]).toEqual([403, scimType]);
    await app.db.deleteFrom('identity.address_policy').where('tenant_number', '=', at.organisationId).execute();
    await app.db
      .updateTable('identity.scim_secret')
      .set({ ends_at: now })
      .where('connection_number', '=', at.number)
      .execute();
    expect((await at.send('get', '/Users')).status).toBe(401);
  });

  it('gives no entry to whoever is off, and ends sessions and tokens at once', async () => {
    const at = await tenant();
    const off = (await at.send('post', '/Users', userOf(address(), { active: false }))).body as { id: string };
    expect(await membershipOf(at.organisationId, await userIdOf(off.id))).toMatchObject({ status: 'I' });
    const mails = await app.db
      .selectFrom('identity.password_token')
      .select('user_id')
      .where('user_id', '=', await userIdOf(off.id))
      .execute();
    expect(mails).toEqual([]);
    const here = await signedInAs(app, { organisationId: at.organisationId, permissions: ['fe.*'] });
    const { person } = here;
    const bearers: string[] = [];
    for (const kind of kinds)
      bearers.push(await bearerOf(app, kind, await newToken(here, { owner: 'users', kind, roleIds: [] })));
    const rolesRead = async () => [
      (await here.get('/identity/resources/roles/v1')).status,
      ...(await Promise.all(
        bearers.map(async (bearer) => {
          const asked = browser(app).get('/identity/resources/roles/v1').set('Authorization', `Bearer ${bearer}`);
          return (await asked).status;
        }),
      )),
    ];
    expect(await rolesRead()).toEqual([200, 200, 200]);
    const { id } = (await at.send('post', '/Users', userOf(person.login))).body as { id: string };
    expect(id).toBe(await uuidOf(person.userId));
    await at.send('patch', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    expect(await rolesRead()).toEqual([401, 401, 401]);
    await at.send('patch', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect((await here.get('/identity/resources/roles/v1')).status).toBe(401);
    const back = browser(app);
    expect((await back.post('/rest/v1/auth/login').send({ username: person.login, password })).status).toBeLessThan(
      300,
    );
    const roles = await app.db
      .selectFrom('identity.membership_role')
      .select('role_id')
      .where('user_id', '=', person.userId)
      .execute();
    expect(roles).toHaveLength(1);
  });

  // Attack: enumeration
  it('takes nobody over who is not the tenant’s, and says nothing of them', async () => {
    const [at, other] = [await tenant(), await tenant()];
    const theirs = await newPerson(app, { organisationId: other.organisationId });
    const asked = await at.send('post', '/Users', userOf(theirs.login));
    const fresh = await at.send('post', '/Users', userOf(address()));
    expect([asked.status, Object.keys(asked.body as object)]).toEqual([
      fresh.status,
      Object.keys(fresh.body as object),
    ]);
    expect(await membershipOf(at.organisationId, theirs.userId)).toEqual({ status: 'I', awaits_answer: true });
    const id = (asked.body as { id: string }).id;
    const renamed = await at.send(
      'patch',
      `/Users/${id}`,
      patchOf({ op: 'replace', path: 'displayName', value: 'Mine now' }),
    );
    expect(renamed.status).toBe(200);
    const moved = await at.send(
      'patch',
      `/Users/${id}`,
      patchOf({ op: 'replace', path: 'userName', value: address() }),
    );
    expect([moved.status, moved.body.scimType]).toEqual([400, 'mutability']);
    const account = await app.db
      .selectFrom('identity.user')
      .select(['email', 'full_name'])
      .where('id', '=', theirs.userId)
      .executeTakeFirstOrThrow();
    expect([account.email, account.full_name]).not.toContain('Mine now');
    const domain = `${randomUUID()}.test`;
    await proves(app, { organisationId: at.organisationId, domain });
    await app.db
      .updateTable('identity.user')
      .set({ email: `kim@${domain}`, login: `kim@${domain}` })
      .where('id', '=', other.administrator.userId)
      .execute();
    await at.send('post', '/Users', userOf(`kim@${domain}`, { displayName: 'Taken' }));
    expect(await membershipOf(at.organisationId, other.administrator.userId)).toEqual({
      status: 'A',
      awaits_answer: false,
    });
    // Who belongs to another tenant too is called as they were.
    expect(
      (
        await app.db
          .selectFrom('identity.user')
          .select('full_name')
          .where('id', '=', other.administrator.userId)
          .executeTakeFirstOrThrow()
      ).full_name,
    ).not.toBe('Taken');
  });

  it('changes addresses within proven domains alone, and names once in a tenant', async () => {
    const at = await tenant();
    const domain = `${randomUUID()}.test`;
    await proves(app, { organisationId: at.organisationId, domain });
    const [ann, ben] = [`ann@${domain}`, `ben@${domain}`];
    const { id } = (await at.send('post', '/Users', userOf(ann))).body as { id: string };
    await at.send('post', '/Users', userOf(ben));
    const rename = (value: string) =>
      at.send('patch', `/Users/${id}`, patchOf({ op: 'replace', path: 'userName', value }));
    const outcome = ({ status, body }: { status: number; body: { scimType?: string } }) =>
      `${status} ${body.scimType ?? ''}`;
    expect(outcome(await rename(address()))).toBe('400 mutability');
    expect(outcome(await rename(ben.toUpperCase()))).toBe('409 uniqueness');
    expect(outcome(await rename(`ada@${domain}`))).toBe('200 ');
    expect(
      await app.db
        .selectFrom('identity.user')
        .select(['email', 'login'])
        .where('uuid', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ email: `ada@${domain}`, login: `ada@${domain}` });
    expect(outcome(await at.send('post', '/Users', userOf(`BEN@${domain}`)))).toBe('409 uniqueness');
    expect(outcome(await at.send('post', '/Users', { userName: 'no-address' }))).toBe('400 invalidValue');
    await app.db.transaction().execute(async (trx) => {
      await keepDomain(trx, at.organisationId, { domain, type: 'ALLOW', now: app.clock.now() });
      await trx
        .insertInto('identity.email_domain_policy')
        .values({
          tenant_number: at.organisationId,
          active: true,
          list_type: 'ALLOW',
          block_public_domains: false,
          updated_at: app.clock.now(),
        })
        .execute();
    });
    expect(outcome(await at.send('post', '/Users', userOf(address())))).toBe('400 invalidValue');
  });

  it('leaves the last administrator', async () => {
    const at = await tenant();
    const { login, userId } = at.administrator;
    const { id } = (await at.send('post', '/Users', userOf(login))).body as { id: string };
    for (const send of [
      () => at.send('delete', `/Users/${id}`),
      () => at.send('patch', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } })),
      () => at.send('put', `/Users/${id}`, userOf(login, { active: 'FALSE' })),
    ]) {
      const { status, body } = await send();
      expect([status, (body as { detail: string }).detail]).toEqual([409, expect.stringContaining('administrator')]);
    }
    expect(await membershipOf(at.organisationId, userId)).toMatchObject({ status: 'A' });
    // Nor do the rights go that a group of the directory gives them.
    const group = (await at.send('post', '/Groups', { displayName: randomUUID(), members: [{ value: id }] })).body;
    await app.db
      .insertInto('identity.group_role')
      .columns(['group_id', 'role_id'])
      .expression((from) =>
        from
          .selectFrom('identity.membership_role as mr')
          .innerJoin('identity.group as g', (on) => on.on('g.uuid', '=', group.id as string))
          .where('mr.user_id', '=', userId)
          .select(['g.id', 'mr.role_id']),
      )
      .execute();
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', userId).execute();
    for (const send of [
      () => at.send('delete', `/Groups/${group.id}`),
      () => at.send('put', `/Groups/${group.id}`, { displayName: 'None', members: [] }),
      () => at.send('patch', `/Groups/${group.id}`, patchOf({ op: 'remove', path: `members[value eq "${id}"]` })),
    ])
      expect((await send()).status).toBe(409);
  });

  it('is bounded, and refused in the form of its protocol', async () => {
    const at = await tenant();
    const filtered = (filter: string) => at.send('get', `/Users?filter=${encodeURIComponent(filter)}`);
    for (const filter of [`userName eq "${'x'.repeat(10_000)}"`, `${'('.repeat(100)}userName pr${')'.repeat(100)}`]) {
      const { status, body, type } = await filtered(filter);
      expect([status, body, type]).toEqual([
        400,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '400',
          scimType: 'invalidFilter',
          detail: expect.any(String),
        },
        scimType,
      ]);
    }
    expect((await at.send('post', '/Users', [] as object)).status).toBe(400);
    expect((await at.send('get', '/Nothing')).type).toBe(scimType);
    const calls = await app.db
      .selectFrom('identity.scim_call')
      .select(['path', 'status', 'code'])
      .where('connection_number', '=', at.number)
      .orderBy('id')
      .execute();
    expect(calls.slice(0, 2)).toEqual([
      { path: '/Users', status: 400, code: 'scim.filterTooLong' },
      { path: '/Users', status: 400, code: 'scim.filterTooDeep' },
    ]);
  });

  it('is tried with wrong secrets for a while alone', async () => {
    const { id } = await tenant();
    const guess = sender(app, { id, secret: 'tare_scim_a-guess-of-somebody-elses-secret' });
    const statuses: number[] = [];
    for (let tried = 0; tried <= refusedPerAddress.points; tried += 1)
      statuses.push((await guess('get', '/Users')).status);
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([401]), 429]);
  });
});
