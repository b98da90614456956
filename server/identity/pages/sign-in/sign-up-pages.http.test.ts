import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import {
  browser,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  tokenOf,
  unique,
} from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';

let closed: TestApp;
let app: TestApp;
let passwordless: TestApp;

beforeAll(async () => {
  closed = await testApp();
  const { identity } = closed.resources.config;
  app = otherApp(closed, { config: { identity: { ...identity, signUps: true } } });
  passwordless = otherApp(closed, { config: { identity: { ...identity, authStrategy: 'MagicLink' } } });
});

const path = '/account/sign-up';
const newAddress = () => `${randomUUID()}@tare.test`;
const form = (email: string, more: object = {}) => ({
  email,
  name: 'Nina Holm',
  organization: unique('Kitchens'),
  country: 'DE',
  currency: '',
  timeZone: '',
  ...more,
});
const chosen = (html: string, name: string) =>
  new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`)
    .exec(html)?.[0]
    .match(/<option[^>]*selected[^>]*>/)?.[0]
    .match(/value="([^"]*)"/)?.[1];

async function send(email: string, more: object = {}, agent = browser(app)) {
  const page = await agent.get(path);
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(page.text), ...form(email, more) });
}

describe('the sign-up page', () => {
  it('opens an organization, whose owner comes to its first steps by the mailed link', async () => {
    const email = newAddress();
    const agent = browser(app);
    const answer = await send(email, {}, agent);
    expect([answer.status, answer.text.includes(`We emailed a link to ${email}.`)]).toEqual([200, true]);
    const link = await newestLink(app, email);
    const page = await agent.get(link.pathname + link.search);
    const entered = await agent
      .post('/activate-user')
      .type('form')
      .send({ _csrf: tokenOf(page.text), token: link.searchParams.get('token'), password, repeatPassword: password });
    expect([entered.status, entered.headers.location]).toEqual([303, '/home']);
    const privacy = await agent.get('/privacy-policy');
    await agent
      .post('/privacy-policy')
      .type('form')
      .send({ _csrf: tokenOf(privacy.text), accept: 'on' });
    expect((await agent.get('/home')).text).toContain('Getting started');
    const opened = await app.db
      .selectFrom('organisation as o')
      .innerJoin('identity.membership as m', 'm.tenant_number', 'o.id')
      .innerJoin('identity.user as u', 'u.id', 'm.user_id')
      .where('u.email', '=', email)
      .select(['o.country_code', 'o.currency_code', 'o.time_zone'])
      .execute();
    expect(opened).toEqual([{ country_code: 'DE', currency_code: 'EUR', time_zone: 'Europe/Berlin' }]);
  });

  it('welcomes its founder by mail, each time the link is asked for, and not who is invited there', async () => {
    const [email, organization] = [newAddress(), unique('Kitchens')];
    await send(email, { organization });
    await send(email, { organization: 'Another name' });
    const mails = await mailsTo(app, email);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain(`${organization} is ready, and you are its administrator.`);
      expect(mail).toContain('To get started, set your password, add a site and its kitchens');
      expect(mail).not.toContain('has created an account for you');
    }
    const invited = newAddress();
    const { number: tenantNumber } = await app.db
      .selectFrom('identity.tenant')
      .select('number')
      .where('name', '=', organization)
      .executeTakeFirstOrThrow();
    await app.db.transaction().execute(async (trx) => {
      const userId = await addUser(trx, {
        login: invited,
        email: invited,
        fullName: 'Nadia Rossi',
        now: app.clock.now(),
      });
      await addMember(trx, { tenantNumber, userId, roles: ['administrator'] });
    });
    const agent = browser(app);
    const { text } = await agent.get('/account/activate');
    await agent
      .post('/account/activate/resend')
      .type('form')
      .send({ _csrf: tokenOf(text), email: invited });
    expect(await mailsTo(app, invited)).toEqual([expect.stringContaining('Your organization uses Tare')]);
  });

  it.each([
    ['de-CH,de;q=0.8', 'CH'],
    ['fr', 'FR'],
    ['en', 'US'],
    ['xx-QQ', 'US'],
  ])('guesses the country of a browser that speaks %s: %s', async (language, country) => {
    const { text } = await browser(app).get(path).set('Accept-Language', language);
    expect([chosen(text, 'country'), chosen(text, 'currency') ?? '', chosen(text, 'timeZone') ?? '']).toEqual([
      country,
      '',
      '',
    ]);
  });

  it('takes another currency and zone than the country’s', async () => {
    const email = newAddress();
    await send(email, { country: 'CH', currency: 'EUR', timeZone: 'Europe/Vienna' });
    const opened = await app.db
      .selectFrom('organisation as o')
      .innerJoin('identity.membership as m', 'm.tenant_number', 'o.id')
      .innerJoin('identity.user as u', 'u.id', 'm.user_id')
      .where('u.email', '=', email)
      .select(['o.country_code', 'o.currency_code', 'o.time_zone'])
      .execute();
    expect(opened).toEqual([{ country_code: 'CH', currency_code: 'EUR', time_zone: 'Europe/Vienna' }]);
  });

  it('answers alike for an address that somebody has', async () => {
    const holder = await newPerson(app, { organisationId: await newOrganisation(app) });
    const plain = ({ text, status }: { text: string; status: number }, email: string) => [
      status,
      text.replaceAll(email, 'ADDRESS').replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN'),
    ];
    const email = newAddress();
    expect(plain(await send(holder.login), holder.login)).toEqual(plain(await send(email), email));
    expect(await mailsTo(app, holder.login)).toEqual([
      expect.stringContaining('Someone (maybe you) tried to sign up for Tare with this email address'),
    ]);
  });

  it.each([
    ['an address that is none', { email: 'nobody' }, 'Enter a valid email address'],
    ['no name', { name: ' ' }, 'aria-invalid="true"'],
    ['no organization', { organization: '' }, 'aria-invalid="true"'],
    ['a country that there is not', { country: 'QQ' }, 'aria-invalid="true"'],
    ['a zone that there is not', { timeZone: 'Mars/Base' }, 'aria-invalid="true"'],
  ])('comes back with %s, and keeps what was typed', async (_what, more, says) => {
    const answer = await send(newAddress(), { organization: 'Kept name', ...more });
    expect([answer.status, answer.text.includes(says)]).toEqual([422, true]);
    if (!('organization' in more)) expect(answer.text).toContain('value="Kept name"');
  });

  it('says so where nobody may, is not linked to, and opens nothing', async () => {
    const agent = browser(closed);
    const page = await agent.get(path);
    expect([page.status, page.text.includes('Sign-up is closed'), page.text.includes(`action="${path}"`)]).toEqual([
      200,
      true,
      false,
    ]);
    const login = await agent.get('/login');
    const email = newAddress();
    const answer = await agent
      .post(path)
      .type('form')
      .send({ _csrf: tokenOf(login.text), ...form(email) });
    expect([
      answer.status,
      await closed.db.selectFrom('identity.user').select('id').where('email', '=', email).execute(),
    ]).toEqual([403, []]);
    for (const address of ['/login', '/account/login']) {
      expect([
        (await agent.get(address)).text.includes(`href="${path}"`),
        (await browser(app).get(address)).text.includes(`href="${path}"`),
      ]).toEqual([false, true]);
    }
  });

  it('leads whoever is signed in on', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    expect((await agent.get(path)).headers.location).toBe('/home');
    expect((await agent.get(`${path}?invitationToken=abc`)).headers.location).toBe(
      '/account/invitation/join?invitationToken=abc',
    );
  });
});

describe('the activation page', () => {
  async function waiting(): Promise<{ email: string; link: URL }> {
    const [email, organisationId] = [newAddress(), await newOrganisation(app)];
    await app.db.transaction().execute(async (trx) => {
      const userId = await addUser(trx, {
        login: email,
        email,
        fullName: 'Nina Holm',
        privacyAccepted: true,
        now: app.clock.now(),
      });
      await addMember(trx, { tenantNumber: organisationId, userId, roles: ['viewer'] });
    });
    return { email, link: await resent(email) };
  }
  async function resent(email: string): Promise<URL> {
    const agent = browser(app);
    const page = await agent.get('/account/activate');
    const answer = await agent
      .post('/account/activate/resend')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email });
    expect([
      answer.status,
      answer.text.includes(
        'If an account with this email address is waiting to be activated, we have emailed you a link',
      ),
    ]).toEqual([200, true]);
    return newestLink(app, email);
  }
  const query = ({ search }: URL) => `/account/activate${search}`;

  it('leads to the product’s where it takes a password', async () => {
    const { link } = await waiting();
    const answer = await browser(app).get(query(link));
    expect([answer.status, answer.headers.location]).toEqual([303, `/activate-user${link.search}`]);
  });

  it('activates by a button where none is taken, says so for a second and goes on', async () => {
    const { link } = await waiting();
    const agent = browser(passwordless);
    const moved = await agent.get(`/activate-user${link.search}`);
    expect(moved.headers.location).toBe(query(link));
    const page = await agent.get(query(link));
    expect([page.status, page.text.includes('type="password"')]).toEqual([200, false]);
    const done = await agent
      .post('/account/activate')
      .type('form')
      .send({
        _csrf: tokenOf(page.text),
        userId: link.searchParams.get('userId'),
        token: link.searchParams.get('token'),
      });
    expect([done.status, done.headers.refresh, done.text.includes('Your account is active')]).toEqual([
      200,
      '1; url=/home',
      true,
    ]);
    expect((await agent.get('/home')).status).toBe(200);
    const again = await browser(passwordless).get(query(link));
    expect([again.status, again.text.includes('Send the link again')]).toEqual([410, true]);
  });

  it.each([
    ['a link that is gone', '?token=none&userId=none'],
    ['a link of nobody', `?token=${'x'.repeat(43)}&userId=${randomUUID()}`],
    ['half of a link', '?userId=none'],
  ])('offers another link to whoever has %s', async (_what, search) => {
    const page = await browser(app).get(`/account/activate${search}`);
    expect([page.status, page.text.includes('action="/account/activate/resend"')]).toEqual([410, true]);
  });

  it('answers alike for every address', async () => {
    const agent = browser(app);
    const page = await agent.get('/account/activate');
    const send = (email: string) =>
      agent
        .post('/account/activate/resend')
        .type('form')
        .send({ _csrf: tokenOf(page.text), email });
    const [known, unknown] = [await send((await waiting()).email), await send(newAddress())];
    const plain = (html: string) => html.replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');
    expect([known.status, plain(known.text)]).toEqual([unknown.status, plain(unknown.text)]);
  });
});

describe('the invitation page', () => {
  it.each([
    ['', 'is incomplete'],
    ['?token=abc', 'is incomplete'],
    [`?userId=${randomUUID()}`, 'is incomplete'],
    ['?token=abc&userId=abc', 'has already been used'],
    [`?token=${'x'.repeat(43)}&userId=${randomUUID()}`, 'has already been used'],
  ])('is invalid for %j, and offers another', async (search, says) => {
    const page = await browser(app).get(`/account/invitation/accept${search}`);
    expect([page.status, page.text.includes(says), page.text.includes('action="/account/invitation/resend"')]).toEqual([
      410,
      true,
      true,
    ]);
  });

  it('mails an open invitation again, and answers alike where there is none', async () => {
    const agent = browser(app);
    const page = await agent.get('/account/invitation/accept');
    const answer = await agent
      .post('/account/invitation/resend')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email: newAddress() });
    expect([
      answer.status,
      answer.text.includes('If this email address has a pending invitation, we have emailed you a link'),
    ]).toEqual([200, true]);
    const wrong = await agent
      .post('/account/invitation/resend')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email: 'nobody' });
    expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([422, true]);
  });
});
