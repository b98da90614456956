import { decodeJwt, errors, jwtVerify } from 'jose';
import type { Trx } from '../../../platform/db/database';
import { failExactly } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { idTokenAlgorithms } from '../relying-party/id-token-algorithms';
import { noteRefusedLogout } from './logout-refusal';
import { OidcRefused } from './oidc-fault';
import { addressedBy, leavingOf } from './oidc-leaving';
import { endSessionsOfOidc, listOidcOf, type OidcLeaving } from './provider-session.store';
import { noteMessage } from './saml-logout.store';
import { skewMs } from './saml-response.rules';

type Dependencies = Pick<IdentityParts, 'rateLimits' | 'oidcProviders'>;

/** Each token may call its provider. A provider says of many people from one address that they have left. */
const readPerAddress: Limit = { name: 'oidc-logout-read-ip', points: 3000, seconds: 600 };
/** What is refused leaves a row of audit each. */
const refusedPerAddress: Limit = { name: 'oidc-logout-ip', points: 30, seconds: 600 };

/** How old a logout token may be, and how long it is remembered. */
const tokenSeconds = 600;

/** Why a logout token ends nothing. */
class LogoutTokenRefused extends Error {
  override readonly name = 'LogoutTokenRefused';
  constructor(readonly fault: string) {
    super(`logout token refused: ${fault}`);
  }
}

function addressed(token: string) {
  try {
    const named = addressedBy(decodeJwt(token));
    if (named) return named;
  } catch {
    /* No token at all. */
  }
  throw new LogoutTokenRefused('badToken');
}

/** A document of keys that is none is told apart from other faults by this code alone. */
const generic = 'ERR_JOSE_GENERIC';

const faultOf = (error: unknown): string => {
  if (error instanceof OidcRefused) return error.fault;
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === generic)
    return 'unreachable';
  if (error instanceof errors.JWTClaimValidationFailed)
    return { iss: 'wrongIssuer', aud: 'wrongAudience', iat: 'expired', nbf: 'notYet' }[error.claim] ?? 'badToken';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  )
    return 'badSignature';
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) return 'weakAlgorithm';
  return 'badToken';
};

async function read(
  token: string,
  { provider, now }: { provider: OidcLeaving; now: Date },
  { oidcProviders }: Dependencies,
) {
  try {
    const { issuer, keys } = await oidcProviders.keysAt(provider, now);
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: provider.oidcClientId,
      algorithms: idTokenAlgorithms,
      currentDate: now,
      clockTolerance: skewMs / 1000,
      maxTokenAge: tokenSeconds,
      requiredClaims: ['iss', 'aud', 'iat', 'jti'],
    });
    const leaving = leavingOf(payload);
    if (!leaving) throw new LogoutTokenRefused('badToken');
    return leaving;
  } catch (error) {
    throw error instanceof LogoutTokenRefused ? error : new LogoutTokenRefused(faultOf(error));
  }
}

/**
 * Does what an OpenID provider says by itself: a logout token ends the sessions that it began (OpenID Connect Back-Channel Logout 1.0).
 * Tenants may share a provider and a client of it; those of each are ended, or those of none.
 * @throws Failure 400 for a token that is none of a provider that is known here, the reason of which stands in the audit log; 429 after too many
 */
export async function takeLogoutToken(visitor: Visitor, token: string, needs: Dependencies): Promise<void> {
  const { now, db, ip } = visitor;
  await needs.rateLimits.take(readPerAddress, ip);
  let providers: OidcLeaving[] = [];
  try {
    providers = await listOidcOf(db, addressed(token));
    const [first] = providers;
    if (!first) throw new LogoutTokenRefused('wrongIssuer');
    // They are one provider and one client: what is good for the first is for all.
    const leaving = await read(token, { provider: first, now }, needs);
    await db.transaction().execute((trx) => obey(trx, visitor, { providers, leaving }));
  } catch (error) {
    if (!(error instanceof LogoutTokenRefused)) throw error;
    await needs.rateLimits.take(refusedPerAddress, ip);
    const { fault } = error;
    await noteRefusedLogout(visitor, { providers, way: 'oidcLogout', fault });
    throw failExactly(400, { error: 'invalid_request', error_description: fault });
  }
}

type Leaving = NonNullable<ReturnType<typeof leavingOf>>;

async function obey(
  trx: Trx,
  visitor: Visitor,
  { providers, leaving: { tokenId, ...person } }: { providers: readonly OidcLeaving[]; leaving: Leaving },
): Promise<void> {
  const { now } = visitor;
  for (const { number: configNumber, tenantNumber } of providers) {
    if (
      !(await noteMessage(trx, {
        configNumber,
        messageId: tokenId,
        ours: false,
        until: new Date(now.getTime() + tokenSeconds * 1000 + 2 * skewMs),
      }))
    )
      throw new LogoutTokenRefused('repeated');
    for (const { sessionId, userId } of await endSessionsOfOidc(trx, { ...person, configNumber }, now)) {
      await visitor.audit(trx, {
        action: sessionActions.end,
        entity: 'session',
        entityId: sessionId,
        organisationId: tenantNumber,
        after: { userId, way: 'oidcLogout' },
      });
    }
  }
}
