import type { Db } from '../../platform/db/database';
import type { SignedIn } from '../ports';
import { listOwnTenants, rolesByTenant, selectProfile } from '../users/profile.store';
import type { KeyRing } from './key-ring';
import { accessTokenSeconds } from './key-schedule.rules';

/** The class of a sign-in in which more than one kind of proof was given, as the published client knows it. */
export const multiFactorClass = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** The kind of an access token that stands for somebody's session. */
export const userTokenType = 'userToken';

export interface AccessToken {
  accessToken: string;
  expiresIn: number;
  expiresAt: Date;
}

/** A token for a session in a tenant: the claims that the published clients read, and the session itself as `sid`. */
export async function accessTokenOf({ db, keys }: { db: Db; keys: KeyRing }, person: SignedIn, now: Date): Promise<AccessToken> {
  const [profile, tenants, roles] = [await selectProfile(db, { userId: person.userId, now }), await listOwnTenants(db, { userId: person.userId, now }), await rolesByTenant(db, { userId: person.userId, now })];
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    sub: person.userUuid,
    sid: person.sessionId,
    type: userTokenType,
    userId: person.userUuid,
    tenantId: person.tenantId,
    tenantIds: tenants.map(({ id }) => id),
    email: person.email,
    name: person.fullName,
    email_verified: profile.verified,
    roles: (roles.get(person.tenantId) ?? []).map(({ key }) => key),
    permissions: person.permissions,
    metadata: {},
    amr: [...person.amr],
    ...(person.amr.includes('mfa') ? { acr: multiFactorClass } : {}),
    auth_time: Math.floor(person.authenticatedAt.getTime() / 1000),
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
  };
  return { accessToken: await keys.sign(claims, now), expiresIn: accessTokenSeconds, expiresAt: new Date((issuedAt + accessTokenSeconds) * 1000) };
}

/** The session and tenant that a token stands for; null for a token of another kind. */
export function readAccessToken(claims: Record<string, unknown>): { sessionId: string; tenantId: string; userUuid: string } | null {
  const { type, sid, tenantId, sub } = claims;
  return type === userTokenType && typeof sid === 'string' && typeof tenantId === 'string' && typeof sub === 'string' ? { sessionId: sid, tenantId, userUuid: sub } : null;
}
