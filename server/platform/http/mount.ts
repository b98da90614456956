import cors from 'cors';
import { Router, type NextFunction, type RequestHandler } from 'express';
import { fail } from '../errors';
import { analyticsPolicy } from './analytics';
import type { Route } from './define-route';
import { createExportSlots } from './export-slots';
import { createKeptPages } from './kept-pages';
import { captchaPolicy } from './security-headers';
import { serve, type ServeOptions } from './serve';
import type { Surface } from './surface';

export interface Mounted {
  surfaces: readonly Surface[];
  routes: readonly Route[];
}

/** Gives each surface a router of its own, so that a request runs only what its surface needs. */
export function mountSurfaces(
  app: Pick<Router, 'use'>,
  { surfaces, routes }: Mounted,
  needs: Omit<ServeOptions, 'keptPages' | 'exportSlots' | 'analyticsPolicy' | 'captchaPolicy'>,
): void {
  const options = {
    ...needs,
    keptPages: createKeptPages(),
    exportSlots: createExportSlots(),
    analyticsPolicy: analyticsPolicy(needs.config.secure),
    captchaPolicy: captchaPolicy(needs.resources.config),
  };
  const orphan = routes.find((route) => !surfaces.some(({ name }) => name === route.surface));
  if (orphan) throw new Error(`The route ${orphan.path} names the surface ${orphan.surface}, which does not exist.`);
  const entrances = surfaces.map((surface) =>
    entranceOf(
      surface,
      routes.filter((route) => route.surface === surface.name),
      options,
    ),
  );
  const doors = surfaces
    .flatMap((surface, at) => surface.prefixes.map((prefix) => ({ prefix, enter: entrances[at] as RequestHandler })))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  app.use((request, response, next) => {
    const door = doors.find(({ prefix }) => isBelow(request.path, prefix));
    return door ? door.enter(request, response, next) : next();
  });
}

const isBelow = (path: string, prefix: string) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);

function entranceOf(surface: Surface, routes: readonly Route[], options: ServeOptions): RequestHandler {
  const before = Router();
  if (surface.cors) before.use(cors(surface.cors));
  for (const handler of surface.before ?? []) before.use(handler);
  const find = indexOf(surface, routes, options);
  return (request, response, next) => {
    const failed = (error: unknown) => {
      if (response.headersSent) return next(error);
      try {
        surface.error(error, request, response);
      } catch (unanswerable) {
        next(unanswerable);
      }
    };
    const unknown: NextFunction = (error?: unknown) => {
      if (error) return failed(error);
      try {
        if (surface.unknown) surface.unknown(request, response);
        else throw fail.notFound('errors.notFound');
      } catch (refusal) {
        failed(refusal);
      }
    };
    before(request, response, (error?: unknown) => {
      if (error) return failed(error);
      const router = find(request.path);
      if (router) router(request, response, unknown);
      else unknown();
    });
  };
}

/** The routers of a surface by the first segment below its mount: the cost of a request must not grow with the number of all routes. */
function indexOf(
  surface: Surface,
  routes: readonly Route[],
  options: ServeOptions,
): (path: string) => Router | undefined {
  const depths = [...new Set(surface.mounts.map((mount) => mount.split('/').length))].sort((a, b) => b - a);
  const groups = new Map<string, { route: Route; path: string }[]>();
  for (const mount of surface.mounts) {
    for (const route of routes) {
      const path = `${mount}${route.path}`;
      const key = keyOf(path, mount.split('/').length);
      if (/[:*{(]/.test(key)) throw new Error(`The route ${path} begins with a parameter.`);
      groups.set(key, [...(groups.get(key) ?? []), { route, path }]);
    }
  }
  const routers = new Map([...groups].map(([key, group]) => [key, routerOf(group, surface, options)]));
  return (path) => {
    for (const depth of depths) {
      const router = routers.get(keyOf(path, depth));
      if (router) return router;
    }
    return undefined;
  };
}

const keyOf = (path: string, depth: number) =>
  path
    .toLowerCase()
    .split('/', depth + 1)
    .join('/');

function routerOf(group: readonly { route: Route; path: string }[], surface: Surface, options: ServeOptions): Router {
  const router = Router();
  const methods = new Map<string, Set<string>>();
  for (const { route, path } of group) {
    methods.set(path, (methods.get(path) ?? new Set()).add(route.method));
    router[route.method](path, (request, response) => serve({ route, surface, options }, request, response));
  }
  for (const [path, known] of methods) {
    router.all(path, (_request, response) => {
      response.setHeader('Allow', [...known].map((method) => method.toUpperCase()).join(', '));
      throw fail.methodNotAllowed('errors.methodNotAllowed');
    });
  }
  return router;
}
