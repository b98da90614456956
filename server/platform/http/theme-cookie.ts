import type { Config } from '../../config';
import { keptCookie } from './kept-cookie';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The colours that were chosen in this browser, before and after signing in; without them the device decides. */
export function themeCookie(config: Config) {
  const kept = keptCookie(config, {
    name: 'theme',
    maxAge: 365 * 24 * 60 * 60 * 1000,
    takes: (text) => themes.includes(text as Theme),
  });
  return { ...kept, read: kept.read as (...args: Parameters<typeof kept.read>) => Theme | null };
}
