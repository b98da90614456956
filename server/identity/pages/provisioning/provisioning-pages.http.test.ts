import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDirectory, sender, type TestDirectory } from '../../../../tests/support/directory';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

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

const path = '/account/provisioning';
const codesOf = (html: string) => [...html.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, text = '']) => text);
async function send(to: string, form: object, page = path) {
  const _csrf = tokenOf((await admin.get(page)).text);
  return admin
    .post(to)
    .type('form')
    .send({ _csrf, ...form });
}
const readable = async (directory: Pick<TestDirectory, 'id' | 'secret'>) =>
  (await sender(app, directory)('get', '/Users')).status;

describe(path, () => {
  it('says that there is none, and shows the address and the secret of a new one once', async () => {
    expect((await admin.get(path)).text).toContain('No directories connected yet.');
    const made = await send(path, { source: 'azure-ad', name: '' });
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    const [address = '', secret = ''] = codesOf(made.text);
    const id = address.split('/').at(-1) ?? '';
    expect(await readable({ id, secret })).toBe(200);
    const list = (await admin.get(path)).text;
    expect([list.includes(secret), list.includes('Microsoft Entra ID'), list.includes('0 users')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await send(path, { source: 'ldap' })).status).toBe(422);
  });

  it('has two secrets live while one takes the place of the other, and ends either', async () => {
    const first = await newDirectory(app, organisationId);
    const at = `${path}/${first.id}`;
    const [, second = ''] = codesOf((await send(`${at}/rotate`, { overlap: 'hour' }, at)).text);
    expect([await readable(first), await readable({ id: first.id, secret: second })]).toEqual([200, 200]);
    const [, third = ''] = codesOf((await send(`${at}/rotate`, { overlap: 'day' }, at)).text);
    // Two at the most.
    expect([await readable(first), await readable({ id: first.id, secret: second })]).toEqual([401, 200]);
    const page = (await admin.get(at)).text;
    expect(page.match(/\/secrets\/[\w-]+\/revoke/g)).toHaveLength(2);
    const [revoke = ''] = /\/account\/provisioning\/[\w-]+\/secrets\/[\w-]+\/revoke/.exec(page) ?? [];
    expect((await send(revoke, {}, at)).headers.location).toBe(`${at}?done=revoked`);
    expect(await readable({ id: first.id, secret: third })).toBe(401);
  });

  it('tells of the last calls and why they failed, pauses, and ends with what it made or without', async () => {
    const directory = await newDirectory(app, organisationId);
    const at = `${path}/${directory.id}`;
    await directory.send('post', '/Users', { userName: 'nobody' });
    const { id } = (
      await directory.send('post', '/Users', { userName: `${unique('kim').replace(/\s/g, '-')}@directory.test` })
    ).body as { id: string };
    await expect.poll(async () => (await admin.get(at)).text).toContain('A user needs an email address');
    await send(`${at}/sync`, { sync: 'off' }, at);
    expect((await directory.send('delete', `/Users/${id}`)).status).toBe(403);
    const removed = await send(`${at}/remove`, { managed: 'remove' }, at);
    expect([removed.status, removed.headers.location]).toEqual([303, `${path}?done=removed`]);
    expect([await readable(directory), (await admin.get(at)).status]).toEqual([401, 404]);
    const left = await app.db
      .selectFrom('identity.membership')
      .select('user_id')
      .where('tenant_number', '=', organisationId)
      .execute();
    expect(left).toHaveLength(1);
  });

  it('lets a group’s name and people be changed in the directory alone, and its roles here', async () => {
    const directory = await newDirectory(app, organisationId);
    const { id } = (await directory.send('post', '/Groups', { displayName: unique('Chefs') })).body as { id: string };
    const group = `/account/groups/${id}`;
    const page = (await admin.get(group)).text;
    expect([
      page.includes('Managed by your directory'),
      page.includes('name="find"'),
      page.includes(`${group}/roles`),
    ]).toEqual([true, false, true]);
    const renamed = await send(group, { name: 'By hand', description: '', color: '' }, group);
    expect([renamed.status, renamed.text.includes('Your directory manages this group.')]).toEqual([422, true]);
  });
});
