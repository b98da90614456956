import type { Agent, Response } from 'supertest';
import { oidcPeers, peerKey } from './counterparts/oidc-peer';
import type { ProviderId } from './counterparts/social-providers';
import { leadsTo } from './oauth';
import { beginAt, kimOf, oidcTenant, pathOf } from './oidc-tenant';
import { otherApp } from './other-app';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from './people';
import { askedBy, samlSignIn, type SamlTenant } from './saml-sign-in';
import {
  addressOf,
  beginLink,
  nextPerson,
  pressButton,
  signedInWithPassword,
  socialPeers,
  type SocialPeers,
} from './social-peers';
import { ssoPeers, type SsoPeers } from './sso-peers';
import { sendForm } from './sso-screens';
import type { TestApp } from './test-app';

export interface Counterparts {
  peers: SsoPeers;
  providers: Awaited<ReturnType<typeof oidcPeers>>;
  saml: ReturnType<typeof samlSignIn>;
  social: SocialPeers;
  /** The application whose own pages are a client of it. */
  hosted: TestApp;
}

/** Everybody who vouches for people. */
export async function counterparts(): Promise<Counterparts & { close(): Promise<unknown> }> {
  const providers = await oidcPeers();
  const peers = await ssoPeers([providers.host]);
  const social = await socialPeers();
  const hosted = otherApp(peers.app, {
    config: { identity: { ...peers.app.resources.config.identity, hostedLogin: 'on' } },
  });
  return {
    peers,
    providers,
    saml: samlSignIn(() => peers),
    social,
    hosted,
    close: () => Promise.all([peers.close(), providers.close(), social.close()]),
  };
}

/** What a provider has answered to somebody. */
interface Answer {
  /** The first step of a browser that the provider sends back. @returns where it is led */
  carry(by: Agent): Promise<string>;
  /** The next. */
  follow(by: Agent, to: string): Promise<Response>;
  /** What whoever asked can do who knows what names the request, and has nothing of the answer. */
  collect(by: Agent): Promise<Response>;
  /** Whether this browser got what the answer opens. */
  opened(by: Agent): Promise<boolean>;
}

export interface Scene {
  app: TestApp;
  /** A browser that may ask. */
  asker(): Promise<Agent>;
  /** Asks in this browser. */
  ask(at: Agent): Promise<Answer>;
  /** A request that another browser has answered is over for whoever asked. */
  endsElsewhere: boolean;
}

export const isSignedIn = async (at: Agent) => (await at.get('/rest/v1/user')).status === 200;
const anybody = (app: TestApp) => async () => browser(app);
const within = (to: string) => new URL(to, 'http://tare.test').searchParams;
const get = (by: Agent, to: string) => by.get(to);
const carryTo = (back: string) => async (by: Agent) => String((await by.get(back)).headers.location);
export const authCalls = '/identity/resources/auth';

/** @param asks begins in a browser @returns the address at the provider */
async function samlScene(
  { peers, saml }: Counterparts,
  {
    asks,
    byCall = false,
  }: { asks?: (at: Agent, there: SamlTenant, peers: SsoPeers) => Promise<string>; byCall?: boolean } = {},
): Promise<Scene> {
  const there = await saml.tenantOfProvider();
  const post = (by: Agent, relayState: string, response: string) =>
    by.post(`${authCalls}/v1/user/saml/postlogin`).send({ RelayState: relayState, SAMLResponse: response });
  return {
    app: peers.app,
    asker: anybody(peers.app),
    endsElsewhere: true,
    async ask(at) {
      const asked = asks ? askedBy(await asks(at, there, peers)) : await saml.begin(there, 'kim', at);
      const { relayState } = asked;
      const text = saml.answer(asked, { nameId: `kim@${there.domain}` });
      return {
        // The form of another site brings no cookie of ours, whichever browser sends it.
        carry: async () => String((await saml.post(relayState, text)).headers.location),
        follow: byCall ? (by, to) => post(by, relayState, within(to).get('SAMLResponse') ?? 'none') : get,
        collect: (by) =>
          byCall
            ? post(by, relayState, 'x'.repeat(43))
            : by.get(`/account/saml/callback?${new URLSearchParams({ RelayState: relayState })}`),
        opened: isSignedIn,
      };
    },
  };
}

const samlForm = async (at: Agent, { domain }: SamlTenant) => {
  const form = await at.get('/sso-login').set('Host', 'tare.test');
  const page = await at
    .post('/sso-login')
    .set('Host', 'tare.test')
    .type('form')
    .send({ _csrf: tokenOf(form.text), email: `kim@${domain}` });
  return /^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '';
};
const samlCall = async (at: Agent, { domain }: SamlTenant) =>
  (
    (
      await at
        .post('/rest/v1/auth/sso/login')
        .set('Host', 'tare.test')
        .send({ email: `kim@${domain}` })
    ).body as { address: string }
  ).address;
/** An app is told which page it opens; the browser that it opens is the one that asks. */
const samlApp = async (at: Agent, there: SamlTenant, peers: SsoPeers) => {
  const { body } = await browser(peers.app)
    .post('/rest/v1/auth/sso/mobileSignInAttempt')
    .set('Host', 'tare.test')
    .send({ userEmail: `kim@${there.domain}` });
  const page = await at.get(pathOf(new URL((body as { address: string }).address))).set('Host', 'tare.test');
  const sent = await at
    .post('/sso-login')
    .set('Host', 'tare.test')
    .type('form')
    .send({ _csrf: tokenOf(page.text), email: `kim@${there.domain}` });
  return /^2; url=(.+)$/.exec(String(sent.headers.refresh))?.[1] ?? '';
};

async function oidcScene(
  { peers, providers }: Counterparts,
  { byCall }: { byCall?: 'v1' | 'v2' } = {},
): Promise<Scene> {
  const there = await oidcTenant(peers, providers.peer(await peerKey('ES256')));
  const post = (by: Agent, state: string, code: string) =>
    by
      .post(`${authCalls}/${byCall}/user/oidc/postlogin`)
      .send(byCall === 'v1' ? { code, state } : { code, RelayState: state });
  return {
    app: peers.app,
    asker: anybody(peers.app),
    endsElsewhere: true,
    async ask(at) {
      const back = there.op.answer((await beginAt(peers, there, at)).address, kimOf(peers, there));
      const [state, code] = [back.searchParams.get('state') ?? '', back.searchParams.get('code') ?? ''];
      return {
        carry: carryTo(pathOf(back)),
        follow: byCall ? (by) => post(by, state, code) : get,
        collect: (by) =>
          byCall ? post(by, state, 'none') : by.get(`/account/oidc/callback?${new URLSearchParams({ state })}`),
        opened: isSignedIn,
      };
    },
  };
}

/** Trying a provider. Whoever else brings the answer is an administrator too, and sees nothing of it. */
async function testScene({ peers, providers, saml }: Counterparts, protocol: 'saml' | 'oidc'): Promise<Scene> {
  const oidc = protocol === 'oidc' ? await oidcTenant(peers, providers.peer(await peerKey('ES256'))) : null;
  const there = oidc ?? (await saml.tenantOfProvider());
  const base = `/sso/${there.configId}`;
  return {
    app: peers.app,
    asker: () => signedInAs(peers.app, { organisationId: there.organisationId, permissions: ['fe.*'] }),
    endsElsewhere: true,
    async ask(at) {
      const page = await sendForm(Object.assign(at, { person: { userId: 0, login: '' } }), `${base}/test`, {});
      const address = /^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '';
      const kim = { nameId: `kim@${there.domain}` };
      const relayState = new URL(address).searchParams.get(oidc ? 'state' : 'RelayState') ?? '';
      const text = oidc ? '' : saml.answer(askedBy(address), kim);
      const back = oidc && pathOf(oidc.op.answer(address, kimOf(peers, oidc)));
      const shown = new Map<Agent, boolean>();
      const look = async (by: Agent, to: string) => {
        const result = await by.get(to);
        shown.set(by, result.text.includes(kim.nameId));
        return result;
      };
      return {
        carry: async (by) =>
          back === null ? String((await saml.post(relayState, text)).headers.location) : carryTo(back)(by),
        follow: look,
        collect: (by) => look(by, `${base}/test/result?${new URLSearchParams({ RelayState: relayState })}`),
        opened: async (by) => shown.get(by) ?? false,
      };
    },
  };
}

/** From the answer of a social provider on. A form comes from its page, without cookies of ours. */
function socialAnswer({ social }: Counterparts, address: string, opened: Answer['opened']): Answer {
  const { form, to, fields } = social.there.agree(address, nextPerson());
  const path = to.slice('http://tare.test'.length);
  const query = new URLSearchParams(fields);
  return {
    carry: async () =>
      form
        ? String(
            (
              await browser(social.app)
                .post(path)
                .set('Origin', 'https://appleid.apple.com')
                .set('Sec-Fetch-Site', 'cross-site')
                .type('form')
                .send(fields)
            ).headers.location,
          )
        : `${path}?${query}`,
    follow: get,
    collect: (by) => by.get(`/account/social/success?${new URLSearchParams({ state: fields.state ?? '' })}`),
    opened,
  };
}

const socialScene = async (house: Counterparts, id: ProviderId): Promise<Scene> => ({
  app: house.social.app,
  asker: anybody(house.social.app),
  endsElsewhere: true,
  ask: async (at) => socialAnswer(house, await pressButton(at, id), isSignedIn),
});

const linkScene = async (house: Counterparts, id: ProviderId): Promise<Scene> => ({
  app: house.social.app,
  endsElsewhere: true,
  asker: async () => (await signedInWithPassword(house.social)).at,
  async ask(at) {
    const linkedBy = async (by: Agent) => {
      const { userId } = (await by.get('/rest/v1/user')).body as { userId?: number };
      return (
        userId !== undefined &&
        (
          await house.social.app.db
            .selectFrom('identity.social_identity')
            .select('id')
            .where('user_id', '=', userId)
            .execute()
        ).length > 0
      );
    };
    return socialAnswer(house, addressOf(await beginLink(at, id)), linkedBy);
  },
});

/** Our own pages as a client of this very installation: somebody else signs in at its page with the address that was asked for. */
const hostedScene = async ({ hosted }: Counterparts): Promise<Scene> => {
  const { login } = await newPerson(hosted, { organisationId: await newOrganisation(hosted) });
  return {
    app: hosted,
    asker: anybody(hosted),
    endsElsewhere: false,
    async ask(at) {
      const authorize = leadsTo(await at.get('/account/hosted-login'));
      const signsIn = browser(hosted);
      await signsIn.post(`${authCalls}/v1/user`).send({ email: login, password });
      const back = leadsTo(await signsIn.get(pathOf(authorize)));
      return {
        carry: async () => pathOf(back),
        follow: get,
        collect: (by) =>
          by.get(
            `/oauth/callback?${new URLSearchParams({ state: back.searchParams.get('state') ?? '', iss: 'http://tare.test' })}`,
          ),
        opened: isSignedIn,
      };
    },
  };
};

export const ways: Record<string, (house: Counterparts) => Promise<Scene>> = {
  SAML: (house) => samlScene(house),
  'SAML, for a front end that calls': (house) => samlScene(house, { byCall: true }),
  'SAML, begun at the product’s login': (house) => samlScene(house, { asks: samlForm }),
  'SAML, begun by the product’s call': (house) => samlScene(house, { asks: samlCall }),
  'SAML, begun for an app': (house) => samlScene(house, { asks: samlApp }),
  'a SAML test': (house) => testScene(house, 'saml'),
  'OpenID Connect': (house) => oidcScene(house),
  'OpenID Connect, for a front end that calls': (house) => oidcScene(house, { byCall: 'v1' }),
  'OpenID Connect, for a newer front end that calls': (house) => oidcScene(house, { byCall: 'v2' }),
  'an OpenID Connect test': (house) => testScene(house, 'oidc'),
  'a social provider': (house) => socialScene(house, 'google'),
  'a social provider that posts a form': (house) => socialScene(house, 'apple'),
  'a social provider that is to be linked': (house) => linkScene(house, 'google'),
  'a social provider that is to be linked and posts a form': (house) => linkScene(house, 'apple'),
  'hosted login': hostedScene,
};
