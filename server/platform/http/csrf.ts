import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';
import type { Config } from '../../config';
import { fail } from '../errors';
import { hostCookie } from './host-cookie';

/** Whom a token is bound to while nobody is signed in; its cookie is host-only and signed, which binds it to this browser. */
const visitor = 'visitor';

export interface Csrf {
  /** From here on the request's token is that of this session. */
  bind(request: Request, sessionId: string): void;
  /** Refuses a form without its token. Runs after the body was read. @throws Failure 403 */
  checkToken(request: Request): void;
  token(request: Request, response: Response): string;
}

/** A token that another session's page carries is worth nothing, also in the same browser. */
export function createCsrf(config: Config, secret: string): Csrf {
  const sessions = new WeakMap<Request, string>();
  const forms = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: (request) => sessions.get(request) ?? visitor,
    cookieName: hostCookie('tare-csrf', config),
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/' },
    getCsrfTokenFromRequest: (request) => (request.body as { _csrf?: string } | undefined)?._csrf,
  });
  return {
    bind: (request, sessionId) => {
      sessions.set(request, sessionId);
    },
    checkToken(request) {
      if (!forms.validateRequest(request)) throw fail.forbidden('errors.crossSite');
    },
    token: (request, response) => forms.generateCsrfToken(request, response),
  };
}
