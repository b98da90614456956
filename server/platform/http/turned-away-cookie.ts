import type { Config } from '../../config';
import { keptCookie } from './kept-cookie';

const reasons = ['refused', 'unknown', 'clientView'] as const;
/** Why somebody was led to another page than the one they asked for. */
export type TurnedAway = (typeof reasons)[number];

/** For the next page to say it, once; whoever must sign in first gets there within minutes. */
export function turnedAwayCookie(config: Config) {
  const kept = keptCookie(config, {
    name: 'turned-away',
    maxAge: 5 * 60 * 1000,
    takes: (text) => reasons.includes(text as TurnedAway),
  });
  return { ...kept, read: kept.read as (...args: Parameters<typeof kept.read>) => TurnedAway | null };
}
