import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { browser, newOrganisation, newPerson, signedInAs } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, testNow, type TestApp } from '../../../../tests/support/test-app';
import { defineActions, recordAudit } from '../../../platform/audit';

// As features name it.
const { void: eventVoid } = defineActions('wasteEvent', { void: {} });
const { weigh, burn } = defineActions('kettle', { weigh: {}, burn: { severity: 'critical' } });

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let admin: ClientBrowser;

const hoursBefore = (hours: number) => new Date(Date.parse(testNow) - hours * 3_600_000);

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
  await app.db.transaction().execute(async (trx) => {
    const row = { organisationId, userId: null, entity: 'kettle' };
    for (let at = 0; at < 25; at += 1)
      await recordAudit(trx, {
        ...row,
        actor: `cook ${at}`,
        at: hoursBefore(400 - at),
        action: weigh,
        entityId: at,
        ip: '203.0.113.7',
        after: { g: at },
      });
    await recordAudit(trx, {
      ...row,
      actor: '=HYPERLINK("x")',
      at: hoursBefore(30),
      action: burn,
      userAgent: 'Oven/1.0',
    });
  });
  admin = client.browser();
  await admin.signIn(await newPerson(app, { organisationId, permissions: ['fe.*'] }));
});
afterAll(() => client.close());

type Asked = Parameters<Parameters<Parameters<ClientBrowser['run']>[0]>[0]['audits']['getAudits']>[0];
const list = (asked: object = {}) =>
  admin.run((api) => api.audits.getAudits({ offset: 0, count: 20, ...asked } as Asked));

it('lists, pages, sorts and filters what happened', async () => {
  const first = await list({ filter: 'kettle', sortBy: 'createdAt', sortDirection: 'desc' });
  expect([first.data.length, first.total]).toEqual([20, 26]);
  expect(first.data[0]).toMatchObject({
    action: 'kettle.burn',
    severity: 'Critical',
    email: '=HYPERLINK("x")',
    resource: 'kettle',
  });
  expect((await list({ filter: 'kettle', offset: 20 })).data).toHaveLength(6);
  const [oldest] = (await list({ filter: 'kettle', sortBy: 'createdAt', sortDirection: 'asc', count: 1 })).data;
  expect(oldest).toMatchObject({
    email: 'cook 0',
    ip: '203.0.113.7',
    json: { after: { g: 0 } },
    description: 'kettle 0',
  });
  expect(
    (await list({ filter: 'kettle', sortBy: 'severity', sortDirection: 'desc', count: 1 })).data[0]?.severity,
  ).toBe('Critical');
  for (const [asked, total] of [
    [{ severity: 'Critical' }, 1],
    [{ severity: 'Medium', filter: 'kettle' }, 0],
    [{ severity: 'unheard of' }, 0],
    [{ email: 'COOK 1' }, 11],
    [{ ip: '203.0.113' }, 25],
    [{ userAgent: 'oven' }, 1],
    [{ action: 'kettle.w', createdAt: hoursBefore(378).toISOString() }, 3],
    [{ filter: "x' or '1'='1" }, 0],
  ] as const)
    expect([asked, (await list(asked)).total]).toEqual([asked, total]);
  expect(await refusal(list({ createdAt: 'yesterday' }))).toMatchObject({ statusCode: 400 });
});

it('counts today’s, and the critical ones of a week', async () => {
  const stats = await admin.run((api) =>
    api.audits.getAuditsStats({ sortBy: 'createdAt', sortDirection: 'desc', count: 1 }),
  );
  expect(stats.severeThisWeek).toBe(1);
  expect(stats.totalToday).toBeGreaterThan(0);
});

it('tells an address, and of no address where it is', async () => {
  const own = await admin.run((api) => api.metadata.getCurrentUserIpMetadata());
  expect(own).toMatchObject({ ip: admin.address, country_code: null });
  expect(await admin.run((api) => api.metadata.getIpAdressMetadata('203.0.113.7'))).toMatchObject({
    ip: '203.0.113.7',
  });
  await expect(admin.run((api) => api.metadata.getIpAdressMetadata('203.0.113.777'))).rejects.toThrow(
    'Enter a valid IP address.',
  );
});

it('answers for an entry that has no address, which the portal looks up as any other', async () => {
  expect(await admin.run((api) => api.metadata.getIpAdressMetadata(''))).toMatchObject({ ip: '', country_code: null });
});

it('exports what matches, with the columns that are asked for and no formula', async () => {
  const signedIn = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const token = admin.accessToken;
  const answer = await browser(app)
    .post('/audits/export/csv/v2?sortBy=createdAt&sortDirection=desc&severity=Critical&email=%253DHYPER')
    .set('Authorization', `Bearer ${token}`)
    .send({ properties: [{ name: 'email', displayName: '=User' }, { name: 'action' }, { name: 'secrets' }] });
  expect([answer.status, answer.headers['content-disposition']]).toEqual([200, expect.stringContaining('audits.csv')]);
  expect(answer.text.replace('\uFEFF', '')).toBe('\'=User,Action\r\n"\'=HYPERLINK(""x"")",kettle.burn\r\n');
  // The client hands the file to the browser by a link.
  const link = { setAttribute: vi.fn(), click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  await admin.run((api) =>
    api.audits.exportAudits({ endpoint: 'csv/v2', headerProps: [], outputFileName: 'audits.csv' } as never),
  );
  vi.unstubAllGlobals();
  expect(link.setAttribute).toHaveBeenCalledWith('download', 'audits.csv');
  expect(admin.headers.get('content-type')).toContain('text/csv');
  const file = await signedIn.get('/account/audits/export?area=kettle&severity=critical');
  expect(file.text.split('\r\n')[1]).toContain('kettle.burn');
});

it('exports a PDF by the call and by the page, and refuses one of more entries than it holds', async () => {
  const at = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const byCall = (query: string) =>
    browser(app)
      .post(`/audits/export/pdf?sortDirection=desc&${query}`)
      .set('Authorization', `Bearer ${admin.accessToken}`)
      .send({ properties: [{ name: 'createdAt' }, { name: 'json', displayName: 'What' }] });
  const [called, downloaded] = [
    await byCall('severity=Critical'),
    await at.get('/account/audits/pdf?area=kettle&severity=critical&from=2020-01-01'),
  ];
  const read = async (file: { body: unknown }) =>
    (await extractText(await getDocumentProxy(new Uint8Array(file.body as Buffer)), { mergePages: true })).text;
  expect([called.status, called.type, downloaded.status, downloaded.type]).toEqual([
    200,
    'application/pdf',
    200,
    'application/pdf',
  ]);
  expect(await read(called)).toMatch(/Time\s+What[^]*"before":null/);
  expect(await read(downloaded)).toMatch(/Severity: Critical[^]*=HYPERLINK\("x"\)[^]*kettle\.burn[^]*Critical/);
  expect((await at.get('/account/audits')).text).toContain('href="/account/audits/pdf"');
  const many = await newOrganisation(app);
  await sql`
    insert into audit_log (organisation_id, actor, at, action, entity)
    select ${many}, 'cook', ${app.clock.now()}, 'kettle.weigh', 'kettle' from generate_series(1, 2001)`.execute(app.db);
  const there = await signedInAs(app, { organisationId: many, permissions: ['fe.*'] });
  const refused = await there.get('/account/audits/pdf?area=kettle');
  expect([refused.status, refused.text.includes('2001 entries match')]).toEqual([422, true]);
  const page = (await there.get('/account/audits')).text;
  expect([page.includes('/account/audits/pdf'), page.includes('A PDF can contain up to 2,000 entries.')]).toEqual([
    false,
    true,
  ]);
});

it('shows actions in the words of the reader, and finds them by those', async () => {
  const of = { organisationId, userId: null, actor: 'cook', at: hoursBefore(1), entity: 'wasteEvent' };
  await app.db.transaction().execute((trx) => recordAudit(trx, { ...of, action: eventVoid, entityId: 9 }));
  const reader = await signedInAs(app, { organisationId, permissions: ['fe.*'], locale: 'de_DE' });
  const page = (await reader.get('/account/audits?search=storn')).text;
  expect([page.includes('Storniert'), page.includes('wasteEvent.void'), page.includes('kettle.weigh')]).toEqual([
    true,
    false,
    false,
  ]);
  const [, id] = /\/account\/audits\/(\d+)/.exec(page) ?? [];
  expect((await reader.get(`/account/audits/${id}`)).text).toContain('wasteEvent.void');
  expect((await reader.get('/account/audits/export?search=storn')).text).toContain('wasteEvent.void');
});

it('shows the page with its filters, an entry with what it changed, and what proves the log', async () => {
  const at = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const page = await at.get('/account/audits?area=kettle&severity=critical&to=2030-01-01');
  expect(page.text).toContain('kettle.burn');
  expect(page.text).not.toContain('kettle.weigh');
  const [, id] = /\/account\/audits\/(\d+)/.exec((await at.get('/account/audits?search=cook+7')).text) ?? [];
  const entry = await at.get(`/account/audits/${id}`);
  expect([entry.status, entry.text.includes('203.0.113.7')]).toEqual([200, true]);
  expect((await at.get('/account/audits/999999999')).status).toBe(404);
  expect((await sendForm(at, '/account/audits', { to: '/account/audits/retention', months: '24' })).status).toBe(303);
  await sendForm(at, '/account/audits', { to: '/account/audits/check' });
  await app.runJobs();
  const after = (await at.get('/account/audits')).text;
  expect(after).toMatch(/value="24" selected/);
  expect(after).toContain('no tampering found');
});

it('is for nobody who sees a part of the organization, or lacks the right', async () => {
  const [site] = [await newPerson(app, { organisationId, permissions: ['fe.*'], restricted: true })];
  const limited = client.browser();
  await limited.signIn(site);
  expect(await refusal(limited.run((api) => api.audits.getAudits({} as Asked)))).toMatchObject({ statusCode: 403 });
  const without = client.browser();
  await without.signIn(await newPerson(app, { organisationId }));
  expect(await refusal(without.run((api) => api.audits.getAudits({} as Asked)))).toMatchObject({ statusCode: 403 });
});
