import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { newOrganisation, newPerson, signedInAs, type Person } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/users';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.*', 'EDIT_GOALS'] });
});

const uuidOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const membershipOf = ({ userId }: Pick<Person, 'userId'>) =>
  app.db
    .selectFrom('identity.membership')
    .select(['status', 'ends_at as endsAt'])
    .where('tenant_number', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
const rolesOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (
    await app.db
      .selectFrom('identity.membership_role as m')
      .innerJoin('identity.role as r', 'r.id', 'm.role_id')
      .select('r.key')
      .where('m.tenant_number', '=', organisationId)
      .where('m.user_id', '=', userId)
      .orderBy('r.id')
      .execute()
  ).map(({ key }) => key);
async function roleWith(key: string, permission: string): Promise<string> {
  const { id, uuid } = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key, name: key })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  await app.db.insertInto('identity.role_permission').values({ role_id: id, permission_key: permission }).execute();
  return uuid;
}
const byEmail = (email: string) =>
  app.db
    .selectFrom('identity.user')
    .select(['id as userId', 'full_name as name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
const set = (form: string, id: string, fields: Record<string, string> = {}) =>
  sendForm(admin, `${base}/${id}`, { to: `${base}/${id}${form}`, ...fields });

it('finds the people of its own organization alone, sorted and by pages of twenty', async () => {
  const people = [];
  for (let at = 0; at < 21; at += 1) people.push(await newPerson(app, { organisationId }));
  const stranger = await newPerson(app, { organisationId: await newOrganisation(app) });
  const [first, , breached] = people as [Person, Person, Person];
  const now = app.clock.now();
  await app.db
    .updateTable('identity.user')
    .set({ password_breached_at: now })
    .where('id', '=', breached.userId)
    .execute();
  await app.db
    .updateTable('identity.user')
    .set({ last_sign_in_at: new Date(now.getTime() - 91 * 86_400_000) })
    .where('id', '=', first.userId)
    .execute();
  const found = async (query: string) =>
    [...(await admin.get(`${base}${query}`)).text.matchAll(/href="\/account\/users\/([0-9a-f-]{36})"/g)].map(
      ([, id]) => id,
    );
  const once = async (query: string) => [...new Set(await found(query))];
  expect([(await once('')).length, (await once('?page=2')).length, (await once('?page=9')).length]).toEqual([20, 2, 2]);
  expect(await once(`?search=${encodeURIComponent(stranger.login)}`)).toEqual([]);
  expect(await once(`?search=${encodeURIComponent(first.login)}`)).toEqual([await uuidOf(first)]);
  expect(await once('?preset=breached-passwords')).toEqual([await uuidOf(breached)]);
  expect(await once('?preset=inactive')).toEqual([await uuidOf(first)]);
  expect((await once('?preset=mfa-unenrolled')).length).toBe(20);
  expect((await once('?sort=lastLogin'))[0]).toBe(await uuidOf(first));
  expect((await admin.get(`${base}/export?preset=inactive`)).text).toContain(first.login);
  expect((await admin.get(`${base}/${await uuidOf(stranger)}`)).status).toBe(404);
});

it('adds several, and says of each what became of them', async () => {
  const goals = await roleWith('Goals', 'EDIT_GOALS');
  const here = await newPerson(app, { organisationId });
  const [fresh, named] = [`${randomUUID()}@tare.test`, `${randomUUID()}@tare.test`];
  const form = {
    people: `${fresh}\n${named}, Ben <b>Cole\nno address\n${here.login}`,
    endDay: '2031-03-04',
    endTime: '17:05:09',
    [`role-${goals}`]: 'on',
  };
  const answer = await sendForm(admin, `${base}/new`, form);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('2 people were added.');
  expect(answer.text).toContain('Not added: enter a valid email address');
  expect(answer.text).toContain('Already in your organization.');
  const added = await byEmail(named);
  expect(added.name).toBe('Ben <b>Cole');
  expect(await rolesOf(added)).toEqual(['Goals']);
  // New York.
  expect((await membershipOf(added))?.endsAt).toEqual(new Date('2031-03-04T22:05:09Z'));
  expect((await sendForm(admin, `${base}/new`, { ...form, people: fresh })).text).toContain('We sent the link again.');
  const beyond = await roleWith('Contests', 'EDIT_CONTESTS');
  const refused: [Record<string, string>, string][] = [
    [{ people: '' }, 'Fill in this field.'],
    [{ people: 'c@tare.test', endDay: '2020-01-01' }, 'Choose a time in the future'],
    [{ people: Array.from({ length: 101 }, (_, at) => `${at}@tare.test`).join('\n') }, 'up to 100 people at a time'],
    [{ people: 'c@tare.test', [`role-${beyond}`]: 'on' }, 'only grant or remove permissions that you have'],
  ];
  for (const [fields, says] of refused) {
    const { status, text } = await sendForm(admin, `${base}/new`, fields);
    expect([status, text.includes(says)]).toEqual([422, true]);
  }
});

it('changes one of them, and leaves alone what whoever changes may not give', async () => {
  const [goals, contests] = [await roleWith('Goals', 'EDIT_GOALS'), await roleWith('Contests', 'EDIT_CONTESTS')];
  const cook = await newPerson(app, { organisationId });
  const id = await uuidOf(cook);
  await app.db.deleteFrom('identity.membership_role').where('user_id', '=', cook.userId).execute();
  expect((await set('', id, { name: 'Ann <Cook>', [`role-${goals}`]: 'on' })).headers.location).toBe(
    `${base}/${id}?done=saved`,
  );
  expect((await admin.get(`${base}/${id}`)).text).toContain('Ann &lt;Cook&gt;');
  expect(await rolesOf(cook)).toEqual(['Goals']);
  expect((await set('', id, { name: 'Ann', [`role-${contests}`]: 'on' })).status).toBe(422);

  const steps: [string, Record<string, string>, string, Awaited<ReturnType<typeof membershipOf>>][] = [
    ['/active', { act: 'deactivate' }, 'deactivate', { status: 'I', endsAt: null }],
    ['/active', { act: 'reactivate' }, 'reactivate', { status: 'A', endsAt: null }],
    [
      '/end',
      { act: 'limit', endDay: '2031-07-04', endTime: '08:00:01' },
      'limited',
      { status: 'A', endsAt: new Date('2031-07-04T12:00:01Z') },
    ],
    ['/end', { act: 'permanent' }, 'permanent', { status: 'A', endsAt: null }],
  ];
  for (const [form, fields, done, after] of steps) {
    expect((await set(form, id, fields)).headers.location).toBe(`${base}/${id}?done=${done}`);
    expect(await membershipOf(cook)).toEqual(after);
  }
  expect((await set('/end', id, { act: 'limit', endDay: '2001-01-01', endTime: '' })).status).toBe(422);
  expect((await set('/resend', id)).text).toContain('This account is already active.');

  await app.db
    .insertInto('identity.membership_role')
    .columns(['tenant_number', 'user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('identity.role')
        .select((of) => [of.val(organisationId).as('tenant'), of.val(cook.userId).as('person'), 'id'])
        .where('uuid', '=', contests),
    )
    .execute();
  expect((await set('', id, { name: 'Ann' })).status).toBe(303);
  expect(await rolesOf(cook)).toEqual(['Contests']);
  expect((await set('/remove', id)).text).toContain('only grant or remove permissions that you have');
  await app.db.deleteFrom('identity.membership_role').where('user_id', '=', cook.userId).execute();
  expect((await set('/remove', id)).headers.location).toBe(`${base}?done=removed`);
  expect(await membershipOf(cook)).toBeUndefined();
});

it('keeps the last administrator, and oneself', async () => {
  const { userId, uuid } = await app.db
    .selectFrom('identity.membership as m')
    .innerJoin('identity.user as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.uuid'])
    .where('m.tenant_number', '=', organisationId)
    .executeTakeFirstOrThrow();
  for (const form of ['/remove', '/active'])
    expect((await set(form, uuid, form === '/active' ? { act: 'deactivate' } : {})).text).toContain(
      'You cannot do this to your own account.',
    );
  const other = await newPerson(app, { organisationId, permissions: ['fe.*'] });
  // Whoever has an end is no administrator to rely on.
  await app.db
    .updateTable('identity.membership')
    .set({ ends_at: new Date(app.clock.now().getTime() + 86_400_000) })
    .where('tenant_number', '=', organisationId)
    .where('user_id', '=', userId)
    .execute();
  const last = await uuidOf(other);
  const steps: [string, Record<string, string>][] = [
    ['', { name: 'Last' }],
    ['/active', { act: 'deactivate' }],
    ['/remove', {}],
    ['/end', { act: 'limit', endDay: '2031-01-01', endTime: '' }],
  ];
  for (const [form, fields] of steps)
    expect((await set(form, last, fields)).text).toContain('This would leave no one to manage users.');
  const before = await rolesOf({ userId });
  expect((await set('', uuid, { name: 'Still here' })).status).toBe(303);
  expect(await rolesOf({ userId })).toEqual(before);
});

it('makes a link to join by and takes it back, and shows no forms to whoever is limited to sites', async () => {
  const goals = await roleWith('Goals', 'EDIT_GOALS');
  const link = (fields: Record<string, string>) => sendForm(admin, `${base}/new`, { to: `${base}/invite`, ...fields });
  expect((await link({ days: '7', uses: '3', [`role-${goals}`]: 'on' })).status).toBe(303);
  const { text } = await admin.get(`${base}/new`);
  expect([/sign-up\?invitationToken=[\w-]+/.test(text), text.includes('0 of 3')]).toEqual([true, true]);
  expect((await link({ days: '0', uses: '' })).status).toBe(422);
  expect((await sendForm(admin, `${base}/new`, { to: `${base}/invite/revoke` })).status).toBe(303);
  expect((await admin.get(`${base}/new`)).text).not.toContain('invitationToken');
  const limited = await signedInAs(app, { organisationId, permissions: ['fe.*'], restricted: true });
  for (const page of [base, `${base}/new`, `${base}/${await uuidOf(await newPerson(app, { organisationId }))}`]) {
    const shown = (await limited.get(page)).text;
    expect([shown.includes('action="/account/users/'), shown.includes(`href="${base}/new"`)]).toEqual([false, false]);
  }
});
