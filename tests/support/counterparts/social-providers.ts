import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importSPKI,
  jwtVerify,
  SignJWT,
  type CryptoKey,
} from 'jose';
import {
  readSocialProviders,
  socialKinds,
  type SocialKind,
  type SocialProvider,
} from '../../../server/platform/social-providers';

/** Whoever sits before the provider's page. */
export interface ProviderPerson {
  id: string;
  name?: string;
  /** Undefined: the provider tells none. */
  email?: string;
  /** Undefined: it says nothing of it. */
  verified?: boolean;
}

/** How an answer is to be wrong. */
export interface Twist {
  claims?: Record<string, unknown>;
  /** Of the ID token's header. */
  alg?: 'none' | 'HS256';
  /** Signs with a key that is not among those of the provider. */
  otherKey?: true;
}

interface Granted {
  kind: ProviderId;
  person: ProviderPerson;
  redirectUri: string;
  nonce: string | null;
  challenge: string | null;
  twist: Twist;
}

export type ProviderId = SocialKind | 'kitchen';

export interface SocialCounterparts {
  /** Host and port. */
  host: string;
  providers: readonly SocialProvider[];
  /** `SOCIAL_PROVIDERS`. */
  settings: string;
  /**
   * What the provider's page sends the browser back with, once somebody agreed to the request of an address.
   * @throws where the address does not ask as the provider's published flow says
   */
  agree(
    address: string,
    person: ProviderPerson,
    twist?: Twist,
  ): { form: boolean; to: string; fields: Record<string, string> };
  /** The same where they said no. */
  refuse(address: string): { form: boolean; to: string; fields: Record<string, string> };
  /** Who sits there when a browser comes by itself. */
  atPage: ProviderPerson;
  /** Tokens that were asked for, by provider. */
  asked: { kind: ProviderId; refused: string | null }[];
  close(): Promise<void>;
}

export const tenantId = '11111111-2222-4333-8444-555555555555';
const clientIdOf = (kind: ProviderId) => `tare-at-${kind}`;
const secretOf = (kind: ProviderId) => `a secret that ${kind} gave`;
const oidc: readonly ProviderId[] = ['google', 'microsoft', 'slack', 'apple', 'linkedin', 'kitchen'];
/** Those that repeat the nonce, and those that check a verifier. */
const repeats = new Set<ProviderId>(['google', 'microsoft', 'slack', 'apple', 'kitchen']);
const checks = new Set<ProviderId>(['google', 'microsoft', 'github', 'kitchen']);
const scopes: Record<ProviderId, string> = {
  google: 'openid email profile',
  microsoft: 'openid email profile',
  slack: 'openid email profile',
  linkedin: 'openid profile email',
  apple: 'name email',
  github: 'read:user user:email',
  facebook: 'public_profile email',
  kitchen: 'openid email',
};

/** The seven providers, each with its published flow, and an own one of the installation (`kitchen`), at addresses on this machine. */
export async function socialCounterparts(now: () => Date = () => new Date()): Promise<SocialCounterparts> {
  const codes = new Map<string, Granted>();
  const tokens = new Map<string, Granted>();
  const [own, other] = [
    await generateKeyPair('RS256', { extractable: true }),
    await generateKeyPair('RS256', { extractable: true }),
  ];
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] };

  const server = createServer(
    (request, response) =>
      void answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      }),
  );
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = (kind: ProviderId) => `http://${host}/${kind}`;
  const issuerOf = (kind: ProviderId) => (kind === 'microsoft' ? `${base(kind)}/{tenantid}/v2.0` : base(kind));

  const endpoints = (kind: ProviderId) => ({
    authorizationUrl: `${base(kind)}/authorize`,
    tokenUrl: `${base(kind)}/token`,
    ...(oidc.includes(kind)
      ? { issuer: issuerOf(kind), jwksUrl: `${base(kind)}/keys` }
      : { userInfoUrl: kind === 'facebook' ? `${base(kind)}/me` : `${base(kind)}/user` }),
    ...(kind === 'github' ? { emailsUrl: `${base(kind)}/user/emails` } : {}),
  });
  const credential = (kind: SocialKind) =>
    kind === 'apple'
      ? {
          teamId: 'TEAM123456',
          keyId: 'KEY1234567',
          privateKey: apple.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        }
      : { clientSecret: secretOf(kind) };
  const settings = JSON.stringify({
    ...Object.fromEntries(
      socialKinds.map((kind) => [
        kind,
        {
          clientId: clientIdOf(kind),
          ...credential(kind),
          ...endpoints(kind),
          ...(kind === 'facebook' ? { trustsEmails: true } : {}),
        },
      ]),
    ),
    custom: [
      {
        id: 'kitchen',
        displayName: 'Kitchen Club',
        clientId: clientIdOf('kitchen'),
        clientSecret: secretOf('kitchen'),
        scopes: scopes.kitchen,
        pkce: true,
        ...endpoints('kitchen'),
      },
    ],
  });
  const read = readSocialProviders(settings, { production: false });
  if ('wrong' in read) throw new Error(read.wrong.join('\n'));

  function requestOf(address: string): {
    kind: ProviderId;
    query: URLSearchParams;
    redirectUri: string;
    state: string;
    form: boolean;
  } {
    const { pathname, searchParams: query } = new URL(address);
    const kind = pathname.split('/')[1] as ProviderId;
    const expected: Record<string, string> = {
      response_type: 'code',
      client_id: clientIdOf(kind),
      scope: scopes[kind],
    };
    for (const [name, value] of Object.entries(expected))
      if (query.get(name) !== value) throw new Error(`${kind}: ${name} is ${query.get(name)}`);
    const form = query.get('response_mode') === 'form_post';
    // Apple answers to whoever asks for a name or an address by a form alone.
    if (form !== (kind === 'apple')) throw new Error(`${kind}: a wrong response mode`);
    if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
      throw new Error(`${kind}: a plain challenge`);
    return { kind, query, redirectUri: query.get('redirect_uri') ?? '', state: query.get('state') ?? '', form };
  }

  function agree(address: string, person: ProviderPerson, twist: Twist = {}) {
    const { kind, query, redirectUri, state, form } = requestOf(address);
    const code = randomBytes(16).toString('base64url');
    codes.set(code, {
      kind,
      person,
      redirectUri,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      twist,
    });
    const [firstName = '', lastName = ''] = (person.name ?? '').split(' ');
    // The name comes with the first visit alone, and by the browser.
    const user: Record<string, string> =
      kind === 'apple' && person.name !== undefined
        ? { user: JSON.stringify({ name: { firstName, lastName }, email: person.email }) }
        : {};
    return { form, to: redirectUri, fields: { state, code, ...user } };
  }

  function refuse(address: string) {
    const { kind, redirectUri, state, form } = requestOf(address);
    return {
      form,
      to: redirectUri,
      fields: {
        state,
        error:
          kind === 'apple'
            ? 'user_cancelled_authorize'
            : kind === 'linkedin'
              ? 'user_cancelled_login'
              : 'access_denied',
      },
    };
  }

  async function whyNot(kind: ProviderId, form: URLSearchParams, granted: Granted | undefined): Promise<string | null> {
    if (form.get('grant_type') !== 'authorization_code' || form.get('client_id') !== clientIdOf(kind))
      return 'invalid_client';
    if (!(await isSecret(kind, form.get('client_secret') ?? ''))) return 'invalid_client';
    if (!granted || granted.kind !== kind || granted.redirectUri !== form.get('redirect_uri')) return 'invalid_grant';
    const verifier = form.get('code_verifier');
    const challenge = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
    if (checks.has(kind) && challenge !== granted.challenge) return 'invalid_grant';
    return null;
  }

  async function isSecret(kind: ProviderId, given: string): Promise<boolean> {
    if (kind !== 'apple') return given === secretOf(kind);
    const key = await importSPKI(apple.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256');
    const judged = await jwtVerify(given, key, {
      algorithms: ['ES256'],
      issuer: 'TEAM123456',
      subject: clientIdOf('apple'),
      audience: base('apple'),
      currentDate: now(),
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: '180 days',
    }).catch(() => null);
    return judged !== null && decodeProtectedHeader(given).kid === 'KEY1234567';
  }

  async function idTokenOf({ kind, person, nonce, twist }: Granted): Promise<string> {
    const at = Math.floor(now().getTime() / 1000);
    const verified =
      kind === 'microsoft'
        ? { xms_edov: person.verified }
        : {
            email_verified:
              kind === 'apple' && person.verified !== undefined ? String(person.verified) : person.verified,
          };
    const claims: Record<string, unknown> = {
      iss: issuerOf(kind).replace('{tenantid}', tenantId),
      aud: clientIdOf(kind),
      sub: person.id,
      iat: at,
      exp: at + 600,
      email: person.email,
      ...verified,
      ...(kind === 'apple' ? {} : { name: person.name }),
      ...(kind === 'microsoft' ? { tid: tenantId } : {}),
      ...(repeats.has(kind) && nonce !== null ? { nonce } : {}),
      ...twist.claims,
    };
    const said = JSON.parse(JSON.stringify(claims)) as Record<string, unknown>;
    if (twist.alg === 'none')
      return `${[{ alg: 'none' }, said].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
    if (twist.alg === 'HS256')
      return new SignJWT(said)
        .setProtectedHeader({ alg: 'HS256', kid: 'own' })
        .sign(Buffer.from(await exportPKCS8(own.privateKey)));
    const key: CryptoKey = twist.otherKey ? other.privateKey : own.privateKey;
    return new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
  }

  async function token(kind: ProviderId, form: URLSearchParams): Promise<{ status: number; body: object }> {
    const granted = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const refused = await whyNot(kind, form, granted);
    here.asked.push({ kind, refused });
    // GitHub and Slack refuse with status 200.
    if (refused !== null || !granted)
      return {
        status: kind === 'github' || kind === 'slack' ? 200 : 400,
        body: kind === 'slack' ? { ok: false, error: 'invalid_code' } : { error: refused },
      };
    const accessToken = randomBytes(16).toString('base64url');
    tokens.set(accessToken, granted);
    return {
      status: 200,
      body: {
        access_token: accessToken,
        token_type: 'bearer',
        ...(kind === 'github' ? { scope: 'read:user,user:email' } : {}),
        ...(oidc.includes(kind) ? { id_token: await idTokenOf(granted), expires_in: 600 } : {}),
      },
    };
  }

  function told(
    kind: ProviderId,
    path: string,
    { query, bearer }: { query: URLSearchParams; bearer: string },
  ): object | null {
    const granted = tokens.get(bearer);
    if (granted?.kind !== kind) return null;
    const { id, name, email, verified } = granted.person;
    if (path === 'user') return { id: Number(id), login: `login-${id}`, name: name ?? null, email: null };
    if (path === 'user/emails')
      return [
        { email: `noise-${id}@tare.test`, primary: false, verified: true },
        ...(email === undefined ? [] : [{ email, primary: true, verified: verified ?? false }]),
      ];
    const proof = createHmac('sha256', secretOf('facebook')).update(bearer).digest('hex');
    return query.get('appsecret_proof') === proof && query.get('fields') === 'id,name,email'
      ? { id, name, email }
      : null;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', `http://${host}`);
    const [, kind, ...rest] = pathname.split('/') as [string, ProviderId, ...string[]];
    const path = rest.join('/');
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === 'keys') return void json(200, jwks);
    if (path === 'token') {
      const { status, body } = await token(kind, new URLSearchParams(await textOf(request)));
      return void json(status, body);
    }
    if (path === 'authorize')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(`http://${host}${request.url ?? ''}`));
    const body = told(kind, path, { query, bearer: request.headers.authorization?.replace(/^bearer /i, '') ?? '' });
    return void (body === null ? json(401, {}) : json(200, body));
  }

  const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const button = ({ form, to, fields }: ReturnType<SocialCounterparts['agree']>, label: string) =>
    `<form method="${form ? 'post' : 'get'}" action="${escaped(to)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('')}<button>${label}</button></form>`;
  const pageOf = (address: string) =>
    `<!doctype html><html lang="en"><title>Another service</title>${button(agree(address, here.atPage), 'Agree')}${button(refuse(address), 'Cancel')}</html>`;

  const here: SocialCounterparts = {
    host,
    providers: read.providers,
    settings,
    agree,
    refuse,
    atPage: { id: '1', name: 'Kim Novak', email: 'kim@tare.test', verified: true },
    asked: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return here;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
