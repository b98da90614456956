import type { OwnGrant } from '../../platform/http/web-session';
import { isOwnPath } from '../../platform/http/target-cookie';
import type { InstallationSecrets } from '../tokens/installation-secrets';

/** What a browser keeps while it is away to sign in for our own pages. */
export interface Begun {
  /** What the provider must bring back. */
  state: string;
  /** The page that somebody wanted. */
  target: string | null;
}

/** What `newSecret` makes. */
const stateForm = /^[\w-]{43}$/;

export const textOf = ({ state, target }: Begun): string => (target === null ? state : `${state} ${target}`);

/** @returns null for a text that this is not; a target that is no page of ours is left out */
export function begunOf(text: string | null): Begun | null {
  const [state = '', target = ''] = (text ?? '').split(' ');
  return stateForm.test(state) ? { state, target: isOwnPath(target) ? target : null } : null;
}

/** Made of the state: neither lies anywhere while somebody is away, and nobody else can make them. */
export const proofsOf = (secrets: InstallationSecrets, state: string) => ({
  nonce: secrets.code('nonce of hosted login', state).toString('base64url'),
  verifier: secrets.code('code verifier of hosted login', state).toString('base64url'),
});

/** How long tokens are good whose answer does not say (specification of identity, section 5). */
export const unsaidSeconds = 300;

/** What our pages hold after an answer of the token endpoint. */
export const grantOf = (sessionId: string, { refresh_token: refreshToken, expires_in: seconds = unsaidSeconds }: { refresh_token: string; expires_in?: number | undefined }, now: Date): OwnGrant =>
  ({ sessionId, refreshToken, until: now.getTime() + seconds * 1000 });

/** What may be asked of the provider beside who comes. */
export interface Asked {
  prompt?: 'login' | undefined;
  login_hint?: string | undefined;
  max_age?: string | undefined;
  acr_values?: string | undefined;
  organization?: string | undefined;
  tenantId?: string | undefined;
}

/** Whether somebody who is signed in has something to prove all the same. */
export const asksAnew = ({ prompt, max_age: maxAge, acr_values: classes, organization, tenantId }: Asked): boolean => [prompt, maxAge, classes, organization, tenantId].some((value) => value !== undefined);
