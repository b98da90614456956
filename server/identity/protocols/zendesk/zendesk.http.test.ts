import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signIn, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { internalOrganisation } from '../../../platform/actor';

const desk = { url: 'https://example.zendesk.com', secret: 'a secret shared with the help desk in the tests' };
const ticket = `${desk.url}/hc/requests/7?page=2`;

let plain: TestApp;
let app: TestApp;
let organisationId: number;
beforeAll(async () => {
  plain = await testApp();
  app = otherApp(plain, { config: { zendesk: desk } });
  organisationId = await newOrganisation(app, { name: 'Kettle & Ladle "Kitchens"' });
});

const zendesk = (returnTo?: string) =>
  `/zendesk-sso${returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`}`;
const fieldOf = (html: string, name: string) =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1];
const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy']);

/** As the help desk reads it. */
const claimsOf = (html: string) =>
  jwtVerify(fieldOf(html, 'jwt') ?? '', new TextEncoder().encode(desk.secret), {
    algorithms: ['HS256'],
    currentDate: app.clock.now(),
  });

describe('whoever is signed in is handed over to the help desk', () => {
  it('as who they are here, signed with the secret that both know, in a form for it alone', async () => {
    const { login, userId } = await newPerson(app, { organisationId });
    const at = await signIn(app, login);
    const page = await at.get(zendesk(ticket));
    const { payload, protectedHeader } = await claimsOf(page.text);
    const { uuid, full_name } = await app.db
      .selectFrom('identity.user')
      .select(['uuid', 'full_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({
      iat: Math.floor(app.clock.now().getTime() / 1000),
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      email: login,
      name: full_name,
      external_id: uuid,
      organization: 'Kettle & Ladle "Kitchens"',
    });
    expect([
      /<form[^>]* action="(http[^"]+)"/.exec(page.text)?.[1],
      fieldOf(page.text, 'return_to'),
      page.headers['cache-control'],
    ]).toEqual([`${desk.url}/access/jwt`, ticket, 'no-store']);
    expect(page.text.slice(page.text.indexOf('access/jwt'))).not.toContain('_csrf');
    const again = await claimsOf((await at.get(zendesk())).text);
    expect(again.payload.jti).not.toBe(payload.jti);
    await expect(
      jwtVerify(fieldOf(page.text, 'jwt') ?? '', new TextEncoder().encode('another secret that nobody shares')),
    ).rejects.toThrow('signature');
  });

  it('by a form that this page alone may post there', async () => {
    const at = await signIn(app, (await newPerson(app, { organisationId })).login);
    expect(policyOf(await at.get('/zendesk-sso'))).toMatch(/form-action 'self' https:\/\/example\.zendesk\.com(;|$)/);
    for (const page of [await at.get('/home'), await browser(app).get('/login')])
      expect(policyOf(page)).toMatch(/form-action 'self'(;|$)/);
  });

  it.each([
    'https://evil.test/',
    'http://example.zendesk.com/',
    'https://example.zendesk.com.evil.test/',
    'https://example.zendesk.com:8443/',
    'https://other.zendesk.com/',
    '//example.zendesk.com/',
    'https://me:secret@example.zendesk.com/',
    'javascript:alert(1)',
    '/home',
    'https://example.zendesk.com@evil.test/',
    'nonsense',
  ])('and goes on nowhere else: %s', async (returnTo) => {
    const at = await signIn(app, (await newPerson(app, { organisationId })).login);
    const { status, text } = await at.get(zendesk(returnTo));
    expect([status, fieldOf(text, 'return_to')]).toEqual([200, undefined]);
  });
});

describe('whoever is not', () => {
  // Spec 4: Login success goes to /zendesk-sso if zendeskRedirect is in the query, otherwise /home
  it.each([
    [ticket, `/zendesk-sso?return_to=${encodeURIComponent(ticket)}`],
    ['https://evil.test/', '/zendesk-sso'],
    [undefined, '/zendesk-sso'],
  ])('signs in first and comes back to %s', async (returnTo, back) => {
    const { login } = await newPerson(app, { organisationId });
    const at = browser(app);
    const first = await at.get(zendesk(returnTo));
    const toLogin = String(first.headers.location);
    expect([first.status, toLogin.startsWith('/login?zendeskRedirect='), toLogin.includes('evil')]).toEqual([
      303,
      true,
      false,
    ]);
    const form = await at.get(toLogin);
    const entered = await at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: login, password });
    const on = await at.get(String(entered.headers.location));
    expect([entered.status, on.headers.location]).toEqual([303, back]);
    expect(fieldOf((await at.get(String(on.headers.location))).text, 'return_to')).toBe(
      returnTo === ticket ? ticket : undefined,
    );
    // It was noted for this once.
    expect((await at.get('/home')).status).toBe(200);
  });

  it.each(['/login', '/sso-login'])(
    'is led there by %s where they are signed in by then, and home without the word',
    async (path) => {
      const at = await signIn(app, (await newPerson(app, { organisationId })).login);
      expect((await at.get(`${path}?zendeskRedirect=1`)).headers.location).toBe('/zendesk-sso');
      expect((await at.get(path)).headers.location).toBe('/home');
    },
  );
});

describe('nobody is handed over', () => {
  it.each([
    ['has not accepted the privacy policy', { privacyAccepted: false }, '/privacy-policy'],
    ['must set a password', { passwordResetRequired: true }, '/password-reset/force'],
  ])('who %s, until they have', async (_what, wish, to) => {
    const at = await signIn(app, (await newPerson(app, { organisationId, ...wish })).login);
    const { headers, text } = await at.get(zendesk(ticket));
    expect([headers.location, text.includes('jwt')]).toEqual([to, false]);
    const page = await at.get(to);
    if (to !== '/privacy-policy') return;
    const accepted = await at
      .post(to)
      .type('form')
      .send({ _csrf: tokenOf(page.text), accept: 'on' });
    expect([accepted.headers.location, (await at.get('/home')).headers.location]).toEqual(['/home', zendesk(ticket)]);
  });

  it('as somebody else, in a client view', async () => {
    const customer = await newPerson(app, { organisationId });
    const staff = await signIn(
      app,
      (await newPerson(app, { organisationId: internalOrganisation, permissions: ['CREATE_CLIENT_VIEW_SESSION'] }))
        .login,
    );
    const own = await staff.get(zendesk());
    const begun = await staff
      .post('/rest/v1/client-view-session')
      .send({ organisationId, userId: customer.userId, reason: 'Case 4711' });
    const inside = await staff.get(zendesk());
    expect([
      fieldOf(own.text, 'jwt') === undefined,
      begun.status,
      inside.headers.location,
      inside.text.includes('jwt'),
    ]).toEqual([false, 200, '/home', false]);
  });

  it('where no help desk is connected: the page says so and leads to the help', async () => {
    for (const at of [browser(plain), await signIn(plain, (await newPerson(plain, { organisationId })).login)]) {
      const { status, text, headers } = await at.get(zendesk(ticket));
      expect([
        status,
        text.includes('No help desk is set up'),
        text.includes(plain.resources.config.helpUrl),
        text.includes('jwt'),
        policyOf({ headers }).includes('zendesk'),
      ]).toEqual([200, true, true, false, false]);
    }
  });
});
