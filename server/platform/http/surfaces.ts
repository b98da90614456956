import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import { fail } from '../errors';
import { openWebSession, type DoorOptions } from './door';
import type { ErrorForms } from './error-handler';
import { guardPage, judge } from './guards';
import type { OriginRule } from './origin';
import { bearerOf, nobody, type Authenticated, type Authentication, type DeviceActor } from './principals';
import { bodyReader } from './read-body';
import { restPrefix, type Surface } from './surface';
import { unknownPage } from './unknown-address';

export interface SurfaceOptions {
  config: Config;
  secret: string;
  door: DoorOptions;
  /** Notes the language that is asked for in the address. */
  localeChoice: RequestHandler;
  errors: ErrorForms;
  authenticate(sessionId: string, now: Date): Promise<Authentication | null>;
  authenticateDevice(key: string): Promise<DeviceActor | null>;
}

export const restDescription: NonNullable<Surface['describe']> = {
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'tare-session' },
    device: { type: 'http', scheme: 'bearer', description: 'The key of a device.' },
  },
  securityOf: ({ access }) => (access === 'public' ? [] : [{ [access === 'device' ? 'device' : 'session']: [] }]),
};

/** The doors of the product: pages, the frames of its legacy pages, and `/rest/v1`. */
export function productSurfaces(options: SurfaceOptions): Surface[] {
  const { config, secret, errors } = options;
  const before = [compression({ level: 1 }), cookieParser(secret), options.localeChoice];
  const origins: OriginRule = { own: new Set(config.ownOrigins), cors: new Set(), originless: 'refused' };
  const bySession = (request: Request, response: Response, now: Date) => sessionOf(request, response, { ...options, now });
  const shared = { before, origins, readBody: bodyReader(), jsonTypes: ['application/json'] };
  return [
    {
      ...shared, name: 'rest', prefixes: ['/rest'], mounts: [restPrefix], error: errors.json, guard: refuseOrGoOn, describe: restDescription,
      authenticate: (request, response, now) =>
        (request.headers.authorization === undefined ? bySession(request, response, now) : deviceOf(request, options)),
    },
    { ...shared, name: 'frames', prefixes: ['/legacy'], mounts: [''], error: errors.frame, guard: refuseOrGoOn, describe: null, authenticate: bySession },
    {
      ...shared, name: 'pages', prefixes: ['/'], mounts: [''], error: errors.page, describe: null, authenticate: bySession, unknown: unknownPage(options.door),
      guard(route, { request, authenticated, door: own }) {
        const step = guardPage({ route, url: request.originalUrl, target: own.target, authenticated });
        if (step.clearTarget) own.setTarget(null);
        if (step.go === 'to' && step.remember) own.setTarget(request.originalUrl);
        if (step.go === 'to' && step.because) own.turnAway(step.because);
        return step;
      },
    },
  ] satisfies Surface[];
}

const refuseOrGoOn: Surface['guard'] = (route, { authenticated }) => {
  const verdict = judge(route, authenticated);
  if (verdict === 'unauthenticated') throw fail.signedOut('errors.signedOut');
  if (verdict !== 'granted') throw fail.forbidden('errors.forbidden');
  return { go: 'on' };
};

async function sessionOf(request: Request, response: Response, { door, authenticate, now }: Pick<SurfaceOptions, 'door' | 'authenticate'> & { now: Date }): Promise<Authenticated> {
  await openWebSession(request, response, door);
  const sessionId = request.session?.sessionId;
  const who = sessionId ? await authenticate(sessionId, now) : null;
  return sessionId && who ? { credential: 'session', sessionId, who } : nobody;
}

/** A request that brings an Authorization header is judged by that alone, whatever cookies come with it. */
async function deviceOf(request: Request, { authenticateDevice }: Pick<SurfaceOptions, 'authenticateDevice'>): Promise<Authenticated> {
  const key = bearerOf(request.headers.authorization);
  const device = key === null ? null : await authenticateDevice(key);
  return device ? { credential: 'deviceKey', device } : nobody;
}
