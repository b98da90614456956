import type { JWTPayload } from 'jose';
import type { Db } from '../../platform/db/database';
import type { SignedIn } from '../ports';
import type { KeyRing } from './key-ring';
import { accessTokenSeconds } from './key-schedule.rules';
import { selectClaimFacts, type ClaimFacts } from './claim-facts.store';

/** The class of a sign-in in which more than one kind of proof was given, as the published client knows it. */
export const multiFactorClass = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** The kind of an access token that stands for somebody's session. */
export const userTokenType = 'userToken';

export interface AccessToken {
  accessToken: string;
  expiresIn: number;
  expiresAt: Date;
}

/** Of a session; `verified`: the person's address is theirs. */
export interface SessionToken extends AccessToken {
  verified: boolean;
}

/** What a client of the OAuth server holds of a session, as a claim of its tokens. */
export const grantClaim = 'grant';

/**
 * A token for a session in a tenant: the claims that the published clients read, and the session itself as `sid`.
 * @param more claims beside them
 * @param facts where they were asked for already
 */
export async function accessTokenOf({ db, keys, more, facts }: { db: Db; keys: KeyRing; more?: JWTPayload; facts?: ClaimFacts | null }, person: SignedIn, now: Date): Promise<SessionToken> {
  const { verified, tenantIds, roles } = facts ?? (await selectClaimFacts(db, person, now));
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    sub: person.userUuid,
    sid: person.sessionId,
    type: userTokenType,
    userId: person.userUuid,
    tenantId: person.tenantId,
    tenantIds,
    email: person.email,
    name: person.fullName,
    email_verified: verified,
    roles,
    permissions: person.permissions,
    metadata: {},
    amr: [...person.amr],
    ...(person.amr.includes('mfa') ? { acr: multiFactorClass } : {}),
    auth_time: Math.floor(person.authenticatedAt.getTime() / 1000),
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
    ...more,
  };
  return { verified, accessToken: await keys.sign(claims, now), expiresIn: accessTokenSeconds, expiresAt: new Date((issuedAt + accessTokenSeconds) * 1000) };
}

/** The session and tenant that a token stands for, and the grant that it was given by, if any; null for a token of another kind. */
export function readAccessToken(claims: Record<string, unknown>): { sessionId: string; tenantId: string; userUuid: string; grantId: string | null } | null {
  const { type, sid, tenantId, sub, [grantClaim]: grant } = claims;
  return type === userTokenType && typeof sid === 'string' && typeof tenantId === 'string' && typeof sub === 'string' ? { sessionId: sid, tenantId, userUuid: sub, grantId: typeof grant === 'string' ? grant : null } : null;
}
