import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { endOwnTokens } from '../../core/api-tokens/token-end.service';
import { deleteFactors } from '../../core/factors/factor.store';

/**
 * Whoever has shown that an account's address is theirs need not be who had the account before: nothing lets anybody in any more but the
 * password that was just set.
 */
export async function endOtherWaysIn(trx: Trx, visitor: Pick<Visitor, 'audit'>, userId: number): Promise<void> {
  await endOwnTokens(trx, userId, visitor);
  await deleteFactors(trx, userId);
  for (const table of ['passkey', 'social_identity', 'sso_identity', 'phone_number'] as const)
    await trx.deleteFrom(`identity.${table}`).where('user_id', '=', userId).execute();
}
