import type { Context } from '../../../platform/http/define-route';
import { withParameters } from '../../../platform/table/table-query';
import { listPaths } from '../../core/tenants/branch.store';
import { findTenantOf, searchTenantsBelow, type Family } from '../../core/tenants/tenant.store';
import type { AccountRow, Branch, FoundAccount } from './all-accounts.contract';
import { branchStep, mostSteps, withBranch, writeOpen, type OpenBranches } from './open-branches.rules';

type Reading = Pick<Context, 'db'> & { family: Family };

const byName = { by: 'name', descending: false } as const;

interface Shown {
  /** The page that shows the tree. */
  base: string;
  open: OpenBranches;
}

/** The accounts right below one, with the branches below those that are open. */
export async function branchBelow(
  { db, family }: Reading,
  of: { id: string; number: number },
  { base, open }: Shown,
): Promise<Branch> {
  const steps = open.get(of.id) ?? 1;
  const { tenants, total } = await searchTenantsBelow(db, {
    top: family.top,
    under: of.number,
    sort: byName,
    limit: steps * branchStep,
    offset: 0,
  });
  const hrefOf = (branches: OpenBranches, at: string) =>
    `${withParameters(base, { open: writeOpen(branches) })}#account-${at}`;
  const rows: AccountRow[] = [];
  for (const { id, number, name, status, isParent } of tenants) {
    const isOpen = isParent && open.has(id);
    rows.push({
      id,
      name,
      suspended: status !== 'ACTIVE',
      toggleHref: isParent ? hrefOf(withBranch(open, id, isOpen ? null : 1), id) : null,
      branch: isOpen ? await branchBelow({ db, family }, { id, number }, { base, open }) : null,
    });
  }
  const last = rows.at(-1);
  return {
    rows,
    total,
    moreHref:
      last && rows.length < total && steps < mostSteps ? hrefOf(withBranch(open, of.id, steps + 1), last.id) : null,
  };
}

/** How many are found at once. */
export const mostFound = 50;

/** Accounts below whose name contains a text, each with the way to it. */
export async function findAccounts(
  { db, family }: Reading,
  text: string,
): Promise<{ found: FoundAccount[]; total: number }> {
  const { tenants, total } = await searchTenantsBelow(db, {
    top: family.top,
    under: family.top,
    text,
    sort: byName,
    limit: mostFound,
    offset: 0,
  });
  const paths = await listPaths(db, { top: family.top, numbers: tenants.map(({ number }) => number) });
  return {
    found: tenants.map(({ id, number, name, status }) => ({
      id,
      name,
      suspended: status !== 'ACTIVE',
      path: (paths.get(number) ?? []).map((above) => above.name),
    })),
    total,
  };
}

/** Whether a public id is of the family, as one that may have accounts below it. */
export const activeOf = async ({ db, family }: Reading, id: string) => {
  const found = await findTenantOf(db, family, id);
  return found?.status === 'ACTIVE' ? found : null;
};
