import { decodeJwt } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretPost,
  clockSkew,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  ResponseBodyError,
  type CustomFetch,
  type IDToken,
} from 'openid-client';
import { OutboundRefused } from '../../../platform/outbound/outbound';
import { idTokenAlgorithms } from './id-token-algorithms';

/** Stands in an issuer for the tenant of the person: some providers have one address for all of their tenants. */
const tenantMark = '{tenantid}';

/** `refusedCode`: the provider gave no tokens for it; `badToken`: what it gave is not to be believed; `providerDown`: it could not be asked. */
export type ExchangeFault = 'refusedCode' | 'badToken' | 'providerDown';

export class ExchangeRefused extends Error {
  override readonly name = 'ExchangeRefused';
  constructor(
    readonly fault: ExchangeFault,
    cause?: unknown,
  ) {
    super(`exchange of a code refused: ${fault}`, { cause });
  }
}

/** A provider of ID tokens names `issuer` and `jwksUrl`; one of plain OAuth 2 neither. */
interface CodeProvider {
  issuer?: string | undefined;
  jwksUrl?: string | undefined;
  tokenUrl: string;
}

export interface Exchange {
  provider: CodeProvider;
  client: { id: string; secret: string };
  code: string;
  /** As the code was asked for. */
  redirectUri: string;
  /** Of PKCE (RFC 7636). */
  verifier?: string | undefined;
  /** What the ID token must repeat; absent where the provider repeats none. */
  nonce?: string | undefined;
  now: Date;
  fetch: CustomFetch;
}

export interface Exchanged {
  /** Of an ID token that was judged; null where the provider gives none. */
  claims: IDToken | null;
  accessToken: string;
  /** Asks the provider for something with the access token. @throws ExchangeRefused */
  ask(url: string): Promise<unknown>;
}

/**
 * Exchanges an authorization code: at the provider's own token address, with the fixed algorithms, and with signature, issuer, audience,
 * `azp`, times and nonce of an ID token judged.
 * @throws ExchangeRefused
 */
export async function exchangeCode(exchange: Exchange): Promise<Exchanged> {
  const {
    provider: { issuer },
  } = exchange;
  try {
    const once = { ...exchange, fetch: answeredOnce(exchange) };
    return await grant(once, issuer?.includes(tenantMark) ? await issuerOfTenant(once, issuer) : issuer);
  } catch (error) {
    throw refusalOf(error);
  }
}

async function grant(
  { provider: { tokenUrl, jwksUrl }, client, code, redirectUri, verifier, nonce, now, fetch }: Exchange,
  issuer: string | undefined,
): Promise<Exchanged> {
  const judged = issuer !== undefined;
  const server = {
    issuer: issuer ?? new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(jwksUrl === undefined ? {} : { jwks_uri: jwksUrl }),
    id_token_signing_alg_values_supported: idTokenAlgorithms,
  };
  const config = new Configuration(
    server,
    client.id,
    { [clockSkew]: Math.round((now.getTime() - Date.now()) / 1000) },
    ClientSecretPost(client.secret),
  );
  config[customFetch] = fetch;
  // Which host may be called without TLS is for the guarded way out to say.
  allowInsecureRequests(config);
  if (judged) enableNonRepudiationChecks(config);
  const arrived = new URL(redirectUri);
  arrived.searchParams.set('code', code);
  const tokens = await authorizationCodeGrant(config, arrived, {
    idTokenExpected: judged,
    ...(verifier === undefined ? {} : { pkceCodeVerifier: verifier }),
    ...(nonce === undefined ? {} : { expectedNonce: nonce }),
  });
  const { access_token: accessToken } = tokens;
  return {
    claims: judged ? (tokens.claims() ?? null) : null,
    accessToken,
    async ask(url) {
      try {
        const answer = await fetchProtectedResource(
          config,
          accessToken,
          new URL(url),
          'GET',
          undefined,
          new Headers({ accept: 'application/json' }),
        );
        if (!answer.ok)
          throw new ExchangeRefused('providerDown', new Error(`${new URL(url).host} answered ${answer.status}`));
        return await answer.json();
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/**
 * The issuer of an ID token of a provider that has one for each tenant: the provider's own form with the tenant that the token names. The
 * token is judged by it afterwards, so that a tenant cannot speak for another, nor anybody for the provider.
 */
async function issuerOfTenant({ fetch, ...exchange }: Exchange, form: string): Promise<string> {
  let idToken: unknown;
  const opened: CustomFetch = async (url, options) => {
    const answer = await fetch(url, options);
    const { id_token: given, ...rest } = (await answer.json()) as Record<string, unknown>;
    idToken = given;
    return Response.json(rest, { status: answer.status });
  };
  await grant({ ...exchange, fetch: opened, nonce: undefined }, undefined);
  const { tid } = typeof idToken === 'string' ? decodeJwt(idToken) : {};
  if (typeof tid !== 'string' || !/^[\da-f-]{36}$/i.test(tid))
    throw new ExchangeRefused('badToken', new Error('an ID token without a tenant'));
  return form.replace(tenantMark, tid);
}

/** A code is spent by the first request for its tokens: whoever asks again reads the same answer. */
function answeredOnce({ fetch, provider: { tokenUrl } }: Exchange): CustomFetch {
  let answered: Promise<{ body: string; status: number; headers: Headers }> | undefined;
  const read = async (answer: Response) => ({
    body: await answer.text(),
    status: answer.status,
    headers: answer.headers,
  });
  return async (url, options) => {
    if (url !== new URL(tokenUrl).href) return fetch(url, options);
    answered ??= fetch(url, options).then(read);
    const { body, ...rest } = await answered;
    return new Response(body, rest);
  };
}

const systemFault = /^E[A-Z]+$/;

/** Why, as far as it makes a difference to anybody. */
function refusalOf(error: unknown): ExchangeRefused {
  if (error instanceof ExchangeRefused) return error;
  if (error instanceof ResponseBodyError) return new ExchangeRefused('refusedCode', error);
  const causes = [error, error instanceof Error ? error.cause : undefined].filter((one) => one instanceof Error);
  const isDown = causes.some(
    (one) =>
      one instanceof OutboundRefused || ('code' in one && typeof one.code === 'string' && systemFault.test(one.code)),
  );
  return new ExchangeRefused(isDown ? 'providerDown' : 'badToken', error);
}
