import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addSite } from '../../../../tests/support/factories';
import { newOrganisation, newPerson, signedInAs } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/groups';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.*', 'EDIT_GOALS'] });
});

const uuidOf = async (userId: number) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const send = (to: string, form: Record<string, string> = {}) => sendForm(admin, base, { to: `${base}${to}`, ...form });
async function made(name = 'Night <shift>'): Promise<string> {
  const answer = await send('', { name, description: '', color: '#3b74c6' });
  expect(answer.status).toBe(303);
  return answer.headers.location?.slice(base.length + 1) ?? '';
}
async function roleWith(...keys: string[]): Promise<string> {
  const { id, uuid } = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key: `role-${keys.join('-')}`, name: `Role ${keys.join(' ')}` })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('identity.role_permission')
    .values(keys.map((permission_key) => ({ role_id: id, permission_key })))
    .execute();
  return uuid;
}
const rolesOf = async (id: string) =>
  (
    await app.db
      .selectFrom('identity.group_role as gr')
      .innerJoin('identity.group as g', 'g.id', 'gr.group_id')
      .innerJoin('identity.role as r', 'r.id', 'gr.role_id')
      .select('r.uuid')
      .where('g.uuid', '=', id)
      .orderBy('r.id')
      .execute()
  ).map(({ uuid }) => uuid);

it('makes a group, adds somebody, shows what roles, settings and its end come to, and does so', async () => {
  const [id, goals] = [await made(), await roleWith('EDIT_GOALS')];
  expect((await admin.get(`${base}/${id}`)).text).toContain('Night &lt;shift&gt;');
  const cook = await newPerson(app, { organisationId });
  const cookId = await uuidOf(cook.userId);
  expect((await admin.get(`${base}/${id}?find=${encodeURIComponent(cook.login)}`)).text).toContain(cookId);
  expect((await send(`/${id}/users`, { userId: cookId })).headers.location).toBe(`${base}/${id}?done=added`);
  expect((await admin.get(`${base}/${id}?find=${encodeURIComponent(cook.login)}`)).text).toContain('In this group');

  const review = await send(`/${id}/roles`, { act: 'review', [`role-${goals}`]: 'on' });
  expect([review.text.includes('EDIT_GOALS'), review.text.includes('1 user')]).toEqual([true, true]);
  expect(await rolesOf(id)).toEqual([]);
  const saved = await send(`/${id}/roles`, { act: 'save', [`role-${goals}`]: 'on' });
  expect(saved.headers.location).toBe(`${base}/${id}?done=roles`);
  expect(await rolesOf(id)).toEqual([goals]);

  const off = { enabled: 'on' };
  expect((await send('/settings', { act: 'review', ...off })).text).toContain('Users will lose 1 permission.');
  expect((await send('/settings', { act: 'save', ...off })).headers.location).toBe(`${base}?done=settings`);
  expect((await admin.get(base)).text).toContain('Groups do not currently assign roles');
  expect((await admin.get(`${base}/${id}/delete`)).text).toContain('No one will gain or lose permissions.');
  await send('/settings', { act: 'save', enabled: 'on', rolesEnabled: 'on' });
  expect((await admin.get(`${base}/${id}/delete`)).text).toContain('Users will lose 1 permission.');

  await send(`/${id}`, { name: 'Late', description: 'After six', color: '' });
  expect((await admin.get(base)).text).toContain('After six');
  expect((await send(`/${id}/users/${cookId}/remove`)).headers.location).toBe(`${base}/${id}?done=removed`);
  expect((await send(`/${id}/delete`)).headers.location).toBe(`${base}?done=deleted`);
  expect((await admin.get(`${base}/${id}`)).status).toBe(404);
});

it('keeps roles that whoever edits may not give, gives none of them, and says so', async () => {
  const [id, goals, beyond] = [await made(), await roleWith('EDIT_GOALS'), await roleWith('EDIT_CONTESTS')];
  expect((await send(`/${id}/roles`, { act: 'save', [`role-${beyond}`]: 'on' })).status).toBe(422);
  const [group, role] = [
    await app.db.selectFrom('identity.group').select('id').where('uuid', '=', id).executeTakeFirstOrThrow(),
    await app.db.selectFrom('identity.role').select('id').where('uuid', '=', beyond).executeTakeFirstOrThrow(),
  ];
  await app.db.insertInto('identity.group_role').values({ group_id: group.id, role_id: role.id }).execute();
  await send(`/${id}/roles`, { act: 'save', [`role-${goals}`]: 'on' });
  expect(await rolesOf(id)).toEqual([goals, beyond]);
  const { text } = await admin.get(`${base}/${id}`);
  expect([text.includes('permissions you do not have'), text.includes(`${id}/delete`)]).toEqual([true, false]);
  expect((await send(`/${id}/delete`)).status).toBe(422);
});

it.each([
  ['', { name: ' ', description: '', color: '' }, 'Fill in this field.'],
  ['', { name: 'taken', description: '', color: '' }, 'already exists'],
])('refuses a new group at %s as %j and keeps what was typed', async (to, form, said) => {
  await made('Taken');
  const refused = await send(to, { ...form, description: 'typed <before>' });
  expect(refused.status).toBe(422);
  expect([refused.text.includes(said), refused.text.includes('typed &lt;before&gt;')]).toEqual([true, true]);
});

it('shows fifty of many groups at a time', async () => {
  const numbers = Array.from({ length: 51 }, (_one, at) => at);
  await app.db
    .insertInto('identity.group')
    .values(
      numbers.map((at) => ({ tenant_number: organisationId, name: `Group ${at + 100}`, created_at: app.clock.now() })),
    )
    .execute();
  const listed = async (page: string) =>
    ((await admin.get(`${base}${page}`)).text.match(/href="\/account\/groups\/[^"?]+"/g) ?? []).length;
  expect([await listed(''), await listed('?page=2'), await listed('?page=9')]).toEqual([50, 1, 1]);
});

it('shows groups of its own organization alone, and forms to nobody who is limited to sites', async () => {
  const id = await made();
  const other = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['fe.*'] });
  expect((await other.get(`${base}/${id}`)).status).toBe(404);
  const site = await addSite(app, { organisationId });
  const limited = await signedInAs(app, { organisationId, permissions: ['fe.*'], sites: [site] });
  const [list, one] = [await limited.get(base), await limited.get(`${base}/${id}`)];
  expect([list, one].map(({ text }) => /action="\/account\/groups/.test(text))).toEqual([false, false]);
  expect((await limited.get(`${base}/${id}/delete`)).status).toBe(303);
  const review = await sendForm(limited, base, { to: `${base}/${id}/roles`, act: 'review' });
  expect([review.status, review.text.includes('limited to some sites')]).toEqual([422, true]);
});
