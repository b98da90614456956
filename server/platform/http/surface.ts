import type { CorsOptions } from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import type { Exchange } from './context';
import type { Route } from './define-route';
import type { OriginRule } from './origin';
import type { Authenticated } from './principals';
import type { BodyReader } from './read-body';

/** A kind of front door: its addresses, whom it knows and how, and the form of its answers. */
export interface Surface {
  name: string;
  /** Whole leading segments of the addresses that it owns, those without a route included. The longest one that fits decides. */
  prefixes: readonly `/${string}`[];
  /** What its routes' paths hang below; each route is mounted once for each. */
  mounts: readonly string[];
  /** Runs before anything else for its addresses, and for no other's. */
  before?: readonly RequestHandler[];
  readBody: BodyReader;
  /** Media types that count as JSON. */
  jsonTypes: readonly string[];
  /** Says which credential the request used. @throws Failure 503 where that cannot be known */
  authenticate(request: Request, response: Response, now: Date): Promise<Authenticated>;
  origins: OriginRule;
  /** Lets on, leads elsewhere, or refuses. @throws Failure */
  guard(route: Route, exchange: Exchange): { go: 'on' } | { go: 'to'; url: string; enter?: string };
  /** Who may ask from pages of other origins. */
  cors?: CorsOptions;
  /** An error in the surface's own form. */
  error(error: unknown, request: Request, response: Response): void;
  /** What its own addresses answer where there is no route; a 404 in the form of its errors unless it says otherwise. */
  unknown?(request: Request, response: Response): void;
  /** Its part of the API description; null for pages. */
  describe: { securitySchemes: Record<string, object>; securityOf(route: Route): Record<string, string[]>[] } | null;
}

/** The path of a route as it is asked for, on the first of its surface's mounts. */
export const restPrefix = '/rest/v1';
export const addressOf = ({ surface, path }: Pick<Route, 'surface' | 'path'>) =>
  surface === 'rest' ? `${restPrefix}${path}` : path;
