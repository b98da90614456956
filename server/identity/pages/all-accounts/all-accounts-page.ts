import { Failure } from '../../../platform/errors';
import type { Context } from '../../../platform/http/define-route';
import { covers, type Permission } from '../../../platform/permissions';
import { seesAll } from '../../../platform/restriction.rules';
import { selectTenantBelow } from '../../core/tenants/family';
import { listTenantsAbove, selectOwn } from '../../core/tenants/tenant.store';
import { reachingOf } from '../../protocols/tenants/reaching';

export const accountsPath = '/account/all-accounts';
export const readAccounts = 'fe.account-hierarchy.read.subAccount';
export const writeAccounts = 'fe.account-hierarchy.write.subAccount';
export const deleteAccounts = 'fe.account-hierarchy.delete.subAccount';
export const writeAccess = 'fe.account-hierarchy.write.subAccountAccess';

/**
 * An account below with its way from the top, and what whoever looks may do there.
 * @throws Failure 404 unknownTenant
 */
export async function accountOf(context: Context, id: string) {
  const { db } = context;
  const { family, actingIn } = await reachingOf(context);
  const account = await selectTenantBelow(db, family, id);
  const own = await selectOwn(db, family);
  const above = (await listTenantsAbove(db, { from: account.number, top: family.top })).reverse();
  const permissions = account.status === 'ACTIVE' ? await rightsIn(account.number) : null;
  /** Rights that are needed at the top and in the account alike. */
  const mayThere = (...needed: Permission[]) =>
    permissions !== null && needed.every((one) => covers(permissions, one) && covers(context.actor.permissions, one));
  return { account, own, above, family, actingIn, permissions, mayThere };

  async function rightsIn(number: number): Promise<ReadonlySet<string> | null> {
    try {
      const { scope, actor } = await actingIn(number);
      return seesAll(scope) ? actor.permissions : null;
    } catch (error) {
      // Its own rules keep them out: they see that it is there, and change nothing.
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}
export type AccountShown = Awaited<ReturnType<typeof accountOf>>;

/** As the address of a form names it. */
export const accountIn = ({ url }: Pick<Context, 'url'>): string =>
  url.slice(accountsPath.length + 1).split(/[/?]/)[0] ?? '';
