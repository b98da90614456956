import { features } from './features';
import { identityPermissions } from './identity';
import { roleNames, type BuiltInRole, type Permission } from './platform/permissions';

const declared = [identityPermissions, ...features.map((feature) => feature.permissions ?? {})].flatMap(
  (own) => Object.entries(own) as [Permission, readonly BuiltInRole[]][],
);

const twice = declared.find(([key], index) => declared.findIndex(([other]) => other === key) !== index);
if (twice) throw new Error(`The permission ${twice[0]} is declared by two features.`);

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
