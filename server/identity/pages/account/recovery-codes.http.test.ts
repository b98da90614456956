import type { Agent } from 'supertest';
import { beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, password, signedInAs, tokenOf, type Person } from '../../../../tests/support/people';
import { codeAt, secretOf } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { recoveryHash } from '../../core/secrets/recovery-code';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

const page = '/account/login/second-factor';
const factors = '/account/second-factors';
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const shownIn = (html: string) =>
  [...html.matchAll(/<code[^>]*>([A-Z2-7-]{31})<\/code>/g)].map(([, code]) => code ?? '');
const isIn = async (agent: Agent) => (await agent.get('/rest/v1/user')).status === 200;

async function send(agent: Agent, from: string, path: string, fields: Record<string, string> = {}) {
  const { text } = await agent.get(from);
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}

/** Sets an authenticator up on the account page. @returns the codes that the page shows once */
async function enrolled(): Promise<{ person: Person; agent: Agent; codes: string[] }> {
  app.clock.set(testNow);
  const agent = await signedInAs(app, { organisationId });
  await send(agent, factors, `${factors}/authenticator`);
  const secret = await secretOf(app, agent.person);
  const shown = await send(agent, factors, `${factors}/authenticator/verify`, {
    code: codeAt(secret, app.clock.now()),
  });
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
  return { person: agent.person, agent, codes: shownIn(shown.text) };
}

async function withPassword({ login }: Person): Promise<Agent> {
  const agent = browser(app);
  const answer = await send(agent, '/login', '/login', { username: login, password });
  expect(answer.headers.location).toBe(page);
  return agent;
}
const enter = async (person: Person, recoveryCode: string, agent?: Agent) =>
  send(agent ?? (await withPassword(person)), page, `${page}/recovery`, { recoveryCode });

it('are ten, each of which signs in once beside the first proof, counted down and told of; the second factor stays on', async () => {
  const { person, codes } = await enrolled();
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  for (const [at, recoveryCode] of codes.slice(0, 7).entries()) {
    after(60 * at);
    const agent = await withPassword(person);
    const left = 9 - at;
    const used = await enter(
      person,
      at % 2 === 0 ? recoveryCode : ` ${recoveryCode.toLowerCase().replaceAll('-', ' ')}`,
      agent,
    );
    expect([
      used.status,
      used.text.includes(`${left} of 10 recovery codes left.`),
      used.text.includes('Create new codes before you run out.'),
      await isIn(agent),
    ]).toEqual([200, true, left <= 3, true]);
    const overview = (await agent.get(factors)).text;
    expect([
      overview.includes(`${left} of 10 recovery codes left.`),
      overview.includes('Create new codes before you run out.'),
      shownIn(overview),
    ]).toEqual([true, left <= 3, []]);
  }
  const again = await withPassword(person);
  expect([(await enter(person, codes[0] ?? '', again)).status, await isIn(again)]).toEqual([422, false]);
  await app.runJobs();
  const mails = (await mailsTo(app, person.login)).filter((mail) =>
    mail.includes('Someone signed in to your Tare account'),
  );
  expect([mails.length, mails.filter((mail) => mail.includes('Create new codes before you run out')).length]).toEqual([
    7, 1,
  ]);
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['after', 'severity'])
    .where('action', '=', 'factor.useRecovery')
    .where('entity_id', '=', String(person.userId))
    .orderBy('id', 'desc')
    .execute();
  expect([rows.length, rows[0]]).toEqual([7, { after: { left: 3, of: 10 }, severity: 'critical' }]);
});

it('open one session for one of two uses at once', async () => {
  const {
    person,
    codes: [recoveryCode = ''],
  } = await enrolled();
  const agents = [await withPassword(person), await withPassword(person)];
  const statuses = await Promise.all(
    agents.map((agent) => enter(person, recoveryCode, agent).then(({ status }) => status)),
  );
  expect([statuses.sort(), (await Promise.all(agents.map(isIn))).sort()]).toEqual([
    [200, 422],
    [false, true],
  ]);
});

it('are used once where a sign-in and the call that switches factors off bring one at once', async () => {
  const {
    person,
    codes: [recoveryCode = ''],
  } = await enrolled();
  const agent = await withPassword(person);
  const _csrf = tokenOf((await agent.get(page)).text);
  const statuses = await Promise.all([
    agent
      .post(`${page}/recovery`)
      .type('form')
      .send({ _csrf, recoveryCode })
      .then(({ status }) => status),
    browser(app)
      .post('/identity/resources/auth/v1/user/mfa/recover')
      .send({ email: person.login, recoveryCode })
      .then(({ status }) => status),
  ]);
  // Once the factors are off, the sign-in is over.
  expect([
    [200, 401],
    [303, 204],
  ]).toContainEqual(statuses);
});

it('are guessed at five times, for all sign-ins of the account together', async () => {
  const {
    person,
    codes: [recoveryCode = ''],
  } = await enrolled();
  const statuses = [];
  for (let tries = 0; tries < 5; tries += 1) statuses.push((await enter(person, 'AAAAA-AAAAA')).status);
  expect([statuses, (await enter(person, recoveryCode)).status]).toEqual([[422, 422, 422, 422, 422], 429]);
  after(601);
  expect((await enter(person, recoveryCode)).status).toBe(200);
});

it('open nothing without the first proof, nor somebody else’s account', async () => {
  const [mine, other] = [await enrolled(), await enrolled()];
  expect((await browser(app).get(page)).headers.location).toContain('/login');
  const agent = await withPassword(other.person);
  expect([(await enter(other.person, mine.codes[0] ?? '', agent)).status, await isIn(agent)]).toEqual([422, false]);
  expect((await enter(mine.person, mine.codes[0] ?? '')).status).toBe(200);
});

it('are made anew with a fresh proof alone: those of before end, and the person is told', async () => {
  const { person, codes: before } = await enrolled();
  const agent = await withPassword(person);
  await enter(person, before[0] ?? '', agent);
  const renewed = await send(agent, factors, `${factors}/recovery-codes`);
  const codes = shownIn(renewed.text);
  expect([
    renewed.status,
    codes.length,
    codes.some((code) => before.includes(code)),
    (await agent.get(factors)).text.includes('10 of 10 recovery codes left.'),
  ]).toEqual([200, 10, false, true]);
  expect([(await enter(person, before[1] ?? '')).status, (await enter(person, codes[0] ?? '')).status]).toEqual([
    422, 200,
  ]);
  await app.runJobs();
  expect(
    (await mailsTo(app, person.login)).some((mail) =>
      mail.includes('New recovery codes were created for your Tare account'),
    ),
  ).toBe(true);
  after(600);
  const stale = await send(agent, factors, `${factors}/recovery-codes`);
  expect(stale.headers.location).toBe(`/account/confirm?to=${encodeURIComponent(factors)}`);
  expect((await enter(person, codes[1] ?? '')).status).toBe(200);
});

// ASVS V6.5.2–4
it('are kept as hashes alone, and go with the last factor', async () => {
  const { person, codes } = await enrolled();
  const rows = await app.db
    .selectFrom('identity.recovery_code')
    .selectAll()
    .where('user_id', '=', person.userId)
    .execute();
  expect(rows.map(({ code_hash: hash }) => hash.toString('hex')).sort()).toEqual(
    codes.map((code) => recoveryHash(code).toString('hex')).sort(),
  );
  const dump = rows.map((row) => `${JSON.stringify(row)} ${row.code_hash.toString('latin1')}`).join('\n');
  expect(codes.filter((code) => dump.includes(code) || dump.includes(code.replaceAll('-', '')))).toEqual([]);
  const agent = await withPassword(person);
  await enter(person, codes[0] ?? '', agent);
  expect((await send(agent, factors, `${factors}/off`)).headers.location).toBe(`${factors}?done=allOff`);
  expect(
    await app.db
      .selectFrom('identity.recovery_code')
      .select('code_hash')
      .where('user_id', '=', person.userId)
      .execute(),
  ).toEqual([]);
});

it('of before there were sets go on working, once, and count as one', async () => {
  const { person, agent } = await enrolled();
  const single = 'ABCDE-FGHIJ-KLMNO-PQRST-UVWXY-Z';
  await app.db.deleteFrom('identity.recovery_code').where('user_id', '=', person.userId).execute();
  await app.db
    .updateTable('identity.second_factor')
    .set({ recovery_hash: recoveryHash(single) })
    .where('user_id', '=', person.userId)
    .execute();
  expect((await agent.get(factors)).text).toContain('You have one of 1 recovery codes left.');
  expect([(await enter(person, single)).status, (await enter(person, single)).status]).toEqual([200, 422]);
  expect((await agent.get(factors)).text).toContain('0 of 0 recovery codes left.');
});
