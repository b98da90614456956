import cookieParser from 'cookie-parser';
import type { Request, Response } from 'express';
import type { Config } from '../../../config';
import type { Locale } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { defineCall } from '../../../platform/http/define-route';
import { openWebSession, type DoorOptions } from '../../../platform/http/door';
import { errorAnswer, noteFailure, type ErrorForms } from '../../../platform/http/error-handler';
import {
  originOfRequest,
  bearerOf,
  byToken,
  nobody,
  type RequestOrigin,
  type Authenticated,
  type Bearer,
} from '../../../platform/http/principals';
import { bodyReader, type BodyReader } from '../../../platform/http/read-body';
import type { Surface } from '../../../platform/http/surface';
import { localeFromHeader, translator } from '../../../platform/i18n/messages';
import { isClientOrigin } from './oauth-client.store';
import type { SentBy } from './oauth.contract';

/** Each call of the OAuth server is declared by this. */
export const oauthCall: typeof defineCall = (spec) => defineCall({ surface: 'oauth', early: true, ...spec });

interface SurfaceNeeds {
  config: Config;
  db: Db;
  secret: string;
  door: DoorOptions;
  errors: ErrorForms;
  authenticateSession(request: Request, response: Response, asked: RequestOrigin): Promise<Authenticated>;
  authenticateBearer(token: string, asked: RequestOrigin): Promise<Bearer | null>;
}

/** Calls that say by themselves who asks: no cookie counts there. */
const selfProving = /\/oauth\/(?:token|userinfo)$/;

/** The door of the OAuth server: its addresses with and without the published clients' prefix, and its form of errors. What people look at on the way are pages. */
export function oauthSurface({
  config,
  db,
  secret,
  door,
  errors,
  authenticateSession,
  authenticateBearer,
}: SurfaceNeeds): Surface {
  const cors = new Set(config.identity.corsOrigins);
  const mayAsk = async (origin: string) => cors.has(origin) || isClientOrigin(db, origin);
  return {
    name: 'oauth',
    prefixes: [
      '/oauth/authorize',
      '/oauth/token',
      '/oauth/userinfo',
      '/oauth/logout',
      '/oauth/postlogin',
      '/frontegg/oauth',
      ...(['', '/frontegg'] as const).flatMap(
        (mount) =>
          [`${mount}/.well-known/openid-configuration`, `${mount}/.well-known/oauth-authorization-server`] as const,
      ),
    ],
    mounts: ['', '/frontegg'],
    before: [cookieParser(secret)],
    readBody: withSender(bodyReader(), cors),
    jsonTypes: ['application/json'],
    origins: { own: new Set(config.ownOrigins), cors, originless: 'json' },
    cors: {
      origin: (origin, answer) => {
        if (origin === undefined) return answer(null, false);
        mayAsk(origin).then(
          (may) => answer(null, may ? origin : false),
          (error: unknown) => answer(error as Error),
        );
      },
      credentials: true,
      methods: ['GET', 'POST'],
      maxAge: 600,
    },
    describe: null,

    async authenticate(request, response, now) {
      if (selfProving.test(request.path)) return nobody;
      const token = bearerOf(request.headers.authorization);
      if (token !== null) return byToken(await authenticateBearer(token, originOfRequest(request, now)));
      await openWebSession(request, response, door);
      return authenticateSession(request, response, originOfRequest(request, now));
    },

    // Each of its routes is public: what a client or a browser brings is what the use case judges.
    guard: () => ({ go: 'on' }),

    unknown: (request, response) => answerInJson(fail.notFound('errors.notFound'), request, response),

    error(error, request, response) {
      if (request.method === 'GET' && request.headers['sec-fetch-dest'] === 'document')
        return errors.page(error, request, response);
      answerInJson(error, request, response);
    },
  };
}

function answerInJson(error: unknown, request: Request, response: Response): void {
  const body = errorOf(error, request, response);
  if (response.statusCode === 401)
    response.setHeader(
      'WWW-Authenticate',
      body.error === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Basic realm="oauth"',
    );
  if (body.error === 'insufficient_scope')
    response.setHeader('WWW-Authenticate', 'Bearer error="insufficient_scope", scope="openid"');
  // The published client shows the list.
  response.json({ ...body, ...(isJson(request) ? { errors: [body.error_description ?? body.error] } : {}) });
}

const isJson = (request: Request) => request.is('json') !== false && request.headers['content-type'] !== undefined;

/** What must not stand in an address, which is written down in many places (RFC 6749, 2.3.1 and 3.2; RFC 9700, 4.3.2). */
const secrets = ['access_token', 'refresh_token', 'code', 'code_verifier', 'client_secret'];

/** Of the page that sent it, as its browser says; a page can keep its browser silent, and cannot make it name another. */
function originOf({ headers: { origin, referer } }: Request): string | null {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : null;
}

/** Adds to the body what clients say of themselves in headers; nothing in a body can stand for that. */
const withSender =
  (inner: BodyReader, frontEnds: ReadonlySet<string>): BodyReader =>
  async (request, route, known) => {
    const read = await inner(request, route, known);
    const vendorToken = request.headers['x-access-token'];
    const inAddress = secrets.some((name) => name in request.query);
    const from: SentBy = {
      inAddress,
      authorization: request.headers.authorization ?? null,
      vendorToken: typeof vendorToken === 'string' ? vendorToken : null,
      json: isJson(request),
      ownFrontEnd: frontEnds.has(originOf(request) ?? ''),
    };
    return { ...read, raw: { ...read.raw, from } };
  };

const codes: Record<number, string> = {
  401: 'login_required',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

interface OAuthErrorBody {
  error: string;
  error_description?: string;
  /** Of what is refused at every door of ours. */
  code?: string;
}

const isOAuthError = (exact: unknown): exact is OAuthErrorBody =>
  typeof exact === 'object' && exact !== null && 'error' in exact;

function errorOf(error: unknown, request: Request, response: Response): OAuthErrorBody {
  const failure = noteFailure(error, request, response);
  const exact = failure?.options.exact;
  if (isOAuthError(exact)) return exact;
  const locale = (response.locals.locale as Locale | undefined) ?? localeFromHeader(request.headers['accept-language']);
  const {
    body: { code, message, fields },
  } = errorAnswer(failure, String(request.id), translator(locale));
  const said = fields ? fields.map(({ field, message: text }) => `${field}: ${text}`).join(', ') : message;
  return {
    error: failure ? (codes[failure.status] ?? 'invalid_request') : 'server_error',
    error_description: said,
    code,
  };
}
