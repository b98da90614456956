import { Failure } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { exchange } from '../../core/api-tokens/exchange.service';
import { enterAsVendor } from '../../core/api-tokens/vendor';
import { selectClaimFacts } from '../../core/tokens/claim-facts.store';
import { identityScopes } from '../../core/tokens/oauth-scopes.rules';
import type { IdentityParts } from '../../parts';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import { authenticateClient, basicOf } from './client-authentication';
import { exchangeCode } from './code-grant.service';
import { oauthError, refused } from './oauth-refusal';
import { personClaims } from './oauth-tokens';
import type { TokenAsk } from './oauth.contract';
import { refreshGrant } from './refresh-grant.service';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;

/** @throws Failure 400, 401, 403, 429, each in the form of RFC 6749, 5.2 */
export async function answerTokenRequest(visitor: Visitor, ask: TokenAsk, parts: Dependencies): Promise<object> {
  if (ask.from.inAddress)
    throw await refused(visitor, { error: 'invalid_request', reason: 'inAddress', clientId: ask.client_id }, parts);
  switch (kindOf(ask)) {
    case 'authorization_code':
      return exchangeCode(visitor, { client: await authenticateClient(visitor, ask, parts), ask }, parts);
    case 'refresh_token':
      return refreshGrant(visitor, { client: await authenticateClient(visitor, ask, parts), ask }, parts);
    case 'client_credentials':
      return enterAsProgram(visitor, ask, parts);
    default:
      throw oauthError({ error: 'unsupported_grant_type', reason: 'grantType' });
  }
}

/** The type of the published client's body has no kind: what it brings says which. */
function kindOf({ grant_type: kind, code, refresh_token: refreshToken, from }: TokenAsk): string | undefined {
  if (kind !== undefined || !from.json) return kind;
  return code !== undefined ? 'authorization_code' : refreshToken !== undefined ? 'refresh_token' : undefined;
}

/** What an API token, or the installation's own back-end client, gets for its id and secret: the same as at the calls of their own. */
async function enterAsProgram(
  visitor: Visitor,
  { client_id: id, client_secret: secret, from }: TokenAsk,
  parts: Dependencies,
): Promise<object> {
  const given =
    basicOf(from.authorization) ?? (id !== undefined && secret !== undefined ? { clientId: id, secret } : null);
  if (!given) throw await refused(visitor, { error: 'invalid_client', reason: 'clientMissing', clientId: id }, parts);
  const { vendor } = parts.config.identity;
  try {
    if (given.clientId === vendor?.clientId) {
      const { token, expiresIn } = await enterAsVendor(visitor, given, { ...parts, keys: parts.tokens.keys });
      return { access_token: token, token_type: 'Bearer', expires_in: expiresIn };
    }
    const { accessToken, expiresIn } = await exchange(visitor, given, parts);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn };
  } catch (error) {
    // Why is written down where the token is looked at.
    if (error instanceof Failure && error.status === 401)
      throw oauthError({ error: 'invalid_client', reason: 'clientSecret' });
    throw error;
  }
}

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
