import { beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, password, tokenOf, unique } from '../../../../tests/support/people';
import { publicUrl, testApp, type TestApp } from '../../../../tests/support/test-app';
import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { makePasswordLink, type Purpose } from '../../core/passwords/password-link';

let plain: TestApp;
let organisationId: number;

beforeAll(async () => {
  plain = await testApp();
  organisationId = await newOrganisation(plain);
});

const says = 'You cannot sign in with a password.';
const better = 'quiet-harbour-lantern-61';
const by = (authStrategy: AuthStrategy) =>
  otherApp(plain, { config: { identity: { ...plain.resources.config.identity, authStrategy } } });

/** Somebody with a link of this purpose; one that activates is of an account without a password. */
async function linked(
  purpose: Purpose,
): Promise<{ login: string; token: string; userUuid: string; hash(): Promise<string | null> }> {
  const login = `${unique('off').replace(/\s/g, '-')}@tare.test`;
  const made = await plain.db.transaction().execute(async (trx) => {
    const userId = await addUser(trx, {
      login,
      email: login,
      fullName: 'Nina Holm',
      privacyAccepted: true,
      now: plain.clock.now(),
      ...(purpose === 'RESET' ? { password } : {}),
    });
    await addMember(trx, { tenantNumber: organisationId, userId, roles: ['viewer'] });
    return { userId, ...(await makePasswordLink(trx, { userId, purpose, publicUrl, now: plain.clock.now() })) };
  });
  const { searchParams } = new URL(made.link);
  const hash = async () =>
    (
      await plain.db
        .selectFrom('identity.user')
        .select('password_hash')
        .where('id', '=', made.userId)
        .executeTakeFirstOrThrow()
    ).password_hash;
  return { login, token: searchParams.get('token') ?? '', userUuid: searchParams.get('userId') ?? '', hash };
}

/** A token of forms, which any page gives. */
const csrfOf = async (agent: ReturnType<typeof browser>) => tokenOf((await agent.get('/account/login')).text);

/** Somebody who came in by a mailed link, and is to set a password by what an administrator said before. */
async function withLink(app: TestApp): Promise<{ agent: ReturnType<typeof browser>; hash(): Promise<string | null> }> {
  const { login, hash } = await linked('RESET');
  await plain.db
    .updateTable('identity.user')
    .set({ password_reset_required: true })
    .where('login', '=', login)
    .execute();
  const agent = browser(app);
  await agent.post('/identity/resources/auth/v1/passwordless/magiclink/prelogin').send({ email: login }).expect(204);
  const { pathname, search, searchParams } = await newestLink(plain, login);
  const page = await agent.get(`${pathname}${search}`);
  await agent
    .post(pathname)
    .type('form')
    .send({ _csrf: tokenOf(page.text), token: searchParams.get('token') ?? '' })
    .expect(303);
  return { agent, hash };
}

it('no password is changed, and nobody is held up until they set one', async () => {
  const { agent, hash } = await withLink(by('MagicLink'));
  const before = await hash();
  expect([(await agent.get('/home')).status, (await agent.get('/rest/v1/user')).body.isPasswordResetRequired]).toEqual([
    200,
    false,
  ]);
  const shown = await agent.get('/password-reset/force');
  expect([shown.status, shown.text.includes(says), shown.text.includes('type="password"')]).toEqual([403, true, false]);
  const sent = await agent
    .post('/password-reset/force')
    .type('form')
    .send({ _csrf: tokenOf((await agent.get('/home')).text), password: better, repeatPassword: better });
  expect([sent.status, sent.text.includes(says)]).toEqual([403, true]);
  expect(
    (await agent.post('/identity/resources/users/v1/passwords/change').send({ password, newPassword: better })).status,
  ).toBe(403);
  expect(await hash()).toBe(before);
});

describe.each(['MagicLink', 'Code', 'NoLocalAuthentication'] as const)('where people sign in by %s', (strategy) => {
  const app = () => by(strategy);

  it('no page asks for a forgotten password, and nothing is mailed', async () => {
    const { login } = await linked('RESET');
    const agent = browser(app());
    const shown = await agent.get('/forgot-password');
    expect([shown.status, shown.text.includes(says), shown.text.includes('name="email"')]).toEqual([403, true, false]);
    const sent = await agent
      .post('/forgot-password')
      .type('form')
      .send({ _csrf: await csrfOf(agent), email: login });
    expect([sent.status, sent.text.includes(says)]).toEqual([403, true]);
    expect((await agent.post('/rest/v1/auth/password-reset').send({ email: login })).status).toBe(403);
    expect(await mailsTo(plain, login)).toEqual([]);
  });

  it('no mailed link sets a password', async () => {
    const { token, userUuid, hash } = await linked('RESET');
    const before = await hash();
    const agent = browser(app());
    const shown = await agent.get(`/password-reset?token=${token}`);
    expect([shown.status, shown.text.includes(says), shown.text.includes('type="password"')]).toEqual([
      403,
      true,
      false,
    ]);
    const sent = await agent
      .post('/password-reset')
      .type('form')
      .send({ _csrf: await csrfOf(agent), token, password: better, repeatPassword: better });
    expect(sent.status).toBe(403);
    expect(
      (
        await agent
          .post('/identity/resources/users/v1/passwords/reset/verify')
          .send({ userId: userUuid, token, password: better })
      ).status,
    ).toBe(403);
    expect(await hash()).toBe(before);
  });

  it('no account is activated with a password', async () => {
    const { token, hash } = await linked('ACTIVATION');
    const agent = browser(app());
    const _csrf = await csrfOf(agent);
    const sent = await agent
      .post('/activate-user')
      .type('form')
      .send({ _csrf, token, password: better, repeatPassword: better });
    expect([sent.status, sent.text.includes(says), await hash()]).toEqual([403, true, null]);
  });
});

describe('an account that is activated without a password', () => {
  it('is by a button, once, which signs in', async () => {
    const { token, hash } = await linked('ACTIVATION');
    const agent = browser(by('MagicLink'));
    const shown = await agent.get(`/activate-user?token=${token}`);
    expect([shown.status, shown.text.includes('Activate and sign in'), shown.text.includes('type="password"')]).toEqual(
      [200, true, false],
    );
    const done = await agent
      .post('/activate-user/confirm')
      .type('form')
      .send({ _csrf: tokenOf(shown.text), token });
    expect([done.status, done.headers.location, await hash(), (await agent.get('/rest/v1/user')).status]).toEqual([
      303,
      '/home',
      null,
      200,
    ]);
    const again = browser(by('MagicLink'));
    expect((await again.get(`/activate-user?token=${token}`)).status).toBe(410);
    const _csrf = await csrfOf(again);
    expect((await again.post('/activate-user/confirm').type('form').send({ _csrf, token })).status).toBe(410);
  });

  it('is not where passwords are taken, nor where nobody signs in by themselves', async () => {
    for (const strategy of ['EmailAndPassword', 'NoLocalAuthentication'] as const) {
      const { token } = await linked('ACTIVATION');
      const agent = browser(by(strategy));
      const _csrf = await csrfOf(agent);
      const answer = await agent.post('/activate-user/confirm').type('form').send({ _csrf, token });
      expect([answer.status, answer.text.includes('turned off'), (await agent.get('/rest/v1/user')).status]).toEqual([
        403,
        true,
        401,
      ]);
    }
  });
});
