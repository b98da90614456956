import type { Visitor } from '../../../platform/visitor';
import { selectClaimFacts } from '../../core/tokens/claim-facts.store';
import { identityScopes } from '../../core/tokens/oauth-scopes.rules';
import type { IdentityParts } from '../../parts';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import { oauthError, refused } from './oauth-refusal';
import { personClaims } from './oauth-tokens';

/**
 * What a client may know of whoever an access token stands for, at this instant (OpenID Connect Core, 5.3).
 * @param token as a header brought it; null for none
 * @param inAddress something secret was brought where it does not belong
 * @throws Failure 401, 403 from an address that the tenant keeps out, 429
 */
export async function userInfo(
  visitor: Visitor,
  { token, inAddress }: { token: string | null; inAddress: boolean },
  parts: Pick<IdentityParts, 'tokens' | 'rateLimits'>,
): Promise<object> {
  const { db, now, ip } = visitor;
  if (inAddress) throw await refused(visitor, { error: 'invalid_request', reason: 'inAddress' }, parts);
  if (token === null) throw oauthError({ error: 'invalid_token', reason: 'tokenMissing' });
  const bearer = await parts.tokens.findBearer(token, now);
  if (!bearer) throw await refused(visitor, { error: 'invalid_token', reason: 'token' }, parts);
  const { person, scopes } = bearer;
  if (scopes && !scopes.includes('openid'))
    throw await refused(visitor, { error: 'insufficient_scope', reason: 'scope' }, parts);
  if (!(await isAddressAllowed(db, person, ip)))
    throw await refused(
      visitor,
      { error: 'access_denied', reason: 'address', tenantNumber: person.tenantNumber },
      parts,
    );
  const { verified } = await selectClaimFacts(db, person, now);
  // A token that stands for the session stands for the person whole.
  return personClaims(person, (scopes ?? identityScopes).join(' '), verified);
}
