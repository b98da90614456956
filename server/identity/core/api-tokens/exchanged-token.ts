import type { AccessToken } from '../tokens/access-token';
import type { KeyRing } from '../tokens/key-ring';
import { accessTokenSeconds } from '../tokens/key-schedule.rules';
import type { TokenHolder } from './token-holder.store';

/** As the published back-end clients tell them apart. */
export const tokenTypes = { user: 'userApiToken', tenant: 'tenantApiToken' } as const;

/** What a program gets for its id and secret: with the claims that the published clients read, and no longer good than they are. */
export async function exchangedToken(
  keys: KeyRing,
  { id, person, tenantId, roles, permissions, madeBy, expiresAt }: TokenHolder,
  now: Date,
): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const exp = Math.min(
    issuedAt + accessTokenSeconds,
    expiresAt === null ? Infinity : Math.ceil(expiresAt.getTime() / 1000),
  );
  const claims = {
    sub: id,
    type: person ? tokenTypes.user : tokenTypes.tenant,
    tenantId,
    tenantIds: [tenantId],
    roles,
    permissions,
    metadata: {},
    ...(madeBy === null ? {} : { createdByUserId: madeBy }),
    ...(person ? { userId: person.userUuid, email: person.email, name: person.fullName } : {}),
    iat: issuedAt,
    exp,
  };
  return { accessToken: await keys.sign(claims, now), expiresIn: exp - issuedAt, expiresAt: new Date(exp * 1000) };
}

/** The token that an exchanged one came from; null for one of another kind. */
export function readApiToken({ type, sub }: Record<string, unknown>): { id: string; kind: 'API' } | null {
  return (type === tokenTypes.user || type === tokenTypes.tenant) && typeof sub === 'string'
    ? { id: sub, kind: 'API' }
    : null;
}
