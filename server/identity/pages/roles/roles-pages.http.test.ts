import { beforeAll, beforeEach, expect, it } from 'vitest';
import { newOrganisation, newPerson, signedInAs } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/roles';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, {
    organisationId,
    permissions: ['fe.*', 'EDIT_USERS', 'EDIT_DONATIONS', 'EDIT_GOALS'],
  });
});

const uuidOf = async (userId: number) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
async function made(name = 'Shift <lead>'): Promise<string> {
  const answer = await sendForm(admin, base, { to: base, name, description: '', base: '' });
  expect(answer.status).toBe(303);
  return answer.headers.location?.slice(base.length + 1) ?? '';
}
const permissionsOf = async (id: string) =>
  (
    await app.db
      .selectFrom('identity.role_permission as p')
      .innerJoin('identity.role as r', 'r.id', 'p.role_id')
      .select('p.permission_key as key')
      .where('r.uuid', '=', id)
      .orderBy('p.permission_key')
      .execute()
  ).map(({ key }) => key);
async function give(id: string, userId: number): Promise<void> {
  const { id: role } = await app.db
    .selectFrom('identity.role')
    .select('id')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('identity.membership_role')
    .values({ tenant_number: organisationId, user_id: userId, role_id: role })
    .execute();
}
const save = (id: string, form: Record<string, string>, act = 'save') =>
  sendForm(admin, `${base}/${id}`, { to: `${base}/${id}`, act, name: 'Lead', description: '', ...form });

it('makes a role, shows what a change comes to, saves it and says why somebody may do something', async () => {
  const id = await made();
  expect((await admin.get(`${base}/${id}`)).text).toContain('Shift &lt;lead&gt;');
  const cook = await newPerson(app, { organisationId });
  await give(id, cook.userId);
  const review = await save(id, { 'can-EDIT_DONATIONS': 'on', 'can-EDIT_GOALS': 'on' }, 'review');
  expect(review.text).toContain('1 user');
  expect(review.text.match(/EDIT_DONATIONS/g)?.length).toBeGreaterThan(1);
  expect(await permissionsOf(id)).toEqual([]);
  expect((await save(id, { 'can-EDIT_DONATIONS': 'on', 'can-EDIT_GOALS': 'on' })).headers.location).toBe(
    `${base}/${id}?done=saved`,
  );
  expect(await permissionsOf(id)).toEqual(['EDIT_DONATIONS', 'EDIT_GOALS']);
  const losing = await save(id, { 'can-EDIT_GOALS': 'on' }, 'review');
  expect(losing.text).toContain('Users will lose 1 permission.');
  const why = await admin.get(`${base}?user=${encodeURIComponent(cook.login)}`);
  expect(why.headers.location).toBe(`${base}/users/${await uuidOf(cook.userId)}`);
  const { text } = await admin.get(why.headers.location ?? '');
  expect([text.includes('EDIT_DONATIONS'), text.includes(`${base}/${id}`)]).toEqual([true, true]);
  expect((await sendForm(admin, `${base}/${id}`, { to: `${base}/${id}/delete` })).headers.location).toBe(
    `${base}?done=deleted`,
  );
  expect((await admin.get(`${base}/${id}`)).status).toBe(404);
});

it('keeps what whoever edits may not give, and gives nothing of it', async () => {
  const id = await made();
  const { id: number } = await app.db
    .selectFrom('identity.role')
    .select('id')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('identity.role_permission')
    .values({ role_id: number, permission_key: 'EDIT_CONTESTS' })
    .execute();
  expect((await save(id, { 'can-EDIT_GOALS': 'on' })).status).toBe(303);
  expect(await permissionsOf(id)).toEqual(['EDIT_CONTESTS', 'EDIT_GOALS']);
  expect((await save(id, { 'can-EDIT_IMPACT': 'on' })).status).toBe(422);
  expect((await save(id, { 'can-NOTHING_KNOWN': 'on' })).status).toBe(404);
  expect(await permissionsOf(id)).toEqual(['EDIT_CONTESTS', 'EDIT_GOALS']);
});

it('shows roles of its own organization alone, built-in ones without a form', async () => {
  const id = await made();
  const other = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['fe.*'] });
  expect((await other.get(`${base}/${id}`)).status).toBe(404);
  const { uuid } = await app.db
    .selectFrom('identity.role')
    .select('uuid')
    .where('tenant_number', 'is', null)
    .where('key', '=', 'viewer')
    .executeTakeFirstOrThrow();
  const builtIn = (await admin.get(`${base}/${uuid}`)).text;
  expect([builtIn.includes('part of Tare'), builtIn.includes('Review changes')]).toEqual([true, false]);
  expect((await save(uuid, {})).status).toBe(422);
});
