import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOrganisation, newPerson, signedInAs, unique } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let top: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/all-accounts';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  top = await newOrganisation(app);
  await app.db.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', top).execute();
  admin = await signedInAs(app, { organisationId: top, permissions: ['fe.*'] });
});

const tenant = (number: number) =>
  app.db.selectFrom('identity.tenant').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
const idOf = async (number: number) => (await tenant(number)).id;
async function account(name: string, parentId = top) {
  const number = await newOrganisation(app, { parentId, name: unique(name) });
  const { id, name: full } = await tenant(number);
  return { number, id, name: full };
}
const audited = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const at = (id: string, form = '') => `${base}/${id}${form}`;
const send = (id: string, form: string, fields: Record<string, string> = {}) =>
  sendForm(admin, at(id), { to: at(id, form), ...fields });

describe('the tree', () => {
  it('opens and closes branches by links, fifty accounts at a time', async () => {
    const [north, south] = [await account('North'), await account('South')];
    const kitchen = await account('Kitchen', north.number);
    const { id: parent } = await tenant(top);
    const shown = async (path: string) => (await admin.get(path)).text;
    const closed = await shown(base);
    expect([north, south, kitchen].map(({ name }) => closed.includes(name))).toEqual([true, true, false]);
    const opening = new RegExp(`href="([^"]*)"[^>]*data-swap="toggle:${north.id}"`).exec(closed)?.[1] ?? '';
    expect(opening).toBe(`${base}?open=${north.id}#account-${north.id}`);
    expect(closed).not.toContain(`data-swap="toggle:${south.id}"`);
    const open = await shown(opening);
    expect([open.includes(kitchen.name), open.includes('aria-expanded="true"')]).toEqual([true, true]);
    await app.db
      .insertInto('identity.tenant')
      .values(Array.from({ length: 60 }, (_, n) => ({ name: `Zone ${n}`, parent_number: top })))
      .execute();
    const rows = async (path: string) => (await shown(path)).match(/id="account-/g)?.length;
    expect([await rows(base), await rows(`${base}?open=${parent}.2`)]).toEqual([50, 62]);
  });

  it('is searched with the way to each hit, and shows its first fifty', async () => {
    const north = await account('North');
    const kitchen = await account('Kitchen', north.number);
    const { text } = await admin.get(`${base}?search=${encodeURIComponent(kitchen.name.toUpperCase())}`);
    expect([text.includes('1 account found'), text.includes(at(kitchen.id)), text.includes(north.name)]).toEqual([
      true,
      true,
      true,
    ]);
    await app.db
      .insertInto('identity.tenant')
      .values(Array.from({ length: 60 }, (_, n) => ({ name: `Zone ${n}`, parent_number: north.number })))
      .execute();
    const many = (await admin.get(`${base}?search=zone`)).text;
    expect([many.includes('60 accounts found'), many.match(/Open<span/g)?.length]).toEqual([true, 50]);
    expect((await admin.get(`${base}?search=nowhere`)).text).toContain('No accounts found');
  });

  it('shows nothing of what stands above, beside or elsewhere, whatever is asked for', async () => {
    const [north, south] = [await account('North'), await account('South')];
    const deep = await account('Deep', south.number);
    const insider = await signedInAs(app, { organisationId: north.number, permissions: ['fe.*'] });
    const own = await account('Own', north.number);
    const { id: parent, name } = await tenant(top);
    for (const path of [base, `${base}?open=${parent},${south.id}`, `${base}?search=e`]) {
      const { text } = await insider.get(path);
      expect([name, south.name, deep.name, parent, south.id].filter((secret) => text.includes(secret))).toEqual(
        path.includes(parent) ? [parent, south.id] : [],
      );
    }
    for (const id of [parent, south.id, deep.id, north.id, randomUUID()]) {
      for (const page of ['', '/move', '/delete']) expect((await insider.get(at(id, page))).status).toBe(404);
      for (const form of ['/name', '/move', '/delete', '/people', ...(id === north.id ? [] : ['/open'])])
        expect(
          (
            await sendForm(insider, at(own.id), {
              to: at(id, form),
              name: 'Mine',
            })
          ).status,
        ).toBeGreaterThanOrEqual(400);
    }
    const { text: moving } = await insider.get(at(own.id, `/move?to=${south.id}`));
    expect([moving.includes(south.name), moving.includes('Organization not found.')]).toEqual([false, true]);
  });

  it('says so where there may be none, and to whoever does not go on below', async () => {
    await app.db.updateTable('identity.tenant').set({ is_reseller: false }).where('number', '=', top).execute();
    expect((await admin.get(base)).text).toContain('cannot create sub-accounts');
    await app.db
      .updateTable('identity.membership')
      .set({ reaches_below: false })
      .where('user_id', '=', admin.person.userId)
      .execute();
    expect((await admin.get(base)).text).toContain('You do not have access to your organization’s sub-accounts');
  });
});

describe('an account below', () => {
  it('is made, named anew, and opened', async () => {
    const made = await sendForm(admin, `${base}/new`, {
      name: unique('Made'),
      website: '',
      parent: await idOf(top),
    });
    const id = /all-accounts\/([0-9a-f-]{36})\?done=created/.exec(String(made.headers.location))?.[1] ?? '';
    const { number } = await app.db
      .selectFrom('identity.tenant')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const name = unique('Named');
    expect((await send(id, '/name', { name })).headers.location).toBe(`${at(id)}?done=renamed`);
    expect(
      await app.db.selectFrom('organisation_directory').select('name').where('id', '=', number).executeTakeFirst(),
    ).toEqual({ name });
    expect([await audited(number), (await audited(top)).filter((action) => action.startsWith('tenant.'))]).toEqual([
      ['tenant.create', 'tenant.rename'],
      ['tenant.create', 'tenant.rename'],
    ]);
    const taken = await account('Taken');
    const refused = await send(id, '/name', { name: taken.name });
    expect([
      refused.status,
      refused.text.includes('already exists'),
      refused.text.includes(`value="${taken.name}"`),
    ]).toEqual([422, true, true]);
    expect((await send(id, '/open')).headers.location).toBe('/');
    expect((await admin.get('/account/organization')).text).toContain(name);
  });

  it('moves with what stands below it, once the effects were shown; reach follows at once', async () => {
    const [north, south] = [await account('North'), await account('South')];
    const kitchen = await account('Kitchen', north.number);
    const bar = await account('Bar', kitchen.number);
    const [manager, other] = [
      await signedInAs(app, { organisationId: north.number, permissions: ['EDIT_ORGANIZATIONS', 'fe.*'] }),
      await signedInAs(app, { organisationId: south.number, permissions: ['EDIT_ORGANIZATIONS', 'fe.*'] }),
    ];
    await sendForm(manager, at(kitchen.id), { to: at(kitchen.id, '/open') });
    const sees = async (who: typeof manager) =>
      (await who.get(`${base}?search=${encodeURIComponent('Bar')}`)).text.includes(bar.name);
    expect(await sees(other)).toBe(false);
    const { text } = await admin.get(at(kitchen.id, `/move?to=${south.id}`));
    expect(
      ['1 sub-account moves', '1 user gains access', '1 user loses access'].filter((said) => text.includes(said)),
    ).toHaveLength(3);
    for (const [to, said] of [
      [bar.id, 'cannot be moved under itself'],
      [kitchen.id, 'cannot be moved under itself'],
      [north.id, 'This is already its parent account'],
    ])
      expect((await admin.get(at(kitchen.id, `/move?to=${to}`))).text).toContain(said);
    const token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const move = (to: string) => admin.post(at(kitchen.id, '/move')).type('form').send({ _csrf: token, to });
    expect((await move(bar.id)).text).toContain('cannot be moved under itself');
    expect((await tenant(kitchen.number)).parent_number).toBe(north.number);
    expect((await move(south.id)).headers.location).toBe(`${at(kitchen.id)}?done=moved`);
    expect((await tenant(kitchen.number)).parent_number).toBe(south.number);
    expect(await sees(other)).toBe(true);
    // Whoever had come in from where it stood is out.
    expect((await manager.get('/account/organization')).headers.location).toContain('/login');
    expect([await audited(kitchen.number), await audited(top)].map((log) => log.includes('tenant.move'))).toEqual([
      true,
      true,
    ]);
  });

  it('is deleted by its name, with its people and sites kept, and not while others stand below it', async () => {
    const north = await account('North');
    const kitchen = await account('Kitchen', north.number);
    await newPerson(app, { organisationId: north.number });
    const token = async () => /name="_csrf" value="([^"]+)"/.exec((await admin.get(base)).text)?.[1] ?? '';
    const remove = async (id: string, name: string) =>
      admin
        .post(at(id, '/delete'))
        .type('form')
        .send({ _csrf: await token(), name });
    const page = (await admin.get(at(north.id, '/delete'))).text;
    expect([page.includes('has sub-accounts of its own'), page.includes('Delete account<')]).toEqual([true, false]);
    expect((await remove(north.id, north.name)).text).toContain('has sub-accounts of its own');
    expect((await remove(kitchen.id, 'kitchen')).text).toContain('The name does not match.');
    expect((await remove(kitchen.id, kitchen.name)).headers.location).toBe(`${base}?done=deleted`);
    expect((await remove(north.id, north.name)).headers.location).toBe(`${base}?done=deleted`);
    expect(await tenant(north.number)).toMatchObject({ status: 'SUSPENDED', deleted_at: app.clock.now() });
    expect((await admin.get(at(north.id))).status).toBe(404);
  });

  it('has people added, given roles, let below or not, and taken out', async () => {
    const north = await account('North');
    const { id: numberOfRole, uuid: roleId } = await app.db
      .insertInto('identity.role')
      .values({ tenant_number: north.number, key: unique('r'), name: 'Cooks' })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow();
    const email = `${randomUUID()}@tare.test`;
    expect((await send(north.id, '/people', { email: 'no address', name: '' })).status).toBe(422);
    expect((await send(north.id, '/people', { email, name: 'Ada', [`role-${roleId}`]: 'on' })).headers.location).toBe(
      `${at(north.id)}?done=added#people`,
    );
    const { id: userId, uuid } = await app.db
      .selectFrom('identity.user')
      .select(['id', 'uuid'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const state = async () => ({
      reaches: (
        await app.db
          .selectFrom('identity.membership')
          .select('reaches_below')
          .where('tenant_number', '=', north.number)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      )?.reaches_below,
      roles: (
        await app.db.selectFrom('identity.membership_role').select('role_id').where('user_id', '=', userId).execute()
      ).map(({ role_id }) => role_id),
    });
    expect(await state()).toEqual({ reaches: false, roles: [numberOfRole] });
    await send(north.id, `/people/${uuid}/access`, { act: 'allow' });
    await send(north.id, `/people/${uuid}/roles`);
    expect(await state()).toEqual({ reaches: true, roles: [] });
    expect((await send(north.id, `/people/${uuid}/remove`)).headers.location).toBe(
      `${at(north.id)}?done=removed#people`,
    );
    expect((await state()).reaches).toBeUndefined();
    const log = ['member.add', 'member.setAccess', 'member.setRoles', 'member.remove'];
    for (const number of [top, north.number])
      expect((await audited(number)).filter((action) => action.startsWith('member.'))).toEqual(log);
  });

  it('is changed by nobody who may only read', async () => {
    const north = await account('North');
    const reader = await signedInAs(app, {
      organisationId: top,
      permissions: ['fe.account-hierarchy.read.subAccount', 'fe.secure.read.users'],
    });
    const { text } = await reader.get(at(north.id));
    expect([
      text.includes(north.name),
      ...['/name', '/people', '/move', '/delete'].map((form) => text.includes(at(north.id, form))),
    ]).toEqual([true, false, false, false, false]);
  });
});
