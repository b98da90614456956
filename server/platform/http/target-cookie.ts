import type { Request, Response } from 'express';
import type { Config } from '../../config';

/** The address that somebody wanted before they had to sign in; kept by their own browser for a quarter of an hour. */
export function targetCookie(config: Config) {
  const name = config.secure ? '__Host-tare-target' : 'tare-target';
  const options = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/', signed: true } as const;
  return {
    read(request: Request): string | null {
      const value: unknown = request.signedCookies?.[name];
      return typeof value === 'string' && isOwnPath(value) ? value : null;
    },
    write(response: Response, url: string | null) {
      if (url !== null && isOwnPath(url)) response.cookie(name, url, { ...options, maxAge: 15 * 60 * 1000 });
      else response.clearCookie(name, options);
    },
  };
}

/** A path of this site: one leading slash, and nothing that a browser would read as another host. */
export function isOwnPath(url: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(url) || url.includes('\\') || url.length > 2000) return false;
  return new URL(url, 'http://tare.invalid').host === 'tare.invalid';
}
