import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { directives } from './security-headers';

/** The policy of a page that has a form for another site: it may post there, and nowhere else but here. */
export const formPolicy = (secure: boolean, origin: string): RequestHandler =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...directives(secure), formAction: ["'self'", origin], frameAncestors: ["'none'"] },
  });
