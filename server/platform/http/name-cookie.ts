import type { Config } from '../../config';
import { keptCookie } from './kept-cookie';

/** The user name that somebody asked this browser to remember. It opens nothing. */
export const nameCookie = (config: Config) => keptCookie(config, { name: 'name', maxAge: 365 * 24 * 60 * 60 * 1000 });
