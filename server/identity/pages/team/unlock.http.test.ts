import { beforeAll, expect, it } from 'vitest';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  type Person,
} from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/users';
const call = (id: string) => `/identity/resources/users/v1/${id}/unlock`;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.secure.*'] });
});

const uuidOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const enter = async ({ login }: Person, typed = password) =>
  (await browser(app).post('/identity/resources/auth/v1/user').send({ email: login, password: typed })).status;
/** Whose sign-ins have failed; `by` the tries themselves, or as they leave the account. */
async function locked(of: Parameters<typeof newPerson>[1], by: 'tries' | 'state' = 'state') {
  const person = await newPerson(app, of);
  if (by === 'tries') for (let at = 0; at < 10; at += 1) await enter(person, 'not theirs at all');
  else
    await app.db
      .updateTable('identity.user')
      .set({ failed_sign_ins: 10, locked_until: new Date(app.clock.now().getTime() + 60_000) })
      .where('id', '=', person.userId)
      .execute();
  return { ...person, id: await uuidOf(person) };
}
const log = (of: number) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'severity'])
    .where('organisation_id', '=', of)
    .where('action', 'in', ['user.lock', 'user.unlock'])
    .orderBy('id')
    .execute();

it('lets whoever failed too often try again at once, by the page and by the call, and both stand in the log', async () => {
  const ways = [
    async (id: string) => (await sendForm(admin, `${base}/${id}`, { to: `${base}/${id}/unlock` })).headers.location,
    async (id: string) => (await admin.post(call(id)).send({})).status,
  ];
  for (const [at, unlock] of ways.entries()) {
    const cook = await locked({ organisationId }, at === 0 ? 'tries' : 'state');
    expect(await enter(cook)).toBe(401);
    expect((await admin.get(`${base}/${cook.id}`)).text).toContain('This account is locked until');
    expect(await unlock(cook.id)).toEqual(expect.toBeOneOf([204, `${base}/${cook.id}?done=unlocked`]));
    expect(await enter(cook)).toBe(200);
    expect((await admin.post(call(cook.id)).send({})).status).toBe(422);
  }
  expect(await log(organisationId)).toEqual([
    { action: 'user.lock', severity: 'critical' },
    { action: 'user.unlock', severity: 'warning' },
    { action: 'user.unlock', severity: 'warning' },
  ]);
});

it('opens no account that is somebody else’s affair: of another organization, with more rights, or one’s own', async () => {
  const other = await newOrganisation(app);
  const stranger = await locked({ organisationId: other });
  const both = await locked({ organisationId });
  await joinOrganisation(app, both, { organisationId: other });
  const above = await locked({ organisationId, permissions: ['EDIT_GOALS'] });
  expect((await admin.get(`${base}/${both.id}`)).text).not.toContain(`${both.id}/unlock`);
  for (const [{ id, ...person }, status] of [
    [stranger, 404],
    [both, 422],
    [above, 403],
  ] as const) {
    expect([id, (await admin.post(call(id)).send({})).status]).toEqual([id, status]);
    expect(await enter(person)).toBe(401);
  }
  const reader = await signedInAs(app, { organisationId, permissions: ['fe.secure.read.users'] });
  const cook = await locked({ organisationId });
  expect((await reader.post(call(cook.id)).send({})).status).toBe(403);
});

it('keeps somebody out and lets them in by the calls of newer clients', async () => {
  const cook = await newPerson(app, { organisationId });
  const id = await uuidOf(cook);
  const send = async (way: string) =>
    (await admin.post(`/identity/resources/tenants/users/v1/${id}/${way}`).send({})).status;
  expect([await send('disable'), await enter(cook), await send('enable'), await enter(cook)]).toEqual([
    204, 401, 204, 200,
  ]);
});
