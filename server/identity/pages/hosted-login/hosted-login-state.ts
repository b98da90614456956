import type { OwnGrant } from '../../../platform/http/web-session';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';

/** What a browser keeps while it is away to sign in for our own pages. */
export interface Begun {
  /** What the provider must bring back. */
  state: string;
  /** Where somebody wanted to go on to, to be judged when they come back. */
  wanted: string | undefined;
}

/** What `newSecret` makes. */
const stateForm = /^[\w-]{43}$/;

export const textOf = ({ state, wanted }: Begun): string => (wanted === undefined ? state : `${state} ${wanted}`);

/** @returns null for a text that this is not */
export function begunOf(text: string | null): Begun | null {
  const [state = '', wanted] = (text ?? '').split(' ');
  return stateForm.test(state) ? { state, wanted } : null;
}

/** Made of the state: neither lies anywhere while somebody is away, and nobody else can make them. */
export const proofsOf = (secrets: InstallationSecrets, state: string) => ({
  nonce: secrets.code('nonce of hosted login', state).toString('base64url'),
  verifier: secrets.code('code verifier of hosted login', state).toString('base64url'),
});

/** How long tokens are good whose answer does not say (specification of identity, section 5). */
const unsaidSeconds = 300;

/** What our pages hold of a sign-in whose tokens are good for so many seconds. */
export const grantOf = (
  { sessionId, id, seconds = unsaidSeconds }: { sessionId: string; id: string; seconds?: number | undefined },
  now: Date,
): OwnGrant => ({ sessionId, id, until: now.getTime() + seconds * 1000 });

/** What may be asked of the provider beside who comes. */
export interface Asked {
  prompt?: 'login' | undefined;
  login_hint?: string | undefined;
  max_age?: string | undefined;
  acr_values?: string | undefined;
}

/** Whether somebody who is signed in has something to prove all the same. */
export const asksAnew = ({ prompt, max_age: maxAge, acr_values: classes }: Asked): boolean =>
  [prompt, maxAge, classes].some((value) => value !== undefined);
