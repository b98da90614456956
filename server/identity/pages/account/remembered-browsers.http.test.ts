import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, password, signedInAs, tokenOf } from '../../../../tests/support/people';
import { codeAt, secretOf } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const factors = '/account/second-factors';
const day = 86_400;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function send(agent: Agent, path: string, fields: Record<string, string> = {}) {
  const { text } = await agent.get('/account/password');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}

/** Somebody with an authenticator. */
async function somebody() {
  app.clock.set(testNow);
  const { person } = await signedInAs(app, { organisationId }).then(async (agent) => {
    await send(agent, `${factors}/authenticator`);
    await send(agent, `${factors}/authenticator/verify`, {
      code: codeAt(await secretOf(app, agent.person), app.clock.now()),
    });
    return agent;
  });
  return person;
}

type Person = Awaited<ReturnType<typeof somebody>>;

/** Their password in a browser in which nobody is signed in any more. @returns where it leads */
async function enter(agent: Agent, { login }: Person): Promise<string> {
  const home = await agent.get('/home');
  if (home.status === 200)
    await agent
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(home.text) });
  const { text } = await agent.get('/login');
  const {
    headers: { location = '' },
  } = await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(text), username: login, password });
  // Whoever was turned away before is led there first.
  await agent.get(location);
  return location;
}

/** Signs in with both proofs at a time, and has the browser remembered. */
async function remembered(person: Person, userAgent: string, seconds: number): Promise<Agent> {
  after(seconds);
  const agent = browser(app).set('User-Agent', userAgent);
  const { text } = await agent.get(await enter(agent, person));
  const proven = await agent
    .post('/account/login/second-factor')
    .type('form')
    .send({ _csrf: tokenOf(text), code: codeAt(await secretOf(app, person), app.clock.now()), rememberDevice: 'on' });
  expect(proven.status).toBe(303);
  await agent.get(proven.headers.location ?? '');
  return agent;
}

const section = (html: string) => /<section id="remembered"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
const browsersIn = (html: string) => [...section(html).matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => item);
const forgetOf = (item: string | undefined) => /action="([^"]+\/forget)"/.exec(item ?? '')?.[1] ?? '';
const listed = async (agent: Agent) => browsersIn((await agent.get(factors)).text);

describe('browsers in which somebody is asked for no second proof', () => {
  it('stand in a list, the newest first: by name, since when, when they were spared last, and until when', async () => {
    const person = await somebody();
    const [one, other] = [await remembered(person, firefox, 60), await remembered(person, safari, day)];
    after(2 * day);
    expect(await enter(one, person)).toBe('/home');
    const items = await listed(one);
    expect(items.map((item) => /Firefox · Linux|Safari · iPhone/.exec(item)?.[0])).toEqual([
      'Safari · iPhone',
      'Firefox · Linux',
    ]);
    expect(items.map((item) => item.includes('This browser'))).toEqual([false, true]);
    expect(items.map((item) => item.includes('Not used yet'))).toEqual([true, false]);
    for (const item of items) expect(item).toMatch(/Trusted since [^<]+<.*Trusted until /s);
    expect(await enter(other, person)).toBe('/home');
    expect((await listed(other)).map((item) => item.includes('This browser'))).toEqual([true, false]);
  });

  it('are forgotten one by one: that one is asked again, the other is not', async () => {
    const person = await somebody();
    const [one, other] = [await remembered(person, firefox, 60), await remembered(person, safari, 120)];
    const [newest] = await listed(one);
    const forgotten = await send(one, forgetOf(newest));
    expect([forgotten.status, forgotten.headers.location]).toEqual([303, `${factors}?done=forgottenOne`]);
    expect((await one.get(`${factors}?done=forgottenOne`)).text).toContain(
      'Trusted browser removed. That browser will ask for your second factor again.',
    );
    expect([await enter(other, person), await enter(one, person)]).toEqual(['/account/login/second-factor', '/home']);
    expect((await send(one, forgetOf(newest))).status).toBe(404);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('user_id', '=', person.userId)
      .where('action', '=', 'factor.forgetDevice')
      .execute();
    expect(audited).toEqual([{ after: { browserId: forgetOf(newest).split('/').at(-2) } }]);
  });

  it('are all forgotten at once', async () => {
    const person = await somebody();
    const [one, other] = [await remembered(person, firefox, 60), await remembered(person, safari, 120)];
    expect((await send(one, `${factors}/forget-browsers`)).headers.location).toBe(`${factors}?done=forgotten`);
    expect([await enter(one, person), await enter(other, person)]).toEqual([
      '/account/login/second-factor',
      '/account/login/second-factor',
    ]);
  });

  it('are nobody else’s to forget', async () => {
    const person = await somebody();
    const one = await remembered(person, firefox, 60);
    const [item] = await listed(one);
    app.clock.set(testNow);
    const stranger = await signedInAs(app, { organisationId });
    after(60);
    expect((await send(stranger, forgetOf(item))).status).toBe(404);
    expect(await enter(one, person)).toBe('/home');
  });

  it('are there as long as the organization’s policy of today says', async () => {
    const tenant = await newOrganisation(app);
    const person = await somebody();
    await app.db.insertInto('identity.membership').values({ tenant_number: tenant, user_id: person.userId }).execute();
    const one = await remembered(person, firefox, 60);
    expect(await listed(one)).toHaveLength(1);
    const policy = {
      tenant_number: tenant,
      enforce: 'DontForce',
      remember_seconds: 600,
      created_at: new Date(testNow),
      updated_at: new Date(testNow),
    };
    await app.db.insertInto('identity.mfa_policy').values(policy).execute();
    after(60 + 599);
    expect(await listed(one)).toHaveLength(1);
    after(60 + 600);
    expect(section((await one.get(factors)).text)).toContain(
      'No trusted browsers. Every browser asks for your second factor.',
    );
    await app.db
      .updateTable('identity.mfa_policy')
      .set({ remember_seconds: 1_209_600, remembers: false })
      .where('tenant_number', '=', tenant)
      .execute();
    expect(await listed(one)).toEqual([]);
  });

  it('are all listed, however many', async () => {
    const person = await somebody();
    const one = await remembered(person, firefox, 60);
    const at = {
      user_id: person.userId,
      user_agent: 'Kiosk'.repeat(60),
      created_at: new Date(testNow),
      expires_at: new Date(Date.parse(testNow) + day * 1000),
    };
    await app.db
      .insertInto('identity.remembered_device')
      .values(
        Array.from({ length: 200 }, (_, number) => ({ ...at, token_hash: Buffer.from(`${person.login} ${number}`) })),
      )
      .execute();
    const items = await listed(one);
    expect([items.length, new Set(items.map(forgetOf)).size]).toEqual([201, 201]);
  });
});
