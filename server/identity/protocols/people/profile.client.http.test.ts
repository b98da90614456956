import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  type Person,
} from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  organisationId = await newOrganisation(app, { name: 'Profile Catering' });
});
afterAll(() => client.close());

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  const someone = await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE', 'fe.secure.read.users'] });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at };
}

interface Me {
  id: string;
  name: string;
  email: string;
  tenantId: string;
  tenantIds: string[];
  metadata: string;
  profilePictureUrl?: string;
  roles: { id: string; key: string; permissions: string[]; tenantId?: string; createdAt: string }[];
  permissions: { id: string; key: string; fePermission: boolean; categoryId: string; roleIds: string[] }[];
  tenants: { tenantId: string }[];
}
const me = (at: ClientBrowser) => at.run((api) => api.auth.getMeV2()) as unknown as Promise<Me>;
const png = (color = 'red') =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const change = (at: ClientBrowser, body: object) =>
  at.run((api) => api.teams.updateProfile(body as never)) as unknown as Promise<Me>;

describe('who is signed in', () => {
  it('is told with roles and permissions, whose ids match each other', async () => {
    const { someone, at } = await person();
    const profile = await me(at);
    expect(profile).toMatchObject({
      email: someone.login,
      name: expect.stringMatching(/^Person/),
      tenantIds: [profile.tenantId],
      metadata: '{}',
    });
    expect(profile.permissions.map(({ key, fePermission, categoryId }) => [key, fePermission, categoryId])).toEqual([
      ['VIEW_BASE_LPO_PAGE', false, 'product'],
      ['fe.secure.read.users', true, 'identity'],
    ]);
    const [role] = profile.roles;
    expect(role).toMatchObject({
      key: someone.login,
      tenantId: profile.tenantId,
      permissions: profile.permissions.map(({ id }) => id).sort(),
    });
    expect(profile.permissions.every(({ roleIds }) => roleIds[0] === role?.id)).toBe(true);
    expect(await at.run((api) => api.auth.getUserAuthorization())).toEqual({
      roles: profile.roles,
      permissions: profile.permissions,
    });
    expect(await at.run((api) => api.teams.getProfile())).toEqual(profile);
  });

  it('hears of each of their tenants, in the three forms that are asked for', async () => {
    const { someone, at } = await person();
    const other = await newOrganisation(app, { name: 'A second Catering' });
    await joinOrganisation(app, someone, { organisationId: other });
    const [v1, v3, list] = [
      await at.run((api) => api.users.getCurrentUserTenantsV1()),
      await at.run((api) => api.users.getCurrentUserTenantsV3()),
      await at.run((api) => api.tenants.getTenants()),
    ];
    expect(list.map(({ name }) => name)).toEqual(['A second Catering', 'Profile Catering']);
    expect(v1).toEqual({ tenants: list, activeTenant: list[1] });
    expect(v3).toEqual(v1);
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('user_id', '=', someone.userId)
      .where('tenant_number', '=', other)
      .execute();
    expect((await at.run((api) => api.tenants.getTenants())).map(({ name }) => name)).toEqual(['Profile Catering']);
  });

  it('finds a colleague by id, and nobody of another tenant', async () => {
    const { at } = await person();
    const { at: colleague } = await person();
    const { id, name } = await me(colleague);
    expect(await at.run((api) => api.auth.getUserById({ userId: id } as never))).toMatchObject({ id, name });
    const stranger = await newPerson(app, { organisationId: await newOrganisation(app) });
    const { uuid } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', stranger.userId)
      .executeTakeFirstOrThrow();
    expect(await refusal(at.run((api) => api.auth.getUserById({ userId: uuid } as never)))).toEqual({
      message: 'User not found.',
      statusCode: 404,
    });
  });

  it('is entitled to what their roles hold', async () => {
    const { at } = await person();
    expect((await at.run((api) => api.entitlements.loadEntitlementsV2())).permissions).toEqual({
      VIEW_BASE_LPO_PAGE: true,
      'fe.secure.read.users': true,
    });
    const { permissions } = await at.run((api) => api.entitlements.loadEntitlements());
    expect([permissions.VIEW_BASE_LPO_PAGE, permissions.EDIT_USERS]).toEqual([
      { isEntitled: true },
      { isEntitled: false, justification: 'MISSING_PERMISSION' },
    ]);
  });
});

describe('a profile', () => {
  it('is changed by the whole of it being sent back, and nothing but what is theirs', async () => {
    const { someone, at } = await person();
    const before = await me(at);
    const changed = await change(at, {
      ...before,
      name: '  Nina Holm ',
      metadata: '{"theme":"dark"}',
      email: 'other@tare.test',
      roles: [],
      permissions: [{ key: 'EDIT_USERS' }],
      verified: false,
      tenantId: 'x',
      id: 'y',
      isAdmin: true,
    });
    expect(changed).toEqual({ ...before, name: 'Nina Holm', metadata: '{"theme":"dark"}' });
    expect(await me(at)).toEqual(changed);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'user.changeProfile')
      .where('user_id', '=', someone.userId)
      .execute();
    expect(audited).toEqual([{ before: { name: before.name }, after: { name: 'Nina Holm' } }]);
    await change(at, changed);
    expect(
      await app.db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'user.changeProfile')
        .where('user_id', '=', someone.userId)
        .execute(),
    ).toHaveLength(1);
  });

  it('is changed by the call of users as by that of the team', async () => {
    const { at } = await person();
    const before = await me(at);
    const changed = await at.run((api) =>
      api.users.updateUserProfileV2({ ...before, name: 'Nina Berg', phoneNumber: '+12125550199' } as never),
    );
    // A number is proved by a code, not said.
    expect(changed).toEqual({ ...before, name: 'Nina Berg' });
    expect(await me(at)).toEqual(changed);
  });

  it.each([
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['metadata that is no JSON', { metadata: '{' }],
    ['metadata that is a list', { metadata: '[]' }],
  ])('refuses %s', async (_what, body) => {
    const { at } = await person();
    const before = await me(at);
    expect(await refusal(change(at, body))).toMatchObject({ statusCode: 400 });
    expect(await me(at)).toEqual(before);
  });
});

describe('a picture', () => {
  const served = (url: string | undefined) =>
    plainBrowser(app)
      .get(new URL(url ?? '', 'http://x').pathname)
      .buffer(true)
      .parse((stream, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });

  // ASVS V1.3.4
  // Attack: SVG and polyglot uploads
  it('is made anew, square, and served under an address that changes with it', async () => {
    const { at } = await person();
    const { profilePictureUrl: first } = await change(at, { profilePictureUrl: dataUrl(await png()) });
    expect(first).toMatch(/^http:\/\/tare\.test\//);
    const answer = await served(first);
    expect([answer.status, answer.type, answer.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    const { profilePictureUrl: second } = await change(at, { profilePictureUrl: dataUrl(await png('blue')) });
    expect(second).not.toBe(first);
    expect((await served(first)).status).toBe(404);
    expect((await change(at, { profilePictureUrl: `${second}?t=1` })).profilePictureUrl).toBe(second);
    expect((await change(at, { profilePictureUrl: null })).profilePictureUrl).toBeUndefined();
    expect((await served(second)).status).toBe(404);
  });

  it('is uploaded as a file, whose answer is its address', async () => {
    const { at } = await person();
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'me.png');
    const url = await at.run((api) => api.teams.updateProfileImage(form as never));
    expect(new URL(String(url)).href).toBe((await me(at)).profilePictureUrl);
  });

  // ASVS V1.3.4; V5.2.1/2
  // Attack: SVG and polyglot uploads
  it.each([
    [
      'an SVG',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'),
    ],
    [
      'an SVG that says it is a PNG',
      () =>
        Buffer.concat([
          Buffer.from('\ufeff'),
          Buffer.from(
            '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
          ),
        ]),
    ],
    [
      'PNG magic with HTML',
      () =>
        Buffer.concat([
          Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
          Buffer.from('<html><script>alert(1)</script>'),
        ]),
    ],
    ['a picture of 50,000 by 50,000', () => bomb()],
    ['nothing', () => Buffer.from(' ')],
  ])('of %s is refused, and what was there stays', async (_what, bytes) => {
    const { at } = await person();
    const { profilePictureUrl } = await change(at, { profilePictureUrl: dataUrl(await png()) });
    expect(await refusal(change(at, { profilePictureUrl: dataUrl(bytes()) }))).toMatchObject({ statusCode: 422 });
    expect((await me(at)).profilePictureUrl).toBe(profilePictureUrl);
  });

  /** A PNG whose header promises 2.5 gigapixels. */
  function bomb(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(50_000, 0);
    header.writeUInt32BE(50_000, 4);
    header.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from([0, 0, 0, 13]),
      Buffer.from('IHDR'),
      header,
      Buffer.from([0, 0, 0, 0]),
    ]);
  }
});
