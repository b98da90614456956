import type { Context } from '../../../platform/http/define-route';
import { members } from '../../core/members/members';
import { listTenantRoles, type TenantRole } from '../../core/roles/role.store';
import { tickedRoles } from '../team/team-forms.contract';
import { offered, teamRows } from '../team/team-pages.presentation';
import type { OfferedRole } from '../team/team-rows.contract';
import type { AccountShown } from './all-accounts-page';
import type { AccountPerson } from './all-accounts.contract';

/** How many people of an account are shown at once. */
export const mostPeople = 25;

/** Whoever looks, as they act in the account below. */
const thereOf = ({ db, t, now, actor }: Context, { account, permissions }: AccountShown) => ({
  db,
  t,
  now,
  actor: {
    ...actor,
    organisation: { ...actor.organisation, id: account.number },
    permissions: new Set([...(permissions ?? [])].filter((key) => key !== '')) as typeof actor.permissions,
  },
});

const rolesOf = ({ db }: Context, { account }: AccountShown): Promise<TenantRole[]> =>
  listTenantRoles(db, account.number);

/** A page of the people of an account, by name, each with the roles that can be given. */
export async function peopleOf(
  context: Context,
  at: AccountShown,
  page: number,
): Promise<{ people: AccountPerson[]; total: number }> {
  const there = thereOf(context, at);
  const {
    rows,
    members: found,
    total,
  } = await teamRows(there, {
    limit: mostPeople,
    offset: (page - 1) * mostPeople,
  });
  const roles = await rolesOf(context, at);
  const people: AccountPerson[] = [];
  for (const [place, { id, name, email, roles: names }] of rows.entries()) {
    const one = found[place];
    const member = one && (await members.find(context.db, { tenantNumber: at.account.number, userId: one.userId }));
    if (!one || !member) continue;
    const held = ({ number }: TenantRole) => member.roleIds.includes(number);
    people.push({
      id,
      name,
      email,
      roles: names,
      offered: offered(there, roles, { held, ticked: held }),
      reaches: one.subAccountAccessAllowed,
      yourself: one.userId === context.actor.userId,
    });
  }
  return { people, total };
}

/** The roles that whoever looks may give to somebody new; ticked as they were before a refusal, or else as is usual. */
export async function rolesToGive(
  context: Context,
  at: AccountShown,
  typed: Record<string, string> | null,
): Promise<OfferedRole[]> {
  const ticked = typed && tickedRoles(typed);
  return offered(thereOf(context, at), await rolesOf(context, at), {
    held: () => false,
    ticked: ({ id, isDefault }) => (ticked ? ticked.includes(id) : isDefault),
  });
}

/** The roles that a form of the account names, with those that it could not name because they are beyond whoever sends it. */
export async function rolesWanted(
  context: Context,
  at: AccountShown,
  { memberId, ticked }: { memberId: string; ticked: readonly string[] },
): Promise<string[]> {
  const there = thereOf(context, at);
  const {
    members: [one],
  } = await teamRows(there, { ids: [memberId], limit: 1, offset: 0 });
  const member = one && (await members.find(context.db, { tenantNumber: at.account.number, userId: one.userId }));
  const held = ({ number }: TenantRole) => member?.roleIds.includes(number) ?? false;
  const untouched = offered(there, await rolesOf(context, at), { held, ticked: held }).filter(
    (role) => role.held && !role.yours,
  );
  return [...new Set([...ticked, ...untouched.map(({ id }) => id)])];
}
