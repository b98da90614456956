import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { apiTokenActions } from '../../identity.audit';
import { lockAccount } from '../accounts/account-lock';
import { deleteTokensOfPerson } from './api-token.store';

/** Deletes the tokens of somebody's own, in whichever tenant: whatever came in by them is out with its next request. @returns how many there were */
export async function endOwnTokens(trx: Trx, userId: number, { audit }: Pick<Visitor, 'audit'>): Promise<number> {
  await lockAccount(trx, userId);
  const deleted = await deleteTokensOfPerson(trx, userId);
  for (const { id, tenantNumber, ...before } of deleted) {
    await audit(trx, {
      action: apiTokenActions.remove,
      entity: 'apiToken',
      entityId: id,
      organisationId: tenantNumber,
      before: { ...before, ofUser: userId },
    });
  }
  return deleted.length;
}
