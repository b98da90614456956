import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SoftwareAuthenticator, Wish } from '../../../../tests/support/counterparts/software-authenticator';
import { otherApp } from '../../../../tests/support/other-app';
import { newAuthenticator } from '../../../../tests/support/passkeys';
import {
  browser,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow, type TestApp } from '../../../../tests/support/test-app';
import type { FactorStrategy } from '../../../platform/factor-strategies.rules';

let app: TestApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

const page = '/account/login/second-factor';
const own = '/identity/resources/users/v1/mfa';

/** Somebody with a security key. */
async function withDevice(): Promise<{ person: Person; agent: Agent; authenticator: SoftwareAuthenticator }> {
  const agent = await signedInAs(app, { organisationId });
  const authenticator = newAuthenticator();
  const {
    body: { webauthnToken, options },
  } = await agent.post(`${own}/webauthn/enroll`).send({}).expect(200);
  await agent
    .post(`${own}/webauthn/enroll/verify`)
    .send({
      webauthnToken,
      deviceType: 'crossPlatform',
      options: authenticator.create(options, { userVerified: false }),
    })
    .expect(200);
  return { person: agent.person, agent, authenticator };
}

const forcedTenant = async () => {
  const tenant = await newOrganisation(app);
  await app.db
    .insertInto('identity.mfa_policy')
    .values({ tenant_number: tenant, enforce: 'Force', created_at: new Date(testNow), updated_at: new Date(testNow) })
    .execute();
  return tenant;
};
const forcedPerson = async () => newPerson(app, { organisationId: await forcedTenant() });
const having = (...factorStrategies: FactorStrategy[]) =>
  otherApp(app, { config: { identity: { ...app.resources.config.identity, factorStrategies } } });

async function withPassword(person: Person, at: TestApp = app): Promise<Agent> {
  const agent = browser(at);
  const form = await agent.get('/login');
  const answer = await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: person.login, password });
  expect(answer.headers.location).toBe(page);
  return agent;
}

const isIn = async (agent: Agent) => (await agent.get('/rest/v1/user')).status === 200;
const tokenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
const linksTo = (html: string) => [...html.matchAll(/\?with=(\w+)"/g)].map(([, kind]) => kind);
const asksForCode = (html: string) => html.includes('name="code"');
const asksDevice = (html: string) => html.includes('name="webauthnToken"');

/** What the page has the browser ask an authenticator. */
const questionIn = (html: string) =>
  (
    JSON.parse(
      /data-island="identity\/device-proof"[\s\S]*?<script type="application\/json">([\s\S]*?)<\/script>/.exec(
        html,
      )?.[1] ?? 'null',
    ) as { props: { naming: string; question: { kind: string; options: never } } }
  ).props;

interface DeviceAnswer {
  html: string;
  authenticator: SoftwareAuthenticator;
  wish?: Wish;
  more?: object;
}

/** Sends what an authenticator answers to the question on the page, as the script does. */
function answerDevice(agent: Agent, { html, authenticator, wish, more = {} }: DeviceAnswer) {
  const {
    question: { kind, options },
  } = questionIn(html);
  const given = { userVerified: false, ...wish };
  const answer =
    kind === 'make'
      ? { ...authenticator.create(options, given), deviceType: 'Platform' }
      : authenticator.get(options, given);
  return agent
    .post(kind === 'make' ? `${page}/enrolment/device` : `${page}/device`)
    .type('form')
    .send({
      _csrf: tokenOf(html),
      webauthnToken: tokenIn(html, 'webauthnToken'),
      answer: JSON.stringify(answer),
      ...more,
    });
}

describe('the page of somebody with a security key alone', () => {
  it('asks for it at once, says why it needs scripts, and lets in by what it signs', async () => {
    const { person, authenticator } = await withDevice();
    const agent = await withPassword(person);
    const { text: html } = await agent.get(page);
    expect([
      asksDevice(html),
      asksForCode(html),
      linksTo(html),
      questionIn(html).naming,
      html.includes('Security keys and devices need JavaScript'),
      html.includes('name="recoveryCode"'),
    ]).toEqual([true, false, [], 'key', true, true]);
    const answer = await answerDevice(agent, { html, authenticator });
    expect([answer.status, answer.headers.location, await isIn(agent)]).toEqual([303, '/home', true]);
  });

  it('says that another site’s answer did not work, and asks anew', async () => {
    const { person, authenticator } = await withDevice();
    const agent = await withPassword(person);
    const { text: html } = await agent.get(page);
    const wrong = await answerDevice(agent, { html, authenticator, wish: { origin: 'https://evil.test' } });
    expect([
      wrong.status,
      wrong.text.includes('Verification failed.'),
      await isIn(agent),
      tokenIn(wrong.text, 'webauthnToken') === tokenIn(html, 'webauthnToken'),
    ]).toEqual([422, true, false, false]);
    expect((await answerDevice(agent, { html, authenticator })).status).toBe(422);
    expect((await answerDevice(agent, { html: wrong.text, authenticator })).status).toBe(303);
  });

  it('is passed by no key of somebody else, also one that names nobody', async () => {
    const [{ person }, { authenticator }] = [await withDevice(), await withDevice()];
    const agent = await withPassword(person);
    const { text: html } = await agent.get(page);
    const {
      response: { userHandle: _named, ...response },
      ...signed
    } = authenticator.get(questionIn(html).question.options, { userVerified: false });
    const sent = await agent
      .post(`${page}/device`)
      .type('form')
      .send({
        _csrf: tokenOf(html),
        webauthnToken: tokenIn(html, 'webauthnToken'),
        answer: JSON.stringify({ ...signed, response }),
      });
    expect([sent.status, await isIn(agent)]).toEqual([422, false]);
  });

  it.each(['', 'no JSON', '{}', '{"id":1}'])('takes %j for no answer', async (answer) => {
    const { person } = await withDevice();
    const agent = await withPassword(person);
    const { text: html } = await agent.get(page);
    const sent = await agent
      .post(`${page}/device`)
      .type('form')
      .send({ _csrf: tokenOf(html), webauthnToken: tokenIn(html, 'webauthnToken'), answer });
    expect([sent.status, await isIn(agent)]).toEqual([422, false]);
  });

  it('remembers the browser that is ticked', async () => {
    const { person, authenticator } = await withDevice();
    const agent = await withPassword(person);
    const entered = await answerDevice(agent, {
      html: (await agent.get(page)).text,
      authenticator,
      more: { rememberDevice: 'on' },
    });
    expect(entered.headers.location).toBe('/home');
    const home = await agent.get('/home');
    const left = await agent
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(home.text) });
    expect(left.status).toBe(303);
    const form = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: person.login, password });
    expect([answer.status, answer.headers.location]).toEqual([303, '/home']);
  });
});

describe('the page of somebody with several factors', () => {
  it('begins with the authenticator app, and leads to the key and back', async () => {
    const { person, authenticator } = await withDevice();
    await app.db
      .updateTable('identity.second_factor')
      .set({ email_since: new Date(testNow) })
      .where('user_id', '=', person.userId)
      .execute();
    const agent = await withPassword(person);
    const chosen = (await agent.get(page)).text;
    expect([asksDevice(chosen), asksForCode(chosen), linksTo(chosen)]).toEqual([false, false, ['device']]);
    await app.db
      .insertInto('identity.authenticator')
      .values({
        user_id: person.userId,
        sealed_secret: Buffer.alloc(1),
        created_at: new Date(testNow),
        confirmed_at: new Date(testNow),
      })
      .execute();
    const first = (await agent.get(page)).text;
    expect([asksDevice(first), asksForCode(first), linksTo(first)]).toEqual([false, true, ['device']]);
    const { text: html } = await agent.get(`${page}?with=device`);
    expect([asksDevice(html), asksForCode(html), linksTo(html)]).toEqual([true, false, ['authenticator']]);
    expect((await answerDevice(agent, { html, authenticator })).status).toBe(303);
  });
});

describe('somebody who must enrol', () => {
  it('begins with an authenticator app where there are several kinds, and may choose another', async () => {
    const agent = await withPassword(await forcedPerson());
    const { text } = await agent.get(page);
    expect([text.includes('data:image/png'), linksTo(text)]).toEqual([true, ['device', 'phone', 'email']]);
    for (const kind of ['device', 'phone', 'email'])
      expect(linksTo((await agent.get(`${page}?with=${kind}`)).text)).toEqual(
        ['authenticator', 'device', 'phone', 'email'].filter((one) => one !== kind),
      );
    expect((await agent.get(`${page}?with=nothing`)).text).toContain('data:image/png');
  });

  it.each<[FactorStrategy[], string]>([
    [['AuthenticatorApp'], 'data:image/png'],
    [['SMS'], 'name="phoneNumber"'],
    [['EmailCode'], 'Email me a code'],
    [['WebAuthnPlatform'], 'Set up this device'],
    [['WebAuthnCrossPlatform'], 'Set up a security key'],
  ])('by %j alone goes straight to its set-up', async (strategies, shown) => {
    const agent = await withPassword(await forcedPerson(), having(...strategies));
    const { text } = await agent.get(page);
    expect([text.includes(shown), linksTo(text)]).toEqual([true, []]);
  });

  it('chooses where there is no authenticator app among several', async () => {
    const agent = await withPassword(await forcedPerson(), having('SMS', 'WebAuthnPlatform'));
    const { text } = await agent.get(page);
    expect([
      asksDevice(text),
      text.includes('phoneNumber'),
      linksTo(text),
      text.includes('Your organization requires a second factor.'),
    ]).toEqual([false, false, ['device', 'phone'], true]);
  });

  it('sets this device up, is shown the recovery code, and proves it the next time', async () => {
    const [person, authenticator] = [await forcedPerson(), newAuthenticator()];
    const agent = await withPassword(person);
    const { text: html } = await agent.get(`${page}?with=device`);
    expect((await agent.get('/home')).headers.location).toBe('/login');
    const done = await answerDevice(agent, { html, authenticator });
    expect([done.status, /<code[^>]*>([A-Z2-7-]{31})<\/code>/.test(done.text), await isIn(agent)]).toEqual([
      200,
      true,
      true,
    ]);
    const next = await withPassword(person);
    const asked = (await next.get(page)).text;
    expect(questionIn(asked).naming).toBe('machine');
    expect((await answerDevice(next, { html: asked, authenticator })).status).toBe(303);
  });

  it('does not set up a device that answers for another site', async () => {
    const person = await forcedPerson();
    const agent = await withPassword(person);
    const { text: html } = await agent.get(`${page}?with=device`);
    const wrong = await answerDevice(agent, { html, authenticator: newAuthenticator(), wish: { rpId: 'evil.test' } });
    expect([wrong.status, asksDevice(wrong.text), await isIn(agent)]).toEqual([422, true, false]);
    expect(
      await app.db.selectFrom('identity.webauthn_factor').select('id').where('user_id', '=', person.userId).execute(),
    ).toEqual([]);
  });

  it.each([
    ['phone', '+12125550177', { phoneNumber: '+1 (212) 555-0177' }],
    ['email', null, {}],
  ] as const)('sets codes by %s up', async (kind, to, typed) => {
    const person = await forcedPerson();
    const agent = await withPassword(person);
    const { text: html } = await agent.get(`${page}?with=${kind}`);
    const sent = await agent
      .post(`${page}/enrolment/code`)
      .type('form')
      .send({ _csrf: tokenOf(html), ...typed });
    const fields = { _csrf: tokenOf(sent.text), otcToken: tokenIn(sent.text, 'otcToken'), to: kind };
    const wrong = await agent
      .post(`${page}/enrolment`)
      .type('form')
      .send({ ...fields, code: 'x' });
    expect([sent.status, wrong.status, wrong.text.includes(fields.otcToken), await isIn(agent)]).toEqual([
      200,
      422,
      true,
      false,
    ]);
    const done = await agent
      .post(`${page}/enrolment`)
      .type('form')
      .send({ ...fields, code: await sentCode(app, to ?? person.login) });
    expect([done.status, /<code[^>]*>([A-Z2-7-]{31})<\/code>/.test(done.text), await isIn(agent)]).toEqual([
      200,
      true,
      true,
    ]);
  });

  it('is told of a number that is none, beside the field where it was typed', async () => {
    const agent = await withPassword(await forcedPerson());
    const { text: html } = await agent.get(`${page}?with=phone`);
    const answer = await agent
      .post(`${page}/enrolment/code`)
      .type('form')
      .send({ _csrf: tokenOf(html), phoneNumber: '12' });
    expect([answer.status, answer.text.includes('name="phoneNumber"'), answer.text.includes('role="alert"')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  it('is not let around a setting: what is switched off enrols nothing', async () => {
    const agent = await withPassword(await forcedPerson(), having('EmailCode'));
    const { text: html } = await agent.get(page);
    const answer = await agent
      .post(`${page}/enrolment`)
      .type('form')
      .send({ _csrf: tokenOf(html), code: '123456' });
    expect([answer.status, answer.text.includes('This type of second factor is turned off.')]).toEqual([422, true]);
    expect(
      (
        await agent
          .post(`${page}/enrolment/code`)
          .type('form')
          .send({ _csrf: tokenOf(html), phoneNumber: '+12125550178' })
      ).status,
    ).toBe(422);
    expect(await isIn(agent)).toBe(false);
  });
});
