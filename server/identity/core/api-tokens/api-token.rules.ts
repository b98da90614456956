/** As many as somebody, or a tenant, may have at a time. */
export const mostTokens = { user: 100, tenant: 1000 };

/** Ten years. */
export const longestMinutes = 10 * 365 * 1440;

/** How long an expired token stays on the lists, so that whoever wonders why a program stopped finds out. */
export const keptAfterExpirySeconds = 30 * 86_400;

/** Uses and refusals are written down no more often than this. */
export const noteEveryMs = 60_000;

export interface TokenState {
  expiresAt: Date | null;
  tenantActive: boolean;
  /** Always so of a tenant's own token. */
  personActive: boolean;
  /** Always so of a person's token. */
  hasRoles: boolean;
  lacksFactor: boolean;
}

export type TokenFault = 'expired' | 'tenantSuspended' | 'personGone' | 'rolesGone' | 'factorForced';

export const isExpired = ({ expiresAt }: Pick<TokenState, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Why a token is of no use at an instant; null where it is. */
export function faultOf(state: TokenState, now: Date): TokenFault | null {
  if (isExpired(state, now)) return 'expired';
  if (!state.tenantActive) return 'tenantSuspended';
  if (!state.personActive) return 'personGone';
  if (!state.hasRoles) return 'rolesGone';
  return state.lacksFactor ? 'factorForced' : null;
}
