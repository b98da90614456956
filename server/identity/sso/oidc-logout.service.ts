import { decodeJwt, errors, jwtVerify } from 'jose';
import { internalOrganisation } from '../../platform/actor';
import { failExactly } from '../../platform/errors';
import type { Limit } from '../../platform/http/rate-limits';
import type { Visitor } from '../../platform/visitor';
import { sessionActions } from '../identity.audit';
import type { IdentityParts } from '../parts';
import { idTokenAlgorithms } from '../relying-party/id-token-algorithms';
import { OidcRefused, oidcRefusal } from './oidc-fault';
import { leavingOf } from './oidc-logout.rules';
import { listOidcOf, type OidcLeaving } from './oidc-logout.store';
import { endSessionsOfOidc } from './provider-session.store';
import { skewMs } from './saml-response.rules';
import { noteMessage } from './saml-logout.store';

type Needs = Pick<IdentityParts, 'rateLimits' | 'oidcProviders'>;

/** What is refused leaves a row of audit each, and may have called a provider. */
const refusedPerAddress: Limit = { name: 'oidc-logout-ip', points: 30, seconds: 600 };

/** How old a logout token may be, and how long it is remembered. */
const tokenSeconds = 600;

/** Why a logout token ends nothing. */
class LogoutTokenRefused extends Error {
  override readonly name = 'LogoutTokenRefused';
  constructor(readonly fault: string, readonly of?: OidcLeaving) {
    super(`logout token refused: ${fault}`);
  }
}

/** Who the token says that it is of and for: nothing of it is believed yet. */
function named(token: string): { issuer: string; clientIds: string[] } {
  try {
    const { iss, aud } = decodeJwt(token);
    return { issuer: iss ?? '', clientIds: [aud].flat().filter((one) => one !== undefined).slice(0, 10) };
  } catch {
    throw new LogoutTokenRefused('badToken');
  }
}

const faultOf = (error: unknown): string => {
  if (error instanceof errors.JWTClaimValidationFailed) return { iss: 'wrongIssuer', aud: 'wrongAudience', iat: 'expired', nbf: 'notYet' }[error.claim] ?? 'badToken';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return 'badSignature';
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) return 'weakAlgorithm';
  return error instanceof errors.JOSEError ? 'badToken' : oidcRefusal(error).fault;
};

async function read(token: string, { provider, now }: { provider: OidcLeaving; now: Date }, { oidcProviders }: Needs) {
  try {
    const { issuer, keys } = await oidcProviders.keysAt(provider, now);
    const { payload } = await jwtVerify(token, keys, { issuer, audience: provider.oidcClientId, algorithms: idTokenAlgorithms, currentDate: now, clockTolerance: skewMs / 1000, maxTokenAge: tokenSeconds, requiredClaims: ['iss', 'aud', 'iat', 'jti'] });
    const leaving = leavingOf(payload);
    if (!leaving) throw new LogoutTokenRefused('badToken', provider);
    return leaving;
  } catch (error) {
    throw error instanceof LogoutTokenRefused ? error : new LogoutTokenRefused(error instanceof OidcRefused ? error.fault : faultOf(error), provider);
  }
}

/**
 * Does what an OpenID provider says by itself: a logout token ends the sessions that it began (OpenID Connect Back-Channel Logout 1.0).
 * Tenants may share a provider and a client of it; those of each are ended.
 * @throws Failure 400 for a token that is none of a provider that is known here, the reason of which stands in the audit log; 429 after too many
 */
export async function takeLogoutToken(visitor: Visitor, token: string, needs: Needs): Promise<void> {
  const { now, db } = visitor;
  try {
    const providers = await listOidcOf(db, named(token));
    if (providers.length === 0) throw new LogoutTokenRefused('wrongIssuer');
    for (const provider of providers) {
      const { tokenId, ...person } = await read(token, { provider, now }, needs);
      await db.transaction().execute(async (trx) => {
        const configNumber = provider.number;
        if (!(await noteMessage(trx, { configNumber, messageId: tokenId, ours: false, until: new Date(now.getTime() + tokenSeconds * 1000 + 2 * skewMs) }))) throw new LogoutTokenRefused('repeated', provider);
        for (const { sessionId, userId } of await endSessionsOfOidc(trx, { ...person, configNumber }, now)) {
          await visitor.audit(trx, { action: sessionActions.end, entity: 'session', entityId: sessionId, organisationId: provider.tenantNumber, after: { userId, way: 'oidcLogout' } });
        }
      });
    }
  } catch (error) {
    if (!(error instanceof LogoutTokenRefused)) throw error;
    await needs.rateLimits.take(refusedPerAddress, visitor.ip);
    const { fault, of } = error;
    visitor.log.warn({ fault, ip: visitor.ip }, 'logout token refused');
    await db.transaction().execute((trx) => visitor.audit(trx, {
      action: sessionActions.refuse, entity: 'ssoConfig', ...(of ? { entityId: of.id, organisationId: of.tenantNumber } : { organisationId: internalOrganisation }), after: { way: 'oidcLogout', fault },
    }));
    throw failExactly(400, { error: 'invalid_request', error_description: fault });
  }
}
