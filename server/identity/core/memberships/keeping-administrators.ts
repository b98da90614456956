import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { administratorPermissions, keepsAdministrator, type Holder } from './administrator.rules';
import { listHolders, lockTenant } from './administrators.store';

declare const checked: unique symbol;

/** A transaction that looks, when its work is done, whether an administrator is left. Whatever can take a right or a membership asks for one. */
export type RightsTrx = Trx & { readonly [checked]: true };

interface Keeping {
  /** Those in which something changes; they are locked in their order. */
  tenants: readonly number[];
  /** Those that keep an administrator; all of them where it is not said. */
  keep?: readonly number[];
  now: Date;
}

/**
 * The one rule of the last administrator: changes of who may do what in a tenant come one after the other, so that no two take away each
 * other's, and what would leave none is refused.
 * @throws Failure 422 lastAdministrator
 */
export async function keepingAdministrators<Answer>(
  trx: Trx,
  { tenants, keep = tenants, now }: Keeping,
  work: (trx: RightsTrx) => Promise<Answer>,
): Promise<Answer> {
  for (const tenant of [...new Set(tenants)].sort((a, b) => a - b)) await lockTenant(trx, tenant);
  const before: { held: Parameters<typeof listHolders>[1]; holders: Holder[] }[] = [];
  for (const tenantNumber of keep) {
    for (const permission of administratorPermissions(tenantNumber === internalOrganisation)) {
      const held = { tenantNumber, permission, now };
      before.push({ held, holders: await listHolders(trx, held) });
    }
  }
  const answer = await work(trx as RightsTrx);
  for (const { held, holders } of before)
    if (!keepsAdministrator(holders, await listHolders(trx, held)))
      throw fail.unprocessable('identity.lastAdministrator');
  return answer;
}
