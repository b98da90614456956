import { internalOrganisation } from '../../../platform/actor';
import { assignmentType } from './assignment.rules';
import type { KnownPermission, ProfileRole, TenantRole } from './role.store';

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

/** A role, as the published clients know it; a permission's id is its key. */
export const roleView = (role: ProfileRole, vendorId: string) => ({
  id: role.id,
  key: role.key,
  name: role.name,
  description: role.description,
  isDefault: role.isDefault,
  permissions: role.permissions,
  level: 0,
  vendorId,
  ...(role.tenantId === null ? {} : { tenantId: role.tenantId }),
  createdAt: role.createdAt.toISOString(),
  updatedAt: role.updatedAt.toISOString(),
});

export const permissionView = (
  { key, description, createdAt, updatedAt }: KnownPermission,
  roleIds: readonly string[],
) => ({
  id: key,
  key,
  name: key,
  description,
  fePermission: key.startsWith('fe.'),
  categoryId: categoryOf(key),
  roleIds,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The identity area and the product have a category of permissions each. */
export const categoryOf = (key: string): 'identity' | 'product' => (key.startsWith('fe.') ? 'identity' : 'product');
