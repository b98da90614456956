import { clientScopes } from './client-scopes.rules';

/** Who somebody is, as far as it is asked for: any client may. Refresh tokens are given in any case: they end with the session. */
export const identityScopes = ['openid', 'email', 'profile', 'offline_access'] as const;

/** All that a client may ask for. */
export const knownScopes = [...identityScopes, ...clientScopes] as const;
type KnownScope = (typeof knownScopes)[number];

const wordsOf = (scope: string): string[] => scope.split(' ').filter((word) => word !== '');

/**
 * The known ones of a list, in one order; a client that asks for others does not get them.
 * @param allowed those beyond who somebody is that staff let the client ask for
 */
export function scopeOf(asked: string, allowed: readonly string[]): string {
  const words = wordsOf(asked);
  return knownScopes
    .filter((scope) => words.includes(scope) && (isOfIdentity(scope) || allowed.includes(scope)))
    .join(' ');
}

const isOfIdentity = (scope: KnownScope) => (identityScopes as readonly string[]).includes(scope);

/** Whether a client asks for no more than it was given. */
export const isWithin = (asked: string, given: string): boolean =>
  wordsOf(asked).every((scope) => wordsOf(given).includes(scope));

/**
 * What a token opens now: what it names, of what its grant has, of what its client may still have.
 * @param allowed null for a client that there is no more
 */
export function scopesOf(
  named: string,
  { scope, allowed }: { scope: string; allowed: readonly string[] | null },
): string[] {
  return allowed === null ? [] : wordsOf(scopeOf(named, allowed)).filter((word) => isWithin(word, scope));
}
