import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import type { Locale } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import { defineCall, type Condition } from '../../../platform/http/define-route';
import { openWebSession, type DoorOptions } from '../../../platform/http/door';
import { errorAnswer, noteFailure } from '../../../platform/http/error-handler';
import { barredHere, judge } from '../../../platform/http/guards';
import {
  originOfRequest,
  byToken,
  nobody,
  type RequestOrigin,
  type Authenticated,
  type Bearer,
} from '../../../platform/http/principals';
import { bodyReader } from '../../../platform/http/read-body';
import type { Surface } from '../../../platform/http/surface';
import { localeFromHeader, translator } from '../../../platform/i18n/messages';
import { needsPerson, needsScope } from '../../../platform/needs-person';
import { sessionNotFound } from '../../core/tokens/tokens';
import type { IdentityConfig } from '../../ports';

/** What the published clients send beside the usual headers. */
const clientHeaders = [
  'Authorization',
  'Content-Type',
  'frontegg-source',
  'x-frontegg-source',
  'frontegg-scoped-tenant',
  'x-frontegg-sdk',
  'x-frontegg-framework',
  'frontegg-login-alias',
  'frontegg-requested-application-id',
  'frontegg-tenant-id',
  'frontegg-user-id',
  'x-frontegg-middleware',
  'x-frontegg-forwarded-for',
  'x-frontegg-headers-verifier',
  'x-access-token',
];
/** In the clients' words. */
const sessionGone = 'Session not found';
/** By which back-end clients say who they are. */
const vendorHeader = 'x-access-token';
const traceHeader = 'frontegg-trace-id';

/** What holds for a whole tenant is not for somebody who sees a part of it. */
export const unlimited: Condition = {
  says: 'Needs not to be limited to some sites.',
  holds: ({ restriction }) => restriction === null,
};

/** Rights by which somebody opens a way in, gives rights, or lifts a rule. */
const opening =
  /^fe\.(secure\.(write|delete)\.(securityPolicy|samlConfiguration|samlDefaultRoles|roles|groups|users|tenantApiTokens)|account-hierarchy\.(write|delete)\.\w+)$/;

/** Each call of the identity API is declared by this: its surface, open to whoever still has to accept or set something, and asking for a fresh proof where its right is one of those that open ways in. */
export const identityCall: typeof defineCall = (spec) =>
  defineCall({
    surface: 'identity',
    early: true,
    freshProof: spec.method !== 'get' && opening.test(spec.access),
    ...(spec.access === 'fe.secure.write.securityPolicy' ? { condition: unlimited } : {}),
    ...spec,
  });

interface SurfaceNeeds {
  config: IdentityConfig;
  /** The secret that cookies are signed with. */
  secret: string;
  ownOrigins: readonly string[];
  door: DoorOptions;
  authenticateSession(request: Request, response: Response, asked: RequestOrigin): Promise<Authenticated>;
  authenticateBearer(token: string, asked: RequestOrigin): Promise<Bearer | null>;
  isVendorToken(token: string, now: Date): Promise<boolean>;
}

/** The door of the published identity clients: their addresses with and without their prefix, their form of errors, a bearer or our cookie. */
export function identitySurface({
  config,
  secret,
  ownOrigins,
  door,
  authenticateSession,
  authenticateBearer,
  isVendorToken,
}: SurfaceNeeds): Surface {
  const cors = new Set(config.identity.corsOrigins);
  return {
    name: 'identity',
    prefixes: [
      '/frontegg',
      '/identity',
      '/team',
      '/tenants',
      '/vendors',
      '/flags',
      '/metadata',
      '/audits',
      '/entitlements',
      '/directory',
      '/auth',
      '/.well-known/jwks.json',
    ],
    mounts: ['', '/frontegg'],
    before: [cookieParser(secret), trace],
    readBody: bodyReader(),
    jsonTypes: ['application/json'],
    origins: { own: new Set(ownOrigins), cors, originless: 'json' },
    ...(cors.size > 0
      ? {
          cors: {
            origin: [...cors],
            credentials: true,
            methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
            allowedHeaders: clientHeaders,
            exposedHeaders: [traceHeader],
            maxAge: 600,
          },
        }
      : {}),
    describe: null,

    async authenticate(request, response, now): Promise<Authenticated> {
      const asked = { ...originOfRequest(request, now), tenantId: scopedTenant(request) };
      const token = bareOrBearer(request.headers.authorization);
      if (token !== null) return byToken(await authenticateBearer(token, asked));
      const vendor = request.headers[vendorHeader];
      if (typeof vendor === 'string')
        return (await isVendorToken(vendor, now)) ? { credential: 'vendorToken' } : nobody;
      await openWebSession(request, response, door);
      return authenticateSession(request, response, asked);
    },

    guard(route, { authenticated }) {
      const verdict = judge(route, authenticated);
      if (verdict === 'unauthenticated' || verdict === 'viewEnded') throw sessionNotFound();
      if (verdict === 'barred') throw barredHere();
      if (verdict === 'needsPerson') throw needsPerson();
      if (verdict === 'needsScope') throw needsScope();
      if (verdict === 'closedToView') throw fail.conflict('errors.notInClientView');
      if (verdict === 'switchedOff') throw fail.notFound('errors.notFound');
      if (verdict !== 'granted') throw fail.forbidden('errors.forbidden');
      return { go: 'on' };
    },

    error(error, request, response) {
      const failure = noteFailure(error, request, response);
      const locale =
        (response.locals.locale as Locale | undefined) ?? localeFromHeader(request.headers['accept-language']);
      const {
        body: { code, message, fields },
      } = errorAnswer(failure, String(request.id), translator(locale));
      const texts = fields
        ? fields.map(({ field, message: text }) => (field === '' ? text : `${field}: ${text}`))
        : [code === 'signedOut' ? sessionGone : message];
      response.json(failure?.options.exact ?? { errors: texts, code });
    },
  };
}

const trace: RequestHandler = (request, response, next) => {
  response.setHeader(traceHeader, String(request.id));
  next();
};

/** Some calls of the published client send a token of one use as it is, without the scheme. A credential that is none is still the one that was sent. */
function bareOrBearer(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^(?:bearer +)?(\S{20,8192})$/i.exec(authorization.trim())?.[1] ?? '';
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A tenant that nobody has: a malformed id gets what a foreign one gets. */
const noTenant = '00000000-0000-0000-0000-000000000000';

/** Missing values may arrive as words. */
function scopedTenant(request: Request): string | undefined {
  const given = request.headers['frontegg-scoped-tenant'];
  if (given === undefined || given === '' || given === 'undefined' || given === 'null') return undefined;
  return typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : noTenant;
}
