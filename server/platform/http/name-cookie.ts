import type { Request, Response } from 'express';
import type { Config } from '../../config';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The user name that somebody asked this browser to remember. It opens nothing. */
export function nameCookie(config: Config) {
  const name = config.secure ? '__Host-tare-name' : 'tare-name';
  const options = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/', signed: true } as const;
  return {
    read(request: Request): string | null {
      const value: unknown = request.signedCookies?.[name];
      return typeof value === 'string' ? value : null;
    },
    write(response: Response, userName: string | null) {
      if (userName === null) response.clearCookie(name, options);
      else response.cookie(name, userName, { ...options, maxAge: yearMs });
    },
  };
}
