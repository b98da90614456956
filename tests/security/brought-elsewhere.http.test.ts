import type { Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, newestLink } from '../support/mails';
import { pathOf } from '../support/oidc-tenant';
import { browser, newOrganisation, newPerson, signedInAs, tokenOf } from '../support/people';
import { authCalls, counterparts, isSignedIn, ways, type Scene } from '../support/provider-answers';
import { signingKeys } from '../support/saml-keys';
import { logoutQuery, sentInAddress, usualLogout } from '../support/saml-logout';
import type { TestApp } from '../support/test-app';

let house: Awaited<ReturnType<typeof counterparts>>;
beforeAll(async () => {
  house = await counterparts();
});
afterAll(() => house.close());

const made = new Map<string, Promise<Scene>>();
const sceneOf = (way: string): Promise<Scene> => {
  const scene = made.get(way) ?? (ways[way] as (typeof ways)[string])(house);
  made.set(way, scene);
  return scene;
};
const names = Object.keys(ways);

const openSessions = async ({ db }: TestApp) =>
  Number(
    (
      await db
        .selectFrom('identity.session')
        .select((count) => count.fn.countAll<string>().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  );

describe('what a provider answers', () => {
  it.each(names)(
    'by %s opens what was asked for in the browser that asked and brought it, once; once more, it leads on there and nowhere else',
    async (way) => {
      const { app, asker, ask } = await sceneOf(way);
      const at = await asker();
      const answer = await ask(at);
      const to = await answer.carry(at);
      const first = await answer.follow(at, to);
      expect([first.status < 400, await answer.opened(at)]).toEqual([true, true]);
      const other = await asker();
      const sessions = await openSessions(app);
      const again = await answer.follow(at, await answer.carry(at));
      expect([again.status < 400, await answer.opened(at), await openSessions(app)]).toEqual([true, true, sessions]);
      await answer.follow(other, to);
      expect([await answer.opened(other), await openSessions(app)]).toEqual([false, sessions]);
    },
  );

  // ASVS V10.1.2, V10.2.1/2
  it.each(names)('by %s opens nothing in a browser that did not ask', async (way) => {
    const { asker, ask } = await sceneOf(way);
    const [asks, bystander] = [await asker(), await asker()];
    // That has asked for something itself.
    await ask(bystander);
    const answer = await ask(asks);
    await answer.follow(bystander, await answer.carry(bystander));
    expect(await answer.opened(bystander)).toBe(false);
  });

  // ASVS V10.1.2, V10.2.1/2
  it.each(names)('by %s opens nothing for whoever asked, where another browser brings it', async (way) => {
    const { asker, ask, endsElsewhere } = await sceneOf(way);
    const [asks, victim] = [await asker(), await asker()];
    // Before the other browser takes its next step, and after it.
    const [early, late] = [await ask(asks), await ask(asks)];
    const to = await early.carry(victim);
    await early.collect(asks);
    await early.follow(victim, to);
    expect([await early.opened(asks), await early.opened(victim)]).toEqual([false, false]);
    await late.follow(victim, await late.carry(victim));
    await late.collect(asks);
    expect([await late.opened(asks), await late.opened(victim)]).toEqual([false, false]);
    if (endsElsewhere) {
      await late.follow(asks, await late.carry(asks));
      expect(await late.opened(asks)).toBe(false);
    }
    // No other request of theirs is harmed.
    const further = await ask(asks);
    await further.follow(asks, await further.carry(asks));
    expect(await further.opened(asks)).toBe(true);
  });
});

describe('an answer about leaving', () => {
  it('ends nothing and opens nothing, whichever browser brings it', async () => {
    const entityId = 'https://idp.example/brought-elsewhere';
    const there = await house.saml.tenantOfProvider(signingKeys.idp, {
      logout: ['https://idp.example/slo', 'https://idp.example/answers'],
      entityId,
    });
    const { at } = await house.saml.arrive(there, { entityId });
    const form = await at.get('/privacy-policy');
    const page = await at
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(form.text) });
    const { xml } = sentInAddress(
      /^\d; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '',
      signingKeys.idp.certificate,
    );
    const said = {
      ...usualLogout(house.peers.app.clock.now()),
      kind: 'LogoutResponse' as const,
      id: '_elsewhere',
      entityId,
      destination: 'http://tare.test/auth/saml/logout',
      inResponseTo: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '',
      nameId: `kim@${there.domain}`,
    };
    const bystander = await signedInAs(house.peers.app, { organisationId: there.organisationId });
    const answered = await bystander.get(`/auth/saml/logout?${logoutQuery(said)}`);
    expect([answered.headers.location, await isSignedIn(bystander), await isSignedIn(at)]).toEqual([
      '/account/saml/logout?outcome=left',
      true,
      false,
    ]);
  });
});

describe('what is mailed', () => {
  const person = async () => newPerson(house.peers.app, { organisationId: await newOrganisation(house.peers.app) });
  const asks = (at: Agent, kind: 'magiclink' | 'code', email: string) =>
    at.post(`${authCalls}/v1/passwordless/${kind}/prelogin`).send({ email });
  const pressIn = async (at: Agent, link: URL) => {
    const page = await at.get(pathOf(link));
    return {
      page,
      entered: await at
        .post('/account/login/magic-link')
        .type('form')
        .send({ _csrf: tokenOf(page.text), token: link.searchParams.get('token') }),
    };
  };

  it('a link signs in whoever reads the mailbox, in the browser that asked and in any other, which is told whose account it is; nothing comes to whoever asked', async () => {
    const [{ login: first }, { login }] = [await person(), await person()];
    const [at, elsewhere] = [browser(house.peers.app), browser(house.peers.app)];
    await asks(at, 'magiclink', first);
    const here = await pressIn(at, await newestLink(house.peers.app, first));
    expect([
      here.page.text.includes(first),
      here.page.text.includes('in another browser'),
      here.entered.status,
      await isSignedIn(at),
    ]).toEqual([true, false, 303, true]);
    const asker = browser(house.peers.app);
    await asks(asker, 'magiclink', login);
    const link = await newestLink(house.peers.app, login);
    const there = await pressIn(elsewhere, link);
    expect([
      there.page.text.includes(login),
      there.page.text.includes('in another browser'),
      there.entered.status,
      await isSignedIn(elsewhere),
      await isSignedIn(asker),
    ]).toEqual([true, true, 303, true, false]);
    // Once: neither the page nor the button says or does anything more.
    const again = await pressIn(asker, link);
    expect([again.page.text.includes(login), again.entered.status, await isSignedIn(asker)]).toEqual([
      false,
      410,
      false,
    ]);
  });

  it('a code opens nothing in another browser than that which asked', async () => {
    const { login } = await person();
    const [at, elsewhere] = [browser(house.peers.app), browser(house.peers.app)];
    await asks(elsewhere, 'code', (await person()).login);
    await asks(at, 'code', login);
    const token = /^\d{6}$/m.exec((await mailsTo(house.peers.app, login))[0] ?? '')?.[0] ?? '';
    const enter = (by: Agent) => by.post(`${authCalls}/v1/passwordless/code/postlogin`).send({ token });
    expect([
      (await enter(browser(house.peers.app))).status,
      (await enter(elsewhere)).status,
      (await enter(at)).status,
    ]).toEqual([401, 401, 200]);
  });
});
