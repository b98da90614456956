import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import { fail } from '../errors';
import { needsPerson, needsScope } from '../needs-person';
import type { Resources } from '../resources';
import type { Visitor } from '../visitor';
import { strangerOf } from './context';
import type { Route } from './define-route';
import { openWebSession, type DoorOptions } from './door';
import type { ErrorForms } from './error-handler';
import { barredHere, guardPage, judge } from './guards';
import { loginUrl } from './login-url';
import type { OriginRule } from './origin';
import {
  originOfRequest,
  bearerOf,
  byToken,
  nobody,
  type RequestOrigin,
  type Authenticated,
  type Bearer,
  type DeviceActor,
} from './principals';
import { bodyReader } from './read-body';
import { restPrefix, type Surface } from './surface';
import { unknownCall, unknownFrame, unknownPage } from './unknown-address';
import type { OwnGrant } from './web-session';

export interface SurfaceOptions {
  config: Config;
  secret: string;
  door: DoorOptions;
  /** Notes the language that is asked for in the address. */
  localeChoice: RequestHandler;
  errors: ErrorForms;
  /** Whom the web session of this browser stands for, which is open. */
  authenticateSession(request: Request, response: Response, asked: RequestOrigin): Promise<Authenticated>;
  authenticateBearer(token: string, asked: RequestOrigin): Promise<Bearer | null>;
  authenticateDevice(key: string): Promise<DeviceActor | null>;
  /** Another grant for one whose time is over; null where the provider says no, and the session has ended with that. */
  renewGrant(visitor: Visitor, grant: OwnGrant): Promise<OwnGrant | null>;
  resources: Resources;
}

export const restDescription: NonNullable<Surface['describe']> = {
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'tare-session' },
    person: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access token of a signed-in user.',
    },
    program: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token of a user or tenant, or the access token it was exchanged for.',
    },
    client: {
      type: 'openIdConnect',
      openIdConnectUrl: '/.well-known/openid-configuration',
      description:
        'The access token of a client that a user granted the scope, in the organization they granted it for.',
    },
    device: { type: 'http', scheme: 'bearer', description: 'A device key.' },
  },
  securityOf: (route) => [
    ...schemesOf(route).map((scheme) => ({ [scheme]: [] })),
    ...(route.opens?.scopes ?? []).map((scope) => ({ client: [scope] })),
  ],
};

function schemesOf({ access, opens }: Pick<Route, 'access' | 'opens'>): string[] {
  if (access === 'public') return [];
  return access === 'device' ? ['device'] : ['session', 'person', ...(opens?.programs ? ['program'] : [])];
}

/** The doors of the product: pages, the frames of its legacy pages, and `/rest/v1`. */
export function productSurfaces(options: SurfaceOptions): Surface[] {
  const { config, secret, errors } = options;
  const before = [compression({ level: 1 }), cookieParser(secret), options.localeChoice];
  const origins: OriginRule = { own: new Set(config.ownOrigins), cors: new Set(), originless: 'refused' };
  const byCookie = (request: Request, response: Response, now: Date) =>
    sessionOf(request, response, { ...options, now });
  const shared = { before, origins, readBody: bodyReader(), jsonTypes: ['application/json'] };
  return [
    {
      ...shared,
      name: 'rest',
      prefixes: ['/rest'],
      mounts: [restPrefix],
      error: errors.call,
      guard: refuseOrGoOn,
      describe: restDescription,
      unknown: unknownCall(errors),
      authenticate: (request, response, now) =>
        request.headers.authorization === undefined
          ? byCookie(request, response, now)
          : bearerIn(request, { ...options, now }),
    },
    {
      ...shared,
      name: 'frames',
      prefixes: ['/legacy'],
      mounts: [''],
      error: errors.frame,
      guard: refuseOrGoOn,
      describe: null,
      authenticate: byCookie,
      unknown: unknownFrame(errors),
    },
    {
      ...shared,
      name: 'pages',
      prefixes: ['/'],
      mounts: [''],
      error: errors.page,
      describe: null,
      authenticate: byCookie,
      unknown: unknownPage({ ...options.door, errors }),
      guard(route, { request, authenticated, door: own }) {
        const step = guardPage({
          route,
          url: request.originalUrl,
          target: own.target,
          authenticated,
          loginUrl: loginUrl(config),
        });
        if (step.clearTarget) own.setTarget(null);
        if (step.go === 'to' && step.remember) own.setTarget(request.originalUrl);
        if (step.go === 'to' && step.because) own.turnAway(step.because);
        return step;
      },
    },
  ] satisfies Surface[];
}

const refuseOrGoOn: Surface['guard'] = (route, { request, authenticated }) => {
  const verdict = judge(route, authenticated);
  if (verdict === 'unauthenticated') throw fail.signedOut('errors.signedOut');
  // A page that was open when it was switched off signs nobody out.
  if (verdict === 'switchedOff') throw fail.notFound('errors.notFound');
  if (verdict === 'viewEnded' || (route.access !== 'public' && isOfAnotherView(request, authenticated)))
    throw viewEnded();
  if (verdict === 'barred') throw barredHere();
  if (verdict === 'needsPerson') throw needsPerson();
  if (verdict === 'needsScope') throw needsScope();
  if (verdict === 'closedToView') throw fail.conflict('errors.notInClientView');
  if (verdict !== 'granted') throw fail.forbidden('errors.forbidden');
  return { go: 'on' };
};

/** As published: 401 and 403 would sign out. */
const viewEnded = () =>
  fail.conflict('errors.clientViewEnded', { wire: { apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' } });

/** What our own pages say of the client view that they were made in; "none" outside of one. */
const viewHeader = 'x-client-view';

/** A page of another tab may still show what was before a client view was begun or left: nothing is done there in the wrong name. */
function isOfAnotherView({ headers }: Pick<Request, 'headers'>, authenticated: Authenticated): boolean {
  const shown = headers[viewHeader];
  if (shown === undefined || authenticated.credential !== 'session') return false;
  return shown !== (authenticated.who.actor.clientView?.id ?? 'none');
}

async function sessionOf(
  request: Request,
  response: Response,
  options: SurfaceOptions & { now: Date },
): Promise<Authenticated> {
  const { door, authenticateSession, now } = options;
  await openWebSession(request, response, door);
  const known = await authenticateSession(request, response, originOfRequest(request, now));
  return known.credential !== 'session' || (await isGranted(request, options)) ? known : nobody;
}

/** Whether the provider by which somebody came to our own pages still agrees; nothing stands between where they came by another way. */
async function isGranted(
  request: Request,
  { renewGrant, resources, now }: Pick<SurfaceOptions, 'renewGrant' | 'resources'> & { now: Date },
): Promise<boolean> {
  const { session } = request;
  const { grant, sessionId } = session;
  if (!grant || grant.sessionId !== sessionId || grant.until > now.getTime()) return true;
  const renewed = await renewGrant(strangerOf(request, now, resources), grant);
  if (renewed) session.grant = renewed;
  return renewed !== null;
}

/** A request that brings an Authorization header is judged by that alone, whatever cookies come with it. A token of a person or a tenant has dots, a device's key has none. */
async function bearerIn(
  request: Request,
  {
    authenticateDevice,
    authenticateBearer,
    now,
  }: Pick<SurfaceOptions, 'authenticateDevice' | 'authenticateBearer'> & { now: Date },
): Promise<Authenticated> {
  const token = bearerOf(request.headers.authorization);
  if (token === null) return nobody;
  if (token.includes('.')) return byToken(await authenticateBearer(token, originOfRequest(request, now)));
  const device = await authenticateDevice(token);
  return device ? { credential: 'deviceKey', device } : nobody;
}
