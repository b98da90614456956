import type { KeptToken } from './api-token.store';

/** What the published clients read of a token; the secret stands in the answer to its making alone. */
export function tokenView(
  { id, kind, tenantId, madeBy, description, createdAt, expiresAt, lastUsedAt, roles }: KeptToken,
  { ofTenant, secret }: { ofTenant: boolean; secret?: string },
) {
  return {
    id,
    clientId: id,
    type: kind === 'API' ? 'clientCredentials' : 'accessToken',
    description,
    metadata: {},
    tenantId,
    createdByUserId: madeBy,
    createdAt: createdAt.toISOString(),
    expires: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    ...(ofTenant ? { roleIds: roles.map((role) => role.id) } : {}),
    ...(secret === undefined ? {} : { secret }),
  };
}
