import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { oauthActions } from '../../identity.audit';
import { endConsent } from './consent.store';

/** Takes back what somebody let a program have in a tenant; all that it holds by it ends with that. @throws Failure 422 where it has nothing */
export function revokeConsent(
  { actor: { userId }, db, now, audit }: ActingPersonally,
  { clientId, tenantId }: { clientId: string; tenantId: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await endConsent(trx, { userId, clientId, tenantId }, now))) throw fail.unprocessable('account.apps.unknown');
    await audit(trx, { action: oauthActions.revoke, entity: 'oauthClient', entityId: clientId, after: { tenantId } });
  });
}
