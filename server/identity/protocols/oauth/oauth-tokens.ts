import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/database';
import { accessTokenOf, clientTokenOf, grantClaim, multiFactorClass } from '../../core/tokens/access-token';
import { selectClaimFacts, type ClaimFacts } from '../../core/tokens/claim-facts.store';
import type { Grant } from '../../core/tokens/grant.store';
import { accessTokenSeconds } from '../../core/tokens/key-schedule.rules';
import { isWithin } from '../../core/tokens/oauth-scopes.rules';
import { refreshTokenOf } from '../../core/tokens/refresh-token';
import type { IdentityParts } from '../../parts';
import type { SignedIn } from '../../ports';
import type { OAuthClient } from './oauth-client';

export interface OAuthAnswer {
  access_token: string;
  id_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

export const refreshPurpose = 'oauth refresh token';

interface Wish {
  client: OAuthClient;
  grant: Pick<Grant, 'id'>;
  scope: string;
  person: SignedIn;
  /** Of the refresh token. */
  number: number;
  nonce: string | null;
  now: Date;
  /** Where they were asked for already. */
  facts?: ClaimFacts | null;
}

/** Half of the hash of an access token, by which an ID token names the one that it came with (OpenID Connect Core, 3.1.3.6). */
const halfHash = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/** What an ID token or the user info call says of somebody, as far as the client may know it. */
export function personClaims(
  { userUuid, tenantId, email, fullName }: SignedIn,
  scope: string,
  verified: boolean,
): Record<string, unknown> {
  return {
    sub: userUuid,
    tenantId,
    ...(isWithin('email', scope) ? { email, email_verified: verified } : {}),
    ...(isWithin('profile', scope) ? { name: fullName } : {}),
  };
}

/**
 * What a client gets for a grant. The installation's own front end uses the ID token as its bearer, so that both are one; any other
 * client's ID token is for the client alone, and opens nothing here.
 */
export async function oauthAnswer(
  { db, tokens: { keys, secrets } }: Pick<IdentityParts, 'tokens'> & { db: Db },
  wish: Wish,
): Promise<OAuthAnswer> {
  const { client, grant, scope, person, number, nonce, now, facts } = wish;
  const withNonce = nonce === null ? {} : { nonce };
  const rest = {
    refresh_token: refreshTokenOf(secrets, { sessionId: grant.id, number }, refreshPurpose),
    token_type: 'Bearer',
    scope,
  } as const;
  if (client.own) {
    const { accessToken, expiresIn } = await accessTokenOf(
      { db, keys, facts, more: { azp: client.id, ...withNonce, client_id: client.id, scope, [grantClaim]: grant.id } },
      person,
      now,
    );
    return { ...rest, access_token: accessToken, id_token: accessToken, expires_in: expiresIn };
  }
  const { verified } = facts ?? (await selectClaimFacts(db, person, now));
  const { accessToken, expiresIn } = await clientTokenOf(
    keys,
    { person, clientId: client.id, grantId: grant.id, scope },
    now,
  );
  const issuedAt = Math.floor(now.getTime() / 1000);
  const idToken = await keys.sign(
    {
      ...personClaims(person, scope, verified),
      azp: client.id,
      ...withNonce,
      aud: client.id,
      sid: person.sessionId,
      amr: [...person.amr],
      ...(person.amr.includes('mfa') ? { acr: multiFactorClass } : {}),
      auth_time: Math.floor(person.authenticatedAt.getTime() / 1000),
      at_hash: halfHash(accessToken),
      iat: issuedAt,
      exp: issuedAt + accessTokenSeconds,
    },
    now,
  );
  return { ...rest, access_token: accessToken, id_token: idToken, expires_in: expiresIn };
}
