import type { Config } from '../../config';
import { keptCookie } from './kept-cookie';

/** The address that somebody wanted before they had to sign in; kept by their own browser for a quarter of an hour. */
export const targetCookie = (config: Config) =>
  keptCookie(config, { name: 'target', maxAge: 15 * 60 * 1000, takes: isOwnPath });

/** A path of this site: one leading slash, and nothing that a browser would read as another host. */
export function isOwnPath(url: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(url) || url.includes('\\') || url.length > 2000) return false;
  return new URL(url, 'http://tare.invalid').host === 'tare.invalid';
}
