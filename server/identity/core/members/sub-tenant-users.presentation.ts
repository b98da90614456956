import { permissionsOf } from '../profiles/profile.presentation';
import { tenantRoleView } from '../roles/role.presentation';
import type { KnownPermission, TenantRole } from '../roles/role.store';
import { teamMemberView } from './team.presentation';
import type { GivenRole, TeamMember } from './team.store';

interface Around {
  vendorId: string;
  roles: ReadonlyMap<string, TenantRole>;
  given: readonly GivenRole[];
  permissions: readonly KnownPermission[];
}

/** Somebody with what they hold in each tenant of a family. */
export function subTenantUserView(member: TeamMember, around: Around) {
  const { vendorId, roles, given, permissions } = around;
  const tenants = member.tenantIds.map((tenantId) => {
    const here = given
      .filter((one) => one.userId === member.userId && one.tenantId === tenantId)
      .flatMap(({ roleId }) => roles.get(roleId) ?? []);
    const held = new Set(here.flatMap((role) => role.permissions));
    return {
      tenantId,
      roles: here.map((role) => tenantRoleView(role, vendorId)),
      permissions: permissionsOf(
        permissions.filter(({ key }) => held.has(key)),
        here,
      ),
      activated: member.verified && member.activeIn.includes(tenantId),
      ...(member.lastLogin ? { lastLogin: member.lastLogin.toISOString() } : {}),
    };
  });
  return { ...teamMemberView(member, around), tenants };
}
