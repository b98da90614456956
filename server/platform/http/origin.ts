import type { Request } from 'express';
import { fail } from '../errors';
import type { Route } from './define-route';
import type { Authenticated } from './principals';

export interface OriginRule {
  /** The origins that our own pages are served from. */
  own: ReadonlySet<string>;
  /** Origins of front ends elsewhere that may use our cookies. */
  cors: ReadonlySet<string>;
  /**
   * What becomes of a cookie that comes with neither Origin nor Sec-Fetch-Site, one of which browsers always send: `refused`, or
   * taken where the body is JSON or empty, which no form of another site can send.
   */
  originless: 'refused' | 'json';
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change by cookie that another site started. A cookie that was not the credential is not asked about; a public route
 * may let somebody in, so it asks whoever comes.
 * @throws Failure 403
 */
export function checkOrigin(
  request: Request,
  rule: OriginRule,
  { route, authenticated }: { route: Pick<Route, 'access' | 'crossSite'>; authenticated: Authenticated },
): void {
  if (
    route.crossSite ||
    safe.has(request.method) ||
    (authenticated.credential !== 'session' && route.access !== 'public')
  )
    return;
  if (!isOurs(request, rule)) throw fail.forbidden('errors.crossSite');
}

function isOurs(request: Request, { own, cors, originless }: OriginRule): boolean {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (origin !== undefined && cors.has(origin)) return true;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return own.has(origin);
  return site === 'same-origin' || (originless === 'json' && carriesJsonOrNothing(request));
}

/** `is` answers null where there is no body. */
const carriesJsonOrNothing = (request: Request) => request.is(['json', '+json']) !== false;
