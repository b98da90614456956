import { countSecured } from '../../domain/places';
import type { Translate } from '../../platform/i18n/messages';
import type { Member, MemberQuery, TenantRole } from '../../platform/members';
import { nameOfRole } from '../../platform/role-names';
import type { RoleList, UserDetail, UserRow } from './users.contract';
import { isGrantable } from './users.rules';
import { editorOf, type Editing } from './users.service';

type Row = UserDetail['user'];

export const rolesFor = (t: Translate, editing: Editing, roles: readonly TenantRole[]): RoleList['roles'] =>
  roles.map((role) => ({
    roleId: role.roleId,
    roleName: nameOfRole(t, role),
    grantable: isGrantable(editorOf(editing), role),
  }));

export function rowOf(
  member: Member,
  { roles, secured }: { roles: RoleList['roles']; secured: UserRow['secured'] },
): Row {
  const { userId, fullName, login, email, status, ssoUser, lastSignInAt, roleIds } = member;
  return {
    userId,
    fullName,
    login,
    email,
    status,
    ssoUser,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    roleNames: roles.filter(({ roleId }) => roleIds.includes(roleId)).map(({ roleName }) => roleName),
    secured,
    roleIds: [...roleIds],
  };
}

/** People of the organization that is acted in, as a list shows them. */
export async function userRows(
  editing: Editing,
  t: Translate,
  query: Omit<MemberQuery, 'tenantNumber'>,
): Promise<{ rows: Row[]; total: number }> {
  const {
    acting: { db, scope },
    members,
  } = editing;
  const { members: found, total } = await members.list(db, { ...query, tenantNumber: scope.organisationId });
  const roles = rolesFor(t, editing, await members.roles(db, scope.organisationId));
  const secured = await countSecured(
    db,
    scope,
    found.map(({ userId }) => userId),
  );
  return { rows: found.map((member) => rowOf(member, { roles, secured: secured.get(member.userId) ?? null })), total };
}
