import { type Failure, failExactly } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { oauthActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { OAuthFault } from './oauth.rules';

/** Every refusal leaves a row of audit: a stranger gets no more of them than this. */
const refusalsPerAddress: Limit = { name: 'oauth-refused-ip', points: 100, seconds: 600 };
/** Wrong secrets of one client. Right ones are not counted: a server exchanges codes for many people from one address. */
const secretsPerClient: Limit = { name: 'oauth-secret-ip-client', points: 20, seconds: 600 };

export interface Refusal extends OAuthFault {
  clientId?: string | undefined;
  tenantNumber?: number;
}

/** Writes down why something was refused. @throws Failure 429 after too many */
export async function noteRefusal(
  visitor: Visitor,
  { reason, error, clientId, tenantNumber }: Refusal,
  { rateLimits }: Pick<IdentityParts, 'rateLimits'>,
): Promise<void> {
  await rateLimits.take(refusalsPerAddress, visitor.ip);
  if (reason === 'clientSecret') await rateLimits.take(secretsPerClient, `${visitor.ip} ${clientId ?? ''}`);
  await visitor.db.transaction().execute((trx) =>
    visitor.audit(trx, {
      action: oauthActions.refuse,
      entity: 'oauthClient',
      after: { reason, error, clientId: clientId?.slice(0, 100) ?? null },
      ...(tenantNumber === undefined ? {} : { organisationId: tenantNumber }),
    }),
  );
}

const statuses: Record<string, number> = {
  invalid_client: 401,
  invalid_token: 401,
  access_denied: 403,
  insufficient_scope: 403,
};

/** An error as clients read it (RFC 6749, 5.2; RFC 6750, 3.1). The reason is a word for whoever builds the client. */
export const oauthError = ({ error, reason }: OAuthFault): Failure =>
  failExactly(statuses[error] ?? 400, { error, error_description: reason });

/** Writes it down and gives what is to be thrown. @throws Failure 429 */
export async function refused(
  visitor: Visitor,
  refusal: Refusal,
  parts: Pick<IdentityParts, 'rateLimits'>,
): Promise<Failure> {
  await noteRefusal(visitor, refusal, parts);
  return oauthError(refusal);
}
