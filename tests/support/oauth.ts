import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Agent, Response } from 'supertest';
import { secretHash } from '../../server/identity/core/secrets/token-secret';
import type { ClientForm } from '../../server/identity/protocols/oauth/oauth-client.contract';
import { insertClient } from '../../server/identity/protocols/oauth/oauth-client.store';
import { withOwnClock } from './other-app';
import { browser, newOrganisation, signedInAs, tokenOf } from './people';
import { publicUrl, testApp, testNow, type TestApp } from './test-app';

export interface TestClient {
  id: string;
  secret: string | null;
  redirectUri: string;
}

/** The installation's own front end. */
export const ownClient: TestClient = { id: 'tare', secret: null, redirectUri: `${publicUrl}/oauth/callback` };

/** A client that staff registered. */
export async function newClient({ db, clock }: TestApp, wish: Partial<ClientForm> = {}): Promise<TestClient> {
  const form: ClientForm = {
    name: `Client ${randomUUID().slice(0, 8)}`,
    authMethod: 'client_secret_basic',
    redirectUris: ['https://client.test/callback'],
    postLogoutRedirectUris: ['https://client.test/bye'],
    allowedOrigins: [],
    scopes: [],
    ...wish,
  };
  const secret = form.authMethod === 'none' ? null : randomBytes(24).toString('base64url');
  const id = await db
    .transaction()
    .execute((trx) =>
      insertClient(trx, form, { secretHash: secret === null ? null : secretHash(secret), now: clock.now() }),
    );
  return { id, secret, redirectUri: form.redirectUris[0] ?? '' };
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

type Parameters = Record<string, string | number | undefined>;

/** What a client asks the browser for; a parameter that is undefined is left out. */
export function authorizeParameters(
  client: TestClient,
  verifier: string,
  more: Parameters = {},
): Record<string, string> {
  const all: Parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** What a client asks the browser for, and what comes of it at once. */
export const ask = (at: Agent, client: TestClient, asked: { verifier?: string; more?: Parameters } = {}) =>
  at.get('/oauth/authorize').query(authorizeParameters(client, asked.verifier ?? newVerifier(), asked.more));

/** The same, where somebody who is signed in there agrees to whatever they are asked for. */
export const authorize = async (
  at: Agent,
  client: TestClient,
  asked: { verifier?: string; more?: Parameters } = {},
): Promise<Response> => agreed(at, await ask(at, client, asked));

/** What comes of an answer that led to the question whether a client may; any other answer stays what it is. */
export async function agreed(at: Agent, answer: Response): Promise<Response> {
  if (answer.status !== 302 || leadsTo(answer).pathname !== '/oauth/prelogin') return answer;
  const page = await consentPageOf(at, answer);
  return page.status === 200 && shownOn(page) !== ''
    ? finished(at, await answerConsent(at, page, { answer: 'allow' }))
    : answer;
}

export const consentPageOf = (at: Agent, answer: Response) =>
  at.get(`${leadsTo(answer).pathname}${leadsTo(answer).search}`);

/** To whom a page shows its question. */
export const shownOn = ({ text }: Response): string => /name="shown" value="([^"]*)"/.exec(text)?.[1] ?? '';

export function answerConsent(at: Agent, page: Response, given: { answer: string; shown?: string }) {
  const [, action = ''] = /action="(\/oauth\/consent[^"]*)"/.exec(page.text) ?? [];
  return at
    .post(action)
    .type('form')
    .send({ _csrf: tokenOf(page.text), shown: shownOn(page), ...given });
}

/** Back at the client, by the pages that an answer leads to. */
export async function finished(at: Agent, answer: Response): Promise<Response> {
  const page = await at.get(String(answer.headers.location));
  return at.get(String(page.headers.refresh).slice('0; url='.length));
}

/** Where an answer leads. */
export const leadsTo = (answer: Pick<Response, 'headers'>): URL => new URL(String(answer.headers.location), publicUrl);

/** What a client is told by the address that a browser is sent back to. */
export const toldBy = (answer: Pick<Response, 'headers'>): Record<string, string> =>
  Object.fromEntries(leadsTo(answer).searchParams);

/** A code that somebody signed in at this browser gets for a client. */
export async function codeFor(
  at: Agent,
  client: TestClient,
  more: Parameters = {},
): Promise<{ code: string; verifier: string }> {
  const verifier = newVerifier();
  const { code, error } = toldBy(await authorize(at, client, { verifier, more }));
  if (code === undefined) throw new Error(`no code was given: ${error}`);
  return { code, verifier };
}

/** Asks for tokens as a server does: a form, without an origin. */
export function askTokens(app: TestApp, client: TestClient | null, form: Record<string, string>) {
  const asked = browser(app).post('/oauth/token').unset('Origin').unset('Sec-Fetch-Site').type('form');
  if (!client) return asked.send(form);
  return client.secret === null
    ? asked.send({ client_id: client.id, ...form })
    : asked.auth(client.id, client.secret).send(form);
}

export const exchange = (
  app: TestApp,
  client: TestClient,
  { code, verifier, ...more }: { code: string; verifier: string } & Record<string, string>,
) =>
  askTokens(app, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    ...more,
  });

export interface TokenAnswer {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/** Tokens of whoever is signed in at this browser. */
export async function tokensFor(
  app: TestApp,
  at: Agent,
  client: TestClient,
  more: Parameters = {},
): Promise<TokenAnswer> {
  const answer = await exchange(app, client, await codeFor(at, client, more));
  if (answer.status !== 200) throw new Error(`no tokens were given: ${answer.text}`);
  return answer.body as TokenAnswer;
}

export const refresh = (
  app: TestApp,
  client: TestClient | null,
  refreshToken: string,
  more: Record<string, string> = {},
) => askTokens(app, client, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });

/** What every client may ask: who a token stands for. */
export const asBearer = (app: TestApp, token: string) =>
  browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${token}`);

/** What a token opens that stands for somebody's session: their own rights. */
export const asPerson = (app: TestApp, token: string) =>
  browser(app).get('/rest/v1/user').set('Authorization', `Bearer ${token}`);

/** Why the newest refusals of a client were: as the audit log has them. */
export async function refusalsOf({ db }: TestApp, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'oauth.refuse')
    .where('after', '@>', JSON.stringify({ clientId }))
    .orderBy('id')
    .execute();
  return rows.map(({ after }) => (after as { reason: string }).reason);
}

/** The application by a clock of its own, an organization in it, and people who come to programs. */
export async function oauthScene() {
  const app = withOwnClock(await testApp());
  const organisationId = await newOrganisation(app);
  return {
    app,
    organisationId,
    /** Seconds after the tests' own instant. */
    after: (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000)),
    someone: () => signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] }),
  };
}
