import type { Agent } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newestLink } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, tokenOf } from '../../../../tests/support/people';
import { codeTo, nextPhone, otherThan, reachable, sentTo, type Reachable } from '../../../../tests/support/phones';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { AuthStrategy } from '../../../platform/auth-strategies.rules';

const apps = {} as Record<AuthStrategy, TestApp>;
let organisationId: number;
let someone: Reachable;

beforeAll(async () => {
  const plain = await testApp();
  for (const authStrategy of ['EmailAndPassword', 'MagicLink', 'Code', 'SmsCode', 'NoLocalAuthentication'] as const) {
    apps[authStrategy] = otherApp(plain, {
      config: { identity: { ...plain.resources.config.identity, authStrategy } },
    });
  }
  organisationId = await newOrganisation(plain);
});
beforeEach(async () => {
  someone = await reachable(apps.Code, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
});

const box = '/account/login';
/** Sends a form as a browser without scripts does. */
async function send(agent: Agent, path: string, fields: Record<string, string>) {
  const page = await agent.get(`${box}?other=1`);
  const { text } = page.status === 200 ? page : await agent.get('/privacy-policy');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}
const begin = (agent: Agent, email = someone.login) => send(agent, box, { email });
const isIn = async (agent: Agent) => (await agent.get('/rest/v1/user')).status === 200;
const without = (text: string, name: string) =>
  text.replaceAll(name, 'NAME').replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');

describe.each<[AuthStrategy, string]>([
  ['EmailAndPassword', 'Enter your password'],
  ['MagicLink', 'Check your email'],
  ['Code', 'Six-digit code'],
  ['SmsCode', 'Six-digit code'],
])('under %s', (strategy, shown) => {
  it('the name leads to the step that follows, alike for a name that nobody has', async () => {
    const [known, unknown] = [
      await begin(browser(apps[strategy])),
      await begin(browser(apps[strategy]), 'nobody@tare.test'),
    ];
    expect([known.status, known.text.includes(shown)]).toEqual([200, true]);
    expect(without(known.text, someone.login)).toBe(without(unknown.text, 'nobody@tare.test'));
  });

  it('asks for the name where none was typed', async () => {
    const answer = await begin(browser(apps[strategy]), ' ');
    expect([answer.status, answer.text.includes('aria-invalid="true"')]).toEqual([422, true]);
  });

  it(`/login ${strategy === 'EmailAndPassword' ? 'takes passwords' : 'leads to the box, and keeps what it says'}`, async () => {
    const answer = await browser(apps[strategy]).get('/login?ended=1');
    if (strategy === 'EmailAndPassword') {
      expect(answer.text).toContain('type="password"');
    } else {
      expect([answer.status, answer.headers.location]).toEqual([303, '/account/login?ended=1']);
      expect((await browser(apps[strategy]).get('/account/login?ended=1')).text).toContain('Your session has ended');
    }
  });
});

describe('under EmailAndPassword', () => {
  it.each([
    ['link', 'Check your email'],
    ['code', 'Six-digit code'],
  ])('a mailed %s stands beside the password', async (what, shown) => {
    const agent = browser(apps.EmailAndPassword);
    expect((await begin(agent)).text).toContain(`action="/account/login/send-${what}"`);
    expect((await send(agent, `${box}/send-${what}`, { email: someone.login })).text).toContain(shown);
  });

  it('a text does not', async () => {
    const answer = await send(browser(apps.EmailAndPassword), `${box}/send-text`, { email: someone.login });
    expect([answer.status, answer.text.includes('This sign-in method is turned off.')]).toEqual([403, true]);
  });
});

it('under NoLocalAuthentication the box says that nobody signs in here', async () => {
  const answer = await begin(browser(apps.NoLocalAuthentication));
  expect([answer.status, answer.text.includes('This sign-in method is turned off.')]).toEqual([403, true]);
});

it('a step that is opened by its address begins anew', async () => {
  for (const step of ['password', 'code', 'text', 'send-link', 'send-code', 'send-text'])
    expect((await browser(apps.Code).get(`${box}/${step}`)).headers.location).toBe(box);
});

describe('the steps', () => {
  it('let in by a mailed link', async () => {
    const agent = browser(apps.MagicLink);
    await begin(agent);
    const { pathname, searchParams } = await newestLink(apps.MagicLink, someone.login);
    const answer = await send(agent, pathname, { token: searchParams.get('token') ?? '' });
    expect([answer.headers.location, await isIn(agent)]).toEqual(['/home', true]);
  });

  it.each<[AuthStrategy, string, () => string]>([
    ['Code', 'code', () => someone.login],
    ['SmsCode', 'text', () => someone.phone],
  ])('let in by the code of %s, in this browser, and to the wanted page', async (strategy, step, target) => {
    const agent = browser(apps[strategy]);
    await agent.get('/deployment-status');
    await begin(agent);
    const code = await codeTo(apps[strategy], target());
    const wrong = await send(agent, `${box}/${step}`, { email: someone.login, code: otherThan(code) });
    expect([
      wrong.status,
      wrong.text.includes('This link or code is incorrect'),
      wrong.text.includes(someone.login),
      await isIn(agent),
    ]).toEqual([422, true, true, false]);
    const stranger = browser(apps[strategy]);
    expect((await send(stranger, `${box}/${step}`, { email: someone.login, code })).status).toBe(422);
    const right = await send(agent, `${box}/${step}`, {
      email: someone.login,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect([right.status, right.headers.location, await isIn(agent)]).toEqual([303, '/home', true]);
    expect(String(right.headers['set-cookie'])).toMatch(/tare-entry=;/);
    expect((await agent.get('/home')).headers.location).toBe('/deployment-status');
  });

  it('say so where too much was asked for', async () => {
    const agent = browser(apps.Code);
    for (let sends = 0; sends < 5; sends += 1) await begin(agent);
    const answer = await begin(agent);
    expect([answer.status, answer.text.includes('role="alert"')]).toEqual([429, true]);
  });
});

describe('a quick login', () => {
  async function known(): Promise<Agent> {
    const agent = browser(apps.SmsCode);
    const sent = await send(agent, box, { email: someone.phone, flow: 'registerQuickLogin' });
    expect(sent.text).toMatch(/name="rememberMe"[^>]*checked|checked[^>]*name="rememberMe"/);
    const entered = await send(agent, `${box}/text`, {
      email: someone.login,
      code: await codeTo(apps.SmsCode, someone.phone),
      rememberMe: 'on',
    });
    expect(entered.headers.location).toBe('/home');
    return agent;
  }

  it('is registered by signing in once more, which its flow leads to', async () => {
    const agent = await known();
    expect((await agent.get(box)).headers.location).toBe('/home');
    const page = await agent.get(`${box}?flow=registerQuickLogin`);
    expect([page.status, page.text.includes('value="registerQuickLogin"')]).toEqual([200, true]);
  });

  it('needs one button from then on, and gives way to somebody else', async () => {
    const agent = await known();
    await agent.get('/logout').set('Sec-Fetch-Site', 'same-origin');
    const quick = await agent.get(box);
    expect([quick.text.includes(someone.login), quick.text.includes('action="/account/login/send-text"')]).toEqual([
      true,
      true,
    ]);
    expect((await agent.get(`${box}?other=1`)).text).toContain('Username, email or phone number');
    expect((await send(agent, `${box}/send-text`, { email: someone.login })).text).toContain('Six-digit code');
  });

  it('is forgotten where the next sign-in says so', async () => {
    const agent = await known();
    await agent.get('/logout').set('Sec-Fetch-Site', 'same-origin');
    await send(agent, `${box}/send-text`, { email: someone.login });
    await apps.SmsCode.runJobs();
    const codes = (await sentTo(apps.SmsCode, someone.phone)).map((text) => text.slice(0, 6));
    for (const code of codes) await send(agent, `${box}/text`, { email: someone.login, code });
    expect(await isIn(agent)).toBe(true);
    await agent.get('/logout').set('Sec-Fetch-Site', 'same-origin');
    expect((await agent.get(box)).text).toContain('Username, email or phone number');
  });
});

describe('the page that sets a new number', () => {
  const page = '/account/reset-phone-number';
  const field = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

  it('goes through its three stages, and the new number lets in', async () => {
    const agent = browser(apps.SmsCode);
    expect((await agent.get(page)).text).toContain('Change your phone number');
    const second = await send(agent, page, { email: someone.login });
    const proof = { email: someone.login, resetPhoneNumberToken: field(second.text, 'resetPhoneNumberToken') };
    const code = await codeTo(apps.SmsCode, someone.login);
    const wrong = await send(agent, `${page}/code`, { ...proof, code: otherThan(code) });
    expect([wrong.status, field(wrong.text, 'resetPhoneNumberToken')]).toEqual([422, proof.resetPhoneNumberToken]);
    const third = await send(agent, `${page}/code`, { ...proof, code });
    const changePhoneNumberToken = field(third.text, 'changePhoneNumberToken');
    const mistyped = await send(agent, `${page}/number`, { changePhoneNumberToken, phoneNumber: '12' });
    expect([
      mistyped.status,
      mistyped.text.includes('aria-invalid="true"'),
      field(mistyped.text, 'changePhoneNumberToken'),
    ]).toEqual([422, true, changePhoneNumberToken]);
    const phone = nextPhone();
    const done = await send(agent, `${page}/number`, { changePhoneNumberToken, phoneNumber: phone });
    expect([done.status, done.text.includes('Number saved'), await isIn(agent)]).toEqual([200, true, false]);
    await begin(agent);
    await send(agent, `${box}/text`, { email: someone.login, code: await codeTo(apps.SmsCode, phone) });
    expect(await isIn(agent)).toBe(true);
  });

  it('shows the same for an address that nobody has', async () => {
    const [known, unknown] = [
      await send(browser(apps.SmsCode), page, { email: someone.login }),
      await send(browser(apps.SmsCode), page, { email: 'nobody@tare.test' }),
    ];
    const plain = (text: string, name: string) =>
      without(text, name).replace(/name="resetPhoneNumberToken" value="[^"]{43}"/, 'FLOW');
    expect(plain(known.text, someone.login)).toBe(plain(unknown.text, 'nobody@tare.test'));
  });

  it('leads to the sign-in where the telephone is not the first proof', async () => {
    expect((await browser(apps.EmailAndPassword).get(page)).headers.location).toBe(box);
    expect((await send(browser(apps.EmailAndPassword), page, { email: someone.login })).status).toBe(403);
  });
});
