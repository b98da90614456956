import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import type { Locale } from '../actor';
import { localeCodes } from '../i18n/messages';
import { hostCookie } from './host-cookie';

const yearMs = 365 * 24 * 60 * 60 * 1000;
const asLocale = (value: unknown): Locale | null => localeCodes.find((code) => code === value) ?? null;

export interface LocaleChoice {
  middleware: RequestHandler;
  read(request: Request): Locale | null;
  /** What somebody signed in has chosen is also what this browser's sign-in page speaks. */
  write(response: Response, locale: Locale): void;
}

/** `?lang=de_DE` on a page before the sign-in; this browser remembers it. */
export function localeChoice(config: Config): LocaleChoice {
  const name = hostCookie('tare-locale', config);
  const write = (response: Response, locale: Locale) => {
    response.cookie(name, locale, {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.secure,
      path: '/',
      maxAge: yearMs,
    });
  };
  return {
    middleware(request, response, next) {
      const asked = asLocale(request.query.lang);
      if (asked) write(response, asked);
      next();
    },
    read: (request) =>
      asLocale(request.query.lang) ?? asLocale((request.cookies as Record<string, unknown> | undefined)?.[name]),
    write,
  };
}
