import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SoftwareAuthenticator, Wish } from '../../../../tests/support/counterparts/software-authenticator';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newAuthenticator } from '../../../../tests/support/passkeys';
import { newOrganisation, signedInAs, tokenOf } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import { mostPasskeys } from '../../core/passkeys/passkey.rules';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const factors = '/account/second-factors';
const page = `${factors}/webauthn`;
const confirm = (to: string) => `/account/confirm?to=${encodeURIComponent(to)}`;
const stale = 301;

type SignedIn = Awaited<ReturnType<typeof somebody>>;

function somebody() {
  app.clock.set(testNow);
  return signedInAs(app, { organisationId });
}

const valueOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"|value="([^"]*)" name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find((value) => value !== undefined) ?? '';

/** What the page has the browser ask an authenticator. */
const questionIn = (html: string) =>
  (
    JSON.parse(
      /data-island="identity\/device-proof"[\s\S]*?<script type="application\/json">([\s\S]*?)<\/script>/.exec(
        html,
      )?.[1] ?? 'null',
    ) as { props: { naming: string; question: { kind: string; options: never } } }
  ).props;

async function send(agent: Agent, path: string, fields: Record<string, string> = {}) {
  const { text } = await agent.get('/account/password');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}

interface Making {
  html: string;
  authenticator?: SoftwareAuthenticator;
  wish?: Wish;
  name?: string;
}

/** Sends what an authenticator makes of the question on the page, as the script does. */
function make(agent: Agent, { html, authenticator = newAuthenticator(), wish, name = 'Blue key' }: Making) {
  const made = authenticator.create(questionIn(html).question.options, { userVerified: false, ...wish });
  return send(agent, `${page}/verify`, {
    webauthnToken: valueOf(html, 'webauthnToken'),
    answer: JSON.stringify({ ...made, deviceType: 'CrossPlatform' }),
    name,
  });
}

/** Somebody with a security key. */
async function withDevice(name?: string) {
  const agent = await somebody();
  const authenticator = newAuthenticator();
  const made = await make(agent, {
    html: (await send(agent, page)).text,
    authenticator,
    ...(name === undefined ? {} : { name }),
  });
  expect([made.status, made.text.includes('Your recovery code')]).toEqual([200, true]);
  const { id } = await app.db
    .selectFrom('identity.webauthn_factor')
    .select('id')
    .where('user_id', '=', agent.person.userId)
    .executeTakeFirstOrThrow();
  return { agent, authenticator, id };
}

/** Proves it, as whoever turns it off must. */
async function prove(agent: Agent, authenticator: SoftwareAuthenticator): Promise<void> {
  const asked = await send(agent, '/account/confirm', { to: factors });
  const { text: html } = await agent.get(asked.headers.location ?? '');
  const answer = authenticator.get(questionIn(html).question.options, { userVerified: false });
  const proven = await agent
    .post('/account/login/second-factor/device')
    .type('form')
    .send({ _csrf: tokenOf(html), webauthnToken: valueOf(html, 'webauthnToken'), answer: JSON.stringify(answer) });
  expect((await agent.get(proven.headers.location ?? '')).headers.location).toBe(factors);
}

const namesOf = async ({ person: { userId } }: SignedIn) =>
  (await app.db.selectFrom('identity.webauthn_factor').select('name').where('user_id', '=', userId).execute()).map(
    ({ name }) => name,
  );

describe('a security key, or the device itself', () => {
  it('is offered and asked for by the page, which says why it needs scripts and what does not', async () => {
    const agent = await somebody();
    expect((await agent.get(factors)).text).toContain(`action="${page}"`);
    const { text: html } = await send(agent, page);
    expect(questionIn(html)).toMatchObject({
      naming: 'either',
      question: { kind: 'make', options: { rp: { id: 'tare.test' }, attestation: 'none' } },
    });
    const without = /<noscript[\s\S]*?<\/noscript>/.exec(html)?.[0] ?? '';
    expect((await agent.get(page)).text).toContain(without);
    expect([
      without.includes('Security keys and devices need JavaScript'),
      without.includes(`href="${factors}/authenticator"`),
      without.includes(`href="${factors}/sms"`),
    ]).toEqual([true, true, true]);
  });

  it('is set up under the name that it is given, and stands in the list by it', async () => {
    const { agent } = await withDevice('Key of the bunch');
    const { text } = await agent.get(factors);
    expect(text).toContain('Key of the bunch');
    expect(text).toContain('Security key');
    expect(text).toContain('Not used yet');
    expect(
      await app.db
        .selectFrom('audit_log')
        .select('after')
        .where('user_id', '=', agent.person.userId)
        .where('action', '=', 'factor.enrol')
        .execute(),
    ).toEqual([{ after: { kind: 'device' } }]);
  });

  it('is asked for again, with another question, where its answer was of another site', async () => {
    const agent = await somebody();
    const { text: html } = await send(agent, page);
    const wrong = await make(agent, { html, wish: { origin: 'https://evil.test' } });
    expect([
      wrong.status,
      wrong.text.includes('Verification failed.'),
      valueOf(wrong.text, 'name'),
      valueOf(wrong.text, 'webauthnToken') === valueOf(html, 'webauthnToken'),
    ]).toEqual([422, true, 'Blue key', false]);
    expect([(await make(agent, { html })).status, await namesOf(agent)]).toEqual([422, []]);
    expect([(await make(agent, { html: wrong.text })).status, await namesOf(agent)]).toEqual([200, ['Blue key']]);
  });

  it.each(['', 'no JSON', '{}', '{"id":1}'])('is not set up by %j', async (answer) => {
    const agent = await somebody();
    const { text: html } = await send(agent, page);
    const sent = await send(agent, `${page}/verify`, {
      webauthnToken: valueOf(html, 'webauthnToken'),
      answer,
      name: 'Blue key',
    });
    expect([sent.status, valueOf(sent.text, 'name'), await namesOf(agent)]).toEqual([422, 'Blue key', []]);
  });

  it('begins with a proof of who sits there, by the page and by its form', async () => {
    const agent = await somebody();
    const { text: html } = await send(agent, page);
    after(stale);
    for (const asked of [agent.get(page), send(agent, page)])
      expect((await asked).headers.location).toBe(confirm(page));
    expect([(await make(agent, { html })).headers.location, await namesOf(agent)]).toEqual([confirm(page), []]);
  });

  it('is turned off by a fresh proof of it, and by nobody else', async () => {
    const { agent, authenticator, id } = await withDevice();
    const off = `${page}/${id}/off`;
    expect((await agent.get(factors)).text).toContain(`action="${off}"`);
    expect((await send(await somebody(), off)).status).toBe(404);
    expect([(await send(agent, off)).headers.location, await namesOf(agent)]).toEqual([confirm(factors), ['Blue key']]);
    await prove(agent, authenticator);
    expect([(await send(agent, off)).headers.location, await namesOf(agent)]).toEqual([`${factors}?done=off`, []]);
    expect((await agent.get(factors)).text).toContain('No second factor yet.');
  });

  it('is not offered where there are as many as anybody may have', async () => {
    const { agent, authenticator } = await withDevice();
    const at = {
      user_id: agent.person.userId,
      public_key: Buffer.alloc(77),
      counter: 0,
      device_type: 'CrossPlatform',
      created_at: app.clock.now(),
    };
    await app.db
      .insertInto('identity.webauthn_factor')
      .values(
        Array.from({ length: mostPasskeys - 1 }, (_, number) => ({
          ...at,
          name: `Key ${number}`,
          credential_id: Buffer.from(`${agent.person.login} ${number}`),
        })),
      )
      .execute();
    await prove(agent, authenticator);
    const { text } = await agent.get(factors);
    expect([
      text.includes(`action="${page}"`),
      text.includes(`You already have ${mostPasskeys} security keys and devices.`),
    ]).toEqual([false, true]);
    expect((await send(agent, page)).headers.location).toBe(factors);
  });

  it.each<[FactorStrategy[], string | undefined, boolean]>([
    [['AuthenticatorApp', 'WebAuthnPlatform'], 'machine', false],
    [['AuthenticatorApp', 'WebAuthnCrossPlatform'], 'key', false],
    [['SMS'], undefined, true],
  ])('where %j may be set up, is called %j', async (factorStrategies, naming, texts) => {
    const at = otherApp(app, { config: { identity: { ...app.resources.config.identity, factorStrategies } } });
    app.clock.set(testNow);
    const agent = await signedInAs(at, { organisationId });
    const { text } = await agent.get(factors);
    expect([text.includes(`action="${page}"`), text.includes(`href="${factors}/sms"`)]).toEqual([
      naming !== undefined,
      texts,
    ]);
    const asked = await send(agent, page);
    if (naming === undefined)
      expect([asked.headers.location, (await agent.get(page)).headers.location]).toEqual([factors, factors]);
    else expect(questionIn(asked.text).naming).toBe(naming);
  });
});

describe('the name of a device', () => {
  const rename = (agent: Agent, id: string, name: string) => send(agent, `${page}/${id}/name`, { name });

  it('is another from then on, without a proof, and recorded', async () => {
    const { agent, id } = await withDevice();
    after(stale);
    expect(valueOf((await agent.get(`${factors}?rename=${id}`)).text, 'name')).toBe('Blue key');
    const named = await rename(agent, id, ' Key <b>at home</b> ');
    expect([named.status, named.headers.location, await namesOf(agent)]).toEqual([
      303,
      `${factors}?done=named`,
      ['Key <b>at home</b>'],
    ]);
    expect((await agent.get(named.headers.location ?? '')).text).toContain('Key &lt;b&gt;at home&lt;/b&gt;');
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('user_id', '=', agent.person.userId)
      .where('action', '=', 'factor.rename')
      .execute();
    expect(audited).toEqual([
      { before: { deviceId: id, name: 'Blue key' }, after: { deviceId: id, name: 'Key <b>at home</b>' } },
    ]);
  });

  it.each([[''], ['  '], ['x'.repeat(201)], ['two\u0007lines']])('is asked for again instead of %j', async (name) => {
    const { agent, id } = await withDevice();
    const refused = await rename(agent, id, name);
    expect([refused.status, refused.text.includes('aria-invalid="true"'), await namesOf(agent)]).toEqual([
      422,
      true,
      ['Blue key'],
    ]);
  });

  it('is nobody else’s to read or change', async () => {
    const [{ id, agent }, other] = [await withDevice(), await somebody()];
    const shown = await other.get(`${factors}?rename=${id}`);
    expect([shown.status, shown.text.includes('name="name"')]).toEqual([200, false]);
    expect([
      (await rename(other, id, 'Mine')).status,
      (await rename(other, id, '')).headers.location,
      await namesOf(agent),
    ]).toEqual([404, factors, ['Blue key']]);
    expect((await agent.get(`${factors}?rename=none`)).text).toContain('Your second factors');
  });
});
