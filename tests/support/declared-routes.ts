import type { Response } from 'supertest';
import { appRoutes } from '../../server/app-routes';
import { features } from '../../server/features';
import { createIdentity } from '../../server/identity';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/surface';
import type { browser } from './people';
import type { TestApp } from './test-app';

/** Every route that the application mounts, as it is declared. */
export function declaredRoutes({ db, resources }: Pick<TestApp, 'db' | 'resources'>): Route[] {
  const identity = createIdentity({ db, rateLimits: { take: async () => undefined }, actorOf: async () => null });
  const declared = [...identity.routes, ...features.flatMap((feature) => feature.routes)];
  return [...declared, ...appRoutes(declared, resources.config)];
}

export const nameOf = (route: Route) => `${route.method} ${addressOf(route)}`;

/** The route's address with these values in the place of its parameters. @throws where one has no value, so that no walk passes a route by */
export const filledWith = (route: Route, values: Record<string, string | number>) =>
  addressOf(route).replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody supplies a value for :${name} of ${nameOf(route)}.`);
    return encodeURIComponent(String(value));
  });

/** Sends a request of the route's method, with or without a body. */
export function sendTo(agent: ReturnType<typeof browser>, route: Route, { url, body }: { url: string; body?: object }): Promise<Response> {
  const request = agent[route.method](url);
  return (body === undefined ? request : request.send(body)) as unknown as Promise<Response>;
}
