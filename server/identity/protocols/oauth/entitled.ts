import { Failure } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityParts } from '../../parts';
import type { SignedIn } from '../../ports';
import { refused } from './oauth-refusal';

/**
 * Who stands behind what a client holds.
 * @param find as `Tokens.entitled` and `Tokens.admit`
 * @throws Failure 400 where their session has ended, or they have left the tenant; 403 from an address that the tenant keeps out, and where it
 * forces a second factor that the session lacks
 */
export async function entitledBy(
  visitor: Visitor,
  { clientId, find }: { clientId: string; find(): Promise<SignedIn> },
  parts: Pick<IdentityParts, 'rateLimits'>,
): Promise<SignedIn> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Failure) || (error.status !== 401 && error.status !== 403)) throw error;
    throw await refused(
      visitor,
      error.status === 401
        ? { error: 'invalid_grant', reason: 'session', clientId }
        : { error: 'access_denied', reason: 'tenant', clientId },
      parts,
    );
  }
}
