import type { Request, RequestHandler } from 'express';
import type { Config } from '../../config';
import type { Locale } from '../actor';
import { localeCodes } from '../i18n/messages';

const yearMs = 365 * 24 * 60 * 60 * 1000;
const asLocale = (value: unknown): Locale | null => localeCodes.find((code) => code === value) ?? null;

/** `?lang=de_DE` on a page before the sign-in; this browser remembers it. */
export function localeChoice(config: Config): { middleware: RequestHandler; read(request: Request): Locale | null } {
  const name = config.secure ? '__Host-tare-locale' : 'tare-locale';
  return {
    middleware(request, response, next) {
      const asked = asLocale(request.query.lang);
      if (asked) response.cookie(name, asked, { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/', maxAge: yearMs });
      next();
    },
    read: (request) => asLocale(request.query.lang) ?? asLocale((request.cookies as Record<string, unknown> | undefined)?.[name]),
  };
}
