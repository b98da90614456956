import { internalOrganisation } from '../../../platform/actor';
import { permissionView, roleView } from '../profiles/profile.presentation';
import { assignmentType } from './assignment.rules';
import type { KnownPermission, TenantRole } from './role.store';

export const tenantRoleView = (role: TenantRole, vendorId: string) => ({
  ...roleView(role, vendorId),
  level: role.level,
});

/** The permissions with the roles of the tenant that hold them; their ids are their keys. */
export const permissionViews = (
  permissions: readonly KnownPermission[],
  { roles, tenantNumber }: { roles: readonly TenantRole[]; tenantNumber: number },
) =>
  permissions.map((permission) => ({
    ...permissionView(
      permission,
      roles.filter((role) => role.permissions.includes(permission.key)).map(({ id }) => id),
    ),
    assignmentType: assignmentType(permission.key, { roles, internal: tenantNumber === internalOrganisation }),
  }));
