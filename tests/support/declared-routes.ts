import type { Response } from 'supertest';
import { appRoutes } from '../../server/app-routes';
import { features } from '../../server/features';
import { createIdentity } from '../../server/identity';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/surface';
import type { browser } from './people';
import type { TestApp } from './test-app';

export interface DeclaredRoute extends Route {
  /** The feature that declares it; `identity`, or `app`. */
  owner: string;
}

/** Every route that the application mounts, as it is declared. */
export function declaredRoutes({ db, resources }: Pick<TestApp, 'db' | 'resources'>): DeclaredRoute[] {
  const identity = createIdentity({
    db,
    config: resources.config,
    secret: 'none',
    rateLimits: { take: async () => undefined },
    metrics: { signIn: () => undefined },
    outbound: resources.outbound,
    log: resources.log,
    startedAt: new Date(0),
    actorOf: async () => null,
    keepUnit: async () => undefined,
    openTenant: async () => 0,
    holdsData: async () => false,
    countPlaces: async () => ({ sites: 0, locations: 0 }),
    placeChoices: async () => ({ countries: [], timeZones: [], currencies: [] }),
  });
  const declared = [{ name: 'identity', routes: identity.routes }, ...features];
  const app = {
    name: 'app',
    routes: appRoutes(
      declared.flatMap(({ routes }) => routes),
      resources.config,
    ),
  };
  return [...declared, app].flatMap(({ name, routes }) => routes.map((route) => ({ ...route, owner: name })));
}

/** Who declares the routes that the walks of all routes look at, where whoever runs them says so: a check of a few features looks at theirs alone. */
const only = process.env.WALKED_OWNERS?.split(',') ?? null;
export const walksAll = only === null;
export const isWalked = (owner: string): boolean => only === null || only.includes(owner);

/** Whoever follows its address is signed out. */
export const signsOut = ({ method, path }: Route): boolean =>
  method === 'get' && ['/logout', '/oauth/logout'].includes(path);

export const nameOf = (route: Route) => `${route.method} ${addressOf(route)}`;

/** Sends a request of the route's method, with or without a body. */
export function sendTo(
  agent: ReturnType<typeof browser>,
  route: Route,
  { url, body }: { url: string; body?: object },
): Promise<Response> {
  const request = agent[route.method](url);
  return (body === undefined ? request : request.send(body)) as unknown as Promise<Response>;
}
