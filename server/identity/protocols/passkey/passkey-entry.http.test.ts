import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoftwareAuthenticator } from '../../../../tests/support/counterparts/software-authenticator';
import { otherApp } from '../../../../tests/support/other-app';
import { addPasskey, type Asking } from '../../../../tests/support/passkeys';
import { browser as anyBrowser, newPerson, tokenOf, type Person } from '../../../../tests/support/people';
import { ssoPeers, type DomainTenant, type SsoPeers } from '../../../../tests/support/sso-peers';
import type { TestApp } from '../../../../tests/support/test-app';

let peers: SsoPeers;
let there: DomainTenant;
let someone: Person;
let authenticator: SoftwareAuthenticator;
beforeAll(async () => {
  peers = await ssoPeers();
  there = await peers.withProvenDomain();
  someone = await newPerson(peers.app, { organisationId: there.organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  const at = peers.client.browser();
  await at.signIn(someone);
  authenticator = await addPasskey(at);
  // Of the domain that their tenant has proved.
  await peers.app.db
    .updateTable('identity.user')
    .set({ email: `${someone.userId}@${there.name}` })
    .where('id', '=', someone.userId)
    .execute();
});
afterAll(() => peers.close());

const browser = (app: TestApp = peers.app) => anyBrowser(app).set('Host', 'tare.test');
type Agent = ReturnType<typeof browser>;

const pages = ['/login', '/account/login', '/sso-login'];
const offered = ({ text }: Response) => [
  text.includes('data-island="identity/passkey-sign-in"'),
  text.includes('autoComplete="username webauthn"'),
];

/** As the script of the page does: it asks, an authenticator signs, and the form brings the answer. */
async function enter(
  page: string,
  {
    at = browser(),
    wish = {},
    form = {},
  }: { at?: Agent; wish?: Parameters<SoftwareAuthenticator['get']>[1]; form?: object } = {},
): Promise<Response> {
  const { text } = await at.get(page);
  const { body } = await at.post('/identity/resources/auth/v1/webauthn/prelogin').send({});
  const answer = JSON.stringify(authenticator.get((body as { options: Asking }).options, wish));
  return at
    .post(`${page}/passkey`)
    .type('form')
    .send({ _csrf: tokenOf(text), answer, ...form });
}

/** The tenant lets people of its domain in by its provider alone, while `work` runs. */
async function enforced(work: () => Promise<unknown>): Promise<void> {
  const set = (enforced_at: Date | null) =>
    peers.app.db.updateTable('identity.sso_config').set({ enforced_at }).where('uuid', '=', there.id).execute();
  await set(peers.app.clock.now());
  await work().finally(() => set(null));
}

describe.each(pages)('a passkey at %s', (page) => {
  it('is offered, and leads where somebody wanted to go', async () => {
    const at = browser();
    await at.get('/deployment-status');
    expect(offered(await at.get(page))).toEqual([true, true]);
    const entered = await enter(page, { at });
    expect([entered.status, entered.headers.location]).toEqual([303, '/home']);
    expect((await at.get('/home')).headers.location).toBe('/deployment-status');
  });

  it('that is refused shows the page again and says so; a form that was answered leads back to it', async () => {
    for (const form of [{}, { answer: '{' }, { answer: '{"id":"AA"}' }]) {
      const at = browser();
      const refused = await enter(page, { at, wish: { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, form });
      expect([
        refused.status,
        refused.text.includes('You cannot sign in with this passkey.'),
        ...offered(refused),
      ]).toEqual([422, true, true, true]);
      expect((await at.get('/rest/v1/user')).status).toBe(401);
    }
    expect((await browser().get(`${page}/passkey`)).headers.location).toBe(page);
  });

  it('opens nothing for people whose tenant lets them in by its provider alone, and says whose', async () => {
    await enforced(async () => {
      const refused = await enter(page);
      expect([refused.status, refused.text.includes('requires single sign-on')]).toEqual([403, true]);
    });
    expect((await enter(page)).status).toBe(303);
  });

  it('is no way in where nobody signs in by themselves: it is not offered, and none is taken', async () => {
    const { identity } = peers.app.resources.config;
    const closed = otherApp(peers.app, {
      config: { identity: { ...identity, authStrategy: 'NoLocalAuthentication' } },
    });
    const at = browser(closed);
    const shown = await at.get(page).redirects(1);
    const answer = JSON.stringify(
      authenticator.get(
        (await browser().post('/identity/resources/auth/v1/webauthn/prelogin').send({})).body.options as Asking,
      ),
    );
    const refused = await at
      .post(`${page}/passkey`)
      .type('form')
      .send({ _csrf: tokenOf(shown.text), answer });
    expect([offered(shown), refused.status >= 403, (await at.get('/rest/v1/user')).status]).toEqual([
      [false, false],
      true,
      401,
    ]);
  });
});

it('keeps the language that was chosen on the way', async () => {
  expect((await enter('/login', { form: { lang: 'de_DE' } })).status).toBe(303);
  expect(
    await peers.app.db.selectFrom('identity.user').select('locale').where('id', '=', someone.userId).executeTakeFirst(),
  ).toEqual({ locale: 'de_DE' });
  await peers.app.db.updateTable('identity.user').set({ locale: 'en_US' }).where('id', '=', someone.userId).execute();
});

it('ends the session that this browser had before', async () => {
  const at = browser();
  await enter('/login', { at });
  const sessions = () =>
    peers.app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', someone.userId)
      .where('ended_at', 'is', null)
      .execute();
  const before = await sessions();
  const form = { _csrf: tokenOf((await at.get('/account/profile')).text) };
  const entered = await enter('/login', { at, form });
  expect([entered.status, (await sessions()).length]).toEqual([303, before.length]);
});

it('is not offered at /sso-login to an address whose tenant lets it in by its provider alone', async () => {
  const show = (email: string) => browser().get(`/sso-login?${new URLSearchParams({ email })}`);
  await enforced(async () => {
    expect(offered(await show(`anybody@${there.name}`))).toEqual([false, false]);
    expect(offered(await show('kim@elsewhere.example'))).toEqual([true, true]);
  });
  expect(offered(await show(`anybody@${there.name}`))).toEqual([true, true]);
});
