import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config';
import { directives } from './security-headers';

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
