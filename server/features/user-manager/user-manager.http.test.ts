import { beforeEach, describe, expect, it } from 'vitest';
import { auditedIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, newPerson, signedInAs, tokenOf, type Person } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const rights: Permission[] = ['VIEW_USER_MANAGEMENT_TOOLS', 'EDIT_USERS', 'EDIT_NOTIFICATIONS', 'VIEW_BASE_LPO_PAGE'];

let app: TestApp;
let organisationId: number;
let siteId: number;
let locationId: number;
let admin: Agent & { person: Person };
let cook: Person;
let basic: number;

beforeEach(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'North' });
  locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  admin = await signedInAs(app, { organisationId, permissions: rights, locale: 'en_US' });
  cook = await newPerson(app, { organisationId });
  basic = (await app.resources.members.roles(app.db, organisationId)).find(({ key }) => key === 'basic')?.roleId ?? 0;
});

const tokenFor = async (who: Agent) => tokenOf((await who.get('/account-settings')).text);
async function send(path: string, form: Record<string, string>, who: Agent = admin) {
  const token = await tokenFor(who);
  return who
    .post(path)
    .type('form')
    .send({ _csrf: token, ...form });
}
const memberOf = (userId: number) => app.resources.members.find(app.db, { tenantNumber: organisationId, userId });
const hidden = (html: string, name: string, from = '') =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html.slice(html.indexOf(from)))?.[1] ?? '';
const text = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const emailOf = async ({ userId }: { userId: number }) => (await memberOf(userId))?.email ?? '';

describe('people', () => {
  it('are listed, invited with a limit, and changed one by one', async () => {
    expect((await admin.get(`/user-manager?text=${cook.login}`)).text).toContain(
      `/user-manager/people/${cook.userId}"`,
    );
    expect((await admin.get('/user-manager?text=nobody-at-all')).text).toContain('No one matches these filters');
    const other = await newPerson(app, { organisationId });
    const shown = async (query: string) => {
      const { text: html } = await admin.get(`/user-manager?${query}`);
      return [cook, other].map(({ userId }) => html.includes(`/user-manager/people/${userId}"`));
    };
    await app.db.transaction().execute(async (trx) => {
      const key = { tenantNumber: organisationId, now: app.clock.now() };
      await app.resources.members.setRoles(trx, { ...key, userId: cook.userId, roleIds: [basic] });
      await app.resources.members.setActive(trx, { ...key, userId: other.userId, active: false });
    });
    await app.db
      .updateTable('identity.user')
      .set({ last_sign_in_at: app.clock.now() })
      .where('id', '=', other.userId)
      .execute();
    expect([await shown(`roleId=${basic}`), await shown('status=ACTIVE'), await shown('quiet=yes')]).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);

    const invited = await send('/user-manager/new', {
      fullName: 'Ned North',
      email: 'ned.north@example.com',
      locale: 'en_US',
      [`role-${basic}`]: 'on',
      sees: 'some',
      [`location-${locationId}`]: 'on',
    });
    expect([invited.status, invited.headers.location]).toEqual([303, '/user-manager?done=invited']);
    expect((await admin.get('/user-manager?text=ned')).text).toContain('1 location');
    expect((await admin.get('/user-manager/export?text=ned')).text).toContain('ned.north@example.com');

    const at = `/user-manager/people/${cook.userId}`;
    const page = await admin.get(at);
    const saved = await send(`${at}/access`, {
      revision: hidden(page.text, 'revision'),
      sees: 'some',
      [`site-${siteId}`]: 'on',
    });
    expect(saved.headers.location).toBe(`${at}?done=accessSaved`);
    const stale = await send(`${at}/status`, { revision: hidden(page.text, 'revision'), act: 'deactivate' });
    expect(stale.status).toBe(409);
    const off = await send(`${at}/status`, {
      revision: hidden((await admin.get(at)).text, 'revision'),
      act: 'deactivate',
    });
    expect([off.headers.location, (await memberOf(cook.userId))?.status]).toEqual([
      `${at}?done=deactivate`,
      'INACTIVE',
    ]);
  });

  it('are told of alerts by those who manage alerts', async () => {
    const created = await admin.post(`/rest/v1/alert/participant/${organisationId}/alert`).send({
      alertName: 'Much waste',
      alertDesc: 'Much',
      siteId: 0,
      locationId: 0,
      deviceId: 0,
      alertCompType: 'netWeightAmount',
      alertOperator: 'GE',
      alertCompValue: 1,
      alertUnitId: 12,
      refAttribs: [],
    });
    const { alertId } = created.body as { alertId: number };
    const at = `/user-manager/people/${cook.userId}`;
    await send(`${at}/notifications`, { [`alert-${alertId}`]: 'DAILY', [`shown-${alertId}`]: 'none' });
    const chosen = /<select[^>]*name="alert-\d+"[\s\S]*?<option value="(\w+)" selected/.exec(
      (await admin.get(at)).text,
    );
    expect(chosen?.[1]).toBe('DAILY');
    const stale = { [`alert-${alertId}`]: 'IMMEDIATE', [`shown-${alertId}`]: 'none' };
    expect((await send(`${at}/notifications`, stale)).status).toBe(409);
    const manager = await signedInAs(app, { organisationId, permissions: ['EDIT_NOTIFICATIONS', 'EDIT_USERS'] });
    for (const form of ['notifications', 'account', 'access'])
      expect((await send(`${at}/${form}`, { 'alert-1': 'x' }, manager)).text).not.toContain(cook.login);
  });

  it('are shown without forms to whoever may not change them, and to nobody else', async () => {
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_USER_MANAGEMENT_TOOLS'] });
    const page = await reader.get(`/user-manager/people/${cook.userId}`);
    expect([page.status, page.text.includes('/access"')]).toEqual([200, false]);
    expect((await reader.get('/user-manager/bulk')).headers.location).toBe('/home');
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [siteId] });
    const refused = await send(
      '/user-manager/new',
      {
        fullName: 'X',
        email: 'x@example.com',
        locale: 'en_US',
        [`role-${basic}`]: 'on',
        sees: 'all',
      },
      limited,
    );
    expect([refused.status, refused.text.includes('limited to some sites')]).toEqual([422, true]);
    const elsewhere = await newPerson(app, { organisationId: await newOrganisation(app) });
    expect((await admin.get(`/user-manager/people/${elsewhere.userId}`)).status).toBe(404);
  });
});

describe('a sheet', () => {
  async function read(csv: string) {
    const token = await tokenFor(admin);
    return admin
      .post('/user-manager/bulk/read')
      .field('_csrf', token)
      .attach('file', Buffer.from(csv), { filename: 'people.csv' });
  }
  const fieldsOf = (html: string) => ({
    lines: text(hidden(html, 'lines', 'id="preview"')),
    shown: hidden(html, 'shown', 'id="preview"'),
  });

  it('is shown first, applied as a whole, and read again without a change', async () => {
    const email = await emailOf(cook);
    const csv = `Email;Name;Roles;Can see;Active\nnew.one@example.com;New One;Basic;North > Kitchen;\n${email};;;North;no\n`;
    const preview = await read(csv);
    expect([preview.status, preview.text.includes('Apply 2 changes')]).toEqual([200, true]);
    expect((await memberOf(cook.userId))?.status).toBe('ACTIVE');
    const applied = await send('/user-manager/bulk/apply', fieldsOf(preview.text));
    expect(applied.headers.location).toBe('/user-manager/bulk?added=1&changed=1');
    expect((await memberOf(cook.userId))?.status).toBe('INACTIVE');
    const audited = await auditedIn(app.db, organisationId);
    for (const action of ['user.create', 'restriction.set', 'member.deactivate']) expect(audited).toContain(action);

    const sheet = await admin.get('/user-manager/bulk/export');
    expect(sheet.text).toContain('North > Kitchen');
    expect((await read(sheet.text)).text).toContain('This spreadsheet contains no changes.');
    const twice = await send('/user-manager/bulk/apply', fieldsOf(preview.text));
    expect(twice.status).toBe(409);
  });

  it.each([
    ['an unknown role', 'Email,Name,Roles,Can see\nx1@example.com,X,Chef,Everything\n', 'Role “Chef” not found'],
    ['a formula', 'Email,Name,Roles\nx1@example.com,=1+1,Basic\n', 'looks like a formula'],
    [
      'the same person twice',
      'Email,Name,Roles\nx1@example.com,X,Basic\nX1@example.com,X,Basic\n',
      'in an earlier row',
    ],
    ['no column for addresses', 'Name,Roles\nX,Basic\n', 'including “Email”'],
    ['nothing below its names', 'Email,Name\n', 'no rows'],
    ['a column that means nothing', 'Email,Sites\nx1@example.com,North\n', 'Unknown column “Sites”'],
  ])('with %s is refused with the reason', async (_name, csv, says) => {
    const answer = await read(csv);
    expect(text(answer.text)).toContain(says);
    expect(answer.text).not.toContain('/bulk/apply"');
  });

  it('of somebody whose address belongs to another organization changes nothing', async () => {
    const other = await newOrganisation(app);
    const elsewhere = await newPerson(app, { organisationId: other });
    const preview = await read(
      `Email,Name,Roles,Can see\nx9@example.com,X,Basic,Everything\n${elsewhere.login},X,Basic,Everything\n`,
    );
    const applied = await send('/user-manager/bulk/apply', fieldsOf(preview.text));
    expect([applied.status, applied.text.includes('Nothing was changed, because row 3')]).toEqual([422, true]);
    expect((await admin.get('/user-manager?text=x9@example.com')).text).toContain('No users found');
  });
});

describe('an access review', () => {
  it('decides about everyone, removes on sign-off, and is a record from then on', async () => {
    const started = await send('/user-manager/reviews', { name: 'Spring' });
    const at = String(started.headers.location).split('?')[0] ?? '';
    expect((await send('/user-manager/reviews', { name: 'Second' })).status).toBe(422);
    const page = async () => (await admin.get(at)).text;
    const decide = async (userId: number, decision: string, html?: string) =>
      send(`${at}/decide`, {
        decision,
        note: '',
        [`user-${userId}`]: 'on',
        [`mark-${userId}`]: hidden(html ?? (await page()), `mark-${userId}`),
      });
    expect((await send(`${at}/sign`, { statement: '' })).status).toBe(422);
    expect((await decide(admin.person.userId, 'remove')).text).toContain('cannot be removed');
    await decide(admin.person.userId, 'keep');

    const before = await page();
    await decide(cook.userId, 'keep', before);
    await app.db
      .insertInto('restricted_person')
      .values({ organisation_id: organisationId, user_id: cook.userId })
      .execute();
    expect(await page()).toContain('Access changed since the decision');
    expect((await decide(cook.userId, 'remove', before)).status).toBe(409);
    await decide(cook.userId, 'remove');

    const signed = await send(`${at}/sign`, { statement: 'All looked at.' });
    expect([signed.headers.location, (await memberOf(cook.userId))?.status]).toEqual([`${at}?done=signed`, 'INACTIVE']);
    const record = await page();
    expect([record.includes('All looked at.'), record.includes('/decide"')]).toEqual([true, false]);
    expect((await decide(cook.userId, 'keep')).status).toBe(409);
    expect((await admin.get(`${at}/export`)).text).toContain('Remove access');
    expect((await auditedIn(app.db, organisationId)).filter((one) => one.startsWith('accessReview'))).toEqual([
      'accessReview.start',
      'accessReview.decide',
      'accessReview.decide',
      'accessReview.decide',
      'accessReview.sign',
    ]);
    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
    expect((await stranger.get(at)).status).toBe(404);
  });
});
