import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import { fail } from '../errors';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Csrf {
  /** Refuses a change by cookie that another site started. Stands alone for JSON calls. */
  checkOrigin: RequestHandler;
  /** Refuses a form without its token. Runs after the body was read. */
  checkToken(request: Request): void;
  token(request: Request, response: Response): string;
}

export function createCsrf(config: Config, secret: string): Csrf {
  const forms = doubleCsrf({
    getSecret: () => secret,
    // The cookie is host-only and signed, which binds the token to this browser before and after signing in.
    getSessionIdentifier: () => 'browser',
    cookieName: config.secure ? '__Host-tare-csrf' : 'tare-csrf',
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/' },
    getCsrfTokenFromRequest: (request) => (request.body as { _csrf?: string } | undefined)?._csrf,
  });
  const ownOrigins = new Set(config.ownOrigins);

  return {
    checkOrigin(request, _response, next) {
      if (safe.has(request.method) || request.headers.authorization?.startsWith('Bearer ')) return next();
      const site = request.headers['sec-fetch-site'];
      const origin = request.headers.origin;
      if (site !== undefined && site !== 'same-origin') throw fail.forbidden('errors.crossSite');
      if (origin !== undefined ? !ownOrigins.has(origin) : site === undefined) throw fail.forbidden('errors.crossSite');
      next();
    },
    checkToken(request) {
      if (!forms.validateRequest(request)) throw fail.forbidden('errors.crossSite');
    },
    token: (request, response) => forms.generateCsrfToken(request, response),
  };
}
