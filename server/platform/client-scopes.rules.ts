/** What a program of somebody else's may be let do for a person, beyond learning who they are. A route that names none is closed to it. */
export const clientScopes = ['waste:read', 'waste:write'] as const;
export type ClientScope = (typeof clientScopes)[number];

/** Of those that a client asks for or holds, the ones that are known, in one order. */
export const clientScopesOf = (given: readonly string[]): ClientScope[] =>
  clientScopes.filter((scope) => given.includes(scope));
