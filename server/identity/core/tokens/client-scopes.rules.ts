import type { ClientScope } from '../../../platform/client-scopes.contract';

declare module '../../../platform/client-scopes.contract' {
  interface ClientScopes {
    'waste:read': true;
    'waste:write': true;
  }
}

export const clientScopes = ['waste:read', 'waste:write'] as const satisfies readonly ClientScope[];

/** Of those that a client asks for or holds, the ones that are known, in one order. */
export const clientScopesOf = (given: readonly string[]): ClientScope[] =>
  clientScopes.filter((scope) => given.includes(scope));
