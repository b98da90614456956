import type { JWTPayload } from 'jose';
import type { Db } from '../../../platform/db/database';
import type { SignedIn } from '../../ports';
import { selectClaimFacts, type ClaimFacts } from './claim-facts.store';
import type { KeyRing } from './key-ring';
import { accessTokenSeconds } from './key-schedule.rules';

/** The class of a sign-in in which more than one kind of proof was given, as the published client knows it. */
export const multiFactorClass = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** The kind of an access token that stands for somebody's session. */
const userTokenType = 'userToken';

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
export async function accessTokenOf(
  { db, keys, more, facts }: { db: Db; keys: KeyRing; more?: JWTPayload; facts?: ClaimFacts | null },
  person: SignedIn,
  now: Date,
): Promise<SessionToken> {
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
    // Who really acts (RFC 8693, 4.1).
    ...(person.clientView ? { act: { sub: person.clientView.by.userUuid } } : {}),
    auth_time: Math.floor(person.authenticatedAt.getTime() / 1000),
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
    ...more,
  };
  return {
    verified,
    accessToken: await keys.sign(claims, now),
    expiresIn: accessTokenSeconds,
    expiresAt: new Date((issuedAt + accessTokenSeconds) * 1000),
  };
}

/** What an access token of a client is called in its header, so that nobody takes it for an ID token (RFC 9068, 2.1). */
const clientTokenHeader = 'at+jwt';

interface ClientToken {
  person: SignedIn;
  clientId: string;
  grantId: string;
  scope: string;
}

/** An access token for a client: by whom and for what it was given, and nothing of the person that the client may not ask for. */
export async function clientTokenOf(
  keys: KeyRing,
  { person: { userUuid, sessionId, tenantId }, clientId, grantId, scope }: ClientToken,
  now: Date,
): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    sub: userUuid,
    sid: sessionId,
    type: userTokenType,
    tenantId,
    aud: clientId,
    azp: clientId,
    client_id: clientId,
    scope,
    [grantClaim]: grantId,
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
  };
  return {
    accessToken: await keys.sign(claims, now, clientTokenHeader),
    expiresIn: accessTokenSeconds,
    expiresAt: new Date((issuedAt + accessTokenSeconds) * 1000),
  };
}

export interface NamedByToken {
  sessionId: string;
  tenantId: string;
  userUuid: string;
  /** The grant that it was given by, if any. */
  grantId: string | null;
  audience: string;
  /** Empty where it names none. */
  scope: string;
}

/** The session and tenant that a token stands for; null for a token of another kind. */
export function readAccessToken(claims: Record<string, unknown>): NamedByToken | null {
  const { type, sid, tenantId, sub, aud, scope, [grantClaim]: grant } = claims;
  if (
    type !== userTokenType ||
    typeof sid !== 'string' ||
    typeof tenantId !== 'string' ||
    typeof sub !== 'string' ||
    typeof aud !== 'string'
  )
    return null;
  return {
    sessionId: sid,
    tenantId,
    userUuid: sub,
    grantId: typeof grant === 'string' ? grant : null,
    audience: aud,
    scope: typeof scope === 'string' ? scope : '',
  };
}
