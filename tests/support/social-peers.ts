import type { Agent } from 'supertest';
import { createOutbound } from '../../server/platform/outbound/outbound';
import type { SocialProvider } from '../../server/platform/social-providers';
import {
  socialCounterparts,
  type ProviderId,
  type ProviderPerson,
  type SocialCounterparts,
  type Twist,
} from './counterparts/social-providers';
import { otherApp, withOwnClock, type ClockedApp } from './other-app';
import { browser, newOrganisation, newPerson, password, tokenOf, unique } from './people';
import { publicUrl, testApp, type TestApp } from './test-app';

export const providerIds: readonly ProviderId[] = [
  'microsoft',
  'facebook',
  'google',
  'github',
  'slack',
  'apple',
  'linkedin',
  'kitchen',
];

let people = 1000;
/** Somebody whom no other test knows. */
export function nextPerson(wish: Partial<ProviderPerson> = {}): ProviderPerson {
  people += 1;
  return {
    id: `${people}${Date.now() % 100_000}`,
    name: 'Kim Novak',
    email: `${unique('social').replace(/\W/g, '-')}@tare.test`,
    verified: true,
    ...wish,
  };
}

export interface SocialPeers {
  app: TestApp;
  clock: ClockedApp['clock'];
  there: SocialCounterparts;
  /** The application with other providers, or other settings of identity. */
  appWith(identity: {
    social?: readonly SocialProvider[];
    signUps?: boolean;
    authStrategy?: 'NoLocalAuthentication';
  }): TestApp;
  /** Why sign-ins were refused, the newest last. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** The application with the seven providers and an own one at counterparts of the test's. */
export async function socialPeers(): Promise<SocialPeers> {
  const clocked = withOwnClock(await testApp());
  const there = await socialCounterparts(() => clocked.clock.now());
  const outbound = createOutbound({ allow: [there.host] });
  const { identity } = clocked.resources.config;
  const appWith: SocialPeers['appWith'] = (wish) =>
    otherApp(
      { ...clocked, resources: { ...clocked.resources, outbound } },
      { config: { identity: { ...identity, signUps: true, social: there.providers, ...wish } } },
    );
  const app = appWith({});
  return {
    app,
    clock: clocked.clock,
    there,
    appWith,
    async faults() {
      const rows = await app.db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'session.refuse')
        .where('entity', '=', 'socialProvider')
        .orderBy('id')
        .execute();
      return rows.map(({ after }) => (after as { fault: string }).fault);
    },
    close: there.close,
  };
}

export const addressOf = ({ headers, text }: { headers: Record<string, unknown>; text: string }) => {
  const address = /^0; url=(.+)$/.exec(String(headers.refresh))?.[1];
  if (address === undefined) throw new Error(`led nowhere: ${text.slice(0, 300)}`);
  return address;
};

/** Presses the button of the sign-in page. @returns where the browser is led */
export async function pressButton(at: Agent, id: ProviderId, fields: object = {}): Promise<string> {
  const page = await at.get('/account/login');
  return addressOf(
    await at
      .post(`/account/social/${id}/begin`)
      .type('form')
      .send({ _csrf: tokenOf(page.text), ...fields }),
  );
}

/** Comes back with what the provider sent: a form arrives from its page, without cookies of ours. */
export async function comeBack(
  { app }: { app: TestApp },
  at: Agent,
  { form, to, fields }: ReturnType<SocialCounterparts['agree']>,
) {
  const path = to.slice(publicUrl.length);
  if (!form) return at.get(`${path}?${new URLSearchParams(fields)}`);
  const posted = await browser(app)
    .post(path)
    .set('Origin', 'https://appleid.apple.com')
    .set('Sec-Fetch-Site', 'cross-site')
    .type('form')
    .send(fields);
  return at.get(String(posted.headers.location));
}

/** The whole round trip of somebody at a provider. */
export async function signInBy(
  peers: Pick<SocialPeers, 'app' | 'there'>,
  id: ProviderId,
  person: ProviderPerson,
  { at = browser(peers.app), twist }: { at?: Agent; twist?: Twist } = {},
) {
  const address = await pressButton(at, id);
  const arrival = await comeBack(peers, at, peers.there.agree(address, person, twist));
  return { at, address, arrival };
}

/** Somebody with an account who is signed in, by their password. */
export async function signedInWithPassword({ app }: Pick<SocialPeers, 'app'>) {
  const person = await newPerson(app, { organisationId: await newOrganisation(app) });
  const at = browser(app);
  const form = await at.get('/login');
  await at
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: person.login, password });
  return { ...person, at };
}

const linked = '/account/linked-services';

/** Begins to link a provider. */
export async function beginLink(at: Agent, id: ProviderId) {
  const page = await at.get(linked);
  return at
    .post(`${linked}/${id}/link`)
    .type('form')
    .send({ _csrf: tokenOf(page.text) });
}

/** Links a provider to the account that is signed in. */
export async function link(
  peers: Pick<SocialPeers, 'app' | 'there'>,
  at: Agent,
  { id, person }: { id: ProviderId; person: ProviderPerson },
) {
  return comeBack(peers, at, peers.there.agree(addressOf(await beginLink(at, id)), person));
}

export const whoIs = async (at: Agent): Promise<number | null> =>
  ((await at.get('/rest/v1/user')).body as { userId?: number }).userId ?? null;
