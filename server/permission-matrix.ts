import { features } from './features';
import { identityPermissions } from './identity';
import { roleNames, type BuiltInRole, type Permission } from './platform/permissions';

const declared = Object.entries(
  Object.assign({}, identityPermissions, ...features.map((feature) => feature.permissions ?? {})) as Record<
    Permission,
    readonly BuiltInRole[]
  >,
) as [Permission, readonly BuiltInRole[]][];

/** Every permission of the product and of the identity API, in alphabetical order. */
export const permissions: readonly Permission[] = declared.map(([key]) => key).sort();

/** The matrix of the built-in roles, put together from what the features say. */
export const builtInRoles = (Object.keys(roleNames) as BuiltInRole[]).map((key) => ({
  key,
  name: roleNames[key],
  permissions:
    key === 'internal-administrator'
      ? permissions
      : permissions.filter((permission) =>
          declared.some(([name, roles]) => name === permission && roles.includes(key)),
        ),
}));
