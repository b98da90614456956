import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config';
import type { Actor } from '../actor';
import { spelledDomain } from '../email-address.rules';
import { directives } from './security-headers';

/** What a page says of its reader to the analytics container; never who they are. */
export interface Analytics {
  container: string;
  audience: 'employee' | 'customer';
}

/** Who loads the container, and what it may send to. */
const scripts = 'https://www.googletagmanager.com';
const collectors = ['https://*.google-analytics.com', 'https://*.analytics.google.com', scripts];

const domainOf = (email: string) => spelledDomain(email.slice(email.lastIndexOf('@') + 1)) ?? '';

/** Whoever looks with a customer's eyes is staff. @returns null where no container is set */
export function analyticsOf(
  { analytics: { container, staffDomains } }: Pick<Config, 'analytics'>,
  { email, clientView }: Pick<Actor, 'email' | 'clientView'>,
): Analytics | null {
  const isStaff = clientView !== null || staffDomains.includes(domainOf(email));
  return container === undefined ? null : { container, audience: isStaff ? 'employee' : 'customer' };
}

/** The policy of a page that carries the container: the hosts by name, no script in the page itself, and no `eval`. */
export function analyticsPolicy(secure: boolean): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...directives(secure),
      scriptSrc: ["'self'", scripts],
      imgSrc: ["'self'", 'data:', ...collectors],
      connectSrc: ["'self'", ...collectors],
      frameAncestors: ["'none'"],
    },
  });
}
