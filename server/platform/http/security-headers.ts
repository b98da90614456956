import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config';

const sources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
};

/** Of every answer; what may frame it stands beside them. */
export const directives = (secure: boolean) => ({ ...sources, ...(secure ? { upgradeInsecureRequests: [] } : {}) });

function policy(frameAncestors: string, secure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives(secure), frameAncestors: [frameAncestors] },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}

/** Legacy pages may be framed by our own host page; everything else by nobody. */
export function securityHeaders(secure: boolean): RequestHandler {
  const page = policy("'none'", secure);
  const frame = policy("'self'", secure);
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    return (request.path.startsWith('/legacy/') ? frame : page)(request, response, next);
  };
}

/** The policy of a page that has a form for another site: it may post there, and nowhere else but here. */
export const formPolicy = (secure: boolean, origin: string): RequestHandler =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...directives(secure), formAction: ["'self'", origin], frameAncestors: ["'none'"] },
  });

/** The folder that a provider's script lies in; what it loads further on comes from there too. */
const folderOf = (address: string) => new URL('.', address).href;

/** Where Google's own script takes the rest of itself from, and what it frames (its guide on content security policies). */
const further = { scripts: 'https://www.gstatic.com/recaptcha/', frames: 'https://recaptcha.google.com/recaptcha/' };

/** The policy of a page whose form the captcha provider checks; null where there is none. */
export function captchaPolicy({ captcha, secure }: Pick<Config, 'captcha' | 'secure'>): RequestHandler | null {
  if (captcha === undefined) return null;
  const own = folderOf(captcha.scriptUrl);
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...directives(secure),
      scriptSrc: ["'self'", own, further.scripts],
      frameSrc: ["'self'", own, further.frames],
      connectSrc: ["'self'", own],
      frameAncestors: ["'none'"],
    },
  });
}
