import type { RequestHandler } from 'express';
import helmet from 'helmet';

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
