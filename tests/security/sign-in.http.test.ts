import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, addUser } from '../../server/identity';
import { withOwnClock, type ClockedApp } from '../support/other-app';
import { browser, newOrganisation, newPerson, signedInAs, signIn, tokenOf, unique } from '../support/people';
import { testApp, testNow } from '../support/test-app';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

async function personWith(typed: string): Promise<string> {
  const login = `${unique('typed').replace(/\s/g, '-')}@tare.test`;
  await app.db.transaction().execute(async (trx) => {
    const userId = await addUser(trx, {
      login,
      email: login,
      fullName: 'Typed',
      password: typed,
      privacyAccepted: true,
      now: app.clock.now(),
    });
    await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
  });
  return login;
}

const enters = async (login: string, typed: string) =>
  (await browser(app).post('/rest/v1/auth/login').send({ username: login, password: typed })).status === 204;

describe('a password', () => {
  // ASVS V6.2.1, V6.2.9; V6.2.5, V6.2.10
  it.each([
    [11, 422],
    [12, 303],
    [64, 303],
    [128, 303],
    [256, 303],
    [257, 422],
    [1000, 422],
  ])('of %i characters that nobody guesses is answered %i', async (length, status) => {
    const agent = await signedInAs(app, { organisationId, passwordResetRequired: true });
    const page = await agent.get('/password-reset/force');
    const typed = 'kQ7zR2mW9xT4vB'.repeat(length).slice(0, length);
    const answer = await agent
      .post('/password-reset/force')
      .type('form')
      .send({ _csrf: tokenOf(page.text), password: typed, repeatPassword: typed });
    expect(answer.status).toBe(status);
    if (status === 303) expect(await enters(agent.person.login, typed)).toBe(true);
  });

  // ASVS V6.2.8
  it('is taken as typed: with its spaces, its case and all of its bytes', async () => {
    const typed = `  Four Words  ${'ü'.repeat(60)}`;
    const login = await personWith(typed);
    for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, -1), `${typed}x`, typed.slice(0, 40)])
      expect([other, await enters(login, other)]).toEqual([other, false]);
    expect(await enters(login, typed)).toBe(true);
  });

  // ASVS V6.2.8
  it('is the same in both spellings of a letter with its mark', async () => {
    const typed = 'Äpfel und Öl für Zoë';
    const login = await personWith(typed.normalize('NFC'));
    expect([await enters(login, typed.normalize('NFD')), await enters(login, typed.normalize('NFC'))]).toEqual([
      true,
      true,
    ]);
  });

  // ASVS V6.2.5, V6.2.10
  it('of ten years ago still opens: nobody is made to change it', async () => {
    const { login } = await newPerson(app, { organisationId });
    app.clock.set('2036-03-18T12:00:00Z');
    const agent = await signIn(app, login);
    expect((await agent.get('/home')).status).toBe(200);
    app.clock.set(testNow);
  });

  // ASVS V11.4.2, V11.5.1
  it('is kept as argon2id with at least 46 MiB, or as nothing', async () => {
    const { userId } = await newPerson(app, { organisationId, hashedAsServed: true });
    const { password_hash: kept } = await app.db
      .selectFrom('identity.user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(kept ?? '') ?? [];
    expect([Number(memory) >= 47_104, Number(passes) >= 1]).toEqual([true, true]);
  });
});

// ASVS V2.3.4
it('one mailed link, used ten times at once, sets one password', async () => {
  const { login } = await newPerson(app, { organisationId });
  await browser(app).post('/rest/v1/auth/password-reset').send({ email: login });
  await app.runJobs();
  const { payload } = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('target', '=', login)
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec((payload as { text: string }).text)?.[1] ?? '';
  const agent = browser(app);
  const page = await agent.get(`/password-reset?token=${token}`);
  const passwords = Array.from({ length: 10 }, (_, at) => `four words in a row ${at}`);
  const answers = await Promise.all(
    passwords.map((typed) =>
      agent
        .post('/password-reset')
        .type('form')
        .send({ _csrf: tokenOf(page.text), token, password: typed, repeatPassword: typed }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(9).fill(410)]);
  const winner = answers.findIndex(({ status }) => status === 303);
  expect(await enters(login, passwords[winner] ?? '')).toBe(true);
});

describe('known and unknown accounts take as long', () => {
  const rounds = 6;
  const mostRounds = 16;
  const alike = ({ known, unknown }: { known: number; unknown: number }) =>
    Math.abs(known - unknown) < 0.5 * Math.max(known, unknown);
  /** The best of several, and of more while they differ: what else the machine does only adds to a time. */
  async function best(
    ask: (round: number, known: boolean) => Promise<unknown>,
  ): Promise<{ known: number; unknown: number }> {
    const times = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < rounds || (round < mostRounds && !alike(times)); round += 1) {
      for (const who of ['known', 'unknown'] as const) {
        /* eslint-disable tare/no-wall-clock -- equal times are what is asked for */
        const started = performance.now();
        await ask(round, who === 'known');
        times[who] = Math.min(times[who], performance.now() - started);
        /* eslint-enable tare/no-wall-clock */
      }
    }
    return times;
  }

  // ASVS V6.3.8
  // Attack: enumeration
  it('at the sign-in', async () => {
    const { login } = await newPerson(app, { organisationId, hashedAsServed: true });
    await enters('warm-up@tare.test', 'x');
    const times = await best((round, known) =>
      enters(known ? login : `nobody-${round}-${unique('x').replace(/\s/g, '-')}@tare.test`, 'not this one'),
    );
    expect([times, alike(times)]).toEqual([times, true]);
  });

  // ASVS V6.3.8
  // Attack: enumeration
  it('at the reset, where the cookies and headers are alike as well', async () => {
    const logins = await Promise.all(Array.from({ length: mostRounds }, () => newPerson(app, { organisationId })));
    const seen = { known: new Set<string>(), unknown: new Set<string>() };
    const times = await best(async (round, known) => {
      const email = known ? logins[round]!.login : `${unique('nobody').replace(/\s/g, '-')}@tare.test`;
      const answer = await browser(app).post('/rest/v1/auth/password-reset').send({ email });
      seen[known ? 'known' : 'unknown'].add(
        JSON.stringify([answer.status, answer.text, Object.keys(answer.headers).sort(), answer.headers['set-cookie']]),
      );
    });
    expect(seen.known).toEqual(seen.unknown);
    expect([times, alike(times)]).toEqual([times, true]);
  });
});
