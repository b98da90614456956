import type { Actor } from '../actor';
import type { Failure } from '../errors';
import type { Route } from './define-route';

/** Whether somebody who is signed in has shown of late that it is them: a browser that was left open, or a stolen cookie, has not. */
export interface ProofOfPerson {
  /** @returns why nothing is changed before they prove it; null where they have of late */
  missing(actor: Actor, now: Date): Promise<Failure | null>;
  /** The page that asks them, and leads back to `to`. */
  askedAt(to: string): string;
}

/** The page to which a route leads back whoever had to prove themselves, with the ids of the address that they sent to. */
export const wayBack = (
  { freshProof }: Pick<Route, 'freshProof'>,
  params: Readonly<Record<string, unknown>>,
): string =>
  typeof freshProof === 'string'
    ? freshProof.replace(/:(\w+)/g, (_named, name: string) => encodeURIComponent(String(params[name])))
    : '/';
