import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { z } from 'zod';

/** Why a sign-in at an OpenID provider lets nobody in. */
export type OidcFault =
  | 'unreachable'
  | 'badMetadata'
  | 'otherProvider'
  | 'refusedThere'
  | 'codeRefused'
  | 'badAnswer'
  | 'weakAlgorithm'
  | 'badSignature'
  | 'wrongIssuer'
  | 'wrongAudience'
  | 'wrongParty'
  | 'wrongNonce'
  | 'wrongHash'
  | 'notYet'
  | 'expired'
  | 'noSubject'
  | 'otherSubject'
  | 'noAddress'
  | 'notVerified';

/** What was said is not repeated to whoever brought it. */
export class OidcRefused extends Error {
  override readonly name = 'OidcRefused';
  constructor(
    readonly fault: OidcFault,
    options?: ErrorOptions,
  ) {
    super(`answer of an OpenID provider refused: ${fault}`, options);
  }
}

/** What the library says of what it refused, as far as a reason is read from it. */
const refusal = z
  .object({
    claim: z.string().optional(),
    attribute: z.string().optional(),
    header: z.unknown().optional(),
    signature: z.unknown().optional(),
    parameters: z.unknown().optional(),
    claims: z.record(z.string(), z.unknown()).optional(),
  })
  .catch({});

const ofClaim: Record<string, OidcFault> = {
  iss: 'wrongIssuer',
  aud: 'wrongAudience',
  azp: 'wrongParty',
  nonce: 'wrongNonce',
};

function faultOf(error: unknown): OidcFault {
  if (error instanceof AuthorizationResponseError) return 'refusedThere';
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return 'codeRefused';
  if (!(error instanceof ClientError)) return 'badAnswer';
  const {
    claim = '',
    attribute,
    header,
    signature,
    parameters,
    claims,
  } = refusal.parse(error.cause instanceof Error ? error.cause.cause : error.cause);
  switch (error.code) {
    // Whatever the way out refused or could not reach has no code of the library's.
    case undefined:
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return 'unreachable';
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return ofClaim[claim] ?? 'badAnswer';
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return claim === 'nbf' ? 'notYet' : 'expired';
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'badSignature';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return attribute === 'sub' ? 'otherSubject' : 'badAnswer';
    case 'OAUTH_INVALID_RESPONSE':
      break;
    default:
      return 'badAnswer';
  }
  if (parameters !== undefined) return 'otherProvider';
  if (signature !== undefined) return 'badSignature';
  if (header !== undefined) return 'weakAlgorithm';
  if (claims && typeof claims.sub !== 'string') return 'noSubject';
  return claims && claims.nonce === undefined ? 'wrongNonce' : 'badAnswer';
}

/** The same error as one that may be logged: those of the library carry codes and tokens. */
export function oidcRefusal(error: unknown): OidcRefused {
  if (error instanceof OidcRefused) return error;
  const said = [error, error instanceof Error ? error.cause : undefined].flatMap((one) =>
    one instanceof Error ? [one.message] : [],
  );
  return new OidcRefused(faultOf(error), { cause: new Error(said.join(': ')) });
}
